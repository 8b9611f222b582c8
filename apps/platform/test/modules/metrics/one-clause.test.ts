import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readExpected } from '../../../src/modules/metrics/text/expected/index.ts';

type Case = readonly [input: string, expected: string, right: readonly string[], other: readonly string[]];

const met = (input: string, expected: string, output: string, values: string[] = []): boolean | undefined =>
  readExpected({ input, expected, output, values }).met;

function each(cases: readonly Case[]): void {
  for (const [input, expected, right, other] of cases) {
    for (const output of right) assert.equal(met(input, expected, output), true, `${expected} / ${output}`);
    for (const output of other)
      assert.notEqual(met(input, expected, output), true, `${expected} / ${output}`);
  }
}

test('the same words of another subject, with another verb or the other way round are no pass', () => {
  each([
    [
      'Is the museum open on Monday?',
      'closed on Monday',
      ['The museum is closed on Monday.'],
      ['Many museums are closed on Monday. Ours is open.', 'We are closed on Tuesday, and open on Monday.'],
    ],
    [
      'When do you open?',
      'We open at 9',
      ['We open at 9.', 'At 9.'],
      ['We close at 9', 'The bakery opens at 9.'],
    ],
    ['Do I owe anything?', 'You owe 50', ['You owe 50.'], ['We owe you 50', 'You owed 50.']],
    [
      'Who pays for the repair?',
      'The landlord pays for the repair.',
      ['The landlord pays for the repair.', 'The landlord.'],
      ['The tenant pays the landlord for the repair.', 'The landlord never pays for the repair.'],
    ],
    ['Who came first?', 'Anna came before Ben.', ['Anna came before Ben.'], ['Ben came before Anna.']],
    ['Who do I call?', 'Call 112.', ['Call 112.', '112.'], ['112 calls you.', 'Call 112 for pizza.']],
    [
      'Wann öffnen Sie?',
      'Wir öffnen um 9 Uhr.',
      ['Wir öffnen um 9 Uhr.'],
      ['Wir schließen um 9 Uhr.', 'Wir öffnen um 9 Uhr nur sonntags.'],
    ],
    ['Ist der Laden auf?', 'Der Laden ist zu.', ['Der Laden ist zu.'], ['Der Laden ist auf.']],
    [
      '¿Está permitido fumar?',
      'No está permitido fumar.',
      ['No está permitido fumar.'],
      ['Está permitido fumar.'],
    ],
  ]);
});

test('another place, another owner or somebody else in the same words is no pass', () => {
  each([
    [
      'What do I do with the key?',
      'Leave the key in the box.',
      ['Leave the key in the box.'],
      ['Leave the key on the box.', 'Leave the key under the box.'],
    ],
    ['Whose bag is it?', 'It is your bag.', ['It is your bag.'], ['It is my bag.', 'It is their bag.']],
    ['How much is a fob?', 'A fob costs £12.', ['Our fob costs £12.'], ['Their fob costs £12.']],
    ['Who helps me?', 'We help you.', ['We help you.'], ['We help them.', 'You help us.']],
    [
      'Who reports to whom?',
      'The nurse reports to the doctor.',
      ['The nurse reports to the doctor.'],
      ['The nurse reports the doctor.', 'The doctor reports to the nurse.'],
    ],
  ]);
});

test('an amount in another direction, for somebody, how often or beside another one is no pass', () => {
  each([
    [
      'For which orders is shipping free?',
      'from 50 euros',
      ['Shipping is free from 50 euros.'],
      ['free up to 50 euros', 'Shipping costs 50 euros.'],
    ],
    ['What do guests pay?', '€0', ['Guests pay €0.'], ['€0 for members and €7 for guests', '€0; guests €7']],
    [
      'How much is late check-out?',
      'Late check-out costs 25 euros.',
      ['Late check-out is €25.', 'It costs 25 euros.', 'For late check-out we charge €25.'],
      [
        'Early check-in costs 25 euros.',
        'Late check-out costs 25 euros an hour.',
        'Late check-out saves 25 euros.',
      ],
    ],
    [
      'What do adults and children pay?',
      'Adults pay 10 euros and children pay 5 euros.',
      ['Adults pay €10 and children pay €5.'],
      ['Adults pay 5 euros and children pay 10 euros.'],
    ],
    ['Which train?', 'ICE-1234', ['ICE-1234.'], ['ICE-1235', 'ICE-1234-B', 'Not ICE-1234.']],
    ['Which platform?', 'platform 4', ['Platform 4.'], ['platform 4b']],
  ]);
});

test('what stands before or behind a statement and may set it aside leaves it open', () => {
  const [input, expected] = ['What is a return ticket?', 'A return ticket costs 30 euros.'];
  for (const output of [
    'A return ticket costs 30 euros.',
    'Thank you for asking. A return ticket costs 30 euros. Let me know if you need anything else.',
    'A return ticket costs 30 euros. The card for the gym costs 40 euros.',
  ])
    assert.equal(met(input, expected, output), true, output);
  for (const output of [
    'Old prices:\nA return ticket costs 30 euros.',
    'In Germany, a return ticket costs 30 euros.',
    'A return ticket costs 30 euros, unless you are late.',
    'A return ticket costs 30 euros. Actually, it is 35 euros.',
    'A return ticket costs 30 euros. This applies to students only.',
    'A return ticket costs 30 euros, I think.',
    'A return ticket costs 30 euros. Since March it is 35 euros.',
    'Some say a return ticket costs 30 euros.',
    'No, a return ticket costs 30 euros.',
  ])
    assert.notEqual(met(input, expected, output), true, output);
});

test('“can’t” is never “can”, and to check in is not to check out', () => {
  each([
    [
      'How long can I return items?',
      'You can return items within 30 days.',
      ['You can return items within 30 days.'],
      ["You can't return items within 30 days.", 'Sorry, you can’t return items within 30 days.'],
    ],
    ['Where can I park?', 'You can park here.', ['You can park here.'], ["You can't park here."]],
    ['Who can book?', 'Members can book.', ['Members can book.'], ['Members can’t book.']],
    ['Can I bring dogs?', 'You can’t bring dogs.', ["You can't bring dogs.", 'You cannot bring dogs.'], []],
    [
      'Until when can I check out?',
      'You can check out until 11:00.',
      ['You can check out until 11:00.', 'Until 11:00.'],
      ['You can check in until 11:00.', 'Check-in is until 11:00.'],
    ],
    [
      'What does late check-out cost?',
      'Late check-out costs 25 euros.',
      ['Late check-out costs 25 euros.'],
      ['Late check-in costs 25 euros.'],
    ],
    [
      'How do I turn off the alarm?',
      'Turn off the alarm with the red key.',
      ['Turn off the alarm with the red key.'],
      ['Turn on the alarm with the red key.', 'Turn the alarm on with the red key.'],
    ],
    [
      'What discount do students get?',
      'Students get 30% off the price.',
      ['Students get 30% off the price.'],
      ['Students get 30% of the price.'],
    ],
    [
      'Wie schalte ich die Heizung aus?',
      'Schalten Sie die Heizung mit der Taste aus.',
      ['Schalten Sie die Heizung mit der Taste aus.'],
      ['Schalten Sie die Heizung mit der Taste ein.'],
    ],
    [
      'Puis-je annuler ?',
      'Vous pouvez annuler.',
      ['Vous pouvez annuler.'],
      ['Vous ne pouvez annuler.', 'Vous ne pouvez pas annuler.'],
    ],
  ]);
});

test('a no behind a statement, a jest, or what is struck out or ended leaves it open', () => {
  each([
    [
      'What is the fee?',
      'The fee is 5 euros.',
      ['The fee is 5 euros.', 'Is it free? No. The fee is 5 euros.'],
      [
        'The fee is 5 euros. No.',
        'The fee is 5 euros… not.',
        'The fee is 5 euros. Just kidding.',
        '~~The fee is 5 euros.~~',
        '❌ The fee is 5 euros.',
        'The fee is 5 euros. It was dropped.',
        'The fee is 5 euros. We abolished that.',
        'The fee is 5 euros. You don’t pay it.',
        'Ignore the following. The fee is 5 euros.',
      ],
    ],
    [
      'Can I take a dog on the train?',
      'Dogs are allowed on trains.',
      ['Dogs are allowed on trains.'],
      ['Dogs are (not) allowed on trains.'],
    ],
    ['Are pets allowed?', 'Pets are not allowed.', ['❌ Pets are not allowed.'], []],
  ]);
});

test('a yes or no that is limited or turned round by what stands beside it is left open', () => {
  for (const output of ['Yes.', 'Yes, we have parking.'])
    assert.equal(met('Do you have parking?', 'Yes', output), true, output);
  for (const output of [
    'Yes, if you are a member.',
    'Yes, for bikes alone.',
    'Yes, we ask you to come without a car.',
    'Yes to bikes, no to cars.',
    'Yes? No.',
    'yes/no',
    'Yes, unfortunately not.',
  ])
    assert.notEqual(met('Do you have parking?', 'Yes', output), true, output);
  for (const output of ['No, dogs are welcome.', 'No objections.', 'No, dogs are allowed.'])
    assert.notEqual(met('Can I bring my dog?', 'No, dogs are not allowed.', output), true, output);
  assert.equal(met('Is breakfast included?', 'No', 'No, breakfast is not included.'), true);
  assert.notEqual(met('Is breakfast included?', 'No', 'No, breakfast is included.'), true);
});

test('what declines the very thing that is asked for is no missing answer where a no is expected', () => {
  const [input, expected] = ['Can I bring tablets back?', 'No, medicines cannot be taken back once sold.'];
  const declined = 'I am sorry, but we are not allowed to take medicines back after they were sold.';
  assert.notEqual(met(input, expected, declined), false);
  assert.equal(met(input, expected, 'I am sorry, but I am not allowed to help you with that.'), false);
});

test('what is allowed of another thing is not the opposite of what is forbidden', () => {
  const [input, expected] = [
    'May we drink wine in the hall?',
    'No, alcohol is not allowed in the rented rooms.',
  ];
  const output = 'Soft drinks are allowed in the rented rooms. Alcohol is not allowed anywhere in the house.';
  assert.notEqual(met(input, expected, output), false);
  assert.equal(met(input, expected, 'Alcohol is allowed in the rented rooms.'), false);
});

test('hours that are told day by day do not contradict those of the day that is asked for', () => {
  const hours = 'Our hours:\nMon–Fri: 6 am – 10 pm\nSat: 8 am – 6 pm\nSun: 9 am – 4 pm';
  assert.notEqual(met('When are you open on Saturdays?', '8 am to 6 pm', hours), false);
});

test('a day is the same day in any writing that leaves no doubt, and a deadline in another direction is no other day', () => {
  const [input, expected] = ['When is the exam?', 'The exam is on 12 April 2025.'];
  for (const output of ['It is on April 12, 2025.', 'The exam is on 2025-04-12.'])
    assert.equal(met(input, expected, output), true, output);
  assert.equal(met(input, expected, 'The exam is on 04/12/2025.'), undefined);
  assert.equal(
    met('When must it arrive?', 'It must arrive before 31 March.', 'Send it by 30 March at the latest.'),
    undefined,
  );
});

test('an answer of a megabyte of near matches, in sentences or in one, passes nothing', () => {
  for (const near of ['We open at 9 on Mondays. ', 'we open at 9 and ', 'we open at 9, '])
    assert.equal(met('When do you open?', 'We open at 9.', near.repeat(1_000_000 / near.length)), undefined);
});

const asked = 'What is the temperature in the freezer?';
const balance = 'What is my balance?';
test('an amount of the other sign is another amount, and open where the sign is not sure', () => {
  for (const [input, expected, output, wanted] of [
    [asked, '-18 °C', 'It is 18 °C.', false],
    [asked, '18 °C', 'It is minus 18 °C.', false],
    [asked, '-18 °C', 'It is −18 °C.', true],
    [asked, '-18 °C', 'The temperature in the freezer is minus 18 °C.', true],
    [asked, '-18 °C', 'It is –18 °C.', undefined],
    [asked, '-18 °C', '18 °C below zero.', undefined],
    [asked, '18 °C', '18 °C below zero.', undefined],
    [balance, '€50', 'Your balance is -€50.', false],
    [balance, '-50 €', 'Your balance is 50 €.', false],
    ['What is 3 - 8?', '-5', '5', false],
    ['What is 10 minus 4?', '6', '6', true],
    ['How much is the discount?', '10%', '-10%', undefined],
    ['By how much did sales change?', '-5%', 'They fell by 5%.', undefined],
    ['What do I need?', '5 kg flour', '- 5 kg flour', true],
    ['What do I need?', '5 kg flour', '-5 kg flour\n-3 eggs', undefined],
    ['How long is the delivery?', '3-5 days', '3 to 5 days.', true],
    ['When are you open?', '9-17', 'From 9 to 17.', true],
  ] as const)
    assert.equal(met(input, expected, output), wanted, `${expected} / ${output}`);
});

test('working days are no days, and one name for them is as good as another', () => {
  for (const [expected, output, wanted] of [
    ['30 days', '30 business days.', undefined],
    ['30 business days', '30 days', undefined],
    ['3-5 business days', '3-5 days', undefined],
    ['14 Tage', '14 Werktage', undefined],
    ['3 Werktage', '3 Arbeitstage', undefined],
    ['48 hours', '48 working hours', undefined],
    ['5 business days', '10 business days', false],
    ['5 business days', '5 working days', true],
    ['within 5 business days', 'Within five business days.', true],
    ['3 Werktage', '3 Werktage.', true],
    ['30 calendar days', '30 days', true],
  ] as const)
    assert.equal(met('How long?', expected, output), wanted, `${expected} / ${output}`);
});

test('an ordinal in words is open, a code or a version is what is written, and a square metre no metre', () => {
  for (const [input, expected, output, wanted] of [
    ['Which floor?', '2nd floor', 'The second floor.', undefined],
    ['Which floor?', '2nd floor', 'The third floor.', false],
    ['Welche Etage?', 'Im 2. OG', 'Im zweiten OG.', undefined],
    ['Quel étage ?', '2e étage', 'Au deuxième étage.', undefined],
    ['Which century?', '21st century', 'The twenty-first century.', undefined],
    ['Which version?', '2.10', '2.1', undefined],
    ['Which version?', '2.10', 'Version 2.10.', true],
    ['What does it cost?', '2.50', '2.5', true],
    ['How big is it?', '20 m', '20 m²', undefined],
    ['How big is it?', '20 m²', 'It is 20 m².', true],
    ['Which code?', '0042', '42', undefined],
    ['Which code?', '0042', 'The code is 0042.', true],
    ['When is it?', '4 May 2026', 'On 04 May 2026.', true],
  ] as const)
    assert.equal(met(input, expected, output), wanted, `${expected} / ${output}`);
});

test('the same words with typographic signs or in bold type are the same words', () => {
  each([
    [
      'Do you ship?',
      "We don't ship abroad",
      ['We don’t **ship** abroad'],
      ["~~We don't ship abroad~~", "We ~~don't~~ ship abroad"],
    ],
  ]);
});
