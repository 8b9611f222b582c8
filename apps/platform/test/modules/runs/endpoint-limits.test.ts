import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Polling } from '@sonde/contract';
import { forgetOwnPace, grantCalls, limitsOf, type EndpointLimits } from '../../../src/modules/runs/index.ts';
import type { Json } from '../../support/platform.ts';
import { makeEndpoint, openWorkshop, type Workshop } from '../test-runs/support/workshop.ts';

let shop: Workshop;
before(async () => {
  shop = await openWorkshop();
});
after(() => shop.close());

const ok = async (method: string, path: string, body?: unknown): Promise<Json> => {
  const answer = await shop.call(method, path, body);
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
};

async function jobEnded(taskId: string): Promise<Json> {
  for (let attempt = 0; attempt < 2400; attempt += 1) {
    const job = await ok('GET', `/jobs/${taskId}`);
    if (job.finished_at) return job;
    await pause(25);
  }
  throw new Error('The job did not end.');
}

/** A target that tells how many calls were under way at once, and what the questions were. */
function countingTarget(path: string) {
  const seen = { now: 0, most: 0, asked: [] as string[] };
  shop.target.route(path, async (request, response) => {
    const { message } = request.json as { message: string };
    seen.asked.push(message);
    seen.now += 1;
    seen.most = Math.max(seen.most, seen.now);
    await pause(30);
    seen.now -= 1;
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ answer: `I answer questions about gardens. A good answer: ${message.length}.` }),
    );
  });
  return seen;
}

const startExplorer = async (endpoint: string, inputs: readonly string[]): Promise<string> => {
  const { id } = await ok('POST', '/explorer', { name: 'Limits' });
  await ok('PUT', `/explorer/${id}/settings`, {
    default_endpoint_id: endpoint,
    metric_ids: [shop.metricId],
  });
  for (const input of inputs) await ok('POST', `/explorer/${id}/tests`, { input });
  return (await ok('POST', `/explorer/${id}/generate_outputs`, { evaluate: true })).task_id;
};

test('an endpoint is never asked more at once than it bears, by whatever kinds of work together', async () => {
  const seen = countingTarget('/two-at-once');
  const endpoint = await makeEndpoint(shop.call, shop.target.url('/two-at-once'), { max_concurrency: 2 });
  const set = await shop.makeSet(Array.from({ length: 20 }, (_, place) => `test ${place}`));
  const talks = await ok('POST', '/test_sets/bulk', {
    name: 'Talks',
    test_set_type: 'Multi-Turn',
    metrics: [{ metric: shop.metricId }],
    tests: [0, 1, 2].map((place) => ({
      test_configuration: {
        goal: 'Talk',
        max_turns: 3,
        script: [`talk ${place}`, 'and then?', 'and after that?'],
      },
    })),
  });
  const explorations = await Promise.all(
    [
      { strategy: 'comprehensive', max_turns: 9 },
      { goal: 'Find out about soil', max_turns: 4 },
    ].map(async (request) => (await ok('POST', `/endpoints/${endpoint}/explore`, request)).task_id as string),
  );
  const explorer = await startExplorer(endpoint, ['input one', 'input two', 'input three', 'input four']);
  const runs = [
    await shop.start(set, { concurrency: 20 }, endpoint),
    await shop.start(talks.id, { concurrency: 20 }, endpoint),
  ];
  for (const run of runs) assert.equal((await shop.ended(run.test_run_id)).status, 'Completed');
  for (const task of [...explorations, explorer]) assert.equal((await jobEnded(task)).status, 'SUCCESS');
  assert.equal(seen.most, 2);
  for (const part of ['test 19', 'and after that?', 'input four']) assert.ok(seen.asked.includes(part), part);
  const { rows } = await shop.platform.database.executeSql(
    'select count(*)::int as taken from calls_under_way',
  );
  assert.equal(rows[0]?.['taken'], 0, 'every place was given back');
});

test('a target that asks one kind of work to wait is left alone by the others meanwhile', async () => {
  let calls = 0;
  shop.target.route('/busy', (_request, response) => {
    calls += 1;
    if (calls > 1) return void response.end(JSON.stringify({ answer: 'a good answer' }));
    response.writeHead(429, { 'retry-after': '2' }).end('{}');
  });
  const endpoint = await makeEndpoint(shop.call, shop.target.url('/busy'));
  const { task_id } = await ok('POST', `/endpoints/${endpoint}/explore`, {
    strategy: 'domain_probing',
    max_turns: 1,
  });
  const blocked = async (): Promise<boolean> => {
    const { rows } = await shop.platform.database.executeSql(
      'select blocked_until > now() as blocked from endpoint_rates where endpoint_id = $1',
      [endpoint],
    );
    return rows[0]?.['blocked'] === true;
  };
  while (!(await blocked())) await pause(10);
  const run = await shop.start(await shop.makeSet(['one']), {}, endpoint);
  while (await blocked()) assert.equal(calls, 1);
  assert.equal((await shop.ended(run.test_run_id)).status, 'Completed');
  assert.equal((await jobEnded(task_id)).status, 'SUCCESS');
});

test('places of a run that was cancelled in the middle are free for the next', async () => {
  const held: (() => void)[] = [];
  shop.target.route('/held', async (_request, response) => {
    await new Promise<void>((settle) => held.push(settle));
    response.end(JSON.stringify({ answer: 'a good answer' }));
  });
  const endpoint = await makeEndpoint(shop.call, shop.target.url('/held'), { max_concurrency: 1 });
  const set = await shop.makeSet(['one', 'two']);
  const first = await shop.start(set, {}, endpoint);
  while (held.length < 1) await pause(10);
  await ok('POST', `/test_runs/${first.test_run_id}/cancel`);
  const second = await shop.start(set, {}, endpoint);
  while (held.length < 2) await pause(10);
  held.forEach((release) => release());
  while (held.length < 3) await pause(10);
  held.forEach((release) => release());
  assert.equal((await shop.ended(second.test_run_id)).counts.passed, 2);
});

test('a place outlives the longest call by a little: whoever dies with it does not hold it for an hour', async () => {
  const held: (() => void)[] = [];
  shop.target.route('/held-alone', async (_request, response) => {
    await new Promise<void>((settle) => held.push(settle));
    response.end(JSON.stringify({ answer: 'a good answer' }));
  });
  const endpoint = await makeEndpoint(shop.call, shop.target.url('/held-alone'), {
    max_concurrency: 1,
    timeout_seconds: 60,
  });
  const tried = ok('POST', '/tests/execute', { endpoint_id: endpoint, prompt: { content: 'one' } });
  while (held.length < 1) await pause(10);
  const { rows } = await shop.platform.database.executeSql(
    `select until > now() + interval '60 seconds' as long, until < now() + interval '15 minutes' as short
     from calls_under_way where endpoint_id = $1`,
    [endpoint],
  );
  assert.deepEqual(rows, [{ long: true, short: true }]);
  held.forEach((release) => release());
  await tried;
  const waiting = { values: {}, url: '/status', done: { path: '$.done' }, max_seconds: 3600 };
  const slow = limitsOf({
    max_concurrency: 1,
    max_requests_per_minute: null,
    timeout_seconds: 3600,
    polling: Polling.parse(waiting),
  });
  assert.ok(slow.placeMaxMs > 2 * 3600 * 1000);
});

test('what one run allows itself holds back nobody else, and what an endpoint bears may be raised', async () => {
  const { database } = shop.platform.app;
  const place = { organizationId: shop.owner.organizationId, endpointId: randomUUID() };
  const runId = randomUUID();
  const unlimited = limitsOf(undefined);
  const slow = limitsOf(undefined, { runId, perMinute: 1 });
  const bears = (perMinute: number) => ({ ...unlimited, maxRequestsPerMinute: perMinute });
  const granted = async (limits: EndpointLimits, second: number, wanted = 50): Promise<number> =>
    (
      await database.tenant(place.organizationId, (tx) =>
        grantCalls(tx, place, { wanted, limits, now: new Date(second * 1000) }),
      )
    ).calls;
  assert.equal(await granted(slow, 0), 1);
  assert.equal(await granted(slow, 30), 0, 'one a minute');
  assert.equal(await granted(unlimited, 30), 50, 'another run is not held back');
  assert.equal(await granted(slow, 60), 1);
  assert.equal(await granted(bears(60), 61), 1);
  assert.equal(await granted(bears(60), 61), 0);
  assert.equal(await granted(bears(3000), 62), 50, 'raised, and so granted at once');
  assert.equal(await granted(bears(60), 63), 1, 'lowered, and so held back at once');
  await database.tenant(place.organizationId, (tx) =>
    forgetOwnPace(tx, { organizationId: place.organizationId, runId }),
  );
  assert.equal(await granted(slow, 64), 1, 'a run that has ended leaves nothing behind');
});
