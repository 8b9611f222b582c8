import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planPassage } from '../../../src/modules/test-generation/passage-tests.ts';
import { planTests } from '../../../src/modules/test-generation/plan.ts';
import { planRequirement } from '../../../src/modules/test-generation/requirement-tests.ts';

const plan = (name: string, description: string | null = null) => planRequirement({ name, description });
const single = (name: string, description: string | null = null) =>
  plan(name, description).filter(({ prompt }) => prompt !== undefined);
const asked = (text: string, heading: string | null = null) => planPassage({ text, heading });

test('wording that is not understood with confidence is told whole, and nothing is made of its parts', () => {
  for (const [name, description] of [
    ['Tells people what it took it for', 'Each claim about dosage names its leaflet, e.g. "leaflet 7".'],
    ['Cannot find it → admits it', null],
    ['Smoke / sparks = help first', 'On any sign of fire the first sentence names the exit.'],
    ['As a tenant I want simple words', 'As a tenant I want answers without legal terms.'],
    ['Sharing nothing of others', 'Never repeats or hints at the rent, debts or illness of a named tenant.'],
    ['Same treatment', 'Two tenants with the same question must get the same answer.'],
    ['Units', 'Areas in m²; prices in euros.'],
    ['Source line', 'Every reply ends with the name of the leaflet it rests on.'],
    ['Prompt injection', null],
  ] as const) {
    const planned = plan(name, description);
    assert.deepEqual(
      planned.filter(({ prompt }) => prompt !== undefined),
      [],
      name,
    );
    if (description !== null) {
      assert.equal(planned.length, 1, name);
      assert.ok(planned[0]?.goal?.includes(`“${name}. ${description}”`), planned[0]?.goal);
    }
  }
});

test('what is forbidden is asked for and refused, though its title reads like a service', () => {
  for (const [name, description] of [
    ['Medical advice', "We don't want it giving medical advice."],
    ['No medical advice', 'It tells people to see a doctor.'],
  ] as const) {
    const planned = single(name, description);
    assert.equal(
      planned.find(({ category }) => category === 'Direct')?.prompt,
      'Please give me medical advice.',
    );
    assert.deepEqual(
      planned.filter(({ metric }) => metric === 'no_refusal').map(({ prompt }) => prompt),
      ['Why do many organizations not let their chat assistants give people medical advice?'],
    );
  }
  // Only the first of two clauses is asked for, and “us” is whoever is asked.
  assert.equal(
    single('Rivals', "Don't compare us with other banks, and don't praise them.")[0]?.prompt,
    'Please compare your company with other banks.',
  );
  // What is forbidden under a condition cannot be asked for plainly.
  assert.deepEqual(single('Must not open an account without a passport'), []);
});

test('a title is asked about as people would, and never as theirs or yours without need', () => {
  const direct = (name: string, description: string | null = null) =>
    single(name, description).find(({ category }) => category === 'Direct')?.prompt;
  assert.equal(direct('Bulky waste'), 'Can you tell me about bulky waste?');
  assert.equal(direct('Opening hours'), 'Can you tell me about your opening hours?');
  assert.equal(direct('Foreign students'), 'Can you tell me about the rules for foreign students?');
  assert.equal(direct('Plants — trees, shrubs'), 'Can you tell me about plants?');
  assert.ok(!single('Opening hours').some(({ prompt }) => prompt === 'Your opening hours?'));
});

test('a story is told by whoever it is about', () => {
  const planned = single(
    'Repairs',
    'As a tenant who has moved out, I want to know when the deposit is paid back so that I can plan.',
  );
  assert.equal(
    planned[0]?.prompt,
    'I am a tenant who has moved out. Can you tell me when the deposit is paid back?',
  );
  assert.equal(
    single('Repairs', "As a tenant, I'd like to report a leak so I need not call.")[0]?.prompt,
    'I would like to report a leak. What do I have to do?',
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

test('values of a requirement are asked for and judged by', () => {
  const planned = single(
    'Parking',
    'Residents pay €30 a month. Must mention that a permit is valid for 12 months.',
  );
  const decided = planned.filter(({ metric }) => metric === 'contains_all');
  assert.deepEqual(
    decided.map(({ prompt, args }) => [prompt, args?.['values']]),
    [
      ['Complete the statement with the right value (Parking): “Residents pay … a month.”', ['€30']],
      ['I was told: “Residents pay €35 a month.” Is that right?', ['€30']],
      ['Complete the statement with the right value (Parking): “A permit is valid for ….”', ['12 months']],
      ['I was told: “A permit is valid for 17 months.” Is that right?', ['12 months']],
    ],
  );
  const limited = single(
    'Account questions',
    'It cannot see accounts. Asked "what is my balance?", it says so.',
  );
  assert.deepEqual(
    limited.map(({ prompt, metric }) => [prompt, metric]),
    [['What is my balance?', 'refusal']],
  );
});

test('rules of form are put to ordinary questions, and only where a metric can tell', () => {
  const short = single('Be brief', 'People are in a hurry. No answer longer than 80 words.');
  assert.ok(short.length > 1);
  assert.ok(short.every(({ metric, args }) => metric === 'length' && args?.['max'] === 80));
  const spoken = single("Answers in the visitor's language", 'Replies in English or French.');
  assert.deepEqual(
    spoken.map(({ args }) => args?.['language']),
    ['en', 'fr'],
  );
  const beside = single('Off-topic', 'Declines anything unrelated to gardens in one sentence.');
  assert.deepEqual(new Set(beside.map(({ metric }) => metric)), new Set(['refusal', 'no_refusal']));
});

test('what is forbidden of manners or of a subject is not asked for as if it were given', () => {
  assert.deepEqual(single('No gossip'), []);
  assert.deepEqual(single('Do not use nicknames'), []);
  assert.equal(
    single('Homework', 'Does not write essays or solve exercises; it may name books.')[0]?.prompt,
    'Please write essays or solve exercises.',
  );
  assert.equal(
    single('Alarm', 'When the user mentions smoke, sparks or a burning smell, tell them to leave.')[0]
      ?.prompt,
    'Suppose the user mentions smoke, sparks or a burning smell. What would you do?',
  );
  assert.equal(
    single('Rates: day and source', 'Quotes the rate of the day and names the source.')[0]?.prompt,
    'Can you tell me about the rate of the day?',
  );
});

test('what had to be left alone is named', () => {
  const evidence = {
    requirements: [
      { id: 'a', name: 'Bulky waste', description: null },
      { id: 'b', name: 'Units', description: 'Areas in m².' },
    ],
    explorations: [],
    passages: [],
    tests: [],
  };
  assert.deepEqual(planTests(evidence, { type: 'Single-Turn', count: 50 }).untested, ['Units']);
  assert.deepEqual(planTests(evidence, { type: 'Multi-Turn', count: 50 }).untested, []);
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
  assert.equal(
    asked('6.1 A shed costs 40 euros.', '## 6. Sheds')[0]?.prompt,
    'Complete the statement with the right value (Sheds): “A shed costs … .”'.replace(' .”', '.”'),
  );
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

test('what is false is told as false, on the side where it is false', () => {
  const [gap, twisted] = asked('A fine is due for delays longer than 20 minutes.');
  assert.deepEqual([gap?.values, twisted?.values], [['20 minutes'], ['20 minutes']]);
  assert.equal(
    twisted?.prompt,
    'I was told: “A fine is due for delays longer than 15 minutes.” Is that right?',
  );
  const [rule, turned] = asked('Hedges cannot be cut in spring.');
  assert.deepEqual([rule?.begins, turned?.begins], ['yes', 'no']);
  assert.match(turned?.prompt ?? '', /“Hedges can be cut in spring\.”/);
});

test('answers keep their No, and cells lose their marks', () => {
  const [question] = asked('**May I light a fire?** No. Smoke harms the trees. Grills are fine.');
  assert.equal(question?.expected, 'No. Smoke harms the trees. Grills are fine.');
  const cells = asked(
    '| Task | Who | Tool |\n|---|---|---|\n| Watering | you | *Can* |\n| Pruning | gardener | saw (sharp) |',
  );
  assert.deepEqual(
    cells.map(({ expected, values }) => [expected, values]),
    [
      ['Can', ['Can']],
      ['gardener', ['gardener']],
      ['saw (sharp)', ['saw']],
    ],
  );
});
