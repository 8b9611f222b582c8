import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createFileReader, type FileReader } from '#kernel/file-reader';
import { createLog } from '#kernel/log';

const directory = mkdtempSync(join(tmpdir(), 'sonde-numbers-'));
let reader: FileReader;
before(() => {
  reader = createFileReader({ log: createLog('silent') });
});
after(async () => {
  await reader.close();
  rmSync(directory, { recursive: true, force: true });
});

async function itemsOf(content: string, filename: string): Promise<unknown[]> {
  const [path, into] = [join(directory, filename), join(directory, `${filename}.lines`)];
  writeFileSync(path, content);
  await reader.readRecords({ path, into, filename }, { organizationId: 'one' });
  const lines = readFileSync(into, 'utf8').trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as unknown[])[1]);
}

const written = ['12345678901234567890', '0.12345678901234567890', '1.10', '1.0', '1E5', '9007199254740993'];
const plain = ['0', '5', '-3.5', '1.1', '100', '9007199254740991'];

test('a number of JSON is kept as it is written where it would change', async () => {
  const items = [...written, ...plain].map(
    (number) => `{"question":"a","vars":{"n":[${number}]},"expected":${number}}`,
  );
  const wanted = [
    ...written.map((number) => ({ question: 'a', vars: { n: [number] }, expected: number })),
    ...plain.map((number) => ({ question: 'a', vars: { n: [Number(number)] }, expected: Number(number) })),
  ];
  assert.deepEqual(await itemsOf(`[${items.join(',')}]`, 'list.json'), wanted);
  assert.deepEqual(await itemsOf(items.join('\n'), 'lines.jsonl'), wanted);
  assert.deepEqual(await itemsOf(`{"tests":[${items.join(',')}]}`, 'tests.json'), wanted);
});

test('a number of YAML is kept as it is written where it would change', async () => {
  for (const number of [...written, '012', '0x1F', '0o17', '+5'])
    assert.deepEqual(await itemsOf(`- question: a\n  expected: ${number}\n  all: [${number}]\n`, 'a.yaml'), [
      { question: 'a', expected: number, all: [number] },
    ]);
  for (const number of plain)
    assert.deepEqual(await itemsOf(`- expected: ${number}\n`, 'a.yaml'), [{ expected: Number(number) }]);
});

test('what a file sets by a number stays one, however it is written', async () => {
  assert.deepEqual(
    await itemsOf('- assert:\n    - {type: similar, threshold: 0.80, weight: 1.0}\n', 'a.yaml'),
    [{ assert: [{ type: 'similar', threshold: 0.8, weight: 1 }] }],
  );
  assert.deepEqual(await itemsOf('[{"threshold":0.80,"score_threshold":1.0}]', 'a.json'), [
    { threshold: 0.8, score_threshold: 1 },
  ]);
});
