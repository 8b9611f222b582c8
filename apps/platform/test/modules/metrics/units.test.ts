import { test } from 'node:test';
import { says } from './measuring.ts';

const open = 'not_evaluated ambiguous_number';
const numeric = (expected: string, wanted: string, output: string, input = '') =>
  says(expected, 'numeric', {}, { input, output, expected: wanted });
const contains = (expected: string, value: string, output: string, kind = 'contains_all') =>
  says(expected, kind, { values: [value], as_amounts: true }, { output });

test('a number of another unit is not the expected number, whatever the units are called', async () => {
  for (const [wanted, ...others] of [
    ['500 mg', 'Take 500 g.', 'Take 500 µg.', '500 ml'],
    ['100 km/h', '100 mph', 'It does 100 m/s.'],
    ['5 km', 'It is 5 miles.', 'It is about 5 miles away.'],
    ['23 kg', 'A bag may weigh 23 lbs.'],
    ['20 °C', 'It is 20 °F.', '20 degrees Fahrenheit'],
    ['5 kWh', 'It has 5 Wh.'],
    ['5 MW', 'It has 5 mW.'],
    ['230 V', '230 mV'],
    ['5 GB', '5 Gbit', '5 Gb', '5 MB'],
    ['180 cm', '180 inches'],
    ['€5', '5 CAD', 'It is ¥5.', '5 rupees', '5 zloty', 'CHF 5'],
    ['5 EUR', 'It is 5 SEK.', '5 yen'],
    ['$5', 'It is C$5.', 'A$5', '5 Australian dollars'],
    ['2 tablets', 'Take 2 bottles.', 'Take 2 mg.'],
    ['30 days', '30 workdays', '30 weekdays', '30 school days', '30 bank working days'],
    ['5%', '5 ‰', '5 per mille', '5 percentage points', '5 basis points', '5x'],
    ['9 am', 'at 9 tonight', '9 p. m.', '9 o’clock in the evening', '9 Uhr abends'],
  ] as const)
    for (const output of others) await numeric(open, wanted, output);
  for (const [wanted, ...same] of [
    ['500 mg', 'Take 500 milligrams.', '500mg a day', '500'],
    ['100 km/h', '100 kph', '100 km per hour', '100 kilometres per hour'],
    ['20 °C', '20 degrees', '20°C', '20 degrees Celsius'],
    ['€5', '5 EUR', 'EUR 5', '5 euros', 'It costs 5 net.'],
    ['$5', 'US$5', '5 US dollars', 'USD 5'],
    ['£5', '5 pounds', '5 quid'],
    ['30 days', '30 full days', '30 calendar days', '30 Tage', 'within 30.', '30 days later'],
    ['5%', '5 per cent', '5 percent'],
    ['2 tablets', 'Take 2 tablets daily.', 'Take 2 a day.'],
    ['42 seats', '42 in total', '42 left', 'There are 42.'],
    ['5 times', '5x'],
    ['42', '42 apples', '42 km'],
    ['9 am', '9 in the morning'],
  ] as const)
    for (const output of same) await numeric('pass', wanted, output);
  await numeric('pass', '42 seats', '42 remain.', 'How many seats remain?');
});

test('a number below zero is another number, by a sign or in words', async () => {
  for (const [expected, wanted, output] of [
    ['pass', '-18', 'It is minus 18 degrees.'],
    ['pass', '-50 euros', 'Your balance is minus 50 euros.'],
    ['pass', '-€50', 'Your balance is -€50.'],
    ['fail', '18', 'It is minus 18 degrees.'],
    ['fail', '18 °C', 'Minus 18.'],
    ['fail', '-18', 'It is 18 degrees.'],
    [open, '18', 'It is 18 below zero.'],
    [open, '-18', 'It is 18 below zero.'],
    [open, '18', 'It is –18 degrees.'],
    [open, '18', 'It is - 18 degrees.'],
    [open, '€50', 'Your balance is –€50.'],
    [open, '€50', 'You are €50 overdrawn.'],
    [open, '€50', 'You are €50 in debt.'],
    ['pass', '5', '- 5 apples'],
    ['pass', '12', 'It takes 10-12, so say 12.'],
  ] as const)
    await numeric(expected, wanted, output);
});

test('a number that is said as a fraction, in words, by dozens or in another unit is left open', async () => {
  for (const [wanted, output] of [
    ['2 hours', 'It takes 1/2 hour.'],
    ['2.5 hours', 'It takes 2½ hours.'],
    ['36', '3 dozen'],
    ['3 dozen', '3'],
    ['42', 'It is forty-two.'],
    ['42', 'There are 3 floors and forty-two rooms.'],
    ['24 hours', '1 day'],
    ['2 km', '2000 m'],
    ['20 °C', '68 °F'],
    ['-5%', 'It fell by 5%.'],
  ] as const)
    await numeric(open, wanted, output);
  await numeric('fail', '24 hours', '2 days');
  await numeric('fail', '42', 'It is 41.');
  await numeric('fail', '42', 'Nobody knows.');
  await numeric('pass', '2025', 'On 03/05/2025.');
});

test('an amount is found by its value only where it counts the same', async () => {
  const unclear = 'not_evaluated unclear';
  for (const [value, output, all] of [
    ['€48', 'We have 48 lockers. Each costs €52.', unclear],
    ['€48', 'Room 48 costs €52.', unclear],
    ['€48', 'It costs 52 euros for 48 pieces.', unclear],
    ['€48', 'It costs €52 (article 48).', unclear],
    ['€48', 'Order 1-48 costs nothing.', unclear],
    ['2 hours', 'It takes 1/2 hour.', unclear],
    ['08:00', 'We close at 8 in the evening.', unclear],
    ['9 am', '9 Uhr abends', unclear],
    ['20:00', 'We close at 8 in the evening.', unclear],
    ['5', 'five hundred', unclear],
    ['5', 'It is –5.', unclear],
    ['5', 'on the 5th', unclear],
    ['€5', '5 yen', 'fail'],
    ['€5', 'It is ¥5.', 'fail'],
    ['$5', 'C$5', 'fail'],
    ['5 km', '5 miles', 'fail'],
    ['5 kg', '5 lbs', 'fail'],
    ['£5', '5 pounds of sugar', 'fail'],
    ['10%', '10 per mille', 'fail'],
    ['10%', '10 percentage points', 'fail'],
    ['€48', 'It costs 48.00 euros.', 'pass'],
    ['€48', 'It costs 48.', 'pass'],
    ['€48', 'It costs 48 in all, or 48 net.', 'pass'],
    ['€48', 'We have 48 lockers. Each costs €48.', 'pass'],
    ['€48', 'It costs **48** EUR.', 'pass'],
    ['08:00', 'We open at 8 am.', 'pass'],
    ['08:00', 'We open at 8 in the morning.', 'pass'],
    ['20:00', 'We close at 8 pm.', 'pass'],
    ['30 days', 'within 30 calendar days', 'pass'],
    ['10%', '10 per cent', 'pass'],
    ['5', '5 apples', 'pass'],
  ] as const) {
    await contains(all, value, output);
    const none = { pass: 'fail', fail: 'pass', [unclear]: unclear }[all];
    await contains(none, value, output, 'contains_none');
  }
});

test('answers that count another unit, or below zero, do not say the same', async () => {
  for (const [one, other] of [
    ['Take 500 mg.', 'Take 500 g.'],
    ['It is 5 km away.', 'It is 5 miles away.'],
    ['It is 5 degrees.', 'It is minus 5 degrees.'],
    ['It costs €5.', 'It costs 5 zloty.'],
  ] as const) {
    const others = (relation: 'repeat' | 'paraphrase') => ({
      output: one,
      others: [{ relation, output: other }],
    });
    await says('fail', 'stable', {}, others('repeat'));
    await says('fail', 'relation_same', {}, others('paraphrase'));
    await says('pass', 'relation_different', {}, others('paraphrase'));
  }
  const dashed = {
    output: 'It is 5 degrees.',
    others: [{ relation: 'repeat' as const, output: 'It is –5 degrees.' }],
  };
  await says('not_evaluated unclear', 'stable', {}, dashed);
  const same = {
    output: 'It is 5 km.',
    others: [{ relation: 'repeat' as const, output: 'It is 5 kilometres.' }],
  };
  await says('pass', 'stable', {}, same);
});

test('a word of three letters before a number is no unit but a currency', async () => {
  await numeric('pass', '5 rooms', 'It has 5 rooms.');
  await numeric('pass', '5 rooms', 'It has 5.');
  await numeric(open, '5 USD', 'It is EUR 5.');
});
