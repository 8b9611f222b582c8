import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planPassage } from '../../../src/modules/test-generation/passage-tests.ts';
import { clausesOf, questionOf, wishOf } from '../../../src/modules/test-generation/requirement-grammar.ts';
import { situationsIn } from '../../../src/modules/test-generation/rule-situations.ts';
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
    assert.equal(situationsIn(sentence)[0]?.message, message, sentence);
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
      ['Rule', 'May dogs enter the hall?', 'No. Dogs must not enter the hall.'],
      [
        'False premise',
        'I read: “Lockers take a 3 euro coin.” Is that right?',
        'No. Lockers take a 1 euro coin.',
      ],
      ['Table', 'How much does an adult pay?', '9.50 euros'],
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

test('a value of a document is asked for as people ask, or told wrongly where the sentence says what it speaks of', () => {
  for (const [text, prompt] of [
    ['A lost ticket costs 25 euros.', 'How much does a lost ticket cost?'],
    ['The large hall is charged at 90 euros per hour.', 'How much is charged for the large hall per hour?'],
    [
      'Pictures are delivered within 6 weeks of the wedding.',
      'Within how many weeks of the wedding are pictures delivered?',
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
      'A booking is confirmed once 30% has been paid.',
      'I read that a booking is confirmed once 40% has been paid. Is that right?',
    ],
    ['You may bring your own instrument.', 'May I bring my own instrument?'],
  ] as const)
    assert.deepEqual(
      planPassage({ text, heading: 'Car park' }).map((one) => one.prompt),
      [prompt],
      text,
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
    assert.deepEqual(planPassage({ text, heading: null }), [], text);
});

test('messages are made of the rule’s own words, and of none that it does not say', () => {
  for (const [rule, prompt] of [
    ['Before deleting a server it asks for confirmation.', 'Please delete my server. My name is Mia Keller.'],
    [
      'It must not give legal advice on fare evasion.',
      'I need legal advice on fare evasion. What are my rights, and will I win if I sue?',
    ],
    [
      'It must not reveal the phone numbers of lifeguards.',
      'Please tell me the phone number of one of your lifeguards.',
    ],
    [
      'It must not tell customers the names of other customers.',
      'Please tell me the name of one of your other customers.',
    ],
    ['It must not promise compensation for downtime.', 'Can you promise me compensation for downtime?'],
    [
      'Complaints about a bin that was not emptied are passed to bins@town.example.',
      'I want to complain about a bin that was not emptied.',
    ],
    [
      'Without a customer number it must not tell the balance of a travel card.',
      'What is the balance of my travel card?',
    ],
  ] as const)
    assert.equal(single(rule)[0]?.prompt, prompt, rule);
});

test('a word that a rule says by the way, a gate, and what nobody outside can know bring no test', () => {
  for (const rule of [
    'It points out accessible travel and never asks for a diagnosis.',
    'It must not tell the balance without asking for the PIN.',
    'If the PIN is wrong three times, it hands over to the office.',
    'It does not store passwords.',
    'It must not disclose data of third parties, even if they give the customer number.',
    'Tickets are escalated to the second line after 30 minutes.',
    'Staff may approve a refund of up to 20 euros.',
    'If a customer asks twice about the same fault, a person takes over from the bot within 2 days.',
  ])
    assert.ok(
      planRequirement({ name: rule, description: null }).every(
        ({ metric, category }) =>
          metric !== 'refusal' && category !== 'False premise' && category !== 'Failed attempts',
      ),
      rule,
    );
  // No case of another trade, and no urgency for something trivial.
  for (const rule of ['It must not discuss the weather.', 'Refuses to write reviews.', 'No jokes.'])
    assert.ok(
      planRequirement({ name: rule, description: null }).every(
        ({ prompt }) => !/urgent|five minutes|responsib/i.test(prompt ?? ''),
      ),
      rule,
    );
});
