import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ExplorationResult, ExplorationTurn } from '@sonde/contract';
import { sendJson, startTargetServer, type TargetServer } from '@sonde/fakes';
import { openHouse } from './support/house.ts';

// Domain probing first; then capability mapping and boundary discovery side by side, each by its own turns alone.
let target: TargetServer;
let house: Awaited<ReturnType<typeof openHouse>>;
let waiting: (() => void)[] = [];
let running = 0;
let most = 0;
let finishFirst: 'older' | 'younger' = 'older';

/** The answer follows from the question alone, as it must for two runs to be compared. */
const answerTo = (message: string): string =>
  /sourdough|tomato/.test(message)
    ? 'I cannot help with that. I only answer questions about gardens.'
    : `I am the garden assistant and answer questions about gardens: tools, seeds, soil, hedges and ponds. ${message.split(' ').slice(0, 6).join(' ')} is a matter of season and place.`;

before(async () => {
  target = await startTargetServer();
  target.route('/garden', (request, response) =>
    sendJson(response, 200, { message: answerTo((request.json as { message: string }).message) }),
  );
  // From the third question on it answers only when two are there, the older or the younger first.
  target.route('/pairs', async (request, response) => {
    running += 1;
    most = Math.max(most, running);
    const { message } = request.json as { message: string };
    const place = target.requests.filter(({ path }) => path === '/pairs').length;
    if (place > 2)
      await new Promise<void>((settle) => {
        waiting.push(settle);
        if (waiting.length < 2) return;
        const pair = finishFirst === 'older' ? waiting : waiting.toReversed();
        waiting = [];
        pair[0]?.();
        setImmediate(() => pair[1]?.());
      });
    running -= 1;
    sendJson(response, 200, { message: answerTo(message) });
  });
  target.route('/busy', (_request, response) => sendJson(response, 429, { retry_after: 0.01 }));
  house = await openHouse();
});
after(async () => {
  await house.close();
  await target.close();
});

/** What a result says, without the times that no two runs share. */
function saying(result: ExplorationResult) {
  return {
    conversation: result.conversation.map(({ latency_ms: _latency, ...turn }) => turn),
    findings: result.findings.filter(({ kind }) => kind !== 'latency'),
    fields: result.strategy_findings,
    reason: result.stop_reason,
  };
}

test('the strategies after the first run side by side, and the outcome does not depend on who is quicker', async () => {
  const results: ExplorationResult[] = [];
  for (finishFirst of ['older', 'younger'] as const) {
    target.requests.length = 0;
    most = 0;
    const { job, result } = await house.explore(target.url('/pairs'), {
      strategy: 'comprehensive',
      max_turns: 6,
    });
    assert.equal(job.status, 'SUCCESS', job.error ?? '');
    assert.equal(most, 2, 'two questions were under way at once, and never more');
    assert.equal(job.progress.step, 6);
    results.push(result);
  }
  const [older, younger] = results as [ExplorationResult, ExplorationResult];
  assert.deepEqual(saying(older), saying(younger));
  assert.deepEqual(
    older.conversation.map(({ turn, strategy }) => [turn, strategy]),
    [
      [1, 'domain_probing'],
      [2, 'domain_probing'],
      [3, 'capability_mapping'],
      [4, 'capability_mapping'],
      [5, 'boundary_discovery'],
      [6, 'boundary_discovery'],
    ],
  );
});

test('a turn keeps the number under which it was told while the exploration ran, and evidence goes by it', async () => {
  const { job, result } = await house.explore(target.url('/garden'), { strategy: 'comprehensive' });
  const numbered = (turns: readonly ExplorationTurn[]) => turns.map(({ turn, sent }) => [turn, sent]);
  const asTold = await house.exploration.turns(house.principal, job.task_id);
  assert.deepEqual(numbered(result.conversation), numbered(asTold));
  assert.notEqual(asTold.at(-1)?.turn, asTold.length, 'a strategy that ended early left numbers unused');
  const declined = result.findings.find(({ title }) => title === 'Firmly declines: cooking');
  for (const turn of declined?.evidence ?? [])
    assert.equal(result.conversation.find((one) => one.turn === turn)?.strategy, 'boundary_discovery');
  assert.equal(declined?.evidence.length, 2);
});

test('the limit of calls holds for all strategies together', async () => {
  for (const [path, max] of [
    ['/garden', 5],
    ['/busy', 7],
  ] as const) {
    const capped = await openHouse({ caps: { targetCalls: max } });
    target.requests.length = 0;
    const { result } = await capped.explore(target.url(path), { strategy: 'comprehensive', max_turns: 30 });
    assert.ok(target.requests.length <= max, `${target.requests.length} calls`);
    assert.equal(result.usage?.target_calls, target.requests.length);
    await capped.close();
  }
});

test('one organization does not take every place of the workers', async () => {
  const max = 5;
  const endpoint = await house.addEndpoint(target.url('/held'));
  const releases: (() => void)[] = [];
  target.route('/held', async (_request, response) => {
    await new Promise<void>((settle) => releases.push(settle));
    sendJson(response, 200, { message: 'I answer questions about gardens.' });
  });
  const tasks: string[] = [];
  for (let count = 0; count < max + 3; count += 1)
    tasks.push(
      (
        await house.exploration.start(house.principal, endpoint.id, {
          strategy: 'boundary_discovery',
          max_turns: 1,
        })
      ).task_id,
    );
  const statuses = async () =>
    Promise.all(tasks.map(async (taskId) => (await house.board.get(house.principal, taskId)).status));
  while (releases.length < max) await new Promise((settle) => setTimeout(settle, 20));
  assert.equal((await statuses()).filter((status) => status === 'STARTED').length, max);
  // Each one that ends makes room for one that waits.
  let released = 0;
  while ((await statuses()).some((status) => status !== 'SUCCESS')) {
    assert.ok(releases.length - released <= max, 'never more of them at once');
    releases[released]?.();
    if (released < releases.length) released += 1;
    await new Promise((settle) => setTimeout(settle, 20));
  }
});
