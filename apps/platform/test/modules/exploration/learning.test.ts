import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knowledgeFrom } from '../../../src/modules/exploration/knowledge.ts';
import { readPreviousFindings } from '../../../src/modules/exploration/previous-findings.ts';
import { slotValue } from '../../../src/modules/exploration/questions/slots.ts';
import { questionAbout, requestFor } from '../../../src/modules/exploration/questions/trials/abilities.ts';
import { abilitiesIn } from '../../../src/modules/exploration/reading/abilities.ts';
import { ageLimitIn } from '../../../src/modules/exploration/reading/age-limits.ts';
import { choiceIn } from '../../../src/modules/exploration/reading/choices.ts';
import { namedThings } from '../../../src/modules/exploration/reading/named-things.ts';
import { statedDomains } from '../../../src/modules/exploration/reading/terms.ts';
import { questionBack } from '../../../src/modules/exploration/reading/offers.ts';
import { exploreTalk } from './support/talk.ts';

// What a target says of itself is what it is asked about, and what it asks for is given to it.
const offered = (text: string): string[] =>
  abilitiesIn(text).map(({ verb = '', thing }) => `${verb} ${thing}`.trim());

test('what a target says it does is taken apart as a person would say it', () => {
  assert.deepEqual(
    offered(
      'I can help you book, change or cancel an appointment, explain our prices, and answer questions about opening hours.',
    ),
    ['book appointment', 'change appointment', 'cancel appointment', 'prices', 'opening hours'],
  );
  assert.deepEqual(
    offered('I can:\n- Track a parcel\n- Report damage: we open a case\n- Prices & services'),
    ['track parcel', 'report damage', 'prices', 'services'],
  );
  assert.deepEqual(offered('[1] Rates [2] Book [3] Insurance'), ['rates', 'book', 'insurance']);
  assert.deepEqual(offered('Are you looking to rent a bike, return a bike or report damage?'), [
    'rent bike',
    'return bike',
    'report damage',
  ]);
  assert.deepEqual(offered('I cannot give medical advice. What can I do for you today?'), []);
});

test('each of them becomes one question that somebody would ask', () => {
  assert.equal(
    requestFor({ verb: 'book', thing: 'appointment' }),
    'I would like to book an appointment, please.',
  );
  assert.equal(requestFor({ verb: 'cancel', thing: 'order' }), 'I would like to cancel my order, please.');
  assert.equal(requestFor({ verb: 'enrol', thing: '' }), 'I would like to enrol, please.');
  assert.equal(questionAbout('prices'), 'What are your prices? How much does it cost?');
  assert.equal(questionAbout('trial lessons'), 'What can you tell me about trial lessons?');
});

const known = knowledgeFrom([], readPreviousFindings(undefined));
const given = (text: string, filling = {}): string | undefined =>
  slotValue(questionBack(text) ?? '', text, known, filling)?.text;

test('a slot that is asked for is filled with a value of its kind, in the form that was shown', () => {
  assert.equal(given('For which day shall I book it? (YYYY-MM-DD)'), '2029-05-17');
  assert.equal(given('At what time?'), '14:00');
  assert.equal(given('For how many people?'), '2');
  assert.equal(given('To which email shall the test go?'), 'robin@example.com');
  assert.equal(given('In whose name?'), 'Robin Miller');
  assert.equal(
    given('Please tell me your name, the date and the number of people.'),
    'Robin Miller, Thursday 17 May 2029, 2',
  );
  assert.match(given('Your customer number, please (7 digits).') ?? '', /^\d{7}$/);
  assert.match(given('Your customer number, please: seven digits, it begins with 70.') ?? '', /^70\d{5}$/);
  assert.match(given('Please give me your order number, for example AB-1234.') ?? '', /^AB-\d{4}$/);
  assert.equal(given('We are open on Mondays.'), undefined);
});

test('what is not taken is given in another form, and what cannot be is given where that is tried', () => {
  assert.notEqual(given('On which day?'), given('On which day?', { attempt: 1 }));
  assert.equal(given('On which day?', { isOdd: true }), '31 February 2029');
  assert.equal(given('For how many people?', { isOdd: true }), '10000');
});

test('a question that names its options is answered with one of them', () => {
  assert.deepEqual(choiceIn('Would you like a small, medium or large one?'), [
    'small',
    'medium',
    'large one',
  ]);
  assert.deepEqual(choiceIn(questionBack('Class? small / estate / van') ?? ''), ['small', 'estate', 'van']);
  assert.deepEqual(
    choiceIn(
      questionBack('Which branch do you mean? We have three: Main Library, Harbour and Mill Lane.') ?? '',
    ),
    ['Main Library', 'Harbour', 'Mill Lane'],
  );
  assert.equal(choiceIn('Shall I book it, yes or no?'), undefined);
  assert.equal(choiceIn('Is there anything else?'), undefined);
});

test('ages and names are read where they are told, and nowhere else', () => {
  assert.equal(ageLimitIn('Beer and wine only from 18, the driver checks ID!')?.age, 18);
  assert.equal(ageLimitIn('Minimum age 23, licence held for 2 years.')?.age, 23);
  assert.equal(ageLimitIn('We are open from 10 to 18.'), undefined);
  assert.deepEqual(namedThings('You can choose the Basic or the Premium plan.').slice(0, 2), [
    'Basic',
    'Premium',
  ]);
});

const desk =
  (answers: readonly (readonly [RegExp, string])[], otherwise: string) =>
  (message: string): string =>
    answers.find(([pattern]) => pattern.test(message))?.[1] ?? otherwise;

test('no finding is high on a target that only declines', async () => {
  const { findings, turns } = await exploreTalk(
    desk(
      [
        [
          /what are you|what exactly/i,
          'I am the assistant of a garden shop. I can help with opening hours and prices.',
        ],
      ],
      'I am sorry, I cannot help you with that.',
    ),
  );
  assert.ok(turns.length <= 120);
  assert.deepEqual(
    findings
      .filter(({ severity }) => severity === 'critical' || severity === 'high')
      .map(({ title }) => title),
    [],
  );
});

test('a dialogue is gone through to its end, and what it comes to is told', async () => {
  const questions = ['Which day would suit?', 'At what time?', 'For how many people?'];
  const { findings, turns } = await exploreTalk((message, before) => {
    const begun = before.findLastIndex((one) => /book a table/i.test(one));
    if (/what are you|what exactly/i.test(message))
      return 'I am the desk of a restaurant. I book tables and tell you about the menu.';
    if (/book (?:a )?tables?/i.test(message)) return questions[0];
    const place = begun === -1 ? before.findLastIndex((one) => /book tables/i.test(one)) : begun;
    if (place !== -1 && before.length - place < 3) return questions[before.length - place];
    if (place !== -1 && before.length - place === 3) return `Your table is booked for ${message} people.`;
    return 'I did not understand that.';
  });
  const told = findings.find(({ kind }) => kind === 'capability');
  assert.match(
    told?.title ?? '',
    /Which day would suit\?.*At what time\?.*For how many people\?.*Your table is booked/,
  );
  assert.ok(turns.some(({ probe }) => probe.slot === 'date' && probe.odd === undefined));
  const odd = findings.find(({ kind }) => kind === 'odd_value_taken');
  assert.match(odd?.title ?? '', /10000/);
});

test('a conversation that is full is left for another, and the question is asked there', async () => {
  const limit = 6;
  const { turns, conversations } = await exploreTalk((message, before) =>
    before.length >= limit
      ? undefined
      : /what are you/i.test(message)
        ? 'I am the desk of a shop and tell you about opening hours.'
        : `Our ${before.length + 1} people deal with ${message.split(' ').slice(2, 6).join(' ')}.`,
  );
  const limited = turns.filter(({ outcome }) => outcome === 'rate_limited');
  assert.ok(limited.length > 0);
  assert.ok(conversations.size > limited.length);
  for (const turn of limited.slice(0, -1))
    assert.ok(
      turns.some(({ sent, outcome }) => sent === turn.sent && outcome !== 'rate_limited'),
      turn.sent,
    );
});

test('a question that is left open does not get in the way of the next', async () => {
  let stuck = 0;
  await exploreTalk((message, before) => {
    if (before.some((one) => /appointment/i.test(one))) {
      stuck += 1;
      return `That is no day I know.\nOn which planet?`;
    }
    return desk(
      [
        [
          /what are you|what exactly/i,
          'I am the desk of a clinic. I book appointments and tell you about prices.',
        ],
        [/appointment/i, 'On which planet?'],
      ],
      'A visit costs 40 euros.',
    )(message);
  });
  assert.ok(stuck < 12, `${stuck} questions were swallowed`);
});

test('a term that is told differently when its end is asked about is a contradiction, and the same term is none', async () => {
  const contradictions = async (days: number): Promise<string[]> => {
    const { findings } = await exploreTalk(
      desk(
        [
          [/what are you|what exactly/i, 'This is the parcel desk. I explain prices and pickup points.'],
          [/how long/i, 'A pickup point keeps a parcel for 7 days, the day it arrives not counted.'],
          [
            /collected/i,
            `A parcel that nobody collects goes back to its sender after ${days} days at the pickup point.`,
          ],
        ],
        'I did not understand that.',
      ),
    );
    return findings.filter(({ kind }) => kind === 'inconsistency').map(({ title }) => title);
  };
  assert.deepEqual(await contradictions(14), ['Contradicts itself: 7 days and 14 days']);
  assert.deepEqual(await contradictions(7), []);
});

test('where no domain is named, the summary begins with what the target says it does', async () => {
  const { summary } = await exploreTalk(
    desk(
      [[/what are you|what exactly/i, 'Rex here! I can help with classes, plans and freezes.']],
      'I did not understand that.',
    ),
  );
  assert.match(summary, /^The application says of itself: “I can help with classes, plans and freezes\.”/);
});

test('half of a compound and an adjective alone are no subject', () => {
  for (const none of [
    'You can take a folding bike on the multi-purpose coach.',
    'There is a comfortable coach at every hour.',
    'We give you a travel guide-book.',
    'I am a multilingual assistant.',
  ])
    assert.deepEqual(statedDomains(none), [], none);
  for (const [said, subject] of [
    ['I am a travel assistant.', 'travel'],
    ['I am your e-commerce assistant.', 'e-commerce'],
    ['I am the legal assistant of the town.', 'legal'],
  ] as const)
    assert.deepEqual(statedDomains(said), [subject], said);
});
