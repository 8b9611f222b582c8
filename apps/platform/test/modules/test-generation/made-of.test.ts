import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExplorationResult } from '@sonde/contract';
import { madeOf } from '../../../src/modules/test-generation/made-of.ts';
import { planTests } from '../../../src/modules/test-generation/plan.ts';

const asked = [
  'Which days are you open this week?',
  'What does a repair of a lamp cost?',
  'Where can I leave a broken chair today?',
  'How long does a repair usually take?',
];
const explored = {
  findings: asked.map((sent, at) => ({
    kind: 'statement',
    title: sent,
    detail: '',
    severity: 'info',
    confidence: 0.9,
    evidence: [at + 1],
    quotes: [],
  })),
  conversation: asked.map((sent, at) => ({
    turn: at + 1,
    strategy: 'domain_probing',
    sent,
    received: `This is told under number ${at + 1}.`,
    outcome: 'answered',
    begins: true,
  })),
} as unknown as ExplorationResult;

test('a few of many questions are changed in many ways, and what was changed is said', async () => {
  const { tests } = await planTests(
    { requirements: [], passages: [], tests: [], explorations: [{ taskId: 'task', result: explored }] },
    { type: 'Single-Turn', count: 8 },
  );
  const changed = tests.filter(({ input }) => input.source?.kind === 'mutation');
  const kinds = changed.map(
    ({ input }) => JSON.stringify(input.source?.ref).match(/"relation":"(\w+)"/)?.[1],
  );
  assert.ok(changed.length >= 4, JSON.stringify(kinds));
  assert.equal(new Set(kinds).size, kinds.length, 'each is of another kind');
  assert.equal(
    madeOf(
      tests.map(({ input }) => input),
      0,
    ),
    '8 tests were made: 4 ask what an exploration asked, word for word; 4 ask what an exploration asked, 1 written in capitals, 1 with more blanks, 1 with slips of the finger and 1 in letters that look alike.',
  );
});

test('one test that was changed is told by its change alone', () => {
  const ref = { task_id: 'task', relation: 'case' };
  assert.equal(
    madeOf([{ source: { kind: 'mutation', ref } }], 0),
    '1 test was made: 1 asks what an exploration asked, written in capitals.',
  );
});
