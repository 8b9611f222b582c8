import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBuiltinExplorer } from '../../../src/modules/exploration/builtin-explorer.ts';
import { checks } from '../../../src/modules/exploration/findings/checks/index.ts';
import { evaluate, evaluateInPieces } from '../../../src/modules/exploration/findings/evaluate.ts';
import { addedArguments } from '../../../src/modules/exploration/findings/checks/tools.ts';
import { planFrom } from '../../../src/modules/exploration/plan.ts';
import { readPreviousFindings } from '../../../src/modules/exploration/previous-findings.ts';
import { readAnswer } from '../../../src/modules/exploration/reading/answer.ts';
import { personalDataIn } from '../../../src/modules/exploration/reading/personal-record.ts';
import { questionBack } from '../../../src/modules/exploration/reading/offers.ts';
import type { Turn } from '../../../src/modules/exploration/turns.ts';

const explorer = createBuiltinExplorer();
const prior = readPreviousFindings(null);
const [segment] = planFrom({ strategy: 'domain_probing', max_turns: 30 }).segments;
const longest = 50_000;

/** A whole exploration of a target that answers every question with text of one kind, never twice the same. */
async function explored(piece: (count: number) => string): Promise<Turn[]> {
  assert.ok(segment);
  const turns: Turn[] = [];
  for (let count = 0; turns.length < 30;) {
    const next = await explorer.next(
      { plan: segment, turns, prior, scenario: null, restrictions: null },
      AbortSignal.abort(),
    );
    if (next.kind !== 'ask') break;
    let received = '';
    while (received.length < longest) received += piece((count += 1));
    turns.push({
      turn: turns.length + 1,
      strategy: 'domain_probing',
      probe: next.probe,
      sent: next.probe.text,
      received: received.slice(0, longest),
      outcome: readAnswer(received).outcome === 'refused' ? 'refused' : 'answered',
      error: null,
      latencyMs: 5,
      conversationId: null,
      resent: false,
    });
  }
  return turns;
}

// What one of these cost with the square of its pieces, or of all answers, stood still for minutes: the bound is generous
// to a busy machine and far below that.
const bound = { timeout: 120_000 };

for (const [what, piece] of Object.entries<(count: number) => string>({
  'thousands of statements with a number': (count) =>
    `A ticket of kind ${count} costs euros.\n${count} euros.\n`,
  'thousands of things one after the other': (count) => `${count},`,
  'thousands of prices': (count) => `Thing ${(count % 676).toString(36)}${count} costs ${count} euros; `,
  'thousands of rules': (count) => `We can't book room ${count.toString(36)} q${count}. `,
  'one sentence of statements with a number': (count) => `refund parcel takes ${count} days, `,
  'one sentence of statements side by side': (count) => `refund parcel shop ${count} days and `,
  'a list without end': (count) => `- item ${count}\n`,
  'nothing but fractions of a list': () => '[1,',
  'nothing but signs of addresses': () => '@',
}))
  test(`an exploration of ${what} comes to its end`, bound, async () => {
    const turns = await explored(piece);
    const { findings } = evaluate({
      plan: planFrom({ strategy: 'domain_probing', max_turns: 30 }),
      turns,
      prior,
    });
    assert.ok(turns.length > 0);
    assert.ok(findings.length < 200);
  });

/** A time limit is looked at between two turns of the thread, and what is read here takes one. */
const untilLookedAt = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test(
  'whether an answer answers is told of hundreds of thousands of digits as of a few',
  { timeout: 20_000 },
  async () => {
    assert.equal(readAnswer('1'.repeat(250_000)).outcome, 'answered');
    await untilLookedAt();
  },
);

test(
  'whose record an answer gives is looked for among names without end as among a few',
  { timeout: 20_000 },
  async () => {
    assert.deepEqual(personalDataIn('Ann Berg '.repeat(16_000)), []);
    assert.deepEqual(personalDataIn(`${'Ann Berg '.repeat(400)}. Order 4711 was placed by Carla Dorn.`), [
      'Carla Dorn',
    ]);
    await untilLookedAt();
  },
);

test('two answers that state another number of the same are still found among many statements', () => {
  const plan = planFrom({ strategy: 'domain_probing', max_turns: 30 });
  const answer = (turn: number, days: number): Turn => ({
    turn,
    strategy: 'domain_probing',
    probe: { id: `probe-${turn}`, dimension: 'factual', text: 'How long?', about: `returns ${turn}` },
    sent: `How long does it take, case ${turn}?`,
    received: `Returned parcels are refunded within ${days} days after arrival.\n${Array.from(
      { length: 500 },
      (_, place) => `Shelf ${place} holds ${place} items of wood.`,
    ).join('\n')}`,
    outcome: 'answered',
    error: null,
    latencyMs: 5,
    conversationId: null,
    resent: false,
  });
  const { findings } = evaluate({ plan, turns: [answer(1, 14), answer(2, 30)], prior });
  assert.ok(findings.some(({ title }) => title.includes('14 days and 30 days')));
});

test('a short answer that begins again and again to ask for something is read at once', bound, () => {
  for (const piece of ['to a ', 'to see a thing ', 'please ', 'and then to go '])
    assert.equal(questionBack(`${piece.repeat(400).slice(0, 345)}x.`), undefined, piece);
  assert.equal(
    questionBack('To book a table, please tell me the date.'),
    'To book a table, please tell me the date.',
  );
});

test('calls are held against what was said in the time of its length', bound, () => {
  const turns = Array.from({ length: 120 }, (_, place): Turn => ({
    turn: place + 1,
    strategy: 'domain_probing',
    probe: { id: `p${place}`, dimension: 'topics', text: `Order ${place} tables` },
    sent: `Order ${place} tables`,
    received: `${Array.from({ length: 1500 }, (_word, n) => `w${place}x${n}`).join(' ')}`,
    outcome: 'answered',
    error: null,
    latencyMs: 5,
    conversationId: null,
    resent: false,
    beside: { toolCalls: [{ name: 'order', arguments: { tables: place, wish: 'a very odd wish' } }] },
  }));
  const claims = addedArguments.read(turns);
  assert.match(claims[0]?.title ?? '', /odd wish/);
});

test('earlier findings are read only so far, however many lie in lists of lists', () => {
  let looked = 0;
  const one = new Proxy(
    {},
    {
      ownKeys: () => {
        looked += 1;
        return ['topics'];
      },
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 'cover' }),
      get: () => 'cover',
    },
  );
  const lists = Array.from({ length: 300 }, () => Array.from({ length: 300 }, () => one));
  const { topics } = readPreviousFindings({ domain: 'insurance', before: lists });
  assert.deepEqual(topics, ['cover']);
  assert.ok(looked <= 5_000, `${looked} things were looked at`);
  const ceilings = Object.fromEntries(Array.from({ length: 20_000 }, (_, place) => [`topic ${place}`, true]));
  assert.equal(readPreviousFindings({ capability_ceilings: ceilings }).measuredTopics.length, 300);
});

test('others are served while long answers are read for findings, and the findings are the same', async () => {
  const plan = planFrom({ strategy: 'domain_probing', max_turns: 30 });
  const turns = await explored(
    (count) => `Plan ${count} costs ${count} euros, and we only open if you ask us. `,
  );
  let served = 0;
  const inPieces = await evaluateInPieces({ plan, turns, prior }, () => {
    served += 1;
    return Promise.resolve();
  });
  assert.ok(served > checks.length, `${served} times`);
  assert.deepEqual(inPieces, evaluate({ plan, turns, prior }));
});

test('others are served while the next question is chosen after long answers, and it is the same', async () => {
  assert.ok(segment);
  const turns = await explored(
    (count) => `Plan ${count} costs ${count} euros, and we only open if you ask us. `,
  );
  const state = { plan: segment, turns: turns.slice(0, 8), prior, scenario: null, restrictions: null };
  let served = 0;
  const paused = createBuiltinExplorer(() => {
    served += 1;
    return Promise.resolve();
  });
  const next = await paused.next(state, AbortSignal.abort());
  assert.ok(served > 4, `${served} times`);
  assert.deepEqual(next, await explorer.next(state, AbortSignal.abort()));
});
