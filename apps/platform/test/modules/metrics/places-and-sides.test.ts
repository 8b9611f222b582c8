import { test } from 'node:test';
import { says } from './measuring.ts';

const numeric = (expected: string, output: string, verdict: string) =>
  says(verdict, 'numeric', {}, { input: '', output, expected });
const stable = (one: string, other: string, verdict: string) =>
  says(verdict, 'stable', {}, { output: one, others: [{ relation: 'repeat', output: other }] });

test('a place in an order is not surely the number that is expected', async () => {
  for (const [expected, output] of [
    ['5', 'You are the 5th customer.'],
    ['21', 'It is the 21st.'],
    ['5', 'C’est au 5e étage.'],
  ] as const)
    await numeric(expected, output, 'not_evaluated ambiguous_number');
  for (const [expected, output] of [
    ['the 5th', 'You are 5th.'],
    ['the 5th floor', 'It is on floor 5.'],
    ['5 May', 'On May 5th.'],
    ['5 May', 'On the 5th of May.'],
    ['May 5th', 'On 5 May.'],
  ] as const)
    await numeric(expected, output, 'pass');
  await numeric('6', 'You are the 5th customer.', 'fail');
});

test('what lies within a number is not surely the same as what lies beyond it', async () => {
  for (const [one, other] of [
    ['You can return it within 14 days.', 'You can return it after 14 days.'],
    ['It takes at least 14 days.', 'It takes at most 14 days.'],
    ['Call before 5 pm.', 'Call after 5 pm.'],
    ['Up to 5 people may come.', '5 people or more may come.'],
    ['Innerhalb von 14 Tagen.', 'Nach 14 Tagen.'],
  ] as const)
    await stable(one, other, 'not_evaluated unclear');
  for (const [one, other] of [
    ['Within 14 days.', 'In at most 14 days.'],
    ['Call before 5 pm.', 'Call until 5 pm.'],
    ['It takes 14 days.', 'It arrives within 14 days.'],
    ['Open from 9 to 5.', 'Open between 9 and 5.'],
    ['Within 14 days after delivery.', 'You have 14 days after delivery.'],
  ] as const)
    await stable(one, other, 'pass');
});
