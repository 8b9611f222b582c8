import assert from 'node:assert/strict';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { after, before, test } from 'node:test';
import { stringify } from 'yaml';
import { csvLine, xlsxOf } from '#kernel/sheets';
import { convertRecords } from '../../../src/kernel/file-reader/child/records/convert.ts';
import { exportCells, exportColumns, type ExportedTest } from '../../../src/modules/test-export/exported.ts';
import { suggestMapping } from '../../../src/modules/test-import/mapping.ts';
import { draftsOf, type Line } from '../../../src/modules/test-import/row-drafts.ts';
import { recogniseShape } from '../../../src/modules/test-import/shapes.ts';
import { fc } from '../../support/fuzz.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'round-trip-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const hostile = fc.oneof(
  fc.constantFrom(
    '=1+1',
    "'=1+1",
    "''@x",
    '-5',
    '+49',
    '\t=x',
    '\r\n',
    ' padded ',
    '"quoted", and\n=more',
    'a;b|c\td',
    'Thanks;=1+1;done',
    "a;'=1",
    'a;"=1+1&"',
    'a\t+1\n-1\r@x',
    '＝1+1;＠x',
    '_x000D_',
    '_x005F_x000D_',
    '\u0000\u0001',
    '\ufeffmark',
    '007',
    '1e5',
    'true',
    'null',
    '{{ name }}',
    '[]',
    '{"a":1}',
    '#N/A',
    '- item: &anchor *alias',
    '\u2028\u2029\u0085',
    '👩‍👩‍👧 עברית',
    '\ud800',
    '<script>&amp;</script>',
    ']]>',
  ),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const text = hostile.filter((value) => value !== '');
/** Names are trimmed when they are stored, and hold no NUL. */
const label = text
  .map((value) => value.replaceAll('\u0000', '').trim().slice(0, 100))
  .filter((value) => value !== '');
const json = fc.jsonValue({ maxDepth: 2 }).map((value): unknown => JSON.parse(JSON.stringify(value)));
const optional = <T>(from: fc.Arbitrary<T>) => fc.option(from, { nil: undefined });

const common = {
  sonde_version: fc.constant('1'),
  external_id: optional(label),
  requirement: optional(label),
  category: optional(label),
  topic: optional(label),
  status: fc.constantFrom('New' as const, 'Review' as const, 'Approved' as const),
  priority: fc.integer({ min: -1000, max: 1000 }),
  tags: fc.array(label, { maxLength: 3 }),
  metadata: fc.dictionary(text, json, { maxKeys: 3, noNullPrototype: true }),
  metrics: fc.array(
    fc.record(
      {
        metric: text,
        args: fc.dictionary(text, json, { maxKeys: 2, noNullPrototype: true }),
        negate: fc.boolean(),
      },
      { requiredKeys: ['metric'] },
    ),
    { maxLength: 2 },
  ),
  combine: fc.constantFrom('all' as const, 'any' as const),
};
const single = fc.record({
  ...common,
  test_type: fc.constant('Single-Turn' as const),
  prompt: fc.record(
    { content: text, expected_response: hostile, language_code: fc.constantFrom('en', 'pt-BR') },
    { requiredKeys: ['content'] },
  ),
});
const talk = fc.record({
  ...common,
  test_type: fc.constant('Multi-Turn' as const),
  test_configuration: fc.record(
    {
      goal: label,
      instructions: hostile,
      restrictions: hostile,
      scenario: hostile,
      max_turns: fc.integer({ min: 5, max: 50 }),
      min_turns: fc.integer({ min: 1, max: 5 }),
      script: fc.array(text, { minLength: 1, maxLength: 3 }),
    },
    { requiredKeys: ['goal', 'max_turns'] },
  ),
});

/** Each case once more through the exporter's own shape, so that keys without a value are not there at all. */
const tests: fc.Arbitrary<ExportedTest[]> = fc
  .array(fc.oneof(single, talk), { minLength: 1, maxLength: 6 })
  .map((list) => list.map((one): ExportedTest => JSON.parse(JSON.stringify(one))));

async function* once<T>(rows: Iterable<T>) {
  yield* rows;
}

const writers: Readonly<Record<string, (list: readonly ExportedTest[], path: string) => Promise<void>>> = {
  csv: (list, path) =>
    writeFile(
      path,
      `\uFEFF${csvLine([...exportColumns])}${list.map((one) => csvLine(exportCells(one))).join('')}`,
    ),
  jsonl: (list, path) => writeFile(path, list.map((one) => `${JSON.stringify(one)}\n`).join('')),
  yaml: (list, path) =>
    writeFile(
      path,
      list
        .map((one) =>
          stringify([one], {
            defaultStringType: 'QUOTE_DOUBLE',
            defaultKeyType: 'PLAIN',
            lineWidth: 0,
            aliasDuplicateObjects: false,
          }),
        )
        .join(''),
    ),
  xlsx: (list, path) =>
    pipeline(xlsxOf(once([[...exportColumns], ...list.map(exportCells)]), 'Tests'), createWriteStream(path)),
};

/** What reading the file says of each test, in the words of the export. */
async function readBack(path: string) {
  const into = `${path}.rows`;
  const found = await convertRecords({ kind: 'records', path, into, filename: path });
  const lines = (await readFile(into, 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line): Line => JSON.parse(line));
  const shape = recogniseShape(found.columns, [], found.frame);
  assert.equal(shape, 'sonde');
  const columns = found.isTable ? suggestMapping(found.columns).mapping.columns : {};
  return lines.map((line) => {
    const { drafts, faults } = draftsOf(line, { ...found, shape, mapping: { columns, metadata: [] } });
    assert.deepEqual(faults, []);
    const [draft] = drafts;
    assert.ok(draft);
    const { test: read, metrics } = draft;
    return { ...read, metadata: read.metadata ?? {}, tags: read.tags ?? [], metrics };
  });
}

for (const [format, write] of Object.entries(writers))
  test(`whatever tests say, a ${format} file of them reads as the same tests`, async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(tests, async (list) => {
        run += 1;
        const path = join(folder, `${run}.${format}`);
        // Text on its way through UTF-8 loses half of a character; JSON spells it.
        const given: ExportedTest[] = format === 'csv' ? JSON.parse(JSON.stringify(list), wellFormed) : list;
        await write(given, path);
        const expected = given.map(({ sonde_version: _version, ...rest }) => rest);
        assert.deepEqual(
          JSON.parse(JSON.stringify(await readBack(path))),
          JSON.parse(JSON.stringify(expected)),
        );
      }),
      { numRuns: 60 },
    );
  });

const wellFormed = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

test('no cell of a CSV file begins as a formula, also where the file is cut at semicolons, tabs or any line break', () => {
  fc.assert(
    fc.property(text, text, (before, content) => {
      const first = csvLine([content]);
      assert.doesNotMatch(first, /^"?[=+\-@＝＋－＠\t\r]/);
      for (const cell of csvLine([before, content])
        .split(/[;\t\r\n]/)
        .slice(1))
        assert.doesNotMatch(cell, /^"*[=+\-@＝＋－＠]/);
    }),
    {
      examples: [
        ['1', 'Thanks;=1+1;done'],
        ['1', 'a;"=1+1&"'],
        ['1', 'x\n=4+4'],
        ['1', '＝3+3'],
      ],
    },
  );
});
