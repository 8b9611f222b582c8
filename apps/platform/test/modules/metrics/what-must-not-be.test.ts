import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createLog } from '#kernel/log';
import type { ScoringInput } from '../../../src/modules/metrics/item.ts';
import type { ScorerSnapshot } from '../../../src/modules/metrics/scorer.ts';
import { createScorer } from '../../../src/modules/metrics/scoring.ts';
import { createScoringThreads } from '../../../src/modules/metrics/scoring-threads.ts';
import { says } from './measuring.ts';

const threads = createScoringThreads({ count: 1 });
after(() => threads.close());
const negate = true;
const fence = '```';
const deep = `${'['.repeat(300)}${']'.repeat(300)}`;

type Args = Record<string, unknown>;

const unreadable: readonly (readonly [string, Args, ScoringInput])[] = [
  ['json_path', { path: '$.status', equals: 'error' }, { output: 'Internal Server Error' }],
  ['json_path', { path: '$.error', exists: true }, { output: '<html>502 Bad Gateway</html>' }],
  ['json_path', { path: '$.error' }, { output: deep }],
  ['json_path', { path: '$.a' }, { output: `${fence}\n{"a":1}\n${fence}\n${fence}\n{"b":1}\n${fence}` }],
  ['json_path', { path: '$.a', whole_answer: true }, { output: 'Sure: {"a": 1}' }],
  ['json_schema', { schema: { type: 'object', required: ['error'] } }, { output: '{"error": "cut o' }],
  ['field_equality', {}, { output: 'oops', expected: '{"a": 1}' }],
  ['numeric', {}, { output: 'Sorry.', expected: '5', input: '?' }],
  ['citation', { field: 'sources' }, { output: 'It is so.', context: ['x'], metadata: { took: 3 } }],
];

test('an answer that cannot be read fails what must be, and decides nothing of what must not be', async () => {
  for (const [kind, args, item] of unreadable) {
    await says('fail', kind, args, item);
    const { reason } = await says('not_evaluated unclear', kind, args, item, { negate });
    assert.match(reason, /^Whether it is what must not be could not be looked at: ./);
  }
});

test('what could be read and is not what must not be passes', async () => {
  const path = { path: '$.status', equals: 'error' };
  for (const [kind, args, item] of [
    ['json_path', path, { output: '{"status": "ok"}' }],
    ['json_path', path, { output: '{"state": "error"}' }],
    ['json_schema', { schema: { type: 'object' } }, { output: '[]' }],
    ['field_equality', {}, { output: '{"a": 2}', expected: '{"a": 1}' }],
    ['numeric', {}, { output: 'It is 6.', expected: '5' }],
    ['json_valid', {}, { output: 'Good morning.' }],
    ['json_valid', { require: 'object' }, { output: '[1]' }],
    ['citation', {}, { output: 'It is so.', context: ['x'] }],
    ['citation', { field: 'sources' }, { output: 'So.', context: ['x'], metadata: { sources: [] } }],
  ] as const)
    await says('pass', kind, args, item, { negate });
  // JSON that is not read for its depth or its number of blocks is not told to be none.
  for (const output of [deep, `${fence}\n{}\n${fence}\n${fence}\n{}\n${fence}`])
    await says('not_evaluated unclear', 'json_valid', {}, { output }, { negate });
});

test('an operator that asks for few reverses a metric as a negation does', async () => {
  const scorer = createScorer({
    threads,
    log: createLog('silent'),
    modelOf: async () => undefined,
    callConnected: async () => ({ ok: false, code: 'sdk_not_connected', reason: '' }),
  });
  const told = async (kind: string, args: Args, more: Partial<ScorerSnapshot>, item: ScoringInput) => {
    const snapshot = {
      name: kind,
      backend: 'builtin',
      needs: ['output'],
      threshold: 0.5,
      threshold_operator: '<',
      negate: false,
      definition: { kind, args },
      ...more,
    } as unknown as ScorerSnapshot;
    return (await scorer.score(snapshot, item, { organizationId: 'o', projectId: null })).verdict;
  };
  const path = { path: '$.status', equals: 'error' };
  for (const [more, unread, read] of [
    [{}, 'not_evaluated', 'pass'],
    [{ threshold_operator: '=', threshold: 0 }, 'not_evaluated', 'pass'],
    [{ threshold_operator: '>=', negate: true }, 'not_evaluated', 'pass'],
    [{ negate: true }, 'fail', 'fail'],
    [{ threshold_operator: '>=' }, 'fail', 'fail'],
  ] as const) {
    assert.equal(await told('json_path', path, more, { output: 'Bad Gateway' }), unread);
    assert.equal(await told('json_path', path, more, { output: '{"status": "ok"}' }), read);
  }
  // Of a conversation each answer is read for what must not be said.
  const conversation = [
    { role: 'assistant', content: 'Ask Acme.' },
    { role: 'assistant', content: 'Bye.' },
  ];
  const item = { output: 'Bye.', conversation };
  assert.equal(await told('contains_any', { values: ['Acme'] }, {}, item), 'fail');
  assert.equal(await told('contains_any', { values: ['Acme'] }, { negate: true }, item), 'fail');
  assert.equal(await told('contains_any', { values: ['Bye'] }, { threshold_operator: '>=' }, item), 'pass');
});
