import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  duplicatesOf,
  faultOf,
  readPasted,
} from '../../../spa/src/features/requirements/pasted-requirements.ts';

const read = (text: string) =>
  readPasted(text).requirements.map(({ name, description }) =>
    description === '' ? name : [name, description],
  );

void describe('a pasted list of requirements', () => {
  void it('is one a line, without bullets, numbers, check boxes and quotes', () => {
    const lines = [
      '- Refuses legal advice',
      '* Answers in German',
      '•\tNames its sources',
      '1. Asks before it books',
      '(2) Says that it is a machine',
      '2.1) Keeps to the topic',
      '- [ ] Forgets on request',
      '- [x] 3 answers at most',
      '☐ Is polite',
      '"Never tells the password"',
      '> > „Gives a phone number“',
      '',
      '**Stays calm**',
      '2.5 seconds at most',
      'Says "no" and "sorry"',
    ];
    assert.deepEqual(read(lines.join('\r\n')), [
      'Refuses legal advice',
      'Answers in German',
      'Names its sources',
      'Asks before it books',
      'Says that it is a machine',
      'Keeps to the topic',
      'Forgets on request',
      '3 answers at most',
      'Is polite',
      'Never tells the password',
      'Gives a phone number',
      'Stays calm',
      '2.5 seconds at most',
      'Says "no" and "sorry"',
    ]);
  });

  void it('takes what is indented below a line for its description, however far the list itself is indented', () => {
    assert.deepEqual(
      read('  - Refuses legal advice\n    Points to a lawyer.\n\n      - kindly\n  - Is polite'),
      [['Refuses legal advice', 'Points to a lawyer.\n- kindly'], 'Is polite'],
    );
    assert.deepEqual(read('Is polite\n\tAlways'), [['Is polite', 'Always']]);
  });

  void it('is read without the marks of a wiki, whose headings are left out', () => {
    const { requirements, leftOut } = readPasted(
      [
        '= Bot rules (wiki) =',
        "* '''Prices''': tells the ''current'' price",
        '== Safety ==',
        '- **Advice**: gives no __legal__ advice',
        'h2. Tone',
        "* It's polite, and keeps 2 ** 3 and snake__case as they are",
        "  Says '''please'''",
        '**Orders:**',
        '- Asks for the number',
      ].join('\n'),
    );
    assert.deepEqual(
      requirements.map(({ name, description }) => [name, description]),
      [
        ['Prices: tells the current price', ''],
        ['Advice: gives no legal advice', ''],
        ["It's polite, and keeps 2 ** 3 and snake__case as they are", 'Says please'],
        ['Asks for the number', ''],
      ],
    );
    assert.deepEqual(leftOut, ['Bot rules (wiki)', 'Safety', 'Tone', 'Orders:']);
  });

  void it('is a table between bars, with its header or without, and a list around it', () => {
    const rows = '| Is polite | Says **please** |\n| Tells a \\| b | |';
    const read = [
      ['Is polite', 'Says please'],
      ['Tells a | b', ''],
    ];
    for (const text of [
      rows,
      `| Title | Description |\n|---|:-:|\n${rows}`,
      `| Rule | Why |\n| --- | --- |\n${rows}`,
      `|| Title || Description ||\n${rows}`,
    ])
      assert.deepEqual(
        readPasted(text).requirements.map(({ name, description }) => [name, description]),
        read,
        text,
      );
    const { requirements, leftOut } = readPasted(
      `# Rules\n- First\n\n| No | Title |\n|---|---|\n| 1 | Second |\n\n- Third`,
    );
    assert.deepEqual(
      requirements.map(({ name, line }) => [name, line]),
      [
        ['First', 2],
        ['Second', 6],
        ['Third', 8],
      ],
    );
    assert.deepEqual(leftOut, ['Rules', 'No']);
  });

  void it('leaves headings out, and says which', () => {
    const { requirements, leftOut, carried } = readPasted(
      '# Safety\n\nThe assistant must:\n  - refuse advice\n---\n- stay calm',
    );
    assert.deepEqual(
      requirements.map(({ line, name }) => [line, name]),
      [
        [4, 'Must refuse advice'],
        [6, 'stay calm'],
      ],
    );
    assert.deepEqual(leftOut.slice(0, 1), ['Safety']);
    assert.deepEqual(carried, ['The assistant must:']);
  });

  void it('is read from a table by its header, in whatever order, with line breaks inside of cells', () => {
    const table = 'ID\tDescription\tTitle\n7\t"Two\nlines"\tIs polite\n8\t\tStays calm\n';
    const { requirements, leftOut } = readPasted(table);
    assert.deepEqual(
      requirements.map(({ line, name, description }) => [line, name, description]),
      [
        [2, 'Is polite', 'Two\nlines'],
        [4, 'Stays calm', ''],
      ],
    );
    assert.deepEqual(leftOut, []);
    assert.deepEqual(read('title,description\n"Is polite, always","Says ""please"""\n'), [
      ['Is polite, always', 'Says "please"'],
    ]);
    assert.deepEqual(read('Title;Owner\nIs polite;Ada'), ['Is polite']);
    assert.deepEqual(read('Title\nIs polite, always\n    Even late'), [['Is polite, always', 'Even late']]);
    assert.deepEqual(read('Is polite\tAlways\nStays calm\t'), [['Is polite', 'Always'], 'Stays calm']);
    assert.deepEqual(read('Name, address and birthday are never asked for\nIs polite'), [
      'Name, address and birthday are never asked for',
      'Is polite',
    ]);
  });

  void it('keeps identifiers and priorities as tags, wherever a list has them', () => {
    const tagged = (text: string) =>
      readPasted(text).requirements.map(({ name, tags }) => [name, ...tags].join(' | '));
    assert.deepEqual(
      tagged(
        [
          '- REQ-12 Declines discounts',
          '- [REQ-13] [P1] Never gives legal advice',
          '- **REQ-14**: Names its sources (must)',
          '- FR-1.2 – Answers in German – P2',
          'R2: Explains fees. Priority: high',
          'Should-have: Greets customers',
          '[Must] Is kind',
          'Is brief (P2, REQ-15)',
          'Is polite',
          '  Priority: P3',
          '  Even late',
          'Stays calm',
          'ID: REQ-99',
          '## Could have',
          'Makes jokes',
          '## Tone',
          'ABC-1: Says please',
          'ABC-2: Says thanks',
        ].join('\n'),
      ),
      [
        'Declines discounts | REQ-12',
        'Never gives legal advice | REQ-13 | P1',
        'Names its sources | REQ-14 | must',
        'Answers in German | FR-1.2 | P2',
        'Explains fees. | R2 | Priority high',
        'Greets customers | should',
        'Is kind | must',
        'Is brief | P2 | REQ-15',
        'Is polite | P3',
        'Stays calm | REQ-99',
        'Makes jokes | could',
        'Says please | ABC-1',
        'Says thanks | ABC-2',
      ],
    );
    assert.equal(
      readPasted('Is polite\n  Priority: P3\n  Even late').requirements[0]?.description,
      'Even late',
    );
    assert.deepEqual(
      tagged('ID\tPriority\tTitle\tLabels\n7\tHigh\tIs polite\ttone, late\nREQ-8\t1\tStays calm\t'),
      ['Is polite | ID 7 | Priority high | tone | late', 'Stays calm | REQ-8 | Priority 1'],
    );
    assert.deepEqual(tagged('| Prio | Rule | Why |\n|---|---|---|\n| must | Is polite | They are ours |'), [
      'Is polite | must',
    ]);
    // None of these is a mark, and some would say the opposite without their first word.
    const words = [
      'COVID-19: gives no advice',
      'GPT-4 is never mentioned',
      'P1 incidents are told at once',
      'Must greet customers by name',
      "Won't: give legal advice",
      'Refund within 14 days (COVID-19)',
      'Prices: tells the current price',
      'Names the level (high)',
    ];
    assert.deepEqual(tagged(words.join('\n')), words);
    for (const long of [
      '-'.repeat(200_000),
      'x - '.repeat(50_000),
      '(a) '.repeat(50_000),
      'a1'.repeat(100_000),
    ])
      assert.ok(readPasted(`REQ-1 ${long} end`).requirements.length <= 1);
  });

  void it('carries a ban on into the lines below its heading, and never stores the opposite', () => {
    for (const above of [
      '## The assistant must not',
      'The bot must not:',
      'Must not:',
      '## Must-not',
      '# Must not have',
      'Must not',
      '**Must not:**',
      'Must not\n--------',
      "### Don'ts",
      'Don’ts:',
      '== 3. The assistant must not (hard limits) ==',
      'The assistant must not do any of the following:',
    ])
      assert.deepEqual(
        read(`${above}\n\n- VA-10 (must): give legal advice\n- VA-11 (must): Reveal its prompt`),
        ['Must not give legal advice', 'Must not reveal its prompt'],
        above,
      );
    for (const above of ['Never', '## Never', 'Out of scope — the assistant must never'])
      assert.deepEqual(read(`${above}\n- give legal advice`), ['Must never give legal advice'], above);
    const says: [string, string][] = [
      ['Does not give legal advice', 'Does not give legal advice'],
      ['No legal advice', 'No legal advice'],
      ['Never promises a date', 'Never promises a date'],
      ["The bot doesn't guess", "The bot doesn't guess"],
      ['Refuses legal advice', 'Refuses legal advice'],
      ['not give legal advice', 'Must not give legal advice'],
      ['Legal advice', 'Must not: Legal advice'],
      ['Contact details', 'Must not: Contact details'],
      ['Gives legal advice', 'Must not give legal advice'],
      ['Promises of refunds', 'Must not: Promises of refunds'],
      ['be rude', 'Must not be rude'],
      ['Legal advice is never given', 'Legal advice is never given'],
      ['Customers who are not logged in', 'Must not: Customers who are not logged in'],
      ['give advice that is not asked for', 'Must not give advice that is not asked for'],
      ['knowingly mislead customers', 'Must not knowingly mislead customers'],
    ];
    for (const [line, kept] of says) assert.deepEqual(read(`## Must not\n- ${line}`), [kept]);
    // A title in bold says what the list below it is about; alone it is a requirement like any other line.
    const titled = readPasted(
      '## Must not\n\n**Legal matters**\n- give legal advice\n\n__Prices__\n\n1. invent prices\n\n**Contact details**',
    );
    assert.deepEqual(
      titled.requirements.map(({ name }) => name),
      ['Must not give legal advice', 'Must not invent prices', 'Must not: Contact details'],
    );
    assert.deepEqual(titled.leftOut, ['Legal matters', 'Prices']);
    assert.deepEqual(read('**Refuses legal advice.**\n- says where to ask'), [
      'Refuses legal advice.',
      'says where to ask',
    ]);
    assert.deepEqual(read('The bot must not discuss:\n- Politics'), ['Must not discuss: Politics']);
    assert.deepEqual(read('The bot should not:\n- joke about money'), ['Should not joke about money']);
    assert.deepEqual(read('## Why the bot must not\n- Names its sources'), ['Names its sources']);
  });

  void it('carries a heading on as far as its part of the list goes', () => {
    assert.deepEqual(
      read(
        [
          '## Must not',
          '- give advice',
          '### Money',
          '- promise refunds',
          '### Instead',
          '- Refers to a person',
          '### Prices',
          '- invent prices',
          '## Tone',
          '- Is kind',
          'Must not:',
          '- be rude',
          '',
          '- swear at people',
          '',
          'Stays calm',
          '- The bot must not',
          '  - lie about fees',
          '- Names fees',
          'The bot may:',
          '- answer in German',
          '- Polite jokes',
        ].join('\n'),
      ),
      [
        'Must not give advice',
        'Must not promise refunds',
        'Refers to a person',
        'Must not invent prices',
        'Is kind',
        'Must not be rude',
        'Must not swear at people',
        'Stays calm',
        'Must not lie about fees',
        'Names fees',
        'May answer in German',
        'Polite jokes',
      ],
    );
    assert.deepEqual(
      read(
        '## Must not\n\n| ID | Title |\n|---|---|\n| 1 | give advice |\n\n## Tone\n\n| Title |\n|---|\n| Is kind |',
      ),
      ['Must not give advice', 'Is kind'],
    );
  });

  void it('takes no beginning without an end for a requirement', () => {
    const { requirements, carried } = readPasted('Must\n- Is kind\n\nMust not');
    assert.deepEqual(
      requirements.map(({ name, tags }) => [name, tags]),
      [['Is kind', ['must']]],
    );
    assert.deepEqual(carried, ['Must', 'Must not']);
    assert.deepEqual(read('Title,Owner\nMust not,Ada\nIs kind,Ada'), ['Is kind']);
  });

  void it('takes identifier and priority off where every line has both', () => {
    for (const [one, other] of [
      ['VA-1 (must): ', 'VA-2 (should): '],
      ['VA-1 [must]: ', 'VA-2 [should]: '],
      ['VA-1 (must) ', 'VA-2 (should) '],
      ['(must) VA-1: ', '(should) VA-2: '],
    ])
      assert.deepEqual(
        readPasted(`- ${one}Is kind\n- ${other}is brief`).requirements.map(({ name, tags }) => [
          name,
          [...tags].toSorted(),
        ]),
        [
          ['Is kind', ['VA-1', 'must']],
          ['is brief', ['VA-2', 'should']],
        ],
        one,
      );
    assert.deepEqual(read('VA-1 (must): is kind'), ['is kind']);
    assert.deepEqual(read('GPT-4 (openai) is never named'), ['GPT-4 (openai) is never named']);
  });

  void it('sets aside what asks nothing of an application, and says what it is', () => {
    const aside = [
      ['Hi team,', 'Greeting'],
      ['Owner: Ada Lovelace', 'Note'],
      ['Status: draft', 'Note'],
      ['TODO: ask legal about refunds', 'To do'],
      ['- todo check the wording', 'To do'],
      ['See also the wiki page on tone', 'Link'],
      ['https://wiki.example.test/tone', 'Link'],
      ['- Insurers give discounts', 'General statement'],
      ['Most insurers offer a bonus', 'General statement'],
      ['Many users forget their password', 'General statement'],
      ['Should we offer refunds?', 'Question'],
      ['Note: prices are gross', 'Note'],
      ['Thanks!', 'Greeting'],
    ];
    const kept = [
      'declines discounts',
      'Sources: names the page it took the answer from',
      'Note: it must never tell net prices',
      'Owner: must be named',
      'To do anything risky, it asks first',
      'Insurers’ discounts are declined',
      'Insurers must be named',
      'Competitors are not mentioned',
      'Customers get a refund within 14 days',
      'People under 18 get no loans',
      'Refers to a doctor',
      'Sees when somebody is in need',
      'Most answers fit in three lines',
      'Asks “How can I help you?”',
    ];
    const pasted = readPasted([...aside.map(([line]) => line), ...kept].join('\n'));
    assert.deepEqual(
      pasted.setAside.map(({ line, why }) => [aside[line - 1]?.[0], why]),
      aside,
    );
    assert.deepEqual(
      pasted.requirements.map(({ name }) => name),
      kept,
    );
    const { requirements, setAside } = readPasted('Must have:\n- Is polite\nWon’t have:\n- Makes jokes');
    assert.deepEqual([requirements[0]?.name, requirements[0]?.tags], ['Is polite', ['must']]);
    assert.deepEqual([setAside[0]?.name, setAside[0]?.why], ['Makes jokes', 'Won’t have']);
  });

  void it('marks what is there already, or stands twice in the list, as names are compared', () => {
    const { requirements } = readPasted('Is polite\nIS  polite\nStays calm\nOther');
    const marked = duplicatesOf(requirements, new Set(['STAYS CALM']));
    assert.deepEqual(
      [...marked].map(([{ line }, why]) => [line, why]),
      [
        [2, 'Twice, see line 1'],
        [3, 'There already'],
      ],
    );
  });

  void it('gives a rule that is written out in one paragraph its first sentence as title, and the whole as description', () => {
    const rule =
      `Names the fee before anything is booked. ${'It says so again at the end. '.repeat(10)}`.trim();
    const [first, endless, word] = readPasted(
      `- ${rule}\n    As the board wants it\n${'never '.repeat(60)}\n${'x'.repeat(300)}`,
    ).requirements;
    assert.equal(first?.name, 'Names the fee before anything is booked.');
    assert.equal(first?.description, `${rule}\nAs the board wants it`);
    assert.match(endless?.name ?? '', /^(?:never )+never…$/);
    assert.ok((endless?.name.length ?? 999) <= 200);
    assert.equal(word?.name, `${'x'.repeat(199)}…`);
    assert.equal(word?.description, 'x'.repeat(300));
  });

  void it('refuses a description that is too long, and takes no character that names may not have', () => {
    const faults = readPasted(`${'x'.repeat(200)}\nok\n  ${'y'.repeat(4001)}`).requirements.map(faultOf);
    assert.equal(faults[0], undefined);
    assert.match(faults[1] ?? '', /description has 4,001 characters/);
    assert.deepEqual(read('Is\u202e po\u0007lite\n\u200b\n- \n'), ['Is po lite']);
  });

  void it('takes the subject of a ticket above its list for a heading, and a first sentence of its own for none', () => {
    const ticket =
      'LIB-214 Acceptance criteria for the assistant\n\n- Loans can be renewed twice.\n- Says when it is open.\n  On Sundays too.';
    const read = readPasted(ticket);
    assert.deepEqual(
      read.requirements.map(({ name }) => name),
      ['Loans can be renewed twice.', 'Says when it is open.'],
    );
    assert.deepEqual(read.leftOut, ['LIB-214 Acceptance criteria for the assistant']);
    for (const other of [
      'Answers in English.\n\n- Loans can be renewed twice.\n- Says when it is open.',
      'Answers in English\n- Loans can be renewed twice.\n- Says when it is open.',
      'Answers in English\n\nLoans can be renewed twice\n\n- Says when it is open.',
    ])
      assert.ok(
        readPasted(other).requirements.some(({ name }) => name.startsWith('Answers in English')),
        other,
      );
  });
});
