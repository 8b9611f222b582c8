import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { startTargetServer, type TargetRequest, type TargetServer } from '@sonde/fakes';
import {
  startPlatform,
  type CallResult,
  type Json,
  type PlatformOptions,
  type SignedUp,
  type TestPlatform,
} from '../../../support/platform.ts';

/** A platform with an owner, a target on loopback, an endpoint for it, and a metric: what every run needs. */
export interface Workshop {
  readonly platform: TestPlatform;
  readonly owner: SignedUp;
  readonly target: TargetServer;
  readonly endpointId: string;
  /** Passes when the answer contains "good". */
  readonly metricId: string;
  readonly call: (method: string, path: string, body?: unknown, token?: string) => Promise<CallResult>;
  /** A set of single-turn tests with these prompts, judged by the metric. */
  makeSet(prompts: readonly string[], more?: Record<string, unknown>): Promise<string>;
  start(testSetId: string, options?: Record<string, unknown>, endpointId?: string): Promise<Json>;
  /** The run once it has ended. */
  ended(runId: string): Promise<Json>;
  /** The same, as another person sees it. */
  endedAs(runId: string, token: string): Promise<Json>;
  results(runId: string): Promise<Json[]>;
  close(): Promise<void>;
}

export type Answering = (request: TargetRequest, input: string) => unknown;

export async function openWorkshop(options: PlatformOptions = {}): Promise<Workshop> {
  const platform = await startPlatform(options);
  const owner = await platform.signUp();
  const target = await startTargetServer();
  target.route('/chat', (request, response) => {
    const { message } = request.json as { message: string };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: `a good answer to ${message}` }));
  });
  const call = (method: string, path: string, body?: unknown, token = owner.token) =>
    platform.call(method, path, { token, ...(body === undefined ? {} : { body }) });
  const endpointId = await makeEndpoint(call, target.url('/chat'));
  const metric = await call('POST', '/metrics', {
    name: 'Says good',
    backend: 'builtin',
    kind: 'contains_any',
    args: { values: ['good'] },
    metric_scope: ['Single-Turn', 'Multi-Turn'],
  });
  assert.equal(metric.status, 201, metric.text);
  const metricId: string = metric.body.id;

  const workshop: Workshop = {
    platform,
    owner,
    target,
    endpointId,
    metricId,
    call,
    async makeSet(prompts, more = {}) {
      const made = await call('POST', '/test_sets/bulk', {
        name: 'Set',
        test_set_type: 'Single-Turn',
        metrics: [{ metric: metricId }],
        tests: prompts.map((content) => ({ prompt: { content } })),
        ...more,
      });
      assert.equal(made.status, 201, made.text);
      return made.body.id;
    },
    async start(testSetId, body = {}, endpoint = endpointId) {
      const started = await call('POST', `/test_sets/${testSetId}/execute/${endpoint}`, body);
      assert.equal(started.status, 202, started.text);
      return started.body;
    },
    ended: (runId) => untilEnded(call, runId),
    endedAs: (runId, token) => untilEnded((method, path) => call(method, path, undefined, token), runId),
    async results(runId) {
      const all: Json[] = [];
      for (let skip = 0; ; skip += 100) {
        const page = await call('GET', `/test_runs/${runId}/results?limit=100&skip=${skip}`);
        assert.equal(page.status, 200, page.text);
        all.push(...page.body);
        if (page.body.length < 100) return all;
      }
    },
    async close() {
      await platform.close();
      await target.close();
    },
  };
  return workshop;
}

export async function makeEndpoint(
  call: (method: string, path: string, body?: unknown) => Promise<CallResult>,
  url: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const made = await call('POST', '/endpoints', {
    name: 'Target',
    url,
    request_mapping: { message: '{{ input }}' },
    response_mapping: { output: '$.answer' },
    ...more,
  });
  assert.equal(made.status, 201, made.text);
  return made.body.id;
}

const over = new Set(['Completed', 'Partial', 'Failed', 'Cancelled']);

async function untilEnded(
  call: (method: string, path: string) => Promise<CallResult>,
  runId: string,
): Promise<Json> {
  for (let attempt = 0; attempt < 4800; attempt += 1) {
    const { status, body, text } = await call('GET', `/test_runs/${runId}`);
    assert.equal(status, 200, text);
    if (over.has(body.status)) return body;
    await pause(25);
  }
  throw new Error('The run did not end.');
}

/** The six counts a run is made of, and the two of one that is under way. */
export const addsUp = ({ counts }: Json): boolean =>
  counts.total ===
  counts.passed +
    counts.failed +
    counts.errors +
    counts.not_evaluated +
    counts.cancelled +
    counts.waiting +
    counts.running;
