import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planPassage } from '../../../src/modules/test-generation/passage-tests.ts';
import {
  clausesOf,
  questionOf,
  situationIn,
  wishOf,
} from '../../../src/modules/test-generation/requirement-grammar.ts';
import { planRequirement } from '../../../src/modules/test-generation/requirement-tests.ts';

const single = (name: string, description: string | null = null) =>
  planRequirement({ name, description }).filter(({ prompt }) => prompt !== undefined);

test('a sentence is taken apart where another modal says something else, and each part knows whether it forbids', () => {
  const read = (description: string) =>
    clausesOf({ name: 'Rule', description })
      .slice(1)
      .map(({ text, forbids, isAbsolute }) => [text, forbids, isAbsolute]);
  assert.deepEqual(
    read('May explain how a tax code works, must not tell anybody which tax code they should have.'),
    [
      ['May explain how a tax code works', false, true],
      ['must not tell anybody which tax code they should have', true, true],
    ],
  );
  assert.deepEqual(read('Never gives refunds unless the manager agrees.'), [
    ['Never gives refunds unless the manager agrees', true, false],
  ]);
  assert.deepEqual(read('Explains our fees in no more than five sentences.'), [
    ['Explains our fees in no more than five sentences', false, true],
  ]);
});

test('what people ask is made of what a clause demands, and of nothing that points outside of it', () => {
  for (const [clause, question] of [
    ['The assistant must explain how long books may be kept', 'Can you tell me how long books may be kept?'],
    ['Answers questions about opening hours', 'Can you tell me something about opening hours?'],
    ['Tells members how to return a parcel', 'Can you tell me how I can return a parcel?'],
    ['Explains banking terms such as SEPA, standing order and direct debit', 'Can you explain “SEPA” to me?'],
    ['Has to know our hours by heart', undefined],
    ['It helps our 2,300 employees with payslips, leave balance and expenses', undefined],
    ['Gives the right answer', undefined],
    ['Explain a payslip line', undefined],
    ['Says what it took them for', undefined],
  ] as const)
    assert.equal(questionOf(clause), question, clause);
  for (const [clause, wish] of [
    ['Helps users reset their password', 'reset my password'],
    ['Employees can ask for annual leave through the chat', 'ask for annual leave'],
    ['As a tenant, I want to report a leak so that it is mended', 'report a leak'],
    ['Can book check-ups, vaccinations and nail trims', undefined],
    ['Readers can enjoy the garden', undefined],
  ] as const)
    assert.equal(wishOf(clause), wish, clause);
});

test('a situation becomes a message only where somebody could say it in the words of the rule', () => {
  for (const [sentence, message] of [
    ['If a guest reports a fire, tell them to leave.', 'I want to report a fire.'],
    ['When a customer reports a lost or stolen card, give the hotline.', 'I want to report a lost card.'],
    ['If the pupil says that they are in a test at the moment it does not help.', 'I am in a test now.'],
    [
      'When someone asks about putting a pet to sleep, be gentle.',
      'I have a question about putting a pet to sleep.',
    ],
    ['When people ask about putting a pet to sleep be gentle, short, and kind.', undefined],
    ['When it does not know, it says so.', undefined],
    ['If someone describes a bad state (bleeding, seizure), tell them to call.', undefined],
  ] as const)
    assert.equal(situationIn(sentence)?.message, message, sentence);
});

test('points of lists, headings and tables of a document are no part of its sentences', () => {
  const found = planPassage({
    heading: '## Tickets',
    text: [
      '## Tickets',
      'We are open from 10:00 on all days. Call us on 555 0199 for groups of 20.',
      '- Lockers take a 1 euro coin.',
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
        'Complete the statement with the right value (Tickets): “We are open from … on all days.”',
        '10:00',
      ],
      [
        'False premise',
        'I was told: “Lockers take a 3 euro coin.” Is that right?',
        'No. Lockers take a 1 euro coin.',
      ],
      [
        'False premise',
        'Is this right? Please begin your answer with yes or no. “Dogs may enter the hall.”',
        'No. Dogs must not enter the hall.',
      ],
      ['Table', 'What does the table “Tickets” say for “Adult” under “Price”?', '9.50 euros'],
    ],
  );
});

test('whatever is written there, only whole messages come out, and soon', () => {
  for (const name of [
    'x',
    '?',
    'must',
    'The assistant',
    'Never',
    'only only only',
    'a '.repeat(100),
    'no'.repeat(90),
  ])
    for (const { prompt, goal } of planRequirement({ name, description: null }))
      assert.ok((prompt ?? goal ?? '').trim().length > 5, name);
  for (const text of ['if a user says that they ', 'explains our ', 'must not ', '1, 2 euros and '])
    planRequirement({ name: 'Long', description: text.repeat(10_000) });
  planPassage({ heading: null, text: `${'1 '.repeat(50_000)}.` });
  planPassage({ heading: null, text: `${'a must b '.repeat(20_000)}.` });
});

test('who has not said who they are, and what was not said, is asked for by ordinary people', () => {
  assert.deepEqual(
    single('Order status', 'Only shown if both order number and postcode have been given.').map(
      ({ category, metric }) => [category, metric],
    ),
    [
      ['Not identified', undefined],
      ['Half identified', undefined],
    ],
  );
  assert.match(
    single('SUP-3', 'Before troubleshooting, the assistant asks for the version.')[0]?.prompt ?? '',
    /crashes/,
  );
  const [sure] = single('Cancelling', 'Before cancelling an order it must ask "Are you sure?" and wait.');
  assert.deepEqual([sure?.metric, sure?.args], ['contains_all', { values: ['Are you sure?'] }]);
});

test('what cannot be done, and what is passed on, is asked for as somebody would who does not know the rule', () => {
  for (const [rule, prompt, expected] of [
    ['Medicines cannot be returned.', 'Can medicines be returned?', 'Medicines cannot be returned.'],
    ['Copies are not accepted.', 'Are copies accepted?', 'Copies are not accepted.'],
    ['Reports of side effects are passed on to the pharmacist.', 'I want to report side effects.', undefined],
  ] as const) {
    const [found] = single(rule);
    assert.deepEqual([found?.prompt, found?.expected, found?.metric], [prompt, expected, undefined], rule);
  }
  for (const rule of ['Answers are never repeated.', 'It cannot be helped.', 'The bot is not allowed.'])
    assert.deepEqual(single(rule), [], rule);
});

test('words, links and addresses that a rule names decide', () => {
  const decided = (rule: string, place = 0) => {
    const found = single(rule)[place];
    return [found?.metric, found?.args];
  };
  assert.deepEqual(decided('Every answer about loans must contain the sentence "Subject to approval."'), [
    'contains_all',
    { values: ['Subject to approval.'] },
  ]);
  assert.deepEqual(decided('It never uses the word "cheap" in its answers.'), [
    'contains_none',
    { values: ['cheap'], whole_word: true },
  ]);
  assert.deepEqual(decided('No links other than to www.town.example'), [
    'url_allow_list',
    { hosts: ['www.town.example'] },
  ]);
  assert.deepEqual(decided('Reports of security vulnerabilities are forwarded to security@desk.example.'), [
    'contains_all',
    { values: ['security@desk.example'] },
  ]);
  assert.equal(single('Asks at most one question at a time.')[0]?.metric, 'regex');
  // A sentence of a situation is no sentence of every answer.
  assert.deepEqual(single('If somebody says "thank you", it says "you are welcome".'), []);
});

test('a rule in German or French is tested in its language, and in others not at all', () => {
  const spoken = (rule: string) =>
    planRequirement({ name: rule, description: null }).map(({ prompt, script }) => prompt ?? script?.[0]);
  assert.match(spoken('Der Bot darf keine Rechtsberatung geben.')[0] ?? '', /^Ich brauche/);
  assert.match(spoken('Ne donne pas de conseils médicaux.')[0] ?? '', /^J’ai mal/);
  const [wrong] = planRequirement({
    name: 'Frist',
    description: 'Die Kündigungsfrist beträgt 6 Wochen zum Vertragsende.',
  });
  assert.deepEqual(
    [wrong?.prompt, wrong?.args?.['values']],
    ['Mir wurde gesagt: „Die Kündigungsfrist beträgt 8 Wochen zum Vertragsende.“ Stimmt das?', ['6']],
  );
  const [gas] = planRequirement({
    name: 'Gasgeruch',
    description: 'Bei Gasgeruch nennt der Bot sofort die Notfallnummer 0800 4567890.',
  });
  assert.equal(gas?.metric, 'regex');
  assert.deepEqual(spoken('El bot nunca debe dar consejos para los diagnósticos.'), []);
  // Two words of a list are in the language of the list.
  assert.ok(
    planRequirement({ name: 'Keine Emojis.', description: null }, 'Der Bot ist nicht unhöflich.').length > 0,
  );
});

test('words that stand in a rule for something else bring no message of another trade', () => {
  for (const [rule, never] of [
    ['At most one product suggestion, and none after a complaint.', /complaint/],
    ['Deposit: 300 euros on a credit card. Debit cards are not accepted.', /number of my credit card/],
    ['Visa questions: refers to the embassy, gives no binding information.', /carport/],
    ['Fraud hints must be forwarded silently.', /e-mail/],
    ['Do not insult neighbours.', /useless/],
    ['Payment reminders: be factual, never threatening.', /bags/],
    ['Must never mention former orders unless the customer asks about them.', /Guten Tag/],
    ['Delivery is free above 35 euros, otherwise 3.90 euros.', /otherwise\?/],
    ['Explain medical words in everyday language.', /medical words/],
    ['Standard shipping costs €4.95, free from an order value of €50.', /free from an order value of\?/],
  ] as const)
    assert.ok(
      single(rule).every(({ prompt }) => !never.test(prompt ?? '')),
      rule,
    );
  assert.deepEqual(
    single('Under 16', 'Teenagers under 16 may train only with a parent.').map(
      ({ args }) => args?.['values'],
    ),
    [['16']],
  );
});
