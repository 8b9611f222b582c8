import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { planPassage } from '../../../src/modules/test-generation/passage-tests.ts';
import { planTests } from '../../../src/modules/test-generation/plan.ts';
import { ofAmount } from '../../../src/modules/test-generation/sentence-tests.ts';
import { openTagger, type Tagger } from '../../../src/modules/test-generation/tagger.ts';

let tagger: Tagger;
before(async () => {
  tagger = await openTagger();
});
const asked = (text: string, heading: string | null = null) => planPassage(tagger, { text, heading });

test('points of lists, headings and tables of a document are no part of its sentences', () => {
  const found = planPassage(tagger, {
    heading: '## Tickets',
    text: [
      '## Tickets',
      'We are open from 10:00 on all days. Call us on 555 0199 for groups of 20.',
      '- Lockers cost 2 euros per day.',
      '- Dogs must not enter the hall.',
      '',
      '| Kind | Price |',
      '|---|---|',
      '| Adult | 9.50 euros |',
    ].join('\n'),
  });
  assert.deepEqual(
    found.map(({ category, prompt, expected }) => [category, prompt, expected]),
    [
      [
        'Detail',
        'I have a question about tickets. How much do lockers cost per day?',
        'Lockers cost 2 euros per day.',
      ],
      [
        'Rule',
        'I have a question about tickets. May dogs enter the hall?',
        'No. Dogs must not enter the hall.',
      ],
      ['Table', 'I have a question about tickets. How much does an adult pay?', '9.50 euros'],
    ],
  );
});

test('a value of a document is asked for as people ask, or told wrongly where the sentence says what it speaks of', () => {
  for (const [text, prompt] of [
    ['A lost ticket costs 25 euros.', 'How much does a lost ticket cost?'],
    ['The large hall is charged at 90 euros per hour.', 'How much is charged for the large hall per hour?'],
    [
      'Photo albums are delivered within 6 weeks of the wedding.',
      'Within how many weeks of the wedding are photo albums delivered?',
    ],
    [
      'The gallery of pictures stays available for 12 months.',
      'How long does the gallery of pictures stay available?',
    ],
    ['There are 12 charging points on level B.', 'How many charging points are there on level B?'],
    ['The car park is open from 6 am to 11 pm.', 'When is the car park open?'],
    [
      'Dogs must not eat for 12 hours before an operation.',
      'For how long must dogs not eat before an operation?',
    ],
    [
      'A booking of the hall is confirmed once 30% has been paid.',
      'I read that a booking of the hall is confirmed once 40% has been paid. Is that right?',
    ],
  ] as const)
    assert.deepEqual(asked(text)[0]?.prompt, prompt, text);
  // What may be, anybody guesses.
  assert.deepEqual(asked('You may bring your own instrument.'), []);
});

test('what a sentence of a document says by its place alone is not told wrongly', () => {
  const heard = (text: string, heading: string) =>
    asked(text, heading).filter(({ category }) => /premise|Choice/.test(category));
  for (const [text, heading] of [
    ['On all other evenings the slope is closed from 5 pm, up to 12 hours.', 'Ski touring'],
    ['No charge is due if the repair takes longer than 30 days.', 'Leaving us'],
    ['Courses of the pool run for 12 weeks (30 minutes each, up to eight children).', 'Swimming lessons'],
    ['A fixed penalty of £80 is possible only after a written warning.', 'What often goes wrong'],
    ['Schools: £11.50 a pupil. Reservations are held for 21 days.', 'Reductions'],
  ] as const)
    assert.deepEqual(heard(text, heading), [], text);
  assert.ok(heard('A fixed penalty of £80 is possible only after a written warning.', 'Bins').length > 0);
  // What was told before, a case without the thing it is of, and one word above it that says as little.
  for (const [text, heading] of [
    ['If the box needs cleaning afterwards we charge €20.', 'Loads'],
    ['If you have sole custody, bring the court decision, not older than 3 months.', 'Children'],
    ['Above €150 we send a written quote first.', 'Workshop'],
    ['We acknowledge within 5 days and answer within 8 weeks.', 'Complaints'],
  ] as const)
    assert.deepEqual(heard(text, heading), [], text);
  // Nobody else says “we” of the company.
  const [, both] = heard('We never keep a lost umbrella of a guest longer than 30 days.', 'Lost umbrellas');
  assert.match(both?.prompt ?? '', /^I read: “We never .* Somebody told me 30 days\. Which is right\?$/);
});

test('a fact is told wrongly alone or beside the true one, and never in both ways', async () => {
  const told = async (count: number) => {
    const things = [
      'blue boat',
      'red tent',
      'green bike',
      'old piano',
      'large hall',
      'small van',
      'new sledge',
      'long ladder',
      'round table',
    ];
    const passages = things.slice(0, count).map((thing, place) => ({
      id: thing,
      source_id: 's',
      source_title: 'Hire',
      heading: 'Deposits',
      text: `The deposit for a ${thing} is kept for ${place + 11} days if the ${thing} comes back dirty.`,
    }));
    const { tests } = await planTests(
      { requirements: [], explorations: [], passages, tests: [] },
      { type: 'Single-Turn', count: 100 },
    );
    return tests
      .filter(({ category }) => /premise|Choice/.test(category ?? ''))
      .map(({ input }) => (input.prompt?.expected_response ?? '').replace('No. ', ''));
  };
  for (const count of [2, 9]) {
    const facts = await told(count);
    assert.equal(facts.length, count);
    assert.equal(facts.length, new Set(facts).size);
  }
});

test('what has no subject, names no matter or says how long a day is brings no test', () => {
  for (const [text, heading] of [
    ['Free up to 24 hours before the hire begins.', 'Cancelling'],
    ['Proof of address from the last three months.', 'What to bring'],
    ['A day is 24 hours from collection.', 'Popular items'],
    ['A hire week lasts 7 days.', 'Popular items'],
    [
      'Bookings at the late rate may be moved once, up to 14 days before arrival.',
      'Individuals and families',
    ],
    [
      '| Class | Price without insurance | Your share |\n|---|---|---|\n| Premium | €2,590 | €1,900 |',
      'Prices',
    ],
  ] as const)
    assert.deepEqual(asked(text, heading), [], text);
  // One price is asked for, and the plain one beside what members pay.
  for (const header of ['| Item | Price |', '| Item | Price | Members |'])
    assert.deepEqual(
      asked(
        `${header}\n|${'---|'.repeat(header.split('|').length - 2)}\n| Floor sander | €44 |${header.includes('Members') ? ' €40 |' : ''}`,
        'Hire',
      ).map(({ expected }) => expected),
      ['€44'],
    );
});

test('a sentence that leans on its place in a document is not asked for', () => {
  for (const text of [
    'Each further site costs 120 euros.',
    'The first meeting lasts 30 minutes.',
    'The daily maximum is 18 euros.',
    'Water may be given until two hours before.',
    'Food is thrown away.',
    'Rabbits must not fast.',
    'The firmware is version 3.2 since May.',
    '| Distance | Fee |\n|---|---|\n| Up to 5 km | 4 € |\n| Each further km | 2 € |',
    '| Step | What to do |\n|---|---|\n| Reset | hold for 5 seconds |',
  ])
    assert.deepEqual(planPassage(tagger, { text, heading: null }), [], text);
});

test('of a document no label, no question about nothing and no day is asked for as if it said more', () => {
  const asked = (text: string, heading: string | null = null) =>
    planPassage(tagger, { text, heading }).map(({ prompt }) => prompt);
  assert.equal(
    asked('Note: for 15 € per stay we reserve a pitch at the lake.')[0],
    'I read: “For 20 € per stay we reserve a pitch at the lake.” Is that right?',
  );
  assert.deepEqual(asked('The two reductions cannot be combined.'), []);
  assert.deepEqual(asked('Open day is the second Sunday in July.'), []);
  assert.deepEqual(asked('How long does it take? From 5 to 7 working days.'), []);
  assert.deepEqual(asked('How long does it take? From 5 to 7 working days.', 'Deliveries'), [
    'I have a question about deliveries. How long does it take?',
  ]);
  assert.deepEqual(asked('What does postage cost? £2.40 for seed packets in the UK.'), [
    'What does postage cost?',
  ]);
  assert.deepEqual(asked('| Unit | Price per month |\n|---|---|\n| Small | 79 euros |'), [
    'What is the price for the “Small” unit per month?',
  ]);
});

test('numbers of sections, names and the data of a file are no values', () => {
  for (const text of [
    '**Valid from:** 3 May 2024  **Owner:** Gardens Team  **Review:** June 2026',
    'Greenfield Ltd · Mowers Alto 3 and Alto 5 · Manual revision 2.1',
    'The tank contains E10 (petrol) as its fuel.',
    'For example, somebody who mows 3 hours pays 12 euros.',
    '6.2 Sheds are let by the year to members of the club.',
  ])
    assert.deepEqual(
      asked(text).filter(({ category }) => category === 'Detail'),
      [],
      text,
    );
  assert.equal(asked('6.1 A shed costs 40 euros.', '## 6. Sheds')[0]?.prompt, 'How much does a shed cost?');
});

test('sentences that lean on others are not taken alone', () => {
  for (const text of [
    'All other beds are free.',
    'Only trained people may open it.',
    'Without the key the door is not opened again.',
    'The north field is exempt, because nobody mows there.',
    'Three places are kept for that evening.',
    'Requests handed in later are read only if a gardener agrees.',
    'The result is rounded to the next metre.',
    'Must be booked at least 3 days ahead.',
  ])
    assert.deepEqual(asked(text), [], text);
});

test('what is false is told as false, on the side where it is false, and plausible for its kind', () => {
  const twisted = (text: string) => {
    const [, quoted, told] =
      /“(.*)”|^I read that (.*) Is that right/.exec(ofAmount(text, '').told?.prompt ?? '') ?? [];
    return quoted ?? told?.replace(/^./, (letter) => letter.toUpperCase());
  };
  for (const [text, other] of [
    ['A fine is due for delays longer than 20 minutes.', 'A fine is due for delays longer than 15 minutes.'],
    [
      'Cancelling is free up to 24 hours before the start.',
      'Cancelling is free up to 48 hours before the start.',
    ],
    ['A bag costs 4.50 euros.', 'A bag costs 6.50 euros.'],
    ['The device needs a network with 2.4 GHz.', undefined],
    ['The course is for people from 10 to 14 years.', undefined],
    ['The course takes about 75 minutes.', undefined],
    // What holds of all from before 2016 holds of those from before 2006.
    ['Televisions made before 2016 are not supported.', undefined],
  ] as const)
    assert.equal(twisted(text), other, text);
  const [told] = asked('A fine is due for delays longer than 20 minutes.');
  assert.deepEqual(
    [told?.prompt, told?.values],
    ['I read that a fine is due for delays longer than 15 minutes. Is that right?', ['20 minutes']],
  );
  assert.deepEqual(
    asked('Hedges cannot be cut in spring.').map(({ begins, prompt }) => [begins, prompt]),
    [['no', 'Can hedges be cut in spring?']],
  );
});

test('a fact that a document states twice is asked for once', async () => {
  const passage = (id: string, text: string) => ({
    id,
    source_id: 's',
    heading: null,
    source_title: 'Thermostat',
    text,
  });
  const { tests } = await planTests(
    {
      requirements: [],
      explorations: [],
      tests: [],
      passages: [
        passage('1', 'The battery of the thermostat lasts 18 months.'),
        passage('2', 'A battery lasts 18 months in the thermostat.'),
        passage('3', 'The warranty of the thermostat lasts 6 years.'),
      ],
    },
    { type: 'Single-Turn', count: 50 },
  );
  // Each of the two facts in two ways.
  assert.equal(tests.length, 4);
});

test('what has no words of its own is not asked for: fragments, orders of three words, empty cells', () => {
  for (const text of [
    'Ring our 24-hour line.',
    'Help anyone who is hurt.',
    'Second: suspension of 30 days, with fees still due.',
    'Rechargeable ones must not be used.',
    'The address is on a card beside each phone.',
    'We give that customer a credit of 15.00.',
    'You can extend once, by another 14 days, if you ask before the first period ends.',
    'If you would rather not, you can pay £20 per quarter instead.',
    'Somebody else may drive if they meet rules 1 and 2.',
    'Valid from 15 April.',
    'The limit with us is 0.0.',
    '| Ring | To do |\n|---|---|\n| Green | Nothing |\n| Blue | none |\n| Red | 0.00 |',
  ])
    assert.deepEqual(asked(text), [], text);
});

test('answers keep their No, and cells lose their marks', () => {
  const [question] = asked('**May I light a fire?** No. Smoke harms the trees. Grills are fine.');
  assert.equal(question?.expected, 'No. Smoke harms the trees. Grills are fine.');
  const cells = asked(
    '| Service | Price | Tool |\n|---|---|---|\n| Watering | *4 €* | can |\n| Up to 3 trees | 9 € | saw (sharp) |',
  );
  assert.deepEqual(
    cells.map(({ prompt, expected, values }) => [prompt, expected, values]),
    [['What is the price for “Watering”?', '4 €', ['4 €']]],
  );
});

test('an amount is asked for under its heading where it shares no word with it, and of a bare word nowhere', () => {
  const prompts = (text: string, heading: string) =>
    planPassage(tagger, { text, heading }).map(({ prompt }) => prompt);
  const lost = 'A lost ticket costs 25 euros.';
  assert.deepEqual(prompts(lost, 'Car park'), [
    'I have a question about “Car park”. How much does a lost ticket cost?',
  ]);
  assert.deepEqual(prompts(lost, 'Bicycles'), [
    'I have a question about bicycles. How much does a lost ticket cost?',
  ]);
  assert.deepEqual(prompts(lost, '4. Bicycles'), prompts(lost, 'Bicycles'));
  assert.deepEqual(prompts(lost, 'Lost tickets'), ['How much does a lost ticket cost?']);
  assert.deepEqual(prompts('Delivery takes up to ten days.', 'Your furniture'), []);
});

test('what has two amounts in one document is not asked for as if it had one', () => {
  const carriage = 'Carriage is £12.50, or free on orders over £250.';
  assert.deepEqual(asked(carriage, 'Carriage').length, 1);
  const both = asked(`${carriage} For islands carriage is £24.`, 'Carriage');
  assert.ok(!both.some(({ prompt }) => prompt === 'How much is the carriage?'));
});

test('who does something is no definition of it', () => {
  assert.deepEqual(asked('Offloading is the duty of the customer.'), []);
  assert.equal(asked('CarePlan is a 12-month agreement, paid monthly.')[0]?.prompt, 'What is CarePlan?');
});

test('times of day are whole, years are near, and what is paid out has no price', () => {
  const [open] = asked('The booking office is open Monday to Friday, 8.30am to 4.30pm.', 'Booking office');
  assert.deepEqual(open?.values, ['8.30am', '4.30pm']);
  const [since] = asked('The rateable value was last set in 1990 and is not changed.', 'Rateable value');
  assert.match(since?.prompt ?? '', /was last set in 2000/);
  const [fitting] = asked('A test and fitting takes 60 minutes.', 'Fitting');
  assert.equal(fitting?.prompt, 'How long does a test and fitting take?');
  const paid = asked('A missed appointment is £50.', 'Compensation');
  assert.ok(!paid.some(({ prompt }) => prompt.includes('How much')));
});

test('the label of a row is quoted, since it is seldom the name of a thing', () => {
  const prompts = asked(
    '| Level | Price | Warranty |\n|---|---|---|\n| Comfort | €900 | 3 years |\n| Adults | €4 | 1 year |',
  ).map(({ prompt }) => prompt);
  assert.deepEqual(
    prompts.filter((one) => !one.includes('warranty for “Adults”')),
    ['What is the price for “Comfort”?', 'What is the warranty for “Comfort”?', 'How much do adults pay?'],
  );
});

test('nobody quotes what has no verb of its own, introduces a list, or tells its figure by the way', () => {
  for (const text of [
    "For patients who can't leave home, within 12 km of the clinic, on Mondays.",
    'The lift (door 78 cm) serves the ground, the first and the second floor.',
    'For electric cars: plug in below 25 % and you get 20 minutes of credit.',
    'For faiths which require burial within 24 hours, the switchboard reaches the duty manager.',
    'The outdoor 50 m pool is heated by the sun alone.',
    'The word “Lighter” means below 650 kcal on all our labels.',
    'Paid in by 7pm, cleared by the end of the next working day.',
    'We take the last one off your joining fee if you sign up within 14 days.',
    'Run the cold kitchen tap for up to 20 minutes.',
    'We keep things for 21 days.',
    'Results are sent within 20 working days.',
    "We give you 30 days, unless a carer's safety is at risk.",
    'An excess of up to £100 can apply, though not for vulnerable customers.',
    'Members of the club have 60 days all year.',
    'We are a small charity with 31 volunteer drivers.',
    'Rent paid ahead is returned, and the £120 removal charge is not made.',
    'We read the gauge at 8.00 and put the colour on the board by 8.15.',
    'Orders over €30 in town are free, prescription charges not counted.',
  ])
    assert.deepEqual(
      asked(text).filter(({ category }) => /False premise|Choice/.test(category)),
      [],
      text,
    );
});

test('what the reader is told of as “your” is asked for as “my”, and a name keeps its capital', () => {
  assert.deepEqual(
    asked('Records are kept for 10 years after your last visit.')
      .filter(({ category }) => category === 'Detail')
      .map(({ prompt }) => prompt),
    ['How long are records kept after my last visit?'],
  );
  assert.ok(
    asked('Our Night Owl hours are 00:30 to 05:30.').every(({ prompt }) => !prompt.includes('night Owl')),
  );
});

test('a place is defined to nobody, and a ban that leaves out where or of what is not asked for', () => {
  for (const text of [
    'The left wing is a temporary exhibition with works of the last century.',
    'Suitcases cannot be taken.',
    'Support cannot remove the filed state either.',
  ])
    assert.deepEqual(asked(text), [], text);
});

test('what a paragraph begins with in bold is a heading of its own', () => {
  assert.deepEqual(
    asked(
      '**Leak allowance.** The pipe must be mended within 30 days. Supplements already paid are not refunded.',
      '## Paying',
    ).map(({ prompt }) => prompt),
    ['I have a question about leak allowance. Are supplements already paid refunded?'],
  );
  assert.equal(
    asked('A returned payment is £30.').find(({ category }) => category === 'Detail')?.prompt,
    'How much do you charge for a returned payment?',
  );
  assert.equal(asked('**Lockers** cost 2 euros per day.')[0]?.prompt, 'How much do lockers cost per day?');
});

test('a heading that asks, or names the whole document, is no matter of a question, and one date of several no answer', () => {
  const prompts = (text: string, heading: string) =>
    planPassage(tagger, { text, heading }).map(({ prompt }) => prompt);
  for (const heading of ['What age can we start?', 'Saltmarsh Energy – Customer Handbook'])
    for (const prompt of prompts('Trial lessons are £12 for 20 minutes.', heading))
      assert.doesNotMatch(prompt, /I have a question/, heading);
  assert.deepEqual(
    asked('Entries close 10 October, 30 January and 15 May.').filter(({ category }) => category === 'Detail'),
    [],
  );
});

test('a time of day is told wrongly as another one that there is, and its sentence ends once', () => {
  const prompts = asked('A campfire is possible at the common place until 11 pm.').map(
    ({ prompt }) => prompt,
  );
  assert.ok(prompts.length > 0);
  for (const prompt of prompts) assert.doesNotMatch(prompt, /\b13 |\.\./, prompt);
  assert.ok(prompts.some((prompt) => prompt.includes('10 pm')));
});

test('what hangs on the sentence before is neither quoted nor asked', () => {
  for (const text of [
    'We pass your details to the authority and charge €15 for the handling.',
    'If you accept our quote, we take the $35 off your bill.',
    'The supplement of €5 for the special exhibition is still charged.',
    "Trips to other countries aren't insured.",
    'Please use headphones for music; belayers must not wear any.',
  ])
    assert.deepEqual(
      asked(text).filter(({ category }) => /False premise|Choice|Rule/.test(category)),
      [],
      text,
    );
  const details = (text: string) => asked(text, 'Fees').filter(({ category }) => category === 'Detail');
  assert.deepEqual(details('Paper confetti costs €300 for cleaning.'), []);
  assert.equal(details('A block is valid for six months.').length, 1);
  assert.deepEqual(
    details(
      'Follow-ups come as a block of five, and classes as a block of eight. A block is valid for six months.',
    ),
    [],
  );
});

test('nothing is asked or told of what the sentence leaves to the ones around it', () => {
  for (const [text, heading] of [
    // What goes by what was said before.
    ['The 21 days begin when your parcel arrives, or after 7 days at the latest.', 'Returns'],
    ['The same applies to Saver tickets within 14 days.', 'Changes'],
    ['Wi-Fi is free for 30 minutes and later costs €5 for the crossing.', 'On board'],
    ['Visitors from elsewhere pay €24 a year.', 'Joining'],
    ['Everything else may be sent back within 30 days.', 'Online shop'],
    // Whom we answer, and what is paid for.
    ['We will confirm within two working days.', 'Registering'],
    ['We reply within 4 weeks.', 'Complaints and claims'],
    ['You pay 50% until the day before.', 'Cabins'],
    ['After 30 days we send an invoice, and a handling fee of €8 is added.', 'Overdue items'],
    // More than what, and how much of what.
    ['Higher vehicles pay a supplement of €12 per crossing.', 'Vehicles'],
    ['Half a day costs €180, a whole day €320.', 'Conferences'],
    ['Members get 10% off all food.', 'Payment'],
    ['Subscriptions can be paused for 3 months, and the discount of 8% remains.', 'Online shop'],
    // Something of something that nothing names.
    ['A deposit of 30% is due when the contract is signed.', 'Conferences'],
    ['A deposit is not required.', 'Your first visit'],
    ['A replacement costs €5.', 'Joining'],
    ['Approval takes three working days.', 'Trade customers'],
    ['Numbers must be confirmed 7 days ahead.', 'Conferences'],
    ['Tickets can be bought at the desk and cost €8.', 'Events'],
    ['A deposit of €100 is required, and it is returned when the kitchen is clean.', 'Kitchen'],
    ['Family members can join for £15 each.', 'Membership plan'],
    ['An administration charge of £1.50 is deducted.', 'On site'],
    ['A duplicate costs £12.', 'Exams'],
    ['Sending one by post costs £3.', 'Vouchers'],
    ['Classes missed cannot be made up.', 'Classes'],
    ['The smallest amount is £10.', 'On site'],
    ['What is left is paid back on request, within 14 days.', 'On site'],
    ['The one at the lemur house is limited to 30 people.', 'Animals and talks'],
    ['Two missing payments are a reason to end the contract.', 'Contract'],
    ['Teeth cannot be whitened on the same day.', 'Hygienist'],
    ['Payment is due within 14 days.', 'Bills and payment'],
    ['The coffee break costs €9.50 per person.', 'Conferences'],
    ['Mattresses may be returned within 100 nights, but only if the protector was used.', 'Returns'],
  ] as const)
    assert.deepEqual(
      asked(text, heading).map(({ prompt }) => prompt),
      [],
      text,
    );
});

test('an offer that is called by its numbers is none with another one, and a number of one digit alone decides nothing', () => {
  for (const [text, heading] of [
    ['All cinema tickets are 2 for 1 on Tuesdays.', 'Offers'],
    ['The muffins are 3 for the price of 2 after six in the evening.', 'Offers'],
    ['The large candles are sold at 2 for £5 in the shop.', 'Offers'],
    ['Members of the club can buy 2 get 1 free on all paperbacks.', 'Offers'],
    ['Customers who buy 3 bottles pay for 2 on Fridays.', 'Offers'],
    // Any list of points says 2.
    ['There are 2 charging points on level B.', 'Car park'],
    ['The ferry has 4 lifeboats on the upper deck.', 'On board'],
  ] as const)
    assert.deepEqual(
      asked(text, heading).map(({ prompt }) => prompt),
      [],
      text,
    );
  assert.deepEqual(asked('| Item | Limit |\n|---|---|\n| Books | 3 |', 'Loans'), []);
  for (const text of [
    'There are 12 charging points on level B.',
    'A lost ticket costs 2 euros.',
    'The large hall is free for 2 hours.',
  ])
    assert.notDeepEqual(asked(text, 'Car park'), [], text);
});

test('what a heading or the sentence itself names is asked for all the same', () => {
  for (const [text, heading, prompt] of [
    ['A deposit is not required.', 'Deposits', 'Is a deposit required?'],
    ['The collection fee for a sofa is £60.', 'Returns', 'How much is the collection fee for a sofa?'],
    ['Tickets for students cost €5.', 'Events', 'How much do tickets for students cost?'],
    // One of those that the heading names is told with it.
    [
      'Items must be outside by 7 am.',
      'Bulky items',
      'I have a question about bulky items. I read: “Items must be outside by 8 am.” Is that right?',
    ],
    [
      'If nobody appears within 15 minutes, the room is released.',
      'Meeting rooms',
      'I have a question about meeting rooms. I read: “If nobody appears within 20 minutes, the room is released.” Is that right?',
    ],
    [
      'Cosmetic treatment is not included in the plan.',
      'Membership plan',
      'I have a question about “Membership plan”. Is cosmetic treatment included in the plan?',
    ],
    ['Delivery slots last four hours.', 'Delivery', 'How long do delivery slots last?'],
    ['The pool is open from 7 am to 9 pm.', 'Pool', 'When is the pool open?'],
  ] as const)
    assert.ok(
      asked(text, heading).some((one) => one.prompt.endsWith(prompt)),
      `${text} ${asked(text, heading)
        .map((one) => one.prompt)
        .join(' | ')}`,
    );
});

test('a numbered rule tells its matter, a house is none, and a question about anything is asked of something', () => {
  const prompts = (text: string, heading: string) => asked(text, heading).map(({ prompt }) => prompt);
  assert.ok(
    prompts(
      '3. Winter storage. Masts are stored for £45 if the owner brings a rack.',
      'Rules and rates of Sandwick Marina',
    ).every((one) => !one.includes('Sandwick') && one.startsWith('I have a question about winter storage.')),
  );
  assert.ok(
    prompts('A lost ticket is replaced for £3.', 'County Archive: using our collections').every(
      (one) => !one.includes('County Archive'),
    ),
  );
  assert.deepEqual(prompts('Do I get money back? Yes, from the third day on.', 'Good to know'), []);
  assert.deepEqual(prompts('Do I get money back? Yes, from the third day on.', 'Faults'), [
    'I have a question about faults. Do I get money back?',
  ]);
  assert.deepEqual(prompts('| Tariff | Price per month |\n|---|---|\n| Family | €39.90 |', 'Tariffs'), [
    'What is the price for the “Family” tariff per month?',
  ]);
});

test('a price is one of what is sold, and its question is said as people say it', () => {
  const details = (text: string, heading: string) =>
    asked(text, heading).flatMap(({ category, prompt }) => (category === 'Detail' ? [prompt] : []));
  assert.deepEqual(details('Motorcycles cost €34 per crossing.', 'Motorcycles'), [
    'How much do you charge for motorcycles per crossing?',
  ]);
  assert.deepEqual(details('Late instalments cost £12.', 'Instalments'), [
    'How much do you charge for late instalments?',
  ]);
  assert.deepEqual(details('Our Pet Health Plan costs £14.50 a month.', 'Payment'), [
    'How much does your Pet Health Plan cost a month?',
  ]);
  assert.deepEqual(details('Cleaning by us costs €95.', 'Moving out'), [
    'I have a question about “Moving out”. How much does cleaning by you cost?',
  ]);
  // Whom an age is for is part of the question, and a distance has its unit.
  assert.deepEqual(details('The minimum age is 16 for e-bikes.', 'Hiring a bike'), []);
  assert.deepEqual(details('E-scooters cost €32 a day.', 'E-scooters'), [
    'How much do e-scooters cost a day?',
  ]);
  assert.ok(
    asked('We visit patients within 8 miles.', 'Home visits').some(({ prompt }) => prompt.includes(' miles')),
  );
  // What goes by another price is none, and a heading that asks is no name of a matter.
  assert.deepEqual(details('Prepaid rates are £4 a day cheaper.', 'Booking'), []);
  assert.deepEqual(
    asked('Glass is not permitted.', 'What to bring and what not').map(({ prompt }) => prompt),
    [],
  );
  // What is fined has none, and what it is for is no part of the time.
  assert.deepEqual(details('Dog fouling costs £100.', 'Dogs'), []);
  assert.deepEqual(
    details('Annual plans can be cancelled within 14 days of purchase for a full refund.', 'Plans'),
    [],
  );
  // “I have a question about evening.” is said by nobody.
  assert.ok(
    asked('Quiet hours begin at 10 pm.', 'Evening').every(({ prompt }) => !/about evening/.test(prompt)),
  );
});
