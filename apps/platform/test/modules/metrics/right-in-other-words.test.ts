import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readExpected } from '../../../src/modules/metrics/text/expected/index.ts';

type Told = readonly [input: string, expected: string, output: string];

const are = (wanted: boolean | undefined, cases: readonly Told[]): void => {
  for (const [input, expected, output] of cases) {
    const { met, reason } = readExpected({ input, expected, output, values: [] });
    assert.equal(met, wanted, `${input} | ${expected} | ${output}: ${reason}`);
  }
};

test('a no that belongs to a thing is no answer to the question', () => {
  are(undefined, [
    ['Is entry free?', 'Yes.', 'No fee applies.'],
    ['Is entry free?', 'Yes, entry is free.', 'No charge at all.'],
    ['Can I come without booking?', 'Yes.', 'No booking required.'],
    ['Is it sold out?', 'Yes, it is sold out.', 'No tickets are left.'],
    ['Is parking forbidden?', 'Yes, parking is forbidden.', 'No parking.'],
    ['Can children come?', 'Yes, there is no age limit.', 'No age limit.'],
    ['Do I have to book?', 'Yes, booking is required.', 'No booking, no entry.'],
    ['Is a deposit required?', 'Yes.', 'No deposit, no room.'],
    ['Is the lift out of order?', 'Yes, it is out of order.', 'No, it is not working.'],
    ['Can I get a refund?', 'Yes.', 'No hassle refund.'],
    ['Is the museum closed on Monday?', 'Yes, it is closed on Monday.', 'No entry on Mondays.'],
  ]);
  are(false, [
    ['Are dogs allowed?', 'Yes, dogs are allowed.', 'No, dogs are not allowed.'],
    ['Are dogs allowed?', 'Yes.', 'No dogs.'],
    ['Are dogs allowed?', 'Yes.', 'No.'],
    ['Is a deposit required?', 'Yes.', 'No deposit is required.'],
    ['Do you deliver?', 'Yes.', 'No, we do not.'],
  ]);
  are(true, [['Will it hurt?', 'No.', 'Never.']]);
});

test('a value in another form, or in a word for it, is not another value', () => {
  are(undefined, [
    ['How long is the visit?', 'The visit takes 30 minutes.', 'The visit takes 1/2 hour.'],
    ['How long is the visit?', 'The visit takes 30 minutes.', 'The visit takes ½ hour.'],
    ['How long is the visit?', 'The visit takes 90 minutes.', 'The visit takes 1h30.'],
    ['When is check-out?', 'Check-out is at 12 pm.', 'Check-out is at midday.'],
    ['When is it?', 'On 3 May.', 'On 3.5.'],
    ['How many times a day?', '3 times a day.', 'Thrice daily.'],
    ['How old must I be?', 'You must be 18.', 'You must be an adult.'],
    ['How old must I be?', 'You must be at least 18.', 'You must be of legal age.'],
    ['How long can I cancel?', 'You can cancel within 24 hours.', 'You have until the next day to cancel.'],
    ['What is the temperature?', 'It is 20 °C.', 'It is 68 °F.'],
    ['How far is it?', 'It is 5 km away.', 'It is 3 miles away.'],
  ]);
  are(false, [
    ['How long is the visit?', 'The visit takes 30 minutes.', 'The visit takes 45 minutes.'],
    ['When is check-out?', 'Check-out is at 12 pm.', 'Check-out is at 11 am.'],
    ['How old must I be?', 'You must be 18.', 'You must be 16.'],
    ['What is the temperature?', 'It is 20 °C.', 'It is 21 °C.'],
  ]);
  are(true, [['How far is it?', 'It is 5 km away.', 'It is 5 kilometres away.']]);
});
