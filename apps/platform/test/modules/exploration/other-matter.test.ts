import assert from 'node:assert/strict';
import { test } from 'node:test';
import { otherMatter } from '../../../src/modules/exploration/findings/checks/other-matter.ts';
import type { Turn } from '../../../src/modules/exploration/turns.ts';
import { answeredTurn } from './support/answered-turn.ts';
import { exploreTalk } from './support/talk.ts';

type Said = readonly [sent: string, received: string, about?: string, probe?: Partial<Turn['probe']>];

const claimsOf = (...said: readonly Said[]) =>
  otherMatter.read(
    said.map(([sent, received, about, probe], at) =>
      answeredTurn({
        turn: at + 1,
        strategy: 'domain_probing',
        probe: { id: `asked-${at + 1}`, dimension: 'factual', text: sent, about, ...probe },
        sent,
        received,
      }),
    ),
  );
const hours = 'We are open Monday to Friday from 8:00 to 17:00.';

test('what it tells of its opening hours, said to a question about something else as well, is found with both questions', () => {
  const [claim, ...more] = claimsOf(
    ['What should I know about meter readings?', hours, 'meter readings'],
    ['When are you open?', hours, 'opening hours'],
    ['What does a call-out cost?', 'A call-out costs 60 euros.', 'call-outs'],
  );
  assert.equal(
    claim?.title,
    'Answers something else: to “What should I know about meter readings?” it says what it says of opening hours',
  );
  assert.deepEqual(claim?.evidence, [1, 2]);
  assert.match(
    claim?.detail ?? '',
    /To “When are you open\?” and to “What should I know about meter readings\?”/,
  );
  assert.deepEqual(more, []);
});

test('an answer in other words, to a matter that it may mean, to where people are sent on, or that declines, is no other matter', () => {
  const notFound: readonly (readonly Said[])[] = [
    // Never said of what it is about: it may be other words for it.
    [
      ['What should I know about meter readings?', hours, 'meter readings'],
      ['What should I know about boilers?', hours, 'boilers'],
    ],
    [
      ['When can I visit the counter on Sunday?', hours, 'the counter'],
      ['When are you open?', hours, 'opening hours'],
    ],
    [
      ['How much are season passes?', 'A day ticket costs 12 euros.', 'season passes'],
      ['What does a day ticket cost?', 'A day ticket costs 12 euros.', 'day tickets'],
    ],
    [
      ['Can I get my money back?', 'Refunds are paid within 14 days.', 'money back'],
      ['What about refunds?', 'Refunds are paid within 14 days.', 'refunds'],
    ],
    [
      ['When does my order arrive?', 'Delivery takes three days.', 'orders'],
      ['How long does delivery take?', 'Delivery takes three days.', 'delivery'],
    ],
    [
      ['What should I know about boilers?', 'Please call our team, open 8:00 to 17:00.', 'boilers'],
      ['When are you open?', 'Please call our team, open 8:00 to 17:00.', 'opening hours'],
    ],
    [
      ['What should I know about boilers?', 'I cannot help with that; delivery is all I know.', 'boilers'],
      ['Do you deliver?', 'I cannot help with that; delivery is all I know.', 'delivery'],
    ],
    [
      ['What should I know about refunding deposits?', 'A refund takes 14 days.', 'refunding deposits'],
      ['How do I get a refund?', 'A refund takes 14 days.', 'getting money back'],
    ],
    // It was answered before and is pressed: what comes again is the same answer.
    [
      ['When are you open?', hours, 'opening hours'],
      ['Really? I heard otherwise of the boilers.', hours, 'boilers', { dimension: 'doubt', follows: 1 }],
    ],
    [
      ['Was muss ich über Zählerstände wissen?', hours, 'Zählerstände'],
      ['When are you open?', hours, 'opening hours'],
    ],
  ];
  for (const said of notFound) assert.deepEqual(claimsOf(...said), [], said[0]?.[0]);
});

test('a whole exploration finds what comes to a subject that the application names, and is said of another one', async () => {
  const told = await exploreTalk((message) => {
    const [, answer] = rules.find(([asked]) => asked.test(message)) ?? [];
    return answer ?? 'Sorry, I did not understand that. Please ask in other words.';
  });
  const [found, ...more] = told.findings.filter(({ kind }) => kind === 'other_matter');
  assert.match(
    found?.title ?? '',
    /^Answers something else: to “.*meter.*” it says what it says of opening hours$/,
  );
  assert.equal(found?.severity, 'medium');
  assert.deepEqual(more, []);
});

/** It takes every question about meters for one about the counter. */
const rules: readonly (readonly [RegExp, string])[] = [
  [
    /what can you|help|who are you|what do you|topics/i,
    'I answer questions about rent payments, meter readings and repairs.',
  ],
  [/open|hours|close|meter/i, hours],
  [/rent/i, 'The rent is due on the third working day of the month.'],
  [/repair/i, 'A repair is looked at within five working days.'],
];
