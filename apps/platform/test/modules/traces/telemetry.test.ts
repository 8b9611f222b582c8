import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context } from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { NewSpan } from '../../../src/modules/traces/new-span.ts';
import { readReported } from '../../../src/modules/traces/read-reported.ts';
import { summaries } from '../../../src/modules/traces/summary.ts';
import { joinAs } from '../tenancy/support.ts';
import { startPlatform, type Json, type SignedUp, type TestPlatform } from '../../support/platform.ts';

let platform: TestPlatform;
let owner: SignedUp;
let stranger: SignedUp;
let apiToken = '';
let base = '';

before(async () => {
  platform = await startPlatform();
  owner = await platform.signUp();
  stranger = await platform.signUp();
  const made = await call('POST', '/tokens', { name: 'exporter' });
  apiToken = made.body.access_token;
  base = (await platform.listen()).replace(/\/$/, '');
});
after(() => platform.close());

const call = (method: string, path: string, body?: unknown, token = owner.token) =>
  platform.call(method, path, { token, body });
const id = (bytes: number): string => randomBytes(bytes).toString('hex');

/** An application with the real SDK: an agent that asks a model, which calls a tool. */
async function instrumented(
  Exporter: typeof JsonExporter | typeof ProtobufExporter,
  { url, conversation, question }: { url: string; conversation: string; question: string },
): Promise<string> {
  const failures: unknown[] = [];
  const exporter = new Exporter({
    url,
    headers: { authorization: `Bearer ${apiToken}` },
    compression: 'gzip' as never,
  });
  const provider = new TracerProvider({
    spanProcessors: [new BatchSpanProcessor({ exporter } as never)],
  } as never);
  const tracer = provider.getTracer('test');
  const root = tracer.startSpan('invoke_agent support', {
    kind: SpanKind.SERVER,
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.conversation.id': conversation,
      'gen_ai.usage.input_tokens': 120,
      'gen_ai.usage.output_tokens': 30,
    },
  });
  const within: Context = trace.setSpan(ROOT_CONTEXT, root);
  const chat = tracer.startSpan(
    'chat small-1',
    {
      kind: SpanKind.CLIENT,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': 'small-1',
        'gen_ai.usage.input_tokens': 120,
        'gen_ai.usage.output_tokens': 30,
        'gen_ai.input.messages': JSON.stringify([
          { role: 'system', parts: [{ type: 'text', content: 'Be kind.' }] },
          { role: 'user', parts: [{ type: 'text', content: question }] },
        ]),
        'gen_ai.output.messages': JSON.stringify([
          { role: 'assistant', parts: [{ type: 'text', content: `About ${question}: yes.` }] },
        ]),
      },
    },
    within,
  );
  chat.addEvent('tool_called', { name: 'lookup', ok: true, weights: [0.5, 2] });
  chat.end();
  const tool = tracer.startSpan(
    'execute_tool lookup',
    { attributes: { 'gen_ai.tool.name': 'lookup' } },
    within,
  );
  tool.setStatus({ code: SpanStatusCode.ERROR, message: 'not found' });
  tool.end();
  root.end();
  await provider.forceFlush().catch((error: unknown) => failures.push(error));
  await provider.shutdown();
  assert.deepEqual(failures, []);
  return root.spanContext().traceId;
}

for (const [name, Exporter, path] of [
  ['protobuf', ProtobufExporter, '/v1/traces'],
  ['JSON', JsonExporter, '/api/v1/v1/traces'],
] as const)
  test(`an application with the OpenTelemetry SDK shows up as a trace: ${name}, gzipped`, async () => {
    const conversation = `c-${id(4)}`;
    const traceId = await instrumented(Exporter, {
      url: `${base}${path}`,
      conversation,
      question: 'Refunds?',
    });
    const listed = await call(
      'GET',
      `/traces?search=refunds&$filter=${encodeURIComponent(`conversation_id eq '${conversation}'`)}`,
    );
    assert.equal(listed.body.length, 1, listed.text);
    const [shown] = listed.body;
    assert.deepEqual(
      [shown.trace_id, shown.name, shown.source, shown.status, shown.span_count, shown.error_count],
      [traceId, 'invoke_agent support', 'application', 'ok', 3, 1],
    );
    assert.deepEqual(
      [shown.message_preview, shown.answer_preview, shown.conversation_id],
      ['Refunds?', 'About Refunds?: yes.', conversation],
    );
    assert.deepEqual(
      [shown.input_tokens, shown.output_tokens],
      [120, 30],
      'the agent counts what its model did',
    );
    const { body: spans } = await call('GET', `/telemetry/traces/${traceId}`);
    const chat = spans.find((span: Json) => span.name === 'chat small-1');
    assert.deepEqual([chat.kind, chat.model, chat.parent_span_id !== null], ['CLIENT', 'small-1', true]);
    assert.deepEqual(chat.events[0].attributes, { name: 'lookup', ok: true, weights: [0.5, 2] });
    assert.ok(chat.attributes.resource['service.name']);
    const tool = spans.find((span: Json) => span.name === 'execute_tool lookup');
    assert.deepEqual([tool.status, tool.status_message], ['error', 'not found']);
  });

test('turns of a conversation become a conversation, and tests: one exchange, or all user turns', async () => {
  const conversation = `c-${id(4)}`;
  const url = `${base}/v1/traces`;
  const first = await instrumented(ProtobufExporter, { url, conversation, question: 'First?' });
  const second = await instrumented(ProtobufExporter, { url, conversation, question: 'Second?' });
  const { body: turns } = await call('GET', `/traces/${first}/conversation`);
  assert.deepEqual(
    turns.map((turn: Json) => [turn.trace_id, turn.message, turn.answer]),
    [
      [first, 'First?', 'About First?: yes.'],
      [second, 'Second?', 'About Second?: yes.'],
    ],
  );
  const made = await call('POST', `/traces/${second}/test`, { requirement: 'Answers' });
  assert.equal(made.status, 201, made.text);
  const { body: single } = await call('GET', `/tests/${made.body.id}`);
  assert.deepEqual(
    [
      single.test_type,
      single.prompt.content,
      single.prompt.expected_response,
      single.source.kind,
      single.requirement.name,
    ],
    ['Single-Turn', 'Second?', 'About Second?: yes.', 'trace', 'Answers'],
  );
  assert.equal(single.source.ref.trace_id, second);
  const again = await call('POST', `/traces/${second}/test`, {});
  assert.deepEqual(again.body, { id: made.body.id, is_new: false }, 'what says the same is kept once');
  const several = await call('POST', '/traces/tests', { trace_ids: [first, second, first] });
  assert.equal(several.status, 200, several.text);
  assert.deepEqual(
    several.body.tests.map((kept: Json) => [kept.trace_id, kept.is_new, kept.id === made.body.id]),
    [
      [first, true, false],
      [second, false, true],
      [first, false, false],
    ],
  );
  assert.equal(several.body.ids[0], several.body.ids[2]);
  const partly = await call('POST', '/traces/tests', { trace_ids: [second, id(16)] });
  assert.deepEqual([partly.status, partly.body.code], [404, 'trace.not_found']);
  const whole = await call('POST', `/traces/${second}/test`, { scope: 'conversation' });
  const { body: multi } = await call('GET', `/tests/${whole.body.id}`);
  assert.deepEqual([multi.test_type, multi.test_configuration.script], ['Multi-Turn', ['First?', 'Second?']]);
  assert.equal((await call('POST', `/traces/${second}/test`, {}, stranger.token)).status, 404);
  const set = await call('POST', '/test_sets', { name: 'Multi only', test_set_type: 'Multi-Turn' });
  const misfit = await call('POST', `/traces/${second}/test`, { test_set_id: set.body.id });
  assert.equal(misfit.status, 422, misfit.text);
});

const span = (fields: Record<string, unknown> = {}) => ({
  trace_id: id(16),
  span_id: id(8),
  name: 'chat',
  started_at: new Date().toISOString(),
  duration_ms: 5,
  attributes: {},
  ...fields,
});

test('credentials that instrumentation records are kept from everybody, and what was said is kept as it was', async () => {
  const key = ['sk', 'live', 'abcdefghijklmnop1234567890'].join('-');
  const secrets = [key, 'hunter2hunter2', 'pass1234567', 'abcdef1234567890', 'session-of-somebody'];
  const attributes = {
    'http.request.header.authorization': [`Bearer ${key}`],
    'http.request.header.cookie': 'session-of-somebody',
    'db.password': 'hunter2hunter2',
    'url.full': 'https://u:pass1234567@x.example/?api_key=abcdef1234567890',
    'gen_ai.usage.input_tokens': 12,
    'gen_ai.token.type': 'input',
    'gen_ai.output.messages': JSON.stringify([
      { role: 'assistant', parts: [{ type: 'text', content: 'The password=swordfish-1234 is yours.' }] },
    ]),
  };
  const events = [{ name: 'exception', attributes: { 'exception.message': `401 for Bearer ${key}` } }];
  const resource = { 'service.name': 'app', 'process.command_args': ['--password=hunter2hunter2', '--fast'] };
  const one = span({ attributes, events, resource, status_message: `refused: api_key=abcdef1234567890` });
  const sent = await call('POST', '/telemetry/traces', { spans: [one] });
  assert.ok(sent.status < 300, sent.text);
  for (const path of [`/traces/${one.trace_id}`, `/telemetry/traces/${one.trace_id}`]) {
    const { text } = await call('GET', path);
    for (const secret of secrets) assert.ok(!text.includes(secret), `${path}: ${secret}`);
    for (const kept of ['x.example', '--fast', 'swordfish-1234', '"input"', '12'])
      assert.ok(text.includes(kept), `${path}: ${kept}`);
  }
});

test('a span is stored and counted once, whoever sends it again and however often', async () => {
  const one = span();
  const two = span({ trace_id: one.trace_id, parent_span_id: one.span_id, status: 'error' });
  const before = await usedSpans();
  const first = await call('POST', '/telemetry/traces', { spans: [one, two, one] });
  assert.deepEqual(
    [first.status, first.body.status, first.body.span_count, first.body.stored_count, first.body.trace_id],
    [200, 'received', 3, 2, one.trace_id],
  );
  const again = await call('POST', '/telemetry/traces', { spans: [two, span({ trace_id: one.trace_id })] });
  assert.equal(again.body.stored_count, 1);
  const { body } = await call('GET', `/traces/${one.trace_id}/summary`);
  assert.deepEqual([body.span_count, body.error_count, body.status], [3, 1, 'ok']);
  assert.equal((await usedSpans()) - before, 3);
  const together = await Promise.all(
    Array.from({ length: 6 }, () =>
      call('POST', '/telemetry/traces', { spans: [span({ trace_id: one.trace_id }), one] }),
    ),
  );
  assert.deepEqual(new Set(together.map(({ status }) => status)), new Set([200]));
  assert.equal((await call('GET', `/traces/${one.trace_id}/summary`)).body.span_count, 9);
});

async function usedSpans(): Promise<number> {
  const { body } = await call('GET', '/usage');
  return body.resources.find(({ resource }: Json) => resource === 'tracing_spans')?.used ?? 0;
}

test('the names of other exporters of this format are understood, and other conventions too', async () => {
  const reported = {
    trace_id: id(16).toUpperCase(),
    span_id: id(8),
    span_name: 'ai.llm.invoke',
    span_kind: 'CLIENT',
    start_time: '2026-05-01T10:00:00.250',
    end_time: '2026-05-01T10:00:01',
    status_code: 'OK',
    attributes: { 'ai.model.name': 'm', 'ai.llm.tokens.input': 7, 'ai.llm.tokens.output': 2 },
    events: [
      { name: 'ai.prompt', timestamp: '2026-05-01T10:00:00Z', attributes: { content: 'Hello' } },
      { name: 'ai.completion', attributes: { content: 'Hi' } },
    ],
    links: [],
    resource: { 'service.name': 'shop' },
  };
  const answer = await call('POST', '/telemetry/traces', { spans: [reported] });
  assert.equal(answer.status, 200, answer.text);
  const { body } = await call('GET', `/traces/${reported.trace_id.toLowerCase()}/summary`);
  assert.deepEqual(
    [body.message_preview, body.answer_preview, body.service, body.duration_ms, body.total_tokens],
    ['Hello', 'Hi', 'shop', 750, 9],
  );
  assert.equal(body.started_at, '2026-05-01T10:00:00.250Z');
  const conventions: Record<string, unknown>[] = [
    { 'input.value': 'Q', 'output.value': 'A' },
    { 'gen_ai.prompt.0.role': 'user', 'gen_ai.prompt.0.content': 'Q', 'gen_ai.completion.0.content': 'A' },
    {
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.0.message.content': 'Q',
      'output.value': 'A',
    },
    { 'shop.conversation.input': 'Q', 'shop.conversation.output': 'A' },
    {
      'gen_ai.input.messages': [{ role: 'user', content: 'Q' }],
      'gen_ai.output.messages': '[{"role":"assistant","content":[{"text":"A"}]}]',
    },
  ];
  const spans = conventions.map((attributes) => span({ attributes }));
  await call('POST', '/telemetry/traces', { spans });
  for (const { trace_id: traceId, attributes } of spans) {
    const shown = (await call('GET', `/traces/${traceId}/summary`)).body;
    assert.deepEqual([shown.message_preview, shown.answer_preview], ['Q', 'A'], JSON.stringify(attributes));
  }
});

test('cost follows the price table of the organization, and a missing price is told', async () => {
  const used = (model: string) =>
    span({
      attributes: {
        'gen_ai.request.model': model,
        'gen_ai.usage.input_tokens': 1e6,
        'gen_ai.usage.output_tokens': 5e5,
      },
    });
  const [exact, family, unknown] = [used('Big-2'), used('small-1-mini'), used('else')] as const;
  await call('POST', '/telemetry/traces', { spans: [exact, family, unknown] });
  const prices = [
    { model: 'big-2', input_per_million: 3, output_per_million: 12 },
    { model: 'small-*', input_per_million: 0.1, output_per_million: 0.4 },
    { model: '*', input_per_million: 900, output_per_million: 900 },
    { model: 'BIG-*', input_per_million: 500, output_per_million: 500 },
  ];
  const costs = async () =>
    Promise.all(
      [exact, family, unknown].map(async ({ trace_id: traceId }) => {
        const { body } = await call('GET', `/traces/${traceId}/summary`);
        return [body.total_cost_usd, body.unpriced_models];
      }),
    );
  assert.deepEqual((await costs())[0], [null, ['Big-2']]);
  assert.equal((await call('PUT', '/traces/model_prices', { prices: prices.slice(0, 2) })).status, 200);
  assert.deepEqual(await costs(), [
    [9, []],
    [0.3, []],
    [null, ['else']],
  ]);
  await call('PUT', '/traces/model_prices', { prices });
  assert.deepEqual((await costs())[2], [1350, []]);
  assert.equal((await call('GET', '/traces/model_prices')).body.prices.length, 4);
  assert.equal((await call('GET', '/traces/model_prices', undefined, stranger.token)).body.prices.length, 0);
  assert.equal(
    (await call('PUT', '/traces/model_prices', { prices: [{ ...prices[0], input_per_million: -1 }] })).status,
    422,
  );
});

test('what cannot be kept is told in the type of the request, and the rest is kept', async () => {
  const good = { traceId: id(16), spanId: id(8), name: 'kept', startTimeUnixNano: String(Date.now() * 1e6) };
  const request = (...spans: unknown[]) => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
  const answer = await call(
    'POST',
    '/v1/traces',
    request(good, { ...good, spanId: 'short' }, { ...good, spanId: id(8), startTimeUnixNano: 5 }),
  );
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.body.partialSuccess.rejectedSpans, '2');
  assert.match(answer.body.partialSuccess.errorMessage, /span id.*start time/);
  assert.equal((await call('GET', `/traces/${good.traceId}`)).body.length, 1);
  assert.deepEqual((await call('POST', '/v1/traces', request({ ...good, spanId: id(8) }))).body, {});
  for (const [body, headers, status] of [
    ['{', { 'content-type': 'application/json' }, 400],
    ['[]', { 'content-type': 'application/json' }, 400],
    ['{"resourceSpans":7}', { 'content-type': 'application/json' }, 400],
    ['x', { 'content-type': 'text/plain' }, 415],
    ['{}', { 'content-type': 'application/json', 'content-encoding': 'br' }, 415],
    ['{}', { 'content-type': 'application/json', 'content-encoding': 'gzip' }, 400],
  ] as const) {
    const refused = await send(body, headers);
    assert.equal(refused.status, status, `${body} ${await refused.text()}`);
  }
  const protobuf = await send(Buffer.from('0a05ffff', 'hex'), { 'content-type': 'application/x-protobuf' });
  assert.deepEqual([protobuf.status, protobuf.headers.get('content-type')], [400, 'application/x-protobuf']);
  assert.match(await protobuf.text(), /malformed/);
});

const send = (body: string | Buffer<ArrayBuffer>, headers: Record<string, string>, token = apiToken) =>
  fetch(`${base}/v1/traces`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });

test('a bomb in gzip is refused, and nothing of it is kept', async () => {
  const bomb = gzipSync(Buffer.alloc(300 * 1024 * 1024, 0x20));
  const answer = await send(Buffer.from(bomb), {
    'content-type': 'application/json',
    'content-encoding': 'gzip',
  });
  assert.equal(answer.status, 413);
  const many = JSON.stringify({
    resourceSpans: [{ scopeSpans: [{ spans: Array.from({ length: 10_001 }, () => ({})) }] }],
  });
  assert.equal((await send(many, { 'content-type': 'application/json' })).status, 413);
});

test('an object where a number is expected is none, and costs no other span', async () => {
  const noNumbers = [
    { kvlistValue: { values: [{ key: 'toString', value: { intValue: 1 } }] } },
    { doubleValue: { toString: 1 } },
    { intValue: { toString: 1 } },
  ];
  const sent = { traceId: id(16), name: 'a', startTimeUnixNano: String(Date.now() * 1e6) };
  for (const key of ['http.status_code', 'gen_ai.usage.input_tokens']) {
    const spans = noNumbers.map((value) => ({ ...sent, spanId: id(8), attributes: [{ key, value }] }));
    const answer = await call('POST', '/v1/traces', { resourceSpans: [{ scopeSpans: [{ spans }] }] });
    assert.deepEqual([answer.status, answer.body], [200, {}]);
  }
  assert.equal((await call('GET', `/traces/${sent.traceId}`)).body.length, 2 * noNumbers.length);
});

test('a span that goes on and on is cut, NUL and half characters cost nothing else', async () => {
  const deep = (levels: number): unknown =>
    levels === 0 ? { stringValue: 'x' } : { arrayValue: { values: [deep(levels - 1)] } };
  const attributes = [
    { key: 'long', value: { stringValue: 'a'.repeat(400_000) } },
    { key: 'deep', value: deep(40) },
    { key: 'odd', value: { stringValue: 'x\0\ud800' } },
    { key: '__proto__', value: { stringValue: 'own' } },
    { key: 'gen_ai.prompt', value: { stringValue: 'a\0b' } },
    { key: 'big', value: { intValue: '9223372036854775807' } },
    { key: 'nan', value: { doubleValue: 'NaN' } },
    ...Array.from({ length: 5_000 }, (_, index) => ({ key: `k${index}`, value: { intValue: index } })),
  ];
  const sent = {
    traceId: id(16),
    spanId: id(8),
    name: 'n\0',
    startTimeUnixNano: String(Date.now() * 1e6),
    attributes,
  };
  const answer = await call('POST', '/v1/traces', { resourceSpans: [{ scopeSpans: [{ spans: [sent] }] }] });
  assert.deepEqual([answer.status, answer.body], [200, {}]);
  const [kept] = (await call('GET', `/traces/${sent.traceId}`)).body;
  assert.ok(kept.attributes.long.length < 70_000);
  assert.equal(kept.attributes.big, '9223372036854775807');
  assert.ok(Object.keys(kept.attributes).length <= 2_001);
});

test('a viewer and a stranger report nothing; a project keeps its traces to itself', async () => {
  const viewer = await joinAs(platform, owner, 'viewer');
  for (const [path, body] of [
    ['/v1/traces', {}],
    ['/telemetry/traces', { spans: [span()] }],
    [`/traces/${id(16)}/test`, {}],
  ] as const)
    assert.equal((await call('POST', path, body, viewer.token)).status, 403, path);
  assert.equal((await call('PUT', '/traces/model_prices', { prices: [] }, viewer.token)).status, 403);
  assert.equal((await call('GET', '/traces', undefined, viewer.token)).status, 200);
  assert.equal((await send('{}', { 'content-type': 'application/json' }, 'nonsense')).status, 401);
  const { body: projects } = await call('GET', '/projects');
  const second = (await call('POST', '/projects', { name: 'Second' })).body.id;
  const there = span({ project_id: second });
  assert.equal((await call('POST', '/telemetry/traces', { spans: [there] })).status, 200);
  const seen = async (project: string) =>
    (
      await platform.call('GET', `/traces/${there.trace_id}`, {
        token: owner.token,
        headers: { 'x-project-id': project },
      })
    ).status;
  assert.deepEqual([await seen(second), await seen(projects[0].id)], [200, 404]);
  assert.equal(
    (await call('POST', '/telemetry/traces', { spans: [there] }, stranger.token)).status,
    404,
    'a foreign project',
  );
  assert.equal(
    (await call('GET', `/traces/${there.trace_id}/conversation`, undefined, stranger.token)).status,
    404,
  );
});

test('a report is read once, and everybody else has their turn meanwhile', async () => {
  let looks = 0;
  const lists = `[${'{},'.repeat(20_000)}{"role":"user","content":"hi"}]`;
  const spans = Array.from({ length: 60 }, (_, index): NewSpan => ({
    traceId: '7'.repeat(32),
    spanId: String(index).padStart(16, '0'),
    parentSpanId: null,
    name: 'call',
    kind: 'INTERNAL',
    status: 'ok',
    statusMessage: null,
    endpointId: null,
    projectId: null,
    environment: null,
    conversationId: null,
    startedAt: index,
    durationMs: 1,
    stages: [],
    attributes: {
      get 'gen_ai.input.messages'() {
        looks += 1;
        return lists;
      },
    },
  }));
  const pauses: number[] = [];
  const read = await readReported('5'.repeat(32), spans, () => {
    pauses.push(looks);
    return Promise.resolve();
  });
  // After each span, and not only at their end, somebody else may have a turn.
  assert.deepEqual(
    pauses,
    spans.map((_, index) => index + 1),
  );
  const [summary] = summaries(read, new Date());
  assert.equal(summary?.message, 'hi');
  assert.equal(summary.spanCount, 60);
  assert.equal(looks, 60);
});
