import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readExpected } from '../../../src/modules/metrics/text/expected/index.ts';

const table = fileURLToPath(new URL('../../fixtures/expected-answers.tsv', import.meta.url));

interface Triple {
  readonly input: string;
  readonly expected: string;
  readonly values?: readonly string[];
}
const read = ({ values = [], ...given }: Triple, output: string) =>
  readExpected({ ...given, values, output });

/** “pass” and “open” are right answers, decided or left to a person; “wrong” must not pass. */
test('of answers that a person labelled no wrong one passes and no right one fails', () => {
  const rows = readFileSync(table, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));
  assert.equal(rows.length, 204);
  for (const [label, input = '', expected = '', output = '', values = ''] of rows) {
    const { met, reason } = read(
      { input, expected, values: values.split(';').filter((value) => value !== '') },
      output,
    );
    const told = `${expected} / ${output}: ${reason}`;
    if (label === 'wrong') assert.notEqual(met, true, told);
    else assert.equal(met, label === 'pass' ? true : undefined, told);
  }
});

const fob = { input: 'How much does a replacement fob cost?', expected: 'A replacement fob costs £12.' };
const items = { input: 'How long can I return items?', expected: 'You can return items within 30 days.' };
const hours = { input: 'When do you open?', expected: 'We open at 9.' };
const dogs = { input: 'Are dogs allowed?', expected: 'Dogs are allowed.' };
const closed = { input: 'On which day are you closed?', expected: 'We are closed on Mondays.' };
const free = { input: 'Is parking free?', expected: 'Parking is free.' };
const told = {
  input: 'I read that a replacement fob costs £17. Is that right?',
  expected: 'No. A replacement fob costs £12.',
};

/** What takes back, limits or doubts in words of no list, and what only looks like a courtesy or a pointer. */
const behind = `
  Returns are impossible.|Forget that, it has closed for good.|The building burnt down.|Everything above is fiction.|Nobody honours it.
  I hope this helps nobody.|Have a nice day elsewhere.|Let me know if you need it cheaper.|Enjoy it while it lasts.|See you next year.
  Thank you for asking the wrong question.|Sure, as if.|Welcome to the price list of 2019.|Would you like to get one for free?
  Would you believe it?|Really?|Right?|Or not?|You can get it at the office for nothing.|You can get one in the app today only.
  You can find the old price on our website.|Please check our website for the actual price.|You can order one online from June.
  You can pay the rest at the desk.|You can pay twice at the desk.|Please bring your own.|You can find us anywhere.|Add £3.|£3 more.
  Please contact us if you have a receipt.|Things change.|All sales are final.|Prices are outdated.|The list is from 2019.
  The manager decides.|Members pay nothing.|Everyone comes anyway.|🤥|;)|(?)|"All of that was abolished in May."|In your dreams.
  April fool!|So they say.|Ask somebody who knows.|Terms and conditions apply.|While stocks last.|For now.|Today.|On paper.
  Allegedly.|My colleague says the opposite.|The offer lapsed.|Sold out.|Ausverkauft.|Das gilt heute nicht.|C'est fini.|Ya no.
  Exceptions exist.|Yours is different.|I made this up.|I am guessing.|Check with a lawyer whether that holds.|Please ask our team first.
  More information is on our website, which differs.|Our website has newer information.|Plus VAT.|Twice that on Sundays.|Almost.
  Payment is by card, and double in cash.|Half that for members.|Or whatever.|(outdated)|(2019)`
  .split(/[|\n]/)
  .map((one) => one.trim())
  .filter((one) => one !== '');
const within =
  ', I was told|, the leaflet claims|, sort of|, once|, they say|; the rest is lies|, a figure we dispute|, and you can get it for less at the office|: nonsense'.split(
    '|',
  );
const ahead =
  'Here is what not to believe.|Our competitor is cheap.|This is a parody.|Imagine the following.|Opposite day!|Draft:|For staff:|The next sentence is untrue.|Repeat after me:|My answer may be off.|Welcome to April Fools’ Day!'.split(
    '|',
  );
const leading =
  'They say|Who says|It says|Legend has it that|Let us say|I dreamt that|At our rival’s,|In theory,'.split(
    '|',
  );

test('what stands beside the right sentence and is not accounted for leaves it open, in whatever words', () => {
  for (const given of [fob, { ...fob, values: ['£12'] }, items, hours, dogs, closed, free, told]) {
    const core = given.expected.replace(/\.$/, '');
    const small = core[0]?.toLowerCase() + core.slice(1);
    assert.equal(read(given, `${core}.`).met, true, core);
    for (const output of [
      ...behind.map((one) => `${core}. ${one}`),
      ...within.map((one) => `${core}${one}.`),
      ...ahead.map((one) => `${one} ${core}.`),
      ...leading.map((one) => `${one} ${small}.`),
    ])
      assert.notEqual(read(given, output).met, true, output);
  }
});

test('the reason quotes what stands beside it', () => {
  assert.equal(
    read(items, 'You can return items within 30 days. Returns are impossible.').reason,
    'It says what is expected, and beside it "Returns are impossible.", which may limit it or take it back.',
  );
});

test('a greeting, an offer of help and the way to more leave a right answer as it is', () => {
  for (const given of [fob, items, hours, dogs, closed, free, told])
    for (const [lead, end] of [
      ['Hello!', 'Is there anything else I can help you with?'],
      ['Thanks for your question!', 'If you have any other questions, please call us.'],
      ['Good question!', 'For more information, please visit our website.'],
      ['Happy to help!', 'Have a great day!'],
    ])
      assert.equal(
        read(given, `${lead} ${given.expected} ${end}`).met,
        true,
        `${lead} ${given.expected} ${end}`,
      );
});

test('where to get it and what to pay with is said beside a value alone, and of what is to be had', () => {
  const pointers = [
    'You can order one from the office.',
    'You can pay at the desk.',
    'You can buy it online or at reception.',
  ];
  for (const pointer of pointers) {
    assert.equal(read(fob, `${fob.expected} ${pointer}`).met, true, pointer);
    for (const given of [
      dogs,
      free,
      { input: 'Do you sell fobs?', expected: 'We do not sell fobs.' },
      { input: 'How much is entry?', expected: 'Entry costs €0.' },
      { input: 'Under what age are children free?', expected: 'Children under 6 are free.' },
    ])
      assert.notEqual(read(given, `${given.expected} ${pointer}`).met, true, `${given.expected} ${pointer}`);
  }
});

test('another thing that is named may have its own value, and none that may be the matter itself', () => {
  for (const beside of ['A spare lock costs £20.', 'Delivery takes 3 days.'])
    assert.equal(read(fob, `${fob.expected} ${beside}`).met, true, beside);
  for (const beside of [
    'A fob costs £20.',
    'The price is £20.',
    'VAT costs £2.',
    'Members pay £5.',
    'It takes £20.',
    'The real one costs £20.',
    'A spare lock costs from £20.',
  ])
    assert.notEqual(read(fob, `${fob.expected} ${beside}`).met, true, beside);
});

test('the same is said actively, of each, with hours by halves of the day, or by the word that is asked for', () => {
  for (const [given, right, wrong] of [
    [
      { input: items.input, expected: 'Items can be returned within 30 days.' },
      ['You can return items within 30 days.'],
      ['We can return items within 30 days.', 'You must return items within 30 days.'],
    ],
    [
      // Who inspects a flat is not who rents it.
      { input: 'When can flats be inspected?', expected: 'Flats can be inspected at 24 hours’ notice.' },
      [],
      ['You can inspect flats at 24 hours’ notice.'],
    ],
    [fob, ['Replacement fobs cost £12 each.'], ['Replacement fobs cost £12 each month.']],
    [
      { input: 'How much does a day pass cost?', expected: 'A day pass costs £9.50.' },
      ['Our day pass costs £9.50.'],
      ['A pass costs £9.50 a day.'],
    ],
    [
      { input: 'When is the library open?', expected: 'The library is open from 9 to 5.' },
      ['The library is open from 9 am to 5 pm.'],
      ['The library is open from 9 pm to 5 am.', 'The library is open from 5 to 9.'],
    ],
    [
      { input: 'When is the night bar open?', expected: 'The night bar is open from 9 to 5.' },
      [],
      ['The night bar is open from 9 am to 5 pm.'],
    ],
    [
      { input: 'When are you open?', expected: 'We are open from 9 to 5 on weekdays.' },
      ['We’re open on weekdays from 9 to 5.'],
      ['We’re open on weekends from 9 to 5.'],
    ],
    [
      { input: 'Can guests park for free?', expected: 'Guests can park for free.' },
      ['Yes!', 'Yes, guests can park for free. Please ask at reception.'],
      ['No.', 'Yes, on Sundays.', 'Yes, members can.', 'Yes. You can pay at reception.'],
    ],
    [
      { input: 'How long may I keep books?', expected: 'You may keep books for 28 days.' },
      ['You may keep books for up to 28 days.'],
      ['You must keep books for up to 28 days.', 'You may keep books from 28 days.'],
    ],
    [
      told,
      ['No, that’s not correct. A replacement fob costs £12.'],
      ['No, that’s not correct. A replacement fob costs £12. That’s not correct.'],
    ],
  ] as const) {
    for (const output of right) assert.equal(read(given, output).met, true, output);
    for (const output of wrong) assert.notEqual(read(given, output).met, true, output);
  }
});

test('a thing or a value that only the question names is another answer, whole or beside the right one', () => {
  for (const [input, expected, right, wrong] of [
    [
      told.input,
      told.expected,
      ['No. A replacement fob costs £12, not £17.'],
      [
        'No. A replacement fob costs £12. A replacement fob costs £17.',
        'A replacement fob costs £17. No, a replacement fob costs £12.',
        'No, a replacement fob costs £12. £17.',
        'No, a replacement fob costs £12 and £17.',
      ],
    ],
    [
      'Does Anna or Ben lead?',
      'Anna leads.',
      ['Anna leads.'],
      ['Anna. Ben.', 'Anna leads; Ben leads.', 'Anna and Ben lead.', 'Ben and Anna lead.'],
    ],
    [
      'Do dogs or cats stay free?',
      'Dogs stay free.',
      ['Dogs stay free.'],
      ['Dogs stay free. Cats stay free.', 'Dogs and cats stay free.'],
    ],
    [
      'Which of red, green and blue is it?',
      'red',
      ['Red.', 'It is red.'],
      ['Red. Green.', 'Red and green.', 'Red/green.'],
    ],
    [
      'How much is a fob and a key?',
      'A fob costs £12.',
      ['A fob costs £12.'],
      ['A fob and a key cost £12.', 'A key costs £12.'],
    ],
  ] as const) {
    for (const output of right) assert.equal(read({ input, expected }, output).met, true, output);
    for (const output of wrong) assert.notEqual(read({ input, expected }, output).met, true, output);
  }
});
