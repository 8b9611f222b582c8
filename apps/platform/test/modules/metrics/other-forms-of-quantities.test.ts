import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verdictOf } from './measuring.ts';

const verdict = async (input: string, expected: string, output: string): Promise<string> =>
  (await verdictOf('as_expected', {}, { input, expected, output })).verdict;

test('the right quantity in another form never fails', async () => {
  for (const [input, expected, output] of [
    ['How long?', '1 hour 30 minutes', '90 minutes'],
    ['How long does it take?', 'It takes 1 hour and 30 minutes.', 'It takes 90 minutes.'],
    ['How long does it take?', 'It takes 90 minutes.', 'It takes 1 hour and 30 minutes.'],
    ['How long?', '1 h 30 min', '90 min'],
    ['Wie lange?', '1 Stunde 30 Minuten', '90 Minuten'],
    ['How long?', '2 years and 6 months', '30 months'],
    ['How long?', '1 week and 3 days', '10 days'],
    ['Does it take long?', 'Yes, 1 hour 30 minutes.', 'Yes, 90 minutes.'],
    ['Is there a tour?', 'Yes, the tour takes 1 hour 30 minutes.', 'Yes, the tour takes 90 minutes.'],
    ['How much?', '5 euros and 50 cents', '€5.50'],
    ['How much?', '€5.50', '5 euros and 50 cents'],
    ['How much?', '€1.50', '150 cents'],
    ['How heavy?', '1 kg 500 g', '1.5 kg'],
    ['How tall?', '1.85 m', '1 m 85'],
    ['When?', '3 May', 'on the third of May'],
    ['Wann?', '3. Mai', 'am dritten Mai'],
    ['Which floor?', 'the 3rd floor', 'the third floor'],
    ['Wann?', '20 Uhr', 'acht Uhr abends'],
    ['Wann?', '20 Uhr', '8 Uhr abends'],
    ['How many?', '2', 'both'],
    ['How many?', '2', 'a pair'],
    ['Wie viele?', '2', 'beide'],
    ['How many?', '3', 'a trio'],
    ['Which place?', '2', 'second'],
    ['How often?', 'every 2 weeks', 'fortnightly'],
    ['Wie oft?', 'alle 2 Wochen', 'vierzehntägig'],
    ['How often?', 'every 3 months', 'quarterly'],
    ['Wie viele?', '10.000', 'zehntausend'],
    ['How many?', '10,000', 'ten thousand'],
    ['Wie viele?', '250', 'zweihundertfünfzig'],
  ] as const)
    assert.notEqual(await verdict(input, expected, output), 'fail', `${expected} / ${output}`);
});

test('another quantity in another form still fails', async () => {
  for (const [input, expected, output] of [
    ['How long?', '1 hour 30 minutes', '80 minutes'],
    ['Wie lange?', '1 Stunde 30 Minuten', '80 Minuten'],
    ['Is there a tour?', 'Yes, the tour takes 1 hour 30 minutes.', 'Yes, the tour takes 80 minutes.'],
    ['How long?', '2 years and 6 months', '26 months'],
    ['How much?', '5 euros and 50 cents', '€5.05'],
    ['Wann?', '20 Uhr', 'acht Uhr morgens'],
    ['How often?', 'every 2 weeks', 'every 3 weeks'],
  ] as const)
    assert.equal(await verdict(input, expected, output), 'fail', `${expected} / ${output}`);
});
