import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createFileReader } from '#kernel/file-reader';
import { createLog } from '#kernel/log';
import { formattedSheet } from '../support/documents.ts';

const directory = mkdtempSync(join(tmpdir(), 'sonde-cells-'));
const asker = { organizationId: 'one' };
const reader = createFileReader({ log: createLog('silent') });
after(async () => {
  await reader.close();
  rmSync(directory, { recursive: true, force: true });
});

async function cellsOf(workbook: Buffer) {
  const [path, into] = [join(directory, randomUUID()), join(directory, randomUUID())];
  writeFileSync(path, workbook);
  const { notices } = await reader.readRecords({ path, filename: 'tests.xlsx', into }, asker);
  const lines = readFileSync(into, 'utf8').trim().split('\n');
  return { notices, rows: lines.map((line) => (JSON.parse(line) as [number, string[]])[1]) };
}

test('a number of a sheet is taken as it is shown', async () => {
  const shown: readonly (readonly [format: string, number: number, text: string])[] = [
    ['General', 1234567890123, '1234567890123'],
    ['General', 0.1 + 0.2, '0.3'],
    ['0%', 0.3, '30%'],
    ['0.0%', 0.125, '12.5%'],
    ['#,##0.00 "€"', 1200.5, '1,200.50 €'],
    ['"£"#,##0;[Red]-"£"#,##0', -5, '-£5'],
    ['00000', 123, '00123'],
    ['0 "days"', 14, '14 days'],
    ['0.00', 3.14159, '3.14'],
    [';;;', 42, '42'],
    ['yyyy-mm-dd', 45_000, '2023-03-15'],
    ['[h]:mm', 0.5, '12:00:00'],
    ['0 "EUR', 7, '7'],
  ];
  const { rows, notices } = await cellsOf(
    formattedSheet(
      shown.map(([format]) => format),
      [['question', 'answer'], ...shown.map(([, number], as) => ['Q', { number, as }])],
    ),
  );
  assert.deepEqual(
    rows.map(([, text]) => text),
    shown.map(([, , text]) => text),
  );
  assert.deepEqual(notices, []);
});

test('a cell that holds an error of the sheet is empty, and told with its place', async () => {
  const { rows, notices } = await cellsOf(
    formattedSheet(
      [],
      [
        ['question', 'answer'],
        ['What does it cost?', { error: '#N/A' }],
        ...Array.from({ length: 9 }, () => ['And now?', { error: '#REF!' }]),
        ['And what is “#N/A”?', '#N/A'],
      ],
    ),
  );
  assert.deepEqual(rows[0], ['What does it cost?', '']);
  assert.deepEqual(rows.at(-1), ['And what is “#N/A”?', '#N/A']);
  assert.deepEqual(notices, [
    'Cells that hold an error of the spreadsheet are taken as empty: B2 (#N/A), B3 (#REF!), B4 (#REF!), B5 (#REF!), B6 (#REF!) and 5 more.',
  ]);
});

test('formats that are no formats, are too long or are many take nothing with them', async () => {
  const formats = [
    '#'.repeat(255),
    '#'.repeat(100_000),
    '[>=1]'.repeat(50),
    '?/?'.repeat(80),
    '0'.repeat(255),
    ...Array.from({ length: 5000 }, (_, index) => `0.${'0'.repeat(index % 200)}"${index}"`),
  ];
  const numbers = [1e308, 1e-308, 123.456];
  const { rows } = await cellsOf(
    formattedSheet(formats, [
      ['question', 'answer'],
      ...formats.flatMap((_, as) => numbers.map((number) => ['Q', { number, as }])),
    ]),
  );
  assert.equal(rows.length, formats.length * numbers.length);
  assert.ok(rows.every(([, text]) => text !== ''));
});
