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
