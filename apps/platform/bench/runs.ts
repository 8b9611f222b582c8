import { createServer, type Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import assert from 'node:assert/strict';
import { startPlatform, type Json, type TestPlatform } from '../test/support/platform.ts';

const targetMs = 20;
const concurrency = 50;
const testsAtOnce = 1000;

/**
 * Tests a second of a run with three built-in metrics against a target that takes 20 ms, tracing on, beside the calls a
 * second of a bare loop with the same concurrency; memory at the size and at ten times the size; how soon a
 * cancellation stops the calls; how long it takes to compare two runs.
 */
export async function run(): Promise<Record<string, unknown>> {
  const size = Number(process.env['BENCH_TESTS'] ?? 5000);
  const target = await startTarget();
  const platform = await startPlatform({ env: { LOG_LEVEL: 'warn' } });
  try {
    const bare = await bareLoop(target.url, Math.min(size, 5000));
    const owner = await platform.signUp();
    const client = clientOf(platform, owner.token);
    const endpoint = await makeEndpoint(client, target.url);
    const metrics = await makeMetrics(client);
    const set = await makeSet(client, size, metrics);
    const first = await timedRun(client, set, endpoint);
    const second = await timedRun(client, set, endpoint);
    return {
      database: process.env['TEST_DATABASE_URL'] ? 'PostgreSQL' : 'embedded',
      tests: size,
      bare_calls_per_second: bare,
      tests_per_second: second.perSecond,
      ratio: Math.round((second.perSecond / bare) * 100) / 100,
      aim_per_second: process.env['TEST_DATABASE_URL'] ? 1500 : 800,
      cpu_ms_per_test: second.cpuMsPerTest,
      rss_mb: { after_first: first.rssMb, after_second: second.rssMb },
      compare: await compared(client, endpoint, { target, metrics }),
      cancel: await cancelled(client, set, endpoint, target),
    };
  } finally {
    await platform.close();
    target.server.closeAllConnections();
    target.server.close();
  }
}

type Client = (method: string, path: string, body?: unknown) => Promise<Json>;

const clientOf =
  (platform: TestPlatform, token: string): Client =>
  async (method, path, body) => {
    const answer = await platform.call(method, path, { token, ...(body === undefined ? {} : { body }) });
    assert.ok(answer.status < 400, answer.text);
    return answer;
  };

interface Target {
  readonly server: Server;
  readonly url: string;
  calls: number;
  /** Which share of answers the metrics fail. */
  failing: number;
}

async function startTarget(): Promise<Target> {
  const server = createServer((request, response) => {
    const answer = answerOf(target, (target.calls += 1));
    request.resume().on('end', () => {
      void pause(targetMs).then(() =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ answer })),
      );
    });
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const target: Target = { server, url: `http://127.0.0.1:${port}/chat`, calls: 0, failing: 0 };
  return target;
}

/** Every so many answers say nothing of water. */
const answerOf = ({ failing }: Target, call: number): string =>
  failing > 0 && call % Math.round(1 / failing) === 0
    ? 'I cannot say.'
    : 'Your home policy covers fire and water damage.';

/** The same calls from the same process, with nothing stored and nothing judged. */
async function bareLoop(url: string, calls: number): Promise<number> {
  let left = calls;
  const since = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (left > 0) {
        left -= 1;
        const answer = await fetch(url, { method: 'POST', body: '{"message":"x"}' });
        await answer.json();
      }
    }),
  );
  return Math.round(calls / ((performance.now() - since) / 1000));
}

async function makeEndpoint(client: Client, url: string): Promise<string> {
  const { body } = await client('POST', '/endpoints', {
    name: 'Bench target',
    url,
    request_mapping: { message: '{{ input }}' },
    response_mapping: { output: '$.answer' },
  });
  return body.id;
}

async function makeMetrics(client: Client): Promise<string[]> {
  const kinds = [
    { name: 'Mentions water', kind: 'contains_any', args: { values: ['water'] } },
    { name: 'Short', kind: 'length', args: { max: 500 } },
    { name: 'No secret', kind: 'secrets' },
  ];
  const ids: string[] = [];
  for (const kind of kinds) {
    const { body } = await client('POST', '/metrics', {
      ...kind,
      backend: 'builtin',
      metric_scope: ['Single-Turn'],
    });
    ids.push(body.id);
  }
  return ids;
}

async function makeSet(client: Client, size: number, metrics: readonly string[]): Promise<string> {
  const { body } = await client('POST', '/test_sets', {
    name: 'Bench set',
    test_set_type: 'Single-Turn',
    metrics: metrics.map((metric) => ({ metric })),
  });
  for (let from = 0; from < size; from += testsAtOnce)
    await client('POST', '/tests/bulk', {
      test_set_id: body.id,
      tests: Array.from({ length: Math.min(testsAtOnce, size - from) }, (_, place) => ({
        prompt: { content: `Does my policy cover case number ${from + place}?` },
      })),
    });
  return body.id;
}

async function timedRun(client: Client, set: string, endpoint: string) {
  const cpu = process.cpuUsage();
  const since = performance.now();
  const started = await client('POST', `/test_sets/${set}/execute/${endpoint}`, { concurrency });
  const id: string = started.body.test_run_id;
  const run = await ended(client, id);
  const seconds = (performance.now() - since) / 1000;
  const used = process.cpuUsage(cpu);
  assert.equal(run.counts.passed, run.counts.total, JSON.stringify(run.counts));
  return {
    id,
    perSecond: Math.round(run.counts.total / seconds),
    cpuMsPerTest: Math.round(((used.user + used.system) / 1000 / run.counts.total) * 100) / 100,
    rssMb: Math.round(process.memoryUsage.rss() / 1_048_576),
  };
}

/** Two runs of many tests, of which the second answers some otherwise; asked three times, since the first reads a cold disk. */
async function compared(
  client: Client,
  endpoint: string,
  { target, metrics }: { target: Target; metrics: readonly string[] },
) {
  const tests = Number(process.env['BENCH_COMPARED'] ?? 10_000);
  const set = await makeSet(client, tests, metrics);
  const ids: string[] = [];
  for (const failing of [0.1, 0.12]) {
    target.failing = failing;
    const started = await client('POST', `/test_sets/${set}/execute/${endpoint}`, { concurrency });
    await ended(client, started.body.test_run_id);
    ids.push(started.body.test_run_id);
  }
  target.failing = 0;
  const ms: number[] = [];
  let conclusion = '';
  for (let time = 0; time < 3; time += 1) {
    const since = performance.now();
    const { body } = await client('GET', `/test_runs/compare?runs=${ids.join(',')}`);
    ms.push(Math.round(performance.now() - since));
    conclusion = body.comparisons[0].conclusion;
  }
  return { results_of_each: tests, aim_ms: 2000, ms, conclusion };
}

async function ended(client: Client, id: string): Promise<Json> {
  for (;;) {
    const { body } = await client('GET', `/test_runs/${id}`);
    if (!['Queued', 'Progress'].includes(body.status)) return body;
    await pause(50);
  }
}

/** From the answer to the cancellation, no further call may reach the target. */
async function cancelled(client: Client, set: string, endpoint: string, target: Target) {
  const started = await client('POST', `/test_sets/${set}/execute/${endpoint}`, { concurrency });
  const before = target.calls;
  while (target.calls < before + concurrency) await pause(5);
  const since = performance.now();
  const { body } = await client('POST', `/test_runs/${started.body.test_run_id}/cancel`);
  const answeredMs = Math.round(performance.now() - since);
  const calls = target.calls;
  await pause(500);
  return { answered_ms: answeredMs, calls_afterwards: target.calls - calls, status: body.status };
}
