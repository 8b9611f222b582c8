import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import { readTokens } from '../../../src/modules/traces/store.ts';
import { startPlatform, type Json, type SignedUp, type TestPlatform } from '../../support/platform.ts';

let platform: TestPlatform;
let owner: SignedUp;
let first = '';
let second = '';
/** What the target does while it is being called, with the trace id and span id it was told. */
let meanwhile: (traceId: string, spanId: string) => Promise<unknown> = async () => undefined;
const target = createServer((request, response) => {
  const [, traceId = '', spanId = ''] = String(request.headers['traceparent']).split('-');
  void meanwhile(traceId, spanId).finally(() =>
    response.writeHead(500, { 'content-type': 'application/json' }).end('{"output":"what was really said"}'),
  );
});

before(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  platform = await startPlatform();
  owner = await platform.signUp();
  first = (await call('GET', '/projects')).body[0].id;
  second = (await call('POST', '/projects', { name: 'Second' })).body.id;
});
after(async () => {
  await platform.close();
  target.closeAllConnections();
  target.close();
});

const call = (method: string, path: string, body?: unknown, project?: string) =>
  platform.call(method, path, {
    token: owner.token,
    body,
    ...(project ? { headers: { 'x-project-id': project } } : {}),
  });
const id = (bytes: number): string => randomBytes(bytes).toString('hex');
const span = (more: Json = {}): Json => ({
  trace_id: id(16),
  span_id: id(8),
  name: 'chat',
  started_at: new Date().toISOString(),
  duration_ms: 1,
  ...more,
});
async function report(spans: Json[], project: string): Promise<void> {
  const answer = await call('POST', '/telemetry/traces', { spans }, project);
  assert.equal(answer.status, 200, answer.text);
}
const summary = (traceId: string, project: string) =>
  call('GET', `/traces/${traceId}/summary`, undefined, project);

test('a root that is reported later takes over no trace of another project, nor what was said in it', async () => {
  const told = { 'input.value': 'a question of the first', 'output.value': 'an answer of the first' };
  for (const parent of [null, id(8)]) {
    const theirs = span({ parent_span_id: parent, attributes: told });
    await report([theirs], first);
    await report([span({ trace_id: theirs.trace_id, name: 'mine now' })], second);
    const seen = await summary(theirs.trace_id, second);
    assert.ok(!seen.text.includes('of the first'), seen.text);
    // Also before its own root has come.
    assert.equal(seen.status, 404);
    if (parent !== null) await report([span({ trace_id: theirs.trace_id, name: 'the root' })], first);
    assert.equal((await summary(theirs.trace_id, first)).body.name, parent === null ? 'chat' : 'the root');
  }
});

test('what Sonde saw of a call stands, whatever the application reports under the same ids', async () => {
  const { body: endpoint } = await call('POST', '/endpoints', {
    name: 'Answers with an error',
    url: `http://127.0.0.1:${(target.address() as AddressInfo).port}/`,
    project_id: first,
  });
  const claims = { name: 'all is well', status: 'ok', attributes: { 'output.value': 'what is claimed' } };
  meanwhile = (trace_id, span_id) =>
    report([span({ ...claims, trace_id, span_id }), span({ ...claims, trace_id })], first);
  const { body: result } = await call('POST', `/endpoints/${endpoint.id}/invoke`, { input: 'hello' }, first);
  await report([span({ ...claims, trace_id: result.trace_id })], first);
  const { body: kept } = await call('GET', `/traces/${result.trace_id}`, undefined, first);
  assert.deepEqual(
    kept.filter(({ source }: Json) => source === 'call').map(({ status }: Json) => status),
    ['error'],
  );
  const { body: shown } = await summary(result.trace_id, first);
  assert.deepEqual([shown.source, shown.status, shown.endpoint_id], ['call', 'error', endpoint.id]);
});

test('thousands of models in one trace are told as a few, and the cost is none rather than a wrong one', async () => {
  const trace_id = id(16);
  const spans = Array.from({ length: 2000 }, (_, at) =>
    span({ trace_id, attributes: { 'gen_ai.request.model': `model-${at}`, 'gen_ai.usage.input_tokens': 1 } }),
  );
  await report(spans, first);
  const { body: shown } = await summary(trace_id, first);
  assert.deepEqual([shown.input_tokens, shown.total_cost_usd], [2000, null]);
  assert.ok(shown.unpriced_models.length <= 20, String(shown.unpriced_models.length));
});

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

test('a list of traces looks at a bounded number of spans of each, and at each a bounded number of times', async () => {
  const trace_id = id(16);
  // The database knows nothing of them yet and has little room: it expects few, and makes no table of those it compares.
  await platform.database.executeSql(
    `insert into spans (id, organization_id, trace_id, span_id, parent_span_id, name, kind, status, source, started_at,
       duration_ms, stages, events, attributes, model, input_tokens)
     select gen_random_uuid(), $1::uuid, $2, lpad(to_hex(n), 16, '0'), 'f' || lpad(to_hex(n), 15, '0'), 'chat', 'CLIENT',
       'ok', 'application', now(), 1, '[]', '[]', '{}', 'model', 1
     from generate_series(1, 2500) as n`,
    [owner.organizationId, trace_id],
  );
  const touched = ({ Plans = [], ...node }: PlanNode): number =>
    (node['Actual Rows'] +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Join Filter'] ?? 0)) *
      node['Actual Loops'] +
    Plans.reduce((sum, below) => sum + touched(below), 0);
  let rows = 0;
  await platform.database.tenant(owner.organizationId, async (tx) => {
    await tx.execute(sql`set local work_mem = '64kB'`);
    const explaining = {
      execute: async (query: Parameters<Tx['execute']>[0]) => {
        const { rows: plans } = await tx.execute(sql`explain (analyze, format json) ${query}`);
        const found = plans[0]?.['QUERY PLAN'] as string | { Plan: PlanNode }[];
        rows = touched((typeof found === 'string' ? JSON.parse(found) : found)[0].Plan);
        return { rows: [] };
      },
    } as unknown as Tx;
    await readTokens(explaining, owner.organizationId, [trace_id]);
  });
  assert.ok(rows > 2_000 && rows < 100_000, `${rows} rows for 2,500 spans`);
});

test('of a trace with more spans than are counted its tokens are told as a part, and its cost is none', async () => {
  const trace_id = id(16);
  const spans = Array.from({ length: 2001 }, () =>
    span({ trace_id, attributes: { 'gen_ai.usage.input_tokens': 1 } }),
  );
  await report(spans.slice(0, 2000), first);
  const whole = (await summary(trace_id, first)).body;
  assert.deepEqual([whole.input_tokens, whole.is_counted_in_part], [2000, false]);
  await report(spans.slice(2000), first);
  const part = (await summary(trace_id, first)).body;
  assert.deepEqual([part.input_tokens, part.is_counted_in_part, part.total_cost_usd], [2000, true, null]);
  const { body: listed } = await call('GET', `/traces?$filter=trace_id eq '${trace_id}'`, undefined, first);
  assert.deepEqual([listed[0].span_count, listed[0].is_counted_in_part], [2001, true]);
});
