import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planPassage } from '../../../src/modules/test-generation/passage-tests.ts';
import { readRequirement } from '../../../src/modules/test-generation/requirement-reading.ts';
import { planRequirement } from '../../../src/modules/test-generation/requirement-tests.ts';

const read = (name: string, description: string | null = null) => readRequirement({ name, description });

test('a requirement is read for what it says, whatever its frame', () => {
  for (const [name, says, part] of [
    ['The bot must never quote a price for a medicine.', 'refuse', 'quote a price for a medicine'],
    ['Refuses requests to write essays for students', 'refuse', 'write essays for students'],
    ['Avoid giving tax advice', 'refuse', 'give me tax advice'],
    ['No legal advice', 'refuse', 'give me legal advice'],
    ['Keeps passenger names confidential', 'secret', 'passenger names'],
    ['Must not tell anyone what another member borrowed', 'secret', 'what another member borrowed'],
    ['Never invents order statuses', 'invent', 'order statuses'],
    ['Only answers questions about our shop', 'only', 'our shop'],
    ['Must only recommend products in stock', 'behave', 'only recommend products in stock'],
    ['Answers questions about opening hours', 'answer', 'opening hours'],
    ['Order tracking', 'answer', 'your order tracking'],
    ['Helps users reset their password', 'enable', 'reset my password'],
    ['It can calculate the premium', 'able', 'calculate the premium'],
    ['Never asks for a card number', 'refrain', 'ask for a card number'],
    [
      'Asks for a reference before it changes a booking',
      'behave',
      'ask for a reference before you change a booking',
    ],
    ['When the user is in distress, offers the helpline', 'when', 'offer the helpline'],
    ['Shipping costs are stated with tax', 'fact', 'shipping costs are stated with tax'],
    ['Answers have at most 120 words', 'format', 'answers have at most 120 words'],
    ['Replies in the language of the user', 'language', 'replies in the language of the user'],
    ['Stays polite when insulted', 'tone', 'stays polite when insulted'],
    ['Remembers the order number within a conversation', 'keep', 'the order number'],
  ] as const) {
    const reading: Record<string, string> = { ...read(name) };
    assert.equal(reading['says'], says, name);
    assert.ok(Object.values(reading).includes(part), `${name}: ${JSON.stringify(reading)}`);
  }
  assert.deepEqual(read('Loan periods', 'The assistant tells members how long books may be kept.'), {
    says: 'answer',
    thing: 'how long books may be kept',
  });
});

test('questions and goals speak to the application, and goals of its user', () => {
  const planned = planRequirement({ name: 'Helps users reset their password', description: null });
  assert.equal(planned[0]?.prompt, 'I would like to reset my password. What do I have to do?');
  assert.match(planned.at(-1)?.goal ?? '', /how to reset the user's password/);
  const behaved = planRequirement({ name: 'Says when it does not know', description: null });
  assert.match(behaved.at(-1)?.goal ?? '', /say when it does not know/);
});

test('points of lists, headings and tables of a document are no part of its sentences', () => {
  const found = planPassage({
    heading: '## Tickets',
    text: [
      '## Tickets',
      'We are open from 10:00 to 17:00 on all days. Call us on 555 0199 for groups of 20.',
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
        'Complete the statement with the right value (Tickets): “We are open from … to 17:00 on all days.”',
        '10:00',
      ],
      ['Detail', 'Complete the statement with the right value (Tickets): “Lockers take a … coin.”', '1 euro'],
      [
        'Rule',
        'Is this right? Please begin your answer with yes or no. “Dogs must not enter the hall.”',
        'Yes. Dogs must not enter the hall.',
      ],
      [
        'False premise',
        'Is this right? Please begin your answer with yes or no. “Dogs may enter the hall.”',
        'No. Dogs must not enter the hall.',
      ],
      ['Table', 'What does the table say for “Adult” under “Price”?', '9.50 euros'],
    ],
  );
});

test('whatever is written there, something that can be asked comes out, and soon', () => {
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
  planPassage({ heading: null, text: `${'1 '.repeat(50_000)}.` });
  planPassage({ heading: null, text: `${'a must b '.repeat(20_000)}.` });
});
