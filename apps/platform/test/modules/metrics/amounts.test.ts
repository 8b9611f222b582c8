import assert from 'node:assert/strict';
import { test } from 'node:test';
import { containedValues } from '../../../src/modules/metrics/text/contained.ts';

const isFound = (value: string, text: string, asAmounts = true, wholeWord = false): boolean =>
  containedValues(text, {
    values: [value],
    case_sensitive: false,
    whole_word: wholeWord,
    as_amounts: asAmounts,
  }).found.length === 1;

test('an amount is found however it is written', () => {
  for (const [value, text] of [
    ['€48', 'It costs 48 euros.'],
    ['48 euros', 'That is €48.00 in all.'],
    ['85.00', 'A fee of €85 is due.'],
    ['1,200', 'The excess is £1200.'],
    ['50 GBP', 'Up to £50 it is approved.'],
    ['08:00', 'We open at 8 am.'],
    ['18:30', 'Open until 6:30 p.m. today.'],
    ['18:00', 'Sat: 8 am – 6 pm'],
    ['18:00', '- 6 pm on weekdays'],
    ['9:00', 'Saturday 9 to 13'],
    ['13:00', 'Saturday 9 to 13'],
    ['14 days', 'You have two weeks for it.'],
    ['30 days', 'You have **30** days for it.'],
    ['30 days', 'You have 30\u00a0days for it.'],
    ['24 hours', 'There is a 24-hour limit.'],
    ['12 months', 'It is valid for one year.'],
    ['10 minutes', 'It takes 10 min.'],
    ['100%', 'You pay 100 % of it.'],
    ['15 April', 'It begins on 15 April.'],
    ['0.00', 'It is 0 euros.'],
    ['€1.2 million', 'It covers 1,200,000 euros.'],
    ['5 million euros', 'Up to €5m is covered.'],
    ['2,000,000 euros', 'It covers 2 to 3 million euros.'],
    ['5.000.000 €', 'Bis zu 5 Millionen Euro.'],
    ['5 000 000 €', 'Jusqu’à 5 millions d’euros.'],
    ['€1,200.50', 'Es kostet 1.200,50 €.'],
    ['$5,000', 'A limit of five thousand dollars.'],
    ['5000 people', 'It serves 5 thousand people.'],
  ] as const)
    assert.equal(isFound(value, text), true, `${value} in ${text}`);
});

test('another amount, or the same number of something else, is not it', () => {
  for (const [value, text] of [
    ['€48', 'It costs €480.'],
    ['€1,200', 'Es kostet 1.200,50 €.'],
    ['€5', 'It covers 5 million euros.'],
    ['€5 million', 'It costs €5.'],
    ['€5 million', 'It covers €5 billion.'],
    ['5 metres', 'It covers €5m.'],
    ['€48', 'It takes 48 hours.'],
    ['€48', 'It costs $48.'],
    ['14 days', 'It costs 14 euros.'],
    ['24 hours', 'You have 48 hours.'],
    ['8:00', 'We open at 8 pm.'],
    ['9:00', 'Nine of 9 rooms are free.'],
    ['85.00', 'A fee of 58 is due.'],
    ['€48', 'It costs €480.'],
    ['€48', 'It costs -€48.'],
    ['€50', 'It costs €50,000 or €50.99.'],
    ['€5', 'It covers €5 million.'],
    ['30 days', 'It takes 130 days.'],
    ['14 days', 'It takes 14 working days.'],
    ['100', 'It takes 100k calls.'],
    ['5', 'It is 0.5 or -5.'],
    ['18', 'It opens at 18:00.'],
  ] as const)
    assert.equal(isFound(value, text), false, `${value} in ${text}`);
});

test('without the argument values are texts as before', () => {
  assert.equal(isFound('€48', 'It costs 48 euros.', false), false);
  assert.equal(isFound('€48', 'It costs €48.', false), true);
});
