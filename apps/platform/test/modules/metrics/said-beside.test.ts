import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readExpected } from '../../../src/modules/metrics/text/expected/index.ts';

const met = (output: string, values: string[] = [], expected = 'a fob costs £20.'): boolean | undefined =>
  readExpected({ input: 'How much is a key fob?', expected, output, values }).met;

test('a price that is said word for word behind another one of the same form passes', () => {
  for (const output of [
    'A new key costs £12 and a fob costs £20.',
    'A new key costs £12 and a fob costs £20',
    'Hello! A new key costs £12.50 and a fob costs £20.',
    'A new key costs £12 and a fob costs £20. You can collect it from the office.',
    'A new key costs £12 and a fob costs £20. Please call us on weekdays.',
  ]) {
    assert.equal(met(output), true, output);
    assert.equal(met(output, ['£20']), true, output);
  }
});

test('what surrounds the same words and may turn them round passes nothing', () => {
  const pair = 'A new key costs £12 and a fob costs £20';
  for (const output of [
    'It is not true that a new key costs £12 and a fob costs £20.',
    'Not true: a new key costs £12 and a fob costs £20.',
    'People think that a new key costs £12 and a fob costs £20.',
    'People think a new key costs £12 and a fob costs £20.',
    'Some say a new key costs £12 and a fob costs £20.',
    'The old list says a new key costs £12 and a fob costs £20.',
    'If you are a member, a new key costs £12 and a fob costs £20.',
    'Until May a new key costs £12 and a fob costs £20.',
    'Last year a new key cost £12 and a fob cost £20.',
    'In Leeds a new key costs £12 and a fob costs £20.',
    'Neither is it so that a new key costs £12 and a fob costs £20.',
    'Not a new key costs £12 and a fob costs £20.',
    'No new key costs £12 and a fob costs £20.',
    'I wish a new key costs £12 and a fob costs £20.',
    'Maybe a new key costs £12 and a fob costs £20.',
    'Suppose a new key costs £12 and a fob costs £20.',
    'He asks whether a new key costs £12 and a fob costs £20.',
    'The claim is that a new key costs £12 and a fob costs £20.',
    'A new key costs more than a lock costs and a fob costs £20 less.',
    'A new key does not cost £12 and a fob costs £20 more.',
    'A new key costs less than £12 and a spare fob costs £20.',
    'A new key costs £12 and a fob costs £20 for members.',
    'A new key costs £12 and a fob costs £20 if you lose it.',
    'A new key costs £12 and a fob costs £20 less.',
    'A new key costs £12 and a fob costs £20 a month.',
    'A new key costs £12 and a fob costs £20, or so they say.',
    'A new key costs £12 and a fob costs £20?',
    'A new key costs £12 and a lost fob costs £20.',
    'A new key costs £12 and never a fob costs £20.',
    'A new key costs £12 and nobody says a fob costs £20.',
    'A fob costs £25 and a fob costs £20.',
    `“${pair}.”`,
    `"${pair}."`,
    `${pair} ❌`,
    `${pair}...`,
    `- ${pair}.`,
    `Wrong answers:\n${pair}.`,
    `${pair}. Not!`,
    `${pair}. No.`,
    `${pair}. That is wrong.`,
    `${pair}. That was in 2019.`,
    `${pair}. Now it is £25.`,
    `${pair}. From June a fob costs £25.`,
    `${pair}. Actually, £25.`,
    `${pair}. The fob is free for tenants.`,
    `${pair}. You can get a fob for £15 online.`,
    `${pair}. You can get it for less at the office.`,
    `${pair}. You can get it at half of that.`,
    `${pair}. You can ask the office, which says otherwise.`,
    `${pair}. You can find the right price online.`,
    `${pair}. Please ignore that.`,
    `${pair}. Please ask for the real price.`,
    `${pair}. Only in Leeds.`,
    `${pair}. This is an example.`,
    `${pair}. Or maybe more.`,
    `This was the list of last year. ${pair}.`,
    `Here is a lie. ${pair}.`,
    `What would you say if ${pair}.`,
    `Which is false? ${pair}.`,
    `The following is not so. ${pair}.`,
    `Prices of our competitor: ${pair}.`,
  ])
    for (const values of [[], ['£20']])
      assert.notEqual(met(output, values), true, `${values.join()} ${output}`);
  for (const value of ['£12', '£2', '20 euros'])
    assert.notEqual(met(`${pair}.`, [value]), true, `${value} is not what the clause holds`);
  assert.notEqual(met('A new key costs £12 and it costs £20.', [], 'it costs £20'), true, 'points back');
});
