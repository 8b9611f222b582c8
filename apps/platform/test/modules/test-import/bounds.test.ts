import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { readAssertions } from '../../../src/modules/test-import/assertions.ts';
import { previewRows } from '../../../src/modules/test-import/present.ts';
import { roomOfRow } from '../../../src/modules/test-import/room.ts';
import {
  draftsOf,
  typeOfMost,
  type Line,
  type RowReading,
} from '../../../src/modules/test-import/row-drafts.ts';
import { createRowPreparation, type PreparedRow } from '../../../src/modules/test-import/rows.ts';

const readingOf = (frame: RowReading['frame']): RowReading => ({
  shape: 'promptfoo',
  columns: [],
  isTable: false,
  frame,
  mapping: { columns: {}, metadata: [] },
});

/** Rows into no set, whose metrics are nobody's business here. */
const preparationOf = (frame: RowReading['frame']) =>
  createRowPreparation({
    database: {} as Database,
    tests: { presentAll: () => Promise.reject(new Error('No set is looked at.')) },
    files: { find: () => Promise.reject(new Error('No file is named.')) },
    principal: {} as MemberPrincipal,
    resolver: {
      complete: ({ test: input }) => Promise.resolve(input),
      lacksModel: () => Promise.resolve(false),
    },
    reading: readingOf(frame),
    setType: 'Single-Turn',
    targetSetId: null,
  });

const rows = (count: number, vars: object): Line[] =>
  Array.from({ length: count }, (_, row) => [row + 1, { vars }, null]);

// Looked for the closing bracket anew behind each opening one, this kept a processor busy for half an hour.
const unbounded = '{'.repeat(4_000_000);
void test('an open bracket without end is no template, and is looked at once', { timeout: 60_000 }, () => {
  for (const [value, isTemplate] of [
    [unbounded, false],
    [`}}${unbounded}`, false],
    ['{{}', false],
    ['{{{}', false],
    ['{{}}', true],
    ['a {{\nb\n}} c', true],
    ['{{{%', true],
    ['{%', true],
  ] as const) {
    const { notImported } = readAssertions([{ type: 'contains', value }]);
    assert.deepEqual(
      notImported.map(({ type }) => type),
      isTemplate ? ['contains'] : [],
      value.slice(0, 10),
    );
  }
});

void test('what a configuration makes of many rows is prepared in portions that fit, each row once', async () => {
  const prompts = Array.from({ length: 50 }, (_, index) => `${index} {{a}} ${'x'.repeat(9000)}`);
  const prepare = preparationOf({ prompts });
  const seen: number[] = [];
  let most = 0;
  for await (const portion of prepare(rows(100, { a: 'b' }))) {
    for (const { row, faults, tests } of portion) {
      assert.deepEqual([faults, tests.length], [[], 50]);
      seen.push(row);
    }
    const made = portion.flatMap(({ tests }) => tests.map(({ input }) => input.prompt?.content.length ?? 0));
    most = Math.max(
      most,
      made.reduce((sum, length) => sum + length, 0),
    );
  }
  assert.ok(most <= roomOfRow, `${most} characters at once`);
  assert.deepEqual(
    seen,
    Array.from({ length: 100 }, (_, index) => index + 1),
  );
});

void test('rows of an ordinary configuration stay together', async () => {
  const portions: number[] = [];
  for await (const portion of preparationOf({ prompts: ['Is {{a}} so?'] })(rows(1000, { a: 'b' })))
    portions.push(portion.length);
  assert.deepEqual(portions, [1000]);
});

void test('a row that comes to too much is refused as a whole, and those beside it are not', async () => {
  const prompts = Array.from({ length: 50 }, () => '{{a}}{{a}}');
  const lines = [...rows(1, { a: 'b' }), ...rows(1, { a: 'x'.repeat(60_000) }), ...rows(1, { a: 'c' })];
  const prepared: PreparedRow[] = [];
  for await (const portion of preparationOf({ prompts })(lines)) prepared.push(...portion);
  const [first, large, last] = prepared;
  assert.deepEqual([first?.tests.length, large?.tests.length, last?.tests.length], [50, 0, 50]);
  assert.deepEqual(large?.faults, [
    {
      column: null,
      reason: 'With the prompts and assertions of the file, the row comes to more than 4000000 characters.',
    },
  ]);
});

void test('assertions of a row are bounded by number and by what they are filled with', () => {
  const draft = (assertions: unknown[], vars: object = {}, frame: RowReading['frame'] = null) =>
    draftsOf([1, { vars: { prompt: 'x', ...vars }, assert: assertions }, null], readingOf(frame));
  const of = (count: number, value: string) =>
    Array.from({ length: count }, () => ({ type: 'contains', value }));
  assert.deepEqual([draft(of(400, 'a')).faults, draft(of(400, 'a')).drafts.length], [[], 1]);
  for (const many of [
    draft(of(401, 'a')),
    draft(of(201, 'a'), {}, { defaultTest: { assert: of(200, 'a') } }),
  ]) {
    assert.equal(many.drafts.length, 0);
    assert.deepEqual(many.faults, [
      { column: null, reason: 'A test has at most 400 assertions; this one has 401.' },
    ]);
  }
  for (const value of ['{{long}}', ['{{long}}', '{{long}}']] as const) {
    const filled = Array.from({ length: 300 }, () => ({ type: 'contains-any', value }));
    const { drafts, faults } = draft(filled, { long: 'x'.repeat(100_000) });
    assert.equal(drafts.length, 0);
    assert.match(faults.map(({ reason }) => reason).join(), /^With the prompts .* 4000000 characters\.$/);
  }
});

void test('of rows that come to too much only the first say of what type most are', () => {
  const talk: Line = [3, { vars: {}, options: {}, goal: 'x' }, null];
  const reading = {
    ...readingOf({ prompts: ['{{a}}'] }),
    mapping: { columns: { goal: 'goal' }, metadata: [] },
  };
  const talks = Array.from({ length: 5 }, () => talk);
  assert.equal(typeOfMost([...rows(1, { a: 'b' }), ...talks], reading), 'Multi-Turn');
  const refused: Line[] = rows(1, { a: 'x'.repeat(roomOfRow) });
  assert.equal(typeOfMost([...rows(1, { a: 'b' }), ...refused, ...talks], reading), 'Single-Turn');
});

void test('what is not imported is told once for a row, however many prompts it has', () => {
  const prompts = Array.from({ length: 50 }, () => 'x');
  const line: Line = [1, { vars: {}, assert: [{ type: 'similar', value: 'x' }] }, null];
  assert.equal(draftsOf(line, readingOf({ prompts })).warnings.length, 1);
});

void test('a page that is too large shows the rows that fit and says which do not', async () => {
  const prompts = Array.from({ length: 50 }, () => 'x'.repeat(9000));
  const shown = await previewRows(preparationOf({ prompts })(rows(20, { a: 'b' })));
  assert.equal(shown.length, 20);
  const fit = shown.filter(({ data }) => data.length === 50).length;
  assert.ok(fit > 0 && fit * 50 * 9000 <= roomOfRow, `${fit} rows`);
  for (const { index, state, data, warnings } of shown.slice(fit)) {
    assert.deepEqual([state, data], ['new', []], `row ${index}`);
    assert.match(warnings[0]?.reason ?? '', /too large to show/);
  }
});
