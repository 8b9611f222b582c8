import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { xlsxOf } from '../../../src/kernel/sheets/index.ts';
import { startPlatform, type CallResult, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { multipart } from '../files/support/uploads.ts';

let platform: TestPlatform;
let owner: SignedUp;
before(async () => {
  platform = await startPlatform();
  owner = await platform.signUp();
});
after(() => platform.close());

const call = (method: string, path: string, body?: unknown): Promise<CallResult> =>
  platform.call(method, path, { token: owner.token, body });

async function open(name: string, bytes: string | Buffer): Promise<CallResult['body']> {
  const { body, type } = await multipart([{ bytes, name, field: 'file' }]);
  const made = await platform.call('POST', '/import/analyze', {
    token: owner.token,
    body,
    headers: { 'content-type': type },
  });
  assert.equal(made.status, 201, made.text);
  return made.body;
}

const parse = async (id: string, body: object = {}): Promise<CallResult['body']> => {
  const parsed = await call('POST', `/import/${id}/parse`, body);
  assert.equal(parsed.status, 200, parsed.text);
  return parsed.body;
};

const testsOf = async (setId: string): Promise<CallResult['body']> =>
  (await call('GET', `/test_sets/${setId}/tests?limit=100&sort_by=created_at&sort_order=asc`)).body;

test('priorities in words are understood, and a word that is not leaves its test with the usual one', async () => {
  const found = await open(
    'prio.csv',
    'Frage;Soll;Prio\nWas?;Dies.;hoch\nWer?;Das.;mittel\nWo?;Da.;niedrig\nWann?;Nie.;3\nWie?;So.;irgendwie\n',
  );
  assert.equal(found.suggested_mapping.priority, 'Prio');
  const { preview, validation_summary: summary } = await parse(found.import_id);
  assert.deepEqual([summary.valid_rows, summary.error_count, summary.warning_count], [5, 0, 1]);
  assert.deepEqual(
    preview.rows.map(({ data }: CallResult['body']) => data[0].priority),
    [1, 0, -1, 3, undefined],
  );
  const [warning] = preview.rows[4].warnings;
  assert.equal(warning.column, 'Prio');
  assert.match(warning.reason, /^“irgendwie” is no priority that is understood/);
});

test('a test with an expected answer and no metric is held against that answer', async () => {
  const { preview, import_id: id } = await parse(
    (await open('expected.csv', 'question,answer\nHow long?,30 days.\nWho?,\n')).import_id,
  );
  assert.deepEqual(
    preview.rows.map(({ judged_by: by }: CallResult['body']) => by),
    [['Says what is expected'], []],
  );
  const set = await call('POST', `/import/${id}/confirm`, {});
  const [first, second] = await testsOf(set.body.id);
  assert.deepEqual([first.metrics.length, second.metrics.length], [1, 0]);
  const { body: metric } = await call('GET', `/metrics/${first.metrics[0].metric}`);
  assert.deepEqual([metric.kind, metric.name], ['as_expected', 'Says what is expected']);
});

test('the names of columns are found below a title, and whoever knows better says where they are', async () => {
  const rows = [
    ['Test cases of the claims desk'],
    ['As of May 2026'],
    [],
    ['Customer asks', 'Answer', 'Notes'],
    ['What is covered?', 'Water damage.', ''],
    ['Who pays?', 'We do.', 'old'],
  ];
  const csv = rows.map((cells) => cells.join(',')).join('\n');
  const chunks: Buffer[] = [];
  for await (const chunk of xlsxOf(Readable.from(rows) as AsyncIterable<string[]>, 'Cases'))
    chunks.push(chunk as Buffer);
  for (const [name, bytes, header] of [
    // Empty lines of a text are no rows of it.
    ['titled.csv', csv, 3],
    ['titled.xlsx', Buffer.concat(chunks), 4],
  ] as const) {
    const found = await open(name, bytes);
    assert.deepEqual([found.headers, found.file_info.header_row], [rows[3], header], name);
    assert.equal(found.total_rows, 2, name);
    assert.match(found.notices.join(), new RegExp(`Row ${header} is taken for the names of the columns`));
    const other = await parse(found.import_id, { header_row: header + 1 });
    assert.deepEqual([other.file_info.header_row, other.total_rows], [header + 1, 1], name);
    assert.equal(other.headers[0], 'What is covered?');
    const back = await parse(found.import_id, { header_row: header });
    assert.deepEqual([back.headers, back.total_rows], [rows[3], 2], name);
  }
});

test('what is no title names the columns as before, whatever its texts hold', async () => {
  for (const [csv, headers] of [
    ['prompt\nHello, how are you\nWell, well\n', ['prompt']],
    ['question,answer\nWhat?,This.\n', ['question', 'answer']],
    ['prompt,\nWhat,that\n', ['prompt', 'Column 2']],
    ['What do customers ask\nIs it open\nWho pays\n', ['What do customers ask']],
  ] as const) {
    const found = await open('plain.csv', csv);
    assert.deepEqual([found.headers, found.file_info.header_row], [headers, 1], csv);
  }
  assert.equal((await open('list.json', '[{"prompt": "What?"}]')).file_info.header_row, null);
});
