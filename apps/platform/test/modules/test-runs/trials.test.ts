import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Json } from '../../support/platform.ts';
import { joinAs } from '../tenancy/support.ts';
import { makeEndpoint, openWorkshop, type Workshop } from './support/workshop.ts';

let shop: Workshop;
before(async () => {
  shop = await openWorkshop();
});
after(() => shop.close());

const execute = (body: Record<string, unknown>, token?: string) =>
  shop.call('POST', '/tests/execute', { endpoint_id: shop.endpointId, ...body }, token);

async function ended(taskId: string): Promise<Json> {
  for (let attempt = 0; attempt < 4800; attempt += 1) {
    const { body } = await shop.call('GET', `/jobs/${taskId}`);
    if (body.finished_at) return body;
    await pause(25);
  }
  throw new Error('The job did not end.');
}

async function kept(): Promise<Json> {
  const counts = [];
  for (const path of ['/tests', '/test_sets', '/test_runs', '/test_results', '/requirements'])
    counts.push((await shop.call('GET', path)).headers['x-total-count']);
  return counts;
}

test('a single turn is answered at once with output and verdicts, and nothing of it is kept', async () => {
  const before = await kept();
  const { status, body, text } = await execute({
    prompt: { content: 'hello' },
    requirement: 'A requirement nobody has made',
    metrics: [{ metric: shop.metricId }],
  });
  assert.equal(status, 200, text);
  assert.equal(body.status, 'Pass');
  assert.equal(body.test_output.output, 'a good answer to hello');
  assert.deepEqual(
    body.test_metrics.map(({ name, verdict }: Json) => [name, verdict]),
    [['Says good', 'pass']],
  );
  assert.equal(body.test_id, null);
  assert.ok(body.execution_time >= 0);
  assert.deepEqual(await kept(), before);
});

test('a stored test is judged as a run would judge it: by its own metrics, those of the set and of the requirement', async () => {
  const requirement = await shop.call('POST', '/requirements', { name: 'Says so' });
  await shop.call('POST', `/requirements/${requirement.body.id}/metrics/${shop.metricId}`);
  const bad = await shop.call('POST', '/metrics', {
    name: 'Says bad',
    backend: 'builtin',
    kind: 'contains_any',
    args: { values: ['bad'] },
    metric_scope: ['Single-Turn'],
  });
  const made = await shop.call('POST', '/tests', {
    prompt: { content: 'stored' },
    requirement_id: requirement.body.id,
  });
  const set = await shop.makeSet(['other'], { metrics: [{ metric: bad.body.id }] });
  const ofRequirement = await execute({ test_id: made.body.id });
  assert.deepEqual([ofRequirement.body.status, ofRequirement.body.test_id], ['Pass', made.body.id]);
  const inSet = await execute({ test_id: made.body.id, test_set_id: set });
  assert.equal(inSet.body.status, 'Fail');
  assert.equal(inSet.body.test_metrics.length, 2);
  const unjudged = await execute({ test_id: made.body.id, evaluate_metrics: false });
  assert.deepEqual([unjudged.body.status, unjudged.body.test_metrics], ['Pending', null]);
});

test('a test that no metric judges is called and said to be not evaluated', async () => {
  const { body } = await execute({ prompt: { content: 'hello' } });
  assert.deepEqual([body.status, body.reason_code], ['NotEvaluated', 'no_metric']);
});

test('a target that fails is told as an error with its reason', async () => {
  shop.target.route('/broken', (_request, response) => {
    response.statusCode = 500;
    response.end('no');
  });
  const endpoint = await makeEndpoint(shop.call, shop.target.url('/broken'));
  const { status, body } = await execute({ endpoint_id: endpoint, prompt: { content: 'hello' } });
  assert.deepEqual([status, body.status, body.status_code], [200, 'Error', 500]);
  assert.ok(body.reason.length > 0);
});

test('a conversation is held by a job, whose result has the turns and the verdicts; what was asked for goes with it', async () => {
  const begun = await execute({
    test_configuration: { goal: 'Replay', script: ['one', 'two'] },
    metrics: [{ metric: shop.metricId }],
  });
  assert.equal(begun.status, 202, begun.text);
  assert.equal(begun.body.status, 'Pending');
  const job = await ended(begun.body.task_id);
  assert.equal(job.status, 'SUCCESS', JSON.stringify(job));
  assert.equal(job.result.status, 'Pass');
  assert.deepEqual(
    job.result.conversation.map(({ content }: Json) => content),
    ['one', 'a good answer to one', 'two', 'a good answer to two'],
  );
  const left = await shop.platform.app.database.executeSql('select count(*)::int as n from test_trials');
  assert.deepEqual(left.rows, [{ n: 0 }]);
});

test('what cannot be tried is refused before anything is called', async () => {
  const heard = shop.target.requests.length;
  const stranger = await shop.platform.signUp();
  const refusals: [Record<string, unknown>, number, string][] = [
    [{}, 422, 'request.invalid'],
    [{ test_id: shop.endpointId, prompt: { content: 'both' } }, 422, 'request.invalid'],
    [{ test_id: shop.endpointId }, 404, 'test.not_found'],
    [{ prompt: { content: 'x' }, endpoint_id: shop.metricId }, 404, 'endpoint.not_found'],
    [{ prompt: { content: 'x' }, metrics: [{ metric: shop.endpointId }] }, 404, 'metric.not_found'],
    [{ prompt: { content: 'x' }, test_type: 'Image' }, 422, 'test.invalid'],
    [{ prompt: { content: 'x' }, requirement_id: shop.endpointId }, 404, 'requirement.not_found'],
    [{ prompt: { content: 'x' }, test_set_id: shop.endpointId }, 404, 'test_set.not_found'],
  ];
  for (const [body, status, code] of refusals) {
    const refused = await execute(body);
    assert.deepEqual([refused.status, refused.body.code], [status, code], refused.text);
  }
  const foreign = await execute({ prompt: { content: 'x' } }, stranger.token);
  assert.deepEqual([foreign.status, foreign.body.code], [404, 'endpoint.not_found']);
  const viewer = await joinAs(shop.platform, shop.owner, 'viewer');
  assert.equal((await execute({ prompt: { content: 'x' } }, viewer.token)).status, 403);
  assert.equal(shop.target.requests.length, heard);
});

test('an endpoint that may be called once a minute is not called twice', async () => {
  const endpoint = await makeEndpoint(shop.call, shop.target.url('/chat'), { max_requests_per_minute: 1 });
  const first = await execute({ endpoint_id: endpoint, prompt: { content: 'one' } });
  assert.equal(first.status, 200, first.text);
  const second = await execute({ endpoint_id: endpoint, prompt: { content: 'two' } });
  assert.deepEqual([second.status, second.body.code], [429, 'rate_limited']);
  assert.ok(Number(second.headers['retry-after']) > 0);
});
