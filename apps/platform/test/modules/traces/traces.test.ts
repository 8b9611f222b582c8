import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { ListQuery } from '@sonde/contract';
import { and, eq, sql } from 'drizzle-orm';
import { planList } from '#kernel/resource';
import { traceResource } from '../../../src/modules/traces/resource.ts';
import { traces } from '../../../src/modules/traces/tables.ts';
import {
  createTestClock,
  startPlatform,
  type Json,
  type SignedUp,
  type TestPlatform,
} from '../../support/platform.ts';
import { apiToken } from '../tenancy/support.ts';

const clock = createTestClock();
const spans: Json[] = [];
const heard: IncomingHttpHeaders[] = [];
let collected: () => void = () => undefined;
/** Target and OTLP collector in one. */
const outside = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => {
      if (req.url === '/v1/traces') {
        spans.push(...JSON.parse(Buffer.concat(chunks).toString()).resourceSpans[0].scopeSpans[0].spans);
        collected();
      } else heard.push(req.headers);
      res.writeHead(req.url === '/broken' ? 500 : 200, { 'content-type': 'application/json' }).end('{"a":1}');
    });
});
let platform: TestPlatform;
let owner: SignedUp;
let base = '';

before(async () => {
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  platform = await startPlatform({ clock, env: { OTEL_EXPORTER_OTLP_ENDPOINT: base } });
  owner = await platform.signUp();
});
after(async () => {
  await platform.close();
  outside.closeAllConnections();
  outside.close();
});

const call = (method: string, path: string, body?: unknown, token = owner.token) =>
  platform.call(method, path, { token, body });
async function invoke(path: string, fields: Record<string, unknown> = {}): Promise<Json> {
  const made = await call('POST', '/endpoints', { name: 'T', url: `${base}${path}`, ...fields });
  return (await call('POST', `/endpoints/${made.body.id}/invoke`, { input: 'hello' })).body;
}

test('a call is one span with its stages, readable at once, and its id is sent to the target', async () => {
  const result = await invoke('/chat');
  const { body } = await call('GET', `/traces/${result.trace_id}`);
  assert.equal(body.length, 1);
  assert.deepEqual([body[0].status, body[0].kind, body[0].environment], ['ok', 'CLIENT', 'Development']);
  assert.ok(body[0].stages.length >= 2);
  assert.match(body[0].trace_id, /^[0-9a-f]{32}$/);
  assert.equal(heard.at(-1)?.['traceparent'], `00-${body[0].trace_id}-${body[0].span_id}-01`);
});

test('the address that was called is told to whoever may read endpoints, and to nobody else', async () => {
  const { trace_id: id } = await invoke('/chat');
  const reader = (permissions: readonly string[]) => apiToken(platform, owner, { permissions });
  const read = async (path: string, token: string) => {
    const { status, body, text } = await call('GET', path, undefined, token);
    assert.equal(status, 200, text);
    return { attributes: body[0].attributes, text };
  };
  for (const path of [`/traces/${id}`, `/telemetry/traces/${id}`]) {
    const whole = await read(path, await reader(['trace:read', 'endpoint:read']));
    assert.equal(whole.attributes['endpoint.url'], `${base}/chat`);
    const less = await read(path, await reader(['trace:read']));
    assert.deepEqual([less.attributes['endpoint.url'], less.attributes['endpoint.name']], [undefined, 'T']);
    assert.ok(!less.text.includes(base), less.text);
  }
});

test('a failed call is recorded as failed', async () => {
  const result = await invoke('/broken');
  assert.equal(result.success, false);
  const [span] = (await call('GET', `/traces/${result.trace_id}`)).body;
  assert.equal(span.status, 'error');
  assert.ok(span.status_message);
});

test('an endpoint without tracing leaves no span and sends no id', async () => {
  const before = (await call('GET', '/traces')).headers['x-total-count'];
  const result = await invoke('/chat', { disable_tracing: true });
  assert.equal(result.success, true);
  assert.equal((await call('GET', '/traces')).headers['x-total-count'], before);
  assert.equal(heard.at(-1)?.['traceparent'], undefined);
});

test('traces are listed and filtered, and stay with their organization', async () => {
  const { trace_id: id } = await invoke('/broken');
  const failed = await call('GET', `/traces?${encodeURI("$filter=status eq 'error' and duration_ms ge 0")}`);
  assert.ok(failed.body.length > 0 && failed.body.every((span: Json) => span.status === 'error'));
  const stranger = await platform.signUp();
  assert.equal((await call('GET', '/traces', undefined, stranger.token)).body.length, 0);
  assert.equal((await call('GET', `/traces/${id}`, undefined, stranger.token)).status, 404);
  assert.equal((await call('GET', `/traces/${'0'.repeat(32)}`)).body.code, 'trace.not_found');
});

test('a trace tells what the server answered with and of which endpoint, and is found by either', async () => {
  const broken = await invoke('/broken');
  const fine = await invoke('/chat');
  const shown = async (path: string) => (await call('GET', `/traces${path}`)).body;
  const summary = await shown(`/${broken.trace_id}/summary`);
  assert.deepEqual([summary.status_code, (await shown(`/${fine.trace_id}/summary`)).status_code], [500, 200]);
  const found = async (filter: string): Promise<Json[]> =>
    shown(`?limit=100&$filter=${encodeURIComponent(filter)}`);
  const failures = await found('status_code ge 500 and status_code lt 600');
  assert.ok(failures.some(({ trace_id: id }) => id === broken.trace_id));
  assert.ok(failures.every(({ status_code: code }) => code === 500));
  const ofOne = await found(`endpoint_id eq '${summary.endpoint_id}'`);
  assert.deepEqual(
    ofOne.map(({ trace_id: id }) => id),
    [broken.trace_id],
  );
  assert.equal((await found('status_code eq 418')).length, 0);
});

test('a trace is found by its words and by the beginning of its id, also in capitals and together', async () => {
  const result = await invoke('/chat', { name: 'Harbour desk' });
  await invoke('/chat', { name: 'Harbour office' });
  const found = async (search: string): Promise<string[]> =>
    (await call('GET', `/traces?limit=100&search=${encodeURIComponent(search)}`)).body.map(
      ({ trace_id: id }: Json) => id,
    );
  const id: string = result.trace_id;
  for (const search of [
    'harbour desk',
    id,
    id.slice(0, 12),
    id.toUpperCase(),
    `${id.slice(0, 12)} desk hello`,
  ])
    assert.deepEqual(await found(search), [id], search);
  assert.deepEqual(await found(`${id} office`), []);
  assert.deepEqual(await found(id.slice(1)), [], 'an id is known by its beginning');
  assert.deepEqual(await found(`${id}0`), []);
});

test('a trace is found by any part of its words, however often and in whatever letters they are said, and by what comes later', async () => {
  const found = async (search: string): Promise<number> =>
    (await call('GET', `/traces?limit=100&search=${encodeURIComponent(search)}`)).body.length;
  const traceId = 'ef'.repeat(16);
  const report = (spanId: string, parent: string | null, fields: object) =>
    call('POST', '/telemetry/traces', {
      spans: [
        {
          trace_id: traceId,
          span_id: spanId.repeat(8),
          parent_span_id: parent?.repeat(8),
          started_at: new Date(clock.now()).toISOString(),
          duration_ms: 5,
          ...fields,
        },
      ],
    });
  // The picture is cut in half where the words of a trace end.
  const answer = `${'Zwetschgenknödel \n'.repeat(27)}${'x'.repeat(13)}😀 unsearched`;
  await report('1b', '1a', {
    name: 'ÜBERSETZUNG',
    attributes: { 'input.value': 'QUITTE quitte', 'output.value': answer },
  });
  for (const search of ['übersetz', 'Übersetzung QUITT', 'tschgenKnödel', 'xxxxxxxxxxxxx'])
    assert.equal(await found(search), 1, search);
  assert.equal(await found('unsearched'), 0);
  await report('1a', null, { name: 'Kitchen desk', attributes: { 'output.value': 'A medlar, rather.' } });
  for (const search of ['kitchen DESK', 'medlar', 'quitte rather'])
    assert.equal(await found(search), 1, search);
  assert.equal(await found('tschgenknödel'), 0, 'the answer of the root is the one that counts');
});

test('of what an application reports, its own answer counts and not those it got on the way', async () => {
  const reported = async (spans: Json[]): Promise<Json> => {
    const sent = await call('POST', '/telemetry/traces', { spans });
    return (await call('GET', `/traces/${sent.body.trace_id}/summary`)).body;
  };
  const traceId = 'ab'.repeat(16);
  const span = (spanId: string, parent: string | null, code: unknown) => ({
    trace_id: traceId,
    span_id: spanId.repeat(8),
    parent_span_id: parent?.repeat(8),
    name: 'POST /ask',
    started_at: new Date(clock.now()).toISOString(),
    duration_ms: 5,
    attributes: { 'http.response.status_code': code },
  });
  assert.equal((await reported([span('0b', '0a', 200)])).status_code, null);
  assert.equal((await reported([span('0a', null, 503)])).status_code, 503);
  assert.equal((await reported([span('0c', '0a', 404)])).status_code, 503);
});

test('a rare status of HTTP, one endpoint, or an id that is searched, is looked up among many traces and not looked for', async () => {
  const { database } = platform;
  await database.executeSql(
    `insert into traces (id, organization_id, trace_id, name, has_root, status, status_code, source, span_count, error_count,
       endpoint_id, started_at, ended_at, updated_at)
     select gen_random_uuid(), $1, md5(n::text), 'filler', true, 'ok', 200, 'call', 1, 0,
       md5((n % 50)::text)::uuid, now() - interval '1 second' * n, now() - interval '1 second' * n, now()
     from generate_series(1, 20000) n`,
    [owner.organizationId],
  );
  await database.executeSql('vacuum analyze traces');
  const planOf = async (query: Pick<ListQuery, '$filter' | 'search'>): Promise<string> => {
    const plan = planList(
      { ...query, limit: 50, skip: 0, sort_order: 'desc' } as ListQuery,
      traceResource.fields,
      'started_at',
      traceResource.searchedIn,
    );
    const page = database.query
      .select({ id: traces.id })
      .from(traces)
      .where(and(eq(traces.organizationId, owner.organizationId), plan.filter, plan.search))
      .orderBy(...plan.orderBy)
      .limit(plan.limit);
    const { rows } = await database.query.execute(sql`explain (format json) ${page}`);
    return JSON.stringify(rows);
  };
  assert.match(
    await planOf({ $filter: 'status_code ge 500 and status_code lt 600' }),
    /traces_by_status_code/,
  );
  assert.match(await planOf({ $filter: 'status_code eq 429' }), /traces_by_status_code/);
  assert.match(await planOf({ $filter: `endpoint_id eq '${randomUUID()}'` }), /traces_by_endpoint/);
  const { rows: indexes } = await database.executeSql(
    `select 1 from pg_indexes where indexname = 'traces_by_words'`,
  );
  if (indexes.length > 0)
    assert.match(
      await planOf({ search: 'c4ca4238a0b9' }),
      /traces_by_words.*traces_by_trace|traces_by_trace.*traces_by_words/,
    );
});

test('spans reach the collector as OTLP', async () => {
  const result = await invoke('/chat');
  const find = () => spans.find((span) => span.traceId === result.trace_id);
  while (!find()) await new Promise<void>((resolve) => (collected = resolve));
  const span = find();
  assert.equal(span.kind, 3);
  assert.equal(span.status.code, 1);
  assert.match(span.startTimeUnixNano, /^\d{19}$/);
  assert.ok(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano));
  assert.ok(span.attributes.some((item: Json) => item.key === 'sonde.organization_id'));
});
