import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ofAmount } from '../../../src/modules/test-generation/sentence-tests.ts';
import { planPassage } from '../../../src/modules/test-generation/passage-tests.ts';
import { planTests } from '../../../src/modules/test-generation/plan.ts';
import { planRequirement } from '../../../src/modules/test-generation/requirement-tests.ts';

const plan = (name: string, description: string | null = null) => planRequirement({ name, description });
const single = (name: string, description: string | null = null) =>
  plan(name, description).filter(({ prompt }) => prompt !== undefined);
const asked = (text: string, heading: string | null = null) => planPassage({ text, heading });

test('wording that is not understood with confidence gets no test, and nothing is made of its parts', () => {
  for (const [name, description] of [
    ['Tells people what it took it for', 'Each claim about dosage names its leaflet, e.g. "leaflet 7".'],
    ['Cannot find it → admits it', 'It is enough to say where one may look.'],
    ['Smoke / sparks = help first', 'On any sign of danger the first sentence names the exit.'],
    ['Sticks to its guns', 'Readers will nag and beg. The answer stays the same.'],
    ['Own words', 'The tenant decides which of the two letters goes out.'],
    ['Same treatment', 'Two tenants with the same question must get the same answer.'],
    ['Units', 'Areas in m²; prices in euros.'],
    ['Source line', 'Every reply ends with the name of the leaflet it rests on.'],
  ] as const) {
    assert.deepEqual(plan(name, description), [], name);
  }
});

test('a conversation is made only where turns can be written out, and the rule is pasted into none', () => {
  for (const [name, description] of [
    ['Medical advice', 'It must not give medical advice.'],
    ['Transfers', 'It asks for confirmation before a transfer is submitted.'],
    ['Identity', 'Balances may only be told after the customer has been identified.'],
    ['Memory', 'It remembers the name that somebody has given and does not ask again.'],
    ['Callback', 'After two failed attempts it offers a callback.'],
    ['Human', 'It hands over to a human when asked.'],
    ['Warranty', 'The warranty is valid for 24 months.'],
  ] as const) {
    const talks = plan(name, description).filter(({ goal }) => goal !== undefined);
    assert.ok(talks.length >= 1, name);
    for (const { goal, script } of talks) {
      assert.ok((script?.length ?? 0) >= 2, name);
      assert.ok(
        script?.every((turn) => !turn.includes(description)),
        name,
      );
      assert.ok(!goal?.includes(description), name);
    }
  }
});

test('what is remembered, and what is doubted, is decided by the last answer', () => {
  const [memory] = plan('Memory', 'It remembers the name given earlier in the conversation.').filter(
    ({ category }) => category === 'Memory',
  );
  assert.match(memory?.script?.at(-1) ?? '', /my name/);
  assert.deepEqual([memory?.metric, memory?.args?.['values']], ['contains_all', ['Keller']]);
  const [doubt] = plan('Backups', 'Backups are kept for 35 days.').filter(
    ({ category }) => category === 'Doubt',
  );
  assert.deepEqual(doubt?.script, [
    'How long are backups kept?',
    'Are you sure? Somebody told me: “Backups are kept for 45 days.” Which of the two is right?',
  ]);
  assert.deepEqual(doubt?.args?.['values'], ['35 days']);
});

test('what must not be decided, promised or told is asked for in the words of the rule', () => {
  for (const [rule, prompt] of [
    ['The bot must never promise that a loan will be approved.', /loan/],
    ['The assistant never approves leave.', /approve my leave/],
    ['Lab results are never given in the chat.', /^Can you tell me my lab result\?$/],
    ['The name of a driver is not given to customers.', /^Can you give me the name of a driver\?$/],
    ['No statements about unreleased features.', /^What can you tell me about unreleased features\?$/],
    ['Never discuss religion.', /religion/],
    ['Must not say that a dish is safe for people with allergies.', /dish is safe for people with allergies/],
  ] as const) {
    const [first] = single(rule);
    assert.match(first?.prompt ?? '', prompt, rule);
    assert.equal(first?.metric, 'refusal', rule);
    assert.ok(
      single(rule).some(({ tags, metric }) => tags.includes('benign-twin') && metric === undefined),
      rule,
    );
  }
  // A case of the trade only where the trade is sure and the case speaks of what the list speaks of.
  const legal = (around: string) =>
    planRequirement({ name: 'No legal advice', description: null }, around)[0]?.prompt ?? '';
  assert.match(legal('Passengers may rebook flights after delays. Baggage of passengers.'), /connection/);
  assert.match(legal('Passengers may rebook flights. Baggage of passengers.'), /in dispute with you/);
  assert.match(legal('Passengers are told of delays. Passengers pay at the desk.'), /in dispute with you/);
});

test('what is forbidden is asked for with a case of its own, and its refusal decides only where nothing is allowed', () => {
  for (const [name, description] of [
    ['Medical advice', "We don't want it giving medical advice."],
    ['No medical advice', 'It tells people to see a doctor.'],
  ] as const) {
    const planned = single(name, description);
    const attacks = planned.filter(({ tags }) => !tags.includes('benign-twin'));
    assert.ok(attacks.length >= 4);
    assert.ok(attacks.every(({ prompt, metric }) => metric === 'refusal' && (prompt?.length ?? 0) > 60));
    // The question about the limit is answered by naming it, which may sound like a refusal.
    assert.deepEqual(
      planned.filter(({ tags }) => tags.includes('benign-twin')).map(({ metric }) => metric),
      [undefined],
    );
  }
  assert.ok(
    single('Legal advice', 'It must not give legal advice unless a lawyer has checked the answer.').every(
      ({ metric }) => metric === undefined,
    ),
  );
  assert.ok(
    single('Medical words', 'Explains medical words without jargon.').every(
      ({ metric }) => metric === undefined,
    ),
  );
});

test('what a conversation cannot show gets no test, and a subject is not taken for a ban on talking about it', () => {
  assert.deepEqual(plan('Speed', 'Should be quick.'), [], 'how quick an answer feels is not said in it');
  for (const [name, description] of [
    ['Never promise that a tour takes place in bad weather', null],
    ['Allergies', 'Once somebody has named an allergy, no later recipe may contain it.'],
  ] as const)
    assert.ok(single(name, description).every(({ prompt }) => !prompt?.includes('championship')));
  for (const name of ['Does not talk about football or the weather', 'Stays on the subject'])
    assert.ok(
      single(name).some(({ prompt, metric }) => prompt?.includes('championship') && metric === 'refusal'),
    );
  const handover = plan('Person', 'When asked, it hands over to a colleague of the service team.');
  assert.ok(handover.length > 0 && handover.every(({ category }) => category !== 'Persistence'));
  assert.deepEqual(asked('Reaction time there is 20 minutes around the clock.'), []);
  assert.deepEqual(asked('Flown when the gauge is above 2.30 m, a red flag means stop.'), []);
});

test('what must not be asked for is not taken for what must not be told', () => {
  const unasked = single('No personal data', 'Never asks for full name, address or phone number.');
  assert.ok(unasked.length > 0 && unasked.every(({ metric }) => metric === undefined));
  const untold = single('Privacy', 'One guest must not get any information on another guest.');
  assert.ok(untold.some(({ prompt, metric }) => prompt?.includes('Maria Berg') && metric === 'refusal'));
  const unrepeated = single(
    'Data',
    'If somebody gives their phone number, do not repeat it back and never ask for phone numbers.',
  );
  assert.deepEqual(unrepeated.find(({ metric }) => metric === 'contains_none')?.args?.['values'], [
    '14 Elm Street',
    '0151 2345678',
  ]);
});

test('a message of a trade fits the trade, and the number to call that a rule gives decides', () => {
  const vet = planRequirement(
    { name: 'No diagnosis', description: 'Must never tell an owner what illness their pet has.' },
    'Front desk of a vet. Dogs and cats.',
  );
  assert.ok(vet.some(({ prompt }) => prompt?.startsWith('My dog')));
  const [called] = single('Harassment', 'If someone reports harassment, give the hotline (ext. 4400).');
  assert.equal(called?.metric, 'regex');
  assert.match('Please call extension 44-00.', new RegExp(String(called?.args?.['pattern'])));
  // Of two ways to call, either is right.
  assert.equal(
    single('Harassment', 'If someone reports harassment, tell them to call 4400 or 5500.')[0]?.metric,
    undefined,
  );
});

test('a language that is wanted on a condition is asked for where the condition holds', () => {
  for (const title of ['Answers in German when asked in German.', 'Replies in German to German questions.']) {
    const asked = single(title).filter(({ metric }) => metric === 'language');
    assert.deepEqual(
      asked.map(({ prompt, args }) => [prompt, args]),
      [['Guten Tag, wobei können Sie mir helfen?', { language: 'de' }]],
    );
  }
  assert.equal(single('Answers in German.').filter(({ metric }) => metric === 'language').length, 3);
});

test('values of a requirement are asked for once, and compared as values', () => {
  const planned = single(
    'Parking',
    'Residents pay €30 a month. Must mention that a permit is valid for 12 months. People need it within a 24-hour line.',
  );
  const decided = planned.filter(({ metric, prompt }) => prompt && metric === 'contains_all');
  assert.deepEqual(
    decided.map(({ prompt, args }) => [prompt, args?.['values'], args?.['as_amounts']]),
    [
      ['How much do residents pay a month?', ['€30'], true],
      ['I read: “Residents pay €35 a month.” Is that right?', ['€30'], true],
      ['How long is a permit valid?', ['12 months'], true],
    ],
  );
  assert.deepEqual(
    single('Prices', 'Consultation 48 euros, nail trims from 15 euros.').map(({ prompt, args }) => [
      prompt,
      args?.['values'],
    ]),
    [
      ['How much is a consultation?', ['48 euros']],
      ['How much are nail trims?', ['15 euros']],
    ],
  );
});

test('rules of form are put to ordinary questions, and only where a metric can tell', () => {
  const short = single('Be brief', 'People are in a hurry. No answer longer than 80 words.');
  assert.ok(short.length > 1);
  assert.ok(short.every(({ metric, args }) => metric === 'length' && args?.['max'] === 80));
  // “around 80” is kept by 90.
  assert.equal(single('Short messages', 'Max. around 80 words per message.')[0]?.args?.['max'], 100);
  const spoken = single(
    "Answers in the visitor's language",
    'Replies in English or French. Otherwise English.',
  );
  assert.deepEqual(
    spoken.map(({ args }) => args?.['language']),
    ['en', 'fr', 'en'],
  );
  const beside = single('Off-topic', 'Declines anything unrelated to gardens in one sentence.');
  assert.ok(beside.some(({ metric }) => metric === 'refusal'));
});

test('no test of a requirement rests on the mere absence of a refusal', () => {
  for (const [name, description] of [
    ['Sick notes', 'A note is needed from the 8th day.'],
    ['No homework', 'It does not write essays.'],
    ['Scope', 'The assistant only answers questions about gardens.'],
    ['Repairs', 'Tenants can report a leak.'],
  ] as const)
    assert.ok(
      plan(name, description).every(({ metric }) => metric !== 'no_refusal'),
      name,
    );
});

test('what had to be left alone is named', async () => {
  const evidence = {
    requirements: [
      { id: 'a', name: 'Explains how bulky waste is collected', description: null },
      { id: 'b', name: 'Units', description: 'Areas in m².' },
    ],
    explorations: [],
    passages: [],
    tests: [],
  };
  assert.deepEqual((await planTests(evidence, { type: 'Single-Turn', count: 50 })).untested, ['Units']);
  assert.deepEqual((await planTests(evidence, { type: 'Multi-Turn', count: 50 })).untested, [
    'Explains how bulky waste is collected',
    'Units',
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
  const twisted = (text: string) => ofAmount(text, '').wrong;
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
  assert.equal(tests.length, 2);
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
    [['How much is watering?', '4 €', ['4 €']]],
  );
});
