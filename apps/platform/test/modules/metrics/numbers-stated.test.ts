import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { says, verdictOf } from './measuring.ts';

/** Labelled by hand; half of them were not read while the rules were made. */
const rowsOf = (name: string): string[][] =>
  readFileSync(new URL(`../../fixtures/${name}.tsv`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) =>
      line
        .split('\t')
        .map((cell) => cell.replaceAll(/\\([\\n])/g, (_, sign) => (sign === 'n' ? '\n' : sign))),
    );

const numeric = (expected: string, input: string, wanted: string, output: string) =>
  says(expected, 'numeric', {}, { input, expected: wanted, output });

test('a number passes only where the answer can mean no other one, and everyday answers pass', async () => {
  const passed = { pass: 0, open: 0 };
  for (const [, label, input = '', expected = '', output = ''] of rowsOf('numeric-answers')) {
    const { verdict, reason } = await verdictOf('numeric', {}, { input, expected, output });
    assert.notEqual(verdict, 'fail', `${output}: ${reason}`);
    if (verdict === 'pass') passed[label === 'pass' ? 'pass' : 'open'] += 1;
    if (label === 'open') assert.notEqual(verdict, 'pass', `${input} ${output}`);
  }
  assert.deepEqual(passed, { pass: 55, open: 0 });
});

test('what is not accounted for beside a number is told', async () => {
  const open = 'not_evaluated ambiguous_number';
  const told = await numeric(open, 'How much is the fee?', '12 euros', 'The 12 euro fee is waived.');
  assert.match(told.reason, /“waived”/);
  const unit = await numeric(open, 'How many days does delivery take?', '3', 'Delivery takes 3 weeks.');
  assert.match(unit.reason, /another|something else than is asked for/);
  await numeric(open, '', '12', 'No. 12');
  await numeric(open, '', '12', '2×12');
  await numeric(open, 'How long is it?', '12 days', 'It takes 12 days. This was so in 2010.');
  await numeric('pass', 'How many beds does it have?', '12', 'It has 12 beds.');
  await numeric(
    'pass',
    'How long is it?',
    '12 days',
    'It takes 12 days. Please contact us if you have any questions.',
  );
});

test('answers are the same only where nothing beside their facts may deny them, and no amount differs by its unit alone', async () => {
  for (const [, label, one = '', other = ''] of rowsOf('same-answers'))
    for (const [kind, relation, same] of [
      ['stable', 'repeat', 'pass'],
      ['relation_same', 'paraphrase', 'pass'],
      ['relation_different', 'negation', 'fail'],
    ] as const) {
      const item = { output: one, others: [{ relation, output: other }] };
      const { verdict } = await verdictOf(kind, {}, item);
      if (label === 'other') assert.notEqual(verdict, same, `${kind}: ${one} ${other}`);
      else if (label === 'alike')
        assert.ok(verdict === 'not_evaluated' || verdict === same, `${kind}: ${one} ${other}`);
    }
});

test('equal words with other signs are not stable by text', async () => {
  for (const [one, other] of [
    ['The fee is €5.', 'The fee is $5.'],
    ['-5 °C', '5 °C'],
    ['Status: ✅', 'Status: ❌'],
    ['Use C', 'Use C#'],
    ['x = 5', 'x != 5'],
  ] as const)
    await says(
      'not_evaluated unclear',
      'stable',
      { by: 'text' },
      { output: one, others: [{ relation: 'repeat', output: other }] },
    );
});

test('a long answer is read in time that grows with its length', async () => {
  for (const output of ['It is 3 days, '.repeat(12_000), '3 | '.repeat(40_000), '1. a\n'.repeat(30_000)])
    await verdictOf('numeric', {}, { input: 'How many days?', expected: '3', output });
  const output = 'It costs €5 and 3 days. '.repeat(4_000);
  await verdictOf('stable', {}, { output, others: [{ relation: 'repeat', output: `${output}.` }] });
});
