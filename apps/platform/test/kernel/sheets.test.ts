import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { xlsxOf, type Cell } from '#kernel/sheets';

const rowsOf = (...rows: Cell[][]) => Readable.from(rows) as AsyncIterable<Cell[]>;

async function sheetName(name: string): Promise<string> {
  const parts = unzipSync(await buffer(xlsxOf(rowsOf(['a']), name)));
  const [, found = ''] =
    /<sheet name="([^"]*)"/.exec(strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array())) ?? [];
  return found;
}

test('the name of a sheet is one that Excel takes as it is', async () => {
  for (const [given, wanted] of [
    ['Run 7', 'Run 7'],
    ['a/b\\c?d*e[f]g:h', 'a b c d e f g h'],
    ["'quoted'", 'quoted'],
    ["It's fine", "It's fine"],
    ['tab\there and\u0000there', 'tab here and there'],
    ['x'.repeat(40), 'x'.repeat(31)],
    // The end is looked at where it is cut.
    [`${'x'.repeat(30)}'y`, 'x'.repeat(30)],
    [`${'x'.repeat(30)}😀`, 'x'.repeat(30)],
    ['', 'Sheet1'],
    ["':'", 'Sheet1'],
    ['History', 'Sheet1'],
    ['half \ud83d', 'half \ufffd'],
  ] as const)
    assert.equal((await sheetName(given)).replaceAll('&apos;', "'").replaceAll('&#39;', "'"), wanted, given);
});

test('whoever stops reading a workbook ends the making of its rows', { timeout: 20_000 }, async () => {
  let ended: () => void = () => undefined;
  const isOver = new Promise<void>((resolve) => (ended = resolve));
  async function* endless(): AsyncGenerator<Cell[]> {
    try {
      for (let row = 0; ; row += 1) yield [Math.random().toString(36).repeat(200), row];
    } finally {
      ended();
    }
  }
  const workbook = xlsxOf(endless(), 'Endless');
  // Nobody reads on: by now the rows wait for a drain.
  await once(workbook, 'readable');
  while (!workbook.readableLength) await new Promise(setImmediate);
  workbook.destroy();
  await isOver;
});
