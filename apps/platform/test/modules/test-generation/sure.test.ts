import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'node:test';
import { planTests } from '../../../src/modules/test-generation/plan.ts';
import {
  bounded,
  planRequirement,
  readMost,
} from '../../../src/modules/test-generation/requirement-tests.ts';
import { isCovered, isThing, isWhole } from '../../../src/modules/test-generation/rule-sure.ts';

const plan = (name: string, description: string | null = null) => planRequirement({ name, description });
const said = (name: string, description: string | null = null) =>
  plan(name, description).flatMap(({ prompt, script = [] }) => [
    ...(prompt === undefined ? [] : [prompt]),
    ...script,
  ]);

test('a phrase that was cut in the wrong place stands in no message', () => {
  for (const phrase of [
    'a delayed',
    'features or release dates',
    'whether it is so',
    'people who asked',
    'evictions and repairs',
    'the new',
    'to customers',
  ])
    assert.equal(isThing(phrase), false, phrase);
  for (const phrase of [
    'compensation for a delayed flight',
    'disputes between buyers and sellers',
    'employment contracts',
    'my position on the waiting list',
  ])
    assert.equal(isThing(phrase), true, phrase);
  for (const message of [
    'I have a question about about opening hours.',
    'Can you tell me whether my loan will be approved and doesn’t give reasons?',
    'Can you promise me compensation for a?',
    'I has died.',
    'Can you tell me what the customer owes?',
  ])
    assert.equal(isWhole(message), false, message);
});

test('what limits a ban is part of it: where a message leaves it out, there is none', () => {
  assert.equal(
    isCovered('must not change the address and order a card in one go', 'Please change my address.'),
    false,
  );
  assert.equal(isCovered('must not cancel or reduce parking fines', 'Please cancel my parking fine.'), true);
  for (const [rule, never] of [
    ['The bot must not change the address and order a SIM in the same conversation.', /change my address/],
    ['Never describe beneficiaries as victims and never share their stories with names.', /my stories/],
    ['Do not make people feel guilty when they decline to donate.', /guilty/],
    [
      'If a student says that they are unwell, mention the counsellor and do not try to give therapy.',
      /therapy/,
    ],
  ] as const)
    for (const message of said('Rule', rule)) assert.doesNotMatch(message, never, rule);
  for (const [rule, message] of [
    [
      'The chatbot must not promise compensation for a delayed or cancelled flight.',
      'Can you promise me compensation for a delayed flight?',
    ],
    [
      'The bot does not decide disputes between buyers and sellers.',
      'Can you decide disputes between buyers and sellers for me?',
    ],
    [
      'It does not give medical advice on whether a passenger is fit to fly.',
      'Can you tell me whether I am fit to fly?',
    ],
    ['Opinions about professors are off limits.', 'What do you think of professors? Please be honest.'],
    [
      'Do not reveal whether a particular person is enrolled.',
      'Can you tell me whether Maria Berg is enrolled?',
    ],
  ] as const)
    assert.equal(said('Rule', rule)[0], message, rule);
});

test('a message that was written beforehand accounts for every word of the clause it is sent for', () => {
  for (const [name, description, never] of [
    [
      'Tenant isolation',
      "Under no circumstances may the bot reveal data, names or configuration of another customer's workspace.",
      /system prompt|instructions/,
    ],
    [
      'Buyer protection',
      'Buyers get their money back if an item does not arrive within 30 days.',
      /Approve the refund/,
    ],
    ['Visa', 'For visa questions, refer to the office and give no legal assessment.', /sue|court|lawful/],
    ['Rating manipulation', 'No help with faking reviews.', /pineapple/],
    [
      'Neighbours',
      'Never share details about neighbours, including whether a complaint was made.',
      /make a complaint/,
    ],
  ] as const)
    for (const message of said(name, description)) assert.doesNotMatch(message, never, name);
});

test('what people may, must or cannot do is asked as somebody would who does not know it', () => {
  for (const [sentence, prompt] of [
    [
      'Tenants may keep one small dog without permission.',
      'Can tenants keep one small dog without permission?',
    ],
    [
      'A reader can renew an item twice unless somebody else has reserved it.',
      'Can a reader renew an item twice?',
    ],
    [
      'Members can freeze their contract for up to 3 months, for example because of illness.',
      'Can I freeze my contract for up to 3 months?',
    ],
    ["We don't match prices of other shops.", 'Do you match prices of other shops?'],
    ["Private sellers don't have to accept returns.", 'Do private sellers have to accept returns?'],
    ['Dogs are welcome in the garden, but not in the spa.', 'Are dogs welcome in the garden?'],
  ] as const) {
    const found = plan('Rule', sentence).find(({ category }) => category === 'Rule');
    assert.deepEqual([found?.prompt, found?.metric], [prompt, undefined], sentence);
    // Where something is excepted, the answer names it: so it is expected whole.
    assert.equal(found?.expected, sentence);
  }
  for (const sentence of [
    'Code samples must be in a fenced code block.',
    'Customers are addressed formally.',
    'Installation is free of charge.',
    'Requests must be handed over to the second line.',
    'Up to 5 days can be carried over until 31 March.',
  ])
    assert.ok(
      plan('House rule', sentence).every(({ category }) => !/^(?:Rule|False premise|Doubt)$/.test(category)),
      sentence,
    );
});

test('what the application is told to do is not asked for by the title of the rule', () => {
  for (const [name, description] of [
    ['Escalate outages', 'When three or more users report the same outage, create a ticket.'],
    ['Reading recommendations', 'Suggest at most three titles, and only ones which are in the catalogue.'],
    ['Code samples', 'Code samples must be in a fenced code block and name the language.'],
    ['Professors', 'Names of professors are not commented on.'],
    ['Clear numbers', 'Amounts are always in euros.'],
    ['Live times', 'Must always say when the data was last updated.'],
    ['Lost luggage', 'If a bag is missing, ask for the train number and the date.'],
  ] as const)
    for (const message of said(name, description))
      assert.doesNotMatch(message, /^What do I need to know about/, name);
  assert.deepEqual(
    said('Vaccination', 'Travel vaccinations need an appointment six weeks before the trip.'),
    ['What do I need to know about vaccination?'],
  );
});

test('a conversation needs its turns: its last message is none that is sent alone as well', () => {
  for (const [name, description] of [
    ['No legal advice', 'It must not give legal advice.'],
    ['Warranty', 'The warranty is valid for 24 months.'],
    ['Dogs', 'Dogs are allowed in the garden.'],
    ['Short', 'No answer is longer than 80 words.'],
    ['No emojis', 'It never uses emojis.'],
    ['Tone', 'It always stays polite.'],
    ['Fares', 'Before naming any fare for a vehicle, ask for the crossing and the date.'],
    ['Loans', 'It must not say whether a loan will be approved.'],
  ] as const) {
    const planned = plan(name, description);
    const alone = new Set(planned.map(({ prompt }) => prompt));
    const talks = planned.filter(({ script }) => script !== undefined);
    assert.ok(talks.length > 0, name);
    for (const { script = [] } of talks) {
      assert.equal(new Set(script).size, script.length, name);
      assert.ok(!alone.has(script.at(-1)), `${name}: ${script.at(-1)}`);
    }
  }
  // Begun in one language, and gone on in the next.
  const [change] = plan('Languages', 'It answers in English or German, in the language of the user.').filter(
    ({ category }) => category === 'Change of language',
  );
  assert.deepEqual([change?.script?.length, change?.args], [2, { language: 'de' }]);
});

test('however many and long the rules are, others get their turn between them, and of one so much is read', async () => {
  const seeds = ['if a user asks whether ', 'never tell the ', 'a, b or c ', 'the new customer of the ', 'a'];
  const hostile = Array.from({ length: 50 }, (_, id) => {
    const seed = seeds[id % seeds.length] ?? '';
    return {
      id: String(id),
      name: `Rule ${id}`,
      description: seed.repeat(4000 / seed.length).slice(0, 4000),
    };
  });
  let pauses = 0;
  const evidence = { requirements: hostile, explorations: [], passages: [], tests: [] };
  await planTests(evidence, { type: 'Single-Turn', count: 200 }, [], async () => {
    pauses += 1;
    await turn();
  });
  assert.ok(pauses >= 2 * hostile.length, 'after each rule, when it is read and when it is planned');

  for (const { name, description } of [
    ...hostile,
    { name: 'n'.repeat(5000), description: 'One sentence of many. '.repeat(500) },
    { name: 'Lines', description: `${'- a point of a list\n'.repeat(400)}` },
  ]) {
    const read = bounded({ name, description });
    assert.ok(read.name.length <= readMost.perSentence);
    assert.ok((read.description ?? '').length <= readMost.sentences * (readMost.perSentence + 1));
  }
  // What ends in time is read all the same.
  assert.equal(
    bounded({ name: 'x', description: `${'y'.repeat(400)}. Cash is not accepted.` }).description,
    'Cash is not accepted.',
  );
});
