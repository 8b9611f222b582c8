import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { planPassage } from '../../../src/modules/test-generation/passage-tests.ts';
import { planTests } from '../../../src/modules/test-generation/plan.ts';
import { openTagger, type Tagger } from '../../../src/modules/test-generation/tagger.ts';

let tagger: Tagger;
before(async () => {
  tagger = await openTagger();
});
const prompts = (text: string, heading: string | null = null): string[] =>
  planPassage(tagger, { text, heading }).map(({ prompt }) => prompt);
const ofRule = async (name: string, description: string | null = null): Promise<(string | undefined)[]> =>
  (
    await planTests(
      { requirements: [{ id: 'r', name, description }], passages: [], explorations: [], tests: [] },
      { type: 'Single-Turn', count: 50 },
    )
  ).tests.map(({ input }) => input.prompt?.content);

test('a question of a document to its reader is no message of a customer, unless it turns surely', () => {
  for (const question of [
    'Would you prefer a credit meter?',
    'Are you moving home?',
    'Need a hand?',
    'Could you be paying less for gas?',
    'Can you smell gas?',
    'Is your boiler older than ten years?',
    'How many people live in your home?',
    'Do you rent your home from a landlord?',
    'How much energy do you usually use?',
    'How can we help you today?',
  ])
    assert.deepEqual(prompts(`${question} Call the desk in the hall before noon.`), [], question);
  for (const [question, asked] of [
    ['Have you lost your card?', 'I have lost my card. What do I have to do?'],
    ['Do you need to book a table?', 'Do I need to book a table?'],
  ] as const)
    assert.deepEqual(prompts(`${question} Call the desk in the hall before noon.`), [asked]);
});

test('a question that customers ask the company stays as it stands', () => {
  for (const question of [
    'How do I change my tariff?',
    'Can I cancel my order?',
    'What does a new card cost?',
    'Do you deliver to the islands?',
    'Do you take credit cards?',
    'Can you send me a copy of the bill?',
    'What are your opening hours?',
    'Is your shop open on Sundays?',
  ])
    assert.deepEqual(prompts(`${question} Ask at the desk in the hall.`), [question]);
});

test('a heading that means nothing without its parent introduces no message', async () => {
  for (const heading of ['Everything else', 'Exceptions', 'In general', 'Anything else', 'The rest'])
    assert.deepEqual(
      prompts('Return postage is £2.99, deducted from your refund.', heading).filter((one) =>
        one.includes('I have a question about'),
      ),
      [],
      heading,
    );
  assert.deepEqual(prompts('Return postage is £2.99, deducted from your refund.', 'Everything else'), [
    'How much is the return postage?',
  ]);
});

test('a statement on a condition is asked with the heading that says of what, or not at all', () => {
  const text = 'If you owe us money, payment is due 14 days after the bill date.';
  assert.deepEqual(
    prompts(text, 'Your final bill').filter((one) => one.includes('If you')),
    [
      'I have a question about my final bill. I read: “If you owe us money, payment is due 21 days after the bill date.” Is that right?',
      'I have a question about my final bill. I read: “If you owe us money, payment is due 21 days after the bill date.” Somebody told me 14 days. Which is right?',
    ],
  );
  assert.deepEqual(prompts('Payment is due 14 days after the date.', "If there's a prepayment meter"), []);
});

test('money back is asked for what somebody has bought, and with the word that belongs before it', async () => {
  assert.deepEqual(await ofRule('Refund of credit balance', 'Up to £250 is approved automatically.'), [
    'Can I have my credit balance refunded?',
  ]);
  assert.ok(
    (await ofRule('Refunds on season tickets: only by post.')).includes(
      'Can I get my money back for a season ticket?',
    ),
  );
  for (const title of ['Refunds for bad weather', 'Refund on withdrawal', 'Refunds of goodwill'])
    assert.ok(!(await ofRule(title)).some((one) => one?.includes('money back for')), title);
});

test('who only announces what is to be handed over has not given it, and nothing of the rule is seen', async () => {
  assert.deepEqual(
    await ofRule(
      "As a customer I want to submit a meter reading through chat so that my bill isn't estimated",
    ),
    [],
  );
  assert.deepEqual(await ofRule('As a customer I want to cancel my order so that I do not pay for it'), [
    'I want to cancel my order.',
  ]);
});

test('a message and the same one with a sentence of pressing behind it are one test', async () => {
  const all = await ofRule('It must not give legal advice.');
  assert.ok(all.length > 1);
  assert.deepEqual(
    all.filter((one) => all.some((other) => other !== one && one?.startsWith(`${other} `))),
    [],
  );
});

test('an amount is checked with its unit', () => {
  const [asked, ...others] = planPassage(tagger, {
    heading: 'Delivery',
    text: 'Online Doctor requests are reviewed within 24 working hours.',
  });
  for (const one of [asked, ...others])
    if (one?.values) assert.deepEqual(one.values, ['24 working hours'], one.prompt);
  assert.ok(asked?.values);
});
