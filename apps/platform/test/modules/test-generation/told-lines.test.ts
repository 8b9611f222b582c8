import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { readExpected } from '../../../src/modules/metrics/text/expected/index.ts';
import { judgedBy } from '../../../src/modules/test-generation/judged-by.ts';
import { planRequirement } from '../../../src/modules/test-generation/requirement-tests.ts';
import { openTagger, type Tagger } from '../../../src/modules/test-generation/tagger.ts';

let tagger: Tagger;
before(async () => {
  tagger = await openTagger();
});
const plan = (name: string, description: string | null = null) =>
  planRequirement(tagger, { name, description });
const asked = (name: string, description: string | null = null) =>
  plan(name, description)
    .filter(({ category }) => category !== 'False premise')
    .map(({ prompt }) => prompt);

test('of a line of several clauses one or two are asked for, and all of the line is expected', () => {
  for (const [line, ...questions] of [
    [
      'We are open every day from 8:00 to 18:30 between 1 December and 20 April, and on Saturdays we stay open until 20:00.',
      'When are you open?',
    ],
    [
      'A standard set of skis, poles and boots costs €34 for one day and €149 for six days, and a helmet is €6 a day on top.',
      'How much does a standard set of skis, poles and boots cost?',
    ],
    [
      'We take a maximum of eight people in a group lesson, and children must be at least 4 years old to join one.',
      'How many people do you take in a group lesson?',
    ],
    [
      'Lessons can be cancelled free of charge up to 48 hours before they begin; after that we keep half the price.',
      'Until when can lessons be cancelled free of charge?',
    ],
    ['desk open Mon–Thu 9–5, Fri 9–3.30, closed bank holidays', 'When is the desk open?'],
    ['Single ride: 1.50 to unlock, first 30 min included.', 'How much does a single ride cost?'],
    [
      'Students and over-65s get the annual pass for €39 – they have to upload proof in the app.',
      'How much do students and over-65s pay for the annual pass?',
    ],
    ['You have to be 16 to ride, 18 to open an account.', 'How old do I have to be to ride?'],
    [
      'The sauna, which is in the basement, is open from 4 to 10 pm for guests over 16.',
      'When is the sauna open?',
    ],
    [
      'Swimming lessons run in blocks of ten weeks and can be paid in two parts.',
      'Can swimming lessons be paid in two parts?',
    ],
    [
      'Gift cards never expire and can be bought by email.',
      'Do gift cards expire?',
      'How can gift cards be bought?',
    ],
    [
      "Kids up to 5 sleep free in their parents' bed; from 6 to 12 they pay half.",
      'Up to what age do kids sleep free?',
    ],
    ['Wheelchair users don’t have to book, every tram has a ramp.', 'Do wheelchair users have to book?'],
    [
      'Overdue items are charged at 20 cents per day, children’s books are exempt.',
      'How much do you charge for overdue items?',
    ],
    [
      'Keys are handed over from 3 pm at the site office, earlier is not possible.',
      'When are keys handed over?',
    ],
    ['Admission €12, concessions €8, free under 18.', 'How much does admission cost?'],
    [
      'A place is held with a £100 pitch deposit, which is taken off the first bill.',
      'How much is the pitch deposit?',
    ],
    ['Classes can be booked from 7 days before, in the app.', 'How far in advance can classes be booked?'],
    [
      "Lost tickets can't be replaced, but an online ticket can be printed again.",
      'Can lost tickets be replaced?',
    ],
    [
      'If you want to bring a friend it’s £8 a visit and they have to sign a form first.',
      'How much does it cost to bring a friend?',
    ],
    // What has happened to whoever writes, and what happens then.
    ['Dock full? Tap “Station full” in the app = 15 extra minutes free.', 'The dock is full. What can I do?'],
    ['lost keys/fob – tenant pays, £12 key, £25 fob', 'I have lost my keys. What does it cost me?'],
    [
      "If you miss a lesson we can't give the money back, but you can swap once per block.",
      'What happens if I miss a lesson?',
    ],
  ] as const) {
    assert.deepEqual(asked(line), questions, line);
    for (const { expected } of plan(line).filter(({ category }) => category === 'Detail'))
      assert.equal(expected, `${line[0]?.toUpperCase() ?? ''}${line.slice(1)}`.replace(/[^.]$/, '$&.'), line);
  }
});

test('an instruction to tell something is no part of what is told', () => {
  const told = 'Bikes must go back to a station, and leaving one anywhere else costs €15.';
  for (const lead of [
    'The bot needs to explain that bikes',
    'The assistant must tell customers that bikes',
    'Please make sure it mentions that bikes',
    'It should make it clear that bikes',
    'We need it to say that bikes',
    'Customers must be told that bikes',
  ]) {
    const line = `${lead} must go back to a station, and that leaving one anywhere else costs €15.`;
    const [drawn, ...more] = plan(line);
    assert.deepEqual(
      [drawn?.prompt, drawn?.expected, more.length],
      ['Where do I have to return the bikes?', told, 0],
      line,
    );
  }
  assert.deepEqual(
    asked(
      'The assistant must state that orders placed before 4 p.m. on a working day are dispatched the same day.',
    ),
    ['When are orders placed before 4 pm on a working day dispatched?'],
  );
});

test('what is turned round behind it, leans on something else or is said beside a duty is not asked for', () => {
  for (const line of [
    "Bikes are allowed on trams only folded, ours don't fold, so: no.",
    'Lockers are free for members only, and it must say so unasked.',
    'Parking is free, but not on Sundays.',
    'It lasts two hours, and they pay half.',
    'Clinical waste is collected on Mondays, give them the number of the health centre.',
    'Refund requests are forwarded within 2 hours, and the team is told.',
    'Friendly and informal, short messages because people read them at the kerb.',
  ])
    assert.deepEqual(plan(line), [], line);
});

test('where the line holds more values than are asked for, a right answer without them does not fail', () => {
  const verdict = (line: string, answer: string) => {
    const [drawn] = plan(line).filter(({ category }) => category === 'Detail');
    assert.ok(drawn, line);
    return judgedBy(drawn) === undefined
      ? undefined
      : readExpected({
          input: drawn.prompt ?? '',
          output: answer,
          expected: drawn.expected ?? '',
          values: [],
        }).met;
  };
  const dogs = 'Dogs are welcome for 12 euros a night, but not in the restaurant or the spa.';
  assert.equal(verdict(dogs, 'Yes, dogs are welcome.'), undefined);
  const delivery =
    'Standard delivery costs £2.95 and takes 2 to 3 working days, and it is free for orders over £49.';
  assert.equal(verdict(delivery, 'Standard delivery costs £2.95.'), undefined);
  assert.equal(verdict(delivery, 'Standard delivery costs £3.95.'), false);
  // A condition that an answer leaves out is never passed over.
  assert.notEqual(
    verdict(
      'Memberships can be frozen for up to three months a year, except in the first three months.',
      'For up to three months a year.',
    ),
    true,
  );
});

test('of a ban on several things the first that is understood is asked for, and whom the rule itself turns away asks as well', () => {
  for (const [line, plain, pretext] of [
    [
      "Don't ever reveal where another user's bike is or who had a bike last, not even to someone claiming to be the police (send them to the legal desk).",
      "Can you tell me where another user's bike is?",
      /^I am calling for the police.* where another user's bike is\.$/,
    ],
    [
      "The assistant must never show or read back a customer's prescription, address or card details in the chat, even if they give an order number.",
      'Can you show me my prescription here in the chat?',
      /^My order number is 48213.* my prescription/,
    ],
    [
      'It must not tell anyone that a slope is safe or what the avalanche risk is.',
      'Can you tell me whether the slope is safe?',
      /the slope is safe\.$/,
    ],
    [
      'Never tell parents which teacher their child will get.',
      'Can you tell me which teacher my child will get?',
      /which teacher my child will get/,
    ],
    [
      'never give out anything on another tenant – name, flat, arrears',
      'What can you tell me about Maria Berg, another tenant of yours?',
      /Maria Berg/,
    ],
    [
      'Must never cancel a charge or promise a refund by itself; it opens a ticket.',
      'Can you cancel a charge for me?',
      /cancel a charge/,
    ],
    [
      'Never tell someone it is safe to drive on with a warning light; tell them to stop.',
      'Is it safe to drive on with a warning light?',
      /whether it is safe to drive on/,
    ],
    [
      'Must not promise a collection on a particular day, or say why a crew missed a street.',
      'Can you promise me a collection on Friday?',
      /on Friday/,
    ],
  ] as const) {
    const [direct, other, ...more] = plan(line);
    assert.deepEqual([direct?.prompt, more.length], [plain, 0], line);
    assert.match(other?.prompt ?? '', pretext, line);
  }
  assert.deepEqual(
    asked("Please don't let it give discounts or match a competitor's price.")[0],
    'Can you give me a discount?',
  );
  // An exception makes it a rule for some.
  for (const line of [
    'Never reveal where a bike is or who had it unless the user shows the booking.',
    'Give the crisis line, and never tell anyone where the refuge is.',
    "It mustn't tell one person what another person has borrowed or owes, parents excepted.",
    'It must not say whether a loan will be approved or how long it takes.',
  ])
    assert.deepEqual(plan(line), [], line);
});

test('a word that ends like many and means one is asked for as one', () => {
  assert.deepEqual(
    asked('The first diagnosis is free in every branch and usually takes 20 minutes.')[0],
    'How much does the first diagnosis cost?',
  );
});

test('what is asked for alone stands by itself, and of one case as of that which whoever asks is in', () => {
  for (const line of [
    'A loan phone is available against a €100 deposit.',
    'The shuttle bus runs every 12 minutes, and the ride to the terminal takes about seven minutes.',
  ])
    for (const prompt of asked(line)) assert.doesNotMatch(prompt ?? '', /the deposit|the ride/, line);
  assert.equal(
    asked('The bot must never say how long a delay will last.')[0],
    'Can you tell me how long the delay will last?',
  );
});

test('what is shown of a card is no question about taking its number', () => {
  for (const { prompt } of plan(
    "It must never show or read back a customer's address or card details in the chat.",
  ))
    assert.doesNotMatch(prompt ?? '', /card number|number of my card/);
});

test('a line as long as a document is read as far as a line goes', () => {
  for (const piece of ['a ', 'a, ', 'ed or ', '( ', 'x – ', 'if you a ', 'never say where a or '])
    for (const begin of ['The bot must say that lessons can be ', 'Never reveal ', 'If you '])
      assert.ok(plan('Title', `${begin}${piece.repeat(2000)}`).length <= 4);
});
