import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTargetServer } from '@sonde/fakes';
import { openHouse, signUp } from '../../support/house-process.ts';
import type { CallResult } from '../../support/platform.ts';
import { createTalker, lastSaid } from './talk.ts';

test('a plan that waits for a run goes on after the platform was killed and started again', async (t) => {
  const house = await openHouse(t);
  await house.restart();
  const token = await signUp(house);
  const call = async (method: string, path: string, body?: unknown): Promise<CallResult> => {
    const answer = await fetch(`${house.current().url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, body: JSON.parse(text), headers: {} };
  };
  const target = await startTargetServer();
  t.after(() => target.close());
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  t.after(() => release());
  let called = (): void => undefined;
  const underWay = new Promise<void>((resolve) => (called = resolve));
  target.route('/chat', (_request, response) => {
    called();
    void held.then(() => response.end('{"answer":"good"}'));
  });
  const metric = await call('POST', '/metrics', {
    name: 'Says good',
    backend: 'builtin',
    kind: 'contains_any',
    args: { values: ['good'] },
    metric_scope: ['Single-Turn'],
  });
  for (const [path, body] of [
    [
      '/endpoints',
      {
        name: 'Slow one',
        url: target.url('/chat'),
        request_mapping: { message: '{{ input }}' },
        response_mapping: { output: '$.answer' },
      },
    ],
    [
      '/test_sets/bulk',
      {
        name: 'Patience',
        test_set_type: 'Single-Turn',
        metrics: [{ metric: metric.body.id }],
        tests: [{ prompt: { content: 'a' } }, { prompt: { content: 'b' } }],
      },
    ],
  ] as const) {
    const made = await call('POST', path, body);
    assert.equal(made.status, 201, made.text);
  }
  const talker = createTalker(call);
  const planned = await talker.begin();
  assert.equal((await talker.say(planned, 'Run "Patience" on "Slow one"')).status, 'confirming');
  const waiting = await talker.begin();
  await talker.say(waiting, 'Run "Patience" on "Slow one"');
  // One call at a time, so that the kill costs one test and not both.
  await talker.change(waiting, { plan: [{ id: 's1', arguments: { concurrency: 1 } }] });
  await talker.answer(waiting, true);
  await talker.untilRests(waiting, ['waiting']);
  await underWay;

  await house.restart();
  release();
  const done = await talker.untilRests(waiting);
  assert.match(lastSaid(done), /1 passed, 0 failed, 1 error/);
  assert.equal(done.plan[0].status, 'done');
  const still = await talker.get(planned);
  assert.deepEqual([still.status, still.plan[0].status], ['confirming', 'planned']);
  assert.match(lastSaid(await talker.confirm(planned)), /2 passed/);
});
