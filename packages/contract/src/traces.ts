import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id, JsonObject, Name, Timestamp, listQuery } from './primitives.ts';
import { KeptTest, KeptTests } from './tests.ts';

const tag = 'Traces';

/** Who made a trace: somebody who called an endpoint, an exploration, a test run, or the application itself. */
export const traceSources = ['call', 'exploration', 'test', 'application'] as const;

const SpanEvent = z.object({ name: z.string(), timestamp: Timestamp.nullable(), attributes: JsonObject });

export const Span = z.object({
  id: Id,
  trace_id: z.string().meta({ description: 'W3C: 32 hexadecimal digits' }),
  span_id: z.string().meta({ description: 'W3C: 16 hexadecimal digits' }),
  parent_span_id: z.string().nullable(),
  name: z.string(),
  kind: z.string(),
  status: z.enum(['ok', 'error']),
  status_message: z.string().nullable(),
  source: z.enum(traceSources),
  service: z.string().nullable().meta({ description: '`service.name` of whoever reported it' }),
  endpoint_id: Id.nullable(),
  project_id: Id.nullable(),
  environment: z.string().nullable(),
  conversation_id: z.string().nullable(),
  model: z.string().nullable(),
  input_tokens: z.number().int().nullable(),
  output_tokens: z.number().int().nullable(),
  started_at: Timestamp,
  duration_ms: z.number(),
  stages: z.array(z.object({ stage: z.string(), start_ms: z.number(), duration_ms: z.number() })),
  events: z.array(SpanEvent),
  attributes: JsonObject.meta({
    description: 'The address that Sonde called, `endpoint.url`, is told with `endpoint:read`',
  }),
});
export type Span = z.output<typeof Span>;

export const Trace = z.object({
  id: Id,
  trace_id: z.string().meta({ description: 'W3C: 32 hexadecimal digits' }),
  name: z.string().meta({ description: 'Of the root span' }),
  endpoint_name: z.string().nullable().meta({ description: 'Of the endpoint that was called, at that time' }),
  status: z.enum(['ok', 'error']),
  status_code: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'The status of HTTP that the answer had; null where none was told' }),
  source: z.enum(traceSources),
  service: z.string().nullable(),
  environment: z.string().nullable(),
  project_id: Id.nullable(),
  endpoint_id: Id.nullable(),
  conversation_id: z.string().nullable(),
  test_run_id: Id.nullable(),
  test_result_id: Id.nullable(),
  test_id: Id.nullable(),
  message_preview: z.string().nullable(),
  answer_preview: z.string().nullable(),
  span_count: z.number().int(),
  error_count: z.number().int(),
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
  total_tokens: z.number().int(),
  total_cost_usd: z.number().nullable().meta({
    description:
      'By the price table of the organization; null where a model has no price there or not all is counted',
  }),
  unpriced_models: z.array(z.string()).meta({ description: 'At most 20 of them' }),
  is_counted_in_part: z
    .boolean()
    .meta({ description: 'It has more than 2,000 spans: tokens and models are those of 2,000 of them' }),
  started_at: Timestamp,
  ended_at: Timestamp,
  duration_ms: z.number(),
});
export type Trace = z.output<typeof Trace>;

const shared = { tag, scope: 'project', takes: 'moment' } as const;
const traceParams = z.strictObject({ trace_id: z.string().regex(/^[0-9a-f]{32}$/) });

export const listTraces = defineOperation({
  ...shared,
  id: 'traces.list',
  method: 'GET',
  path: '/traces',
  summary: 'What was asked and answered, newest first, with time, tokens and cost',
  access: { who: 'member', permission: 'trace:read' },
  aliases: [{ path: '/telemetry/traces' }],
  query: listQuery,
  answers: { 200: z.array(Trace) },
  tool: true,
});

export const getTrace = defineOperation({
  ...shared,
  id: 'traces.get',
  method: 'GET',
  path: '/traces/{trace_id}',
  summary: 'The spans of one trace',
  access: { who: 'member', permission: 'trace:read' },
  aliases: [{ path: '/telemetry/traces/{trace_id}' }],
  params: traceParams,
  answers: { 200: z.array(Span) },
  tool: true,
  problems: ['trace.not_found'],
});

export const getTraceSummary = defineOperation({
  ...shared,
  id: 'traces.summary',
  method: 'GET',
  path: '/traces/{trace_id}/summary',
  summary: 'One trace as the list shows it',
  access: { who: 'member', permission: 'trace:read' },
  params: traceParams,
  answers: { 200: Trace },
  problems: ['trace.not_found'],
});

export const TraceTurn = z.object({
  trace_id: z.string(),
  status: z.enum(['ok', 'error']),
  started_at: Timestamp,
  duration_ms: z.number(),
  message: z.string().nullable(),
  answer: z.string().nullable(),
});
export type TraceTurn = z.output<typeof TraceTurn>;

export const getTraceConversation = defineOperation({
  ...shared,
  id: 'traces.conversation',
  method: 'GET',
  path: '/traces/{trace_id}/conversation',
  summary: 'The conversation a trace belongs to, turn by turn; the first 200 turns',
  access: { who: 'member', permission: 'trace:read' },
  params: traceParams,
  answers: { 200: z.array(TraceTurn) },
  problems: ['trace.not_found'],
});

const testFromTrace = {
  test_set_id: Id.optional().meta({ description: 'A set that it joins' }),
  scope: z
    .enum(['trace', 'conversation'])
    .default('trace')
    .meta({ description: 'This one exchange, or the conversation up to it' }),
  expect_answer: z
    .boolean()
    .default(true)
    .meta({ description: 'Whether the recorded answer becomes the expected one' }),
  requirement: Name.min(1).optional(),
};
const toTests = {
  who: 'member',
  permission: 'test:create',
  // What was asked and answered becomes the words of the test.
  also: ['trace:read'],
  naming: { test_set_id: 'test_set:update' },
} as const;
const testFromTraceProblems = [
  'trace.not_found',
  'trace.without_message',
  'test.invalid',
  'test_set.not_found',
  'test_set.deleted',
  'test_set.type_differs',
] as const;

export const createTestFromTrace = defineOperation({
  ...shared,
  id: 'traces.create_test',
  method: 'POST',
  path: '/traces/{trace_id}/test',
  summary: 'Make a test of what was asked and answered; of a conversation, its user turns word for word',
  description: 'Made once: a living test of the project that asks and expects the same is answered instead.',
  audit: 'test.created',
  access: toTests,
  params: traceParams,
  body: z.strictObject(testFromTrace),
  answers: { 201: KeptTest },
  problems: testFromTraceProblems,
});

export const createTestsFromTraces = defineOperation({
  ...shared,
  id: 'traces.create_tests',
  method: 'POST',
  path: '/traces/tests',
  summary: 'Make tests of several traces, all or none, each content once; the answer has their ids in order',
  audit: 'test.created',
  access: toTests,
  body: z.strictObject({ trace_ids: z.array(traceParams.shape.trace_id).min(1).max(100), ...testFromTrace }),
  answers: { 200: KeptTests.extend({ tests: z.array(KeptTest.extend({ trace_id: z.string() })) }) },
  problems: [...testFromTraceProblems, 'traces.of_several_projects'],
});

const attributes = z.record(z.string().max(256), z.unknown()).default({});
const spanText = (max: number) => z.string().max(max);
const AnyTime = z.union([z.iso.datetime({ offset: true, local: true }), z.number()]);

/** Today's names, and beside them those that other exporters of this format use. */
const SpanInput = z
  .strictObject({
    trace_id: z.string().regex(/^[0-9a-fA-F]{32}$/),
    span_id: z.string().regex(/^[0-9a-fA-F]{16}$/),
    parent_span_id: z
      .string()
      .regex(/^[0-9a-fA-F]{16}$/)
      .nullable()
      .optional(),
    project_id: Id.nullable().optional(),
    environment: spanText(100).nullable().optional(),
    conversation_id: spanText(500).nullable().optional(),
    name: spanText(500).optional(),
    span_name: spanText(500).optional().meta({ description: 'Another name of `name`' }),
    kind: spanText(20).optional(),
    span_kind: spanText(20).optional().meta({ description: 'Another name of `kind`' }),
    started_at: AnyTime.optional(),
    start_time: AnyTime.optional().meta({ description: 'Another name of `started_at`' }),
    ended_at: AnyTime.optional(),
    end_time: AnyTime.optional().meta({ description: 'Another name of `ended_at`' }),
    duration_ms: z.number().min(0).optional().meta({ description: 'Instead of `ended_at`' }),
    status: z.enum(['ok', 'error']).optional(),
    status_code: z.enum(['UNSET', 'OK', 'ERROR']).optional().meta({ description: 'Instead of `status`' }),
    status_message: spanText(4000).nullable().optional(),
    attributes,
    events: z
      .array(z.object({ name: spanText(500), timestamp: AnyTime.optional(), attributes }))
      .max(1000)
      .default([]),
    links: z.array(z.unknown()).max(1000).optional().meta({ description: 'Accepted and not kept' }),
    resource: attributes,
  })
  .refine((span) => (span.name ?? span.span_name ?? '') !== '', {
    path: ['name'],
    error: 'A name is missing.',
  })
  .refine((span) => (span.started_at ?? span.start_time) !== undefined, {
    path: ['started_at'],
    error: 'The time at which it began is missing.',
  });
export type SpanInput = z.output<typeof SpanInput>;

export const sendSpans = defineOperation({
  ...shared,
  id: 'telemetry.send',
  method: 'POST',
  path: '/telemetry/traces',
  summary: 'Report spans of an application, in the shape in which they are shown',
  description:
    'A span that is known already, by its trace_id and span_id, is not stored or counted a second time. OpenTelemetry exporters send to `/v1/traces`.',
  audit: { none: 'what an application does is not what a person changed' },
  access: { who: 'member', permission: 'telemetry:create' },
  body: z.strictObject({ spans: z.array(SpanInput).min(1).max(2000) }),
  bodyLimitBytes: 8 * 1024 * 1024,
  answers: {
    200: z.object({
      status: z.literal('received'),
      span_count: z.number().int(),
      stored_count: z.number().int().meta({ description: 'Those that were not known before' }),
      trace_id: z.string().meta({ description: 'Of the first span' }),
      trace_ids: z.array(z.string()),
    }),
  },
  problems: ['project.not_found', 'service.busy', 'rate_limited', 'request.too_large'],
});

/** Bytes that may arrive, packed or not, and that they may unpack to. */
export const otlpLimitBytes = 8 * 1024 * 1024;

export const sendOtlp = defineOperation({
  ...shared,
  id: 'telemetry.otlp',
  method: 'POST',
  path: '/v1/traces',
  summary: 'OTLP over HTTP, in protobuf or JSON, for any OpenTelemetry SDK; also at the root',
  description:
    'An ExportTraceServiceRequest, gzipped or not, at most 8 MB unpacked and 10,000 spans. The answer is of the type of the request. Spans that cannot be kept are told in `partialSuccess`; all others are stored when the answer comes. Attributes of the GenAI conventions become model, tokens, message, answer and conversation.',
  audit: { none: 'what an application does is not what a person changed' },
  access: { who: 'member', permission: 'telemetry:create' },
  bodyType: 'stream',
  bodyLimitBytes: otlpLimitBytes,
  answers: {},
  raw: true,
  alsoAtRoot: true,
  problems: [
    'project.not_found',
    'request.malformed',
    'request.media_type',
    'request.too_large',
    'service.busy',
    'rate_limited',
  ],
});

/** US dollars for a million tokens. */
export const ModelPrice = z.strictObject({
  model: Name.min(1).meta({
    description: 'As traces name it, in any case; a `*` at its end stands for any rest',
  }),
  input_per_million: z.number().min(0).max(1_000_000),
  output_per_million: z.number().min(0).max(1_000_000),
});
export type ModelPrice = z.output<typeof ModelPrice>;

export const listModelPrices = defineOperation({
  ...shared,
  scope: 'organization',
  id: 'traces.prices',
  method: 'GET',
  path: '/traces/model_prices',
  summary: 'What models cost, by which the cost of traces is told',
  access: { who: 'member', permission: 'trace:read' },
  answers: { 200: z.object({ prices: z.array(ModelPrice) }) },
});

export const putModelPrices = defineOperation({
  ...shared,
  scope: 'organization',
  id: 'traces.put_prices',
  method: 'PUT',
  path: '/traces/model_prices',
  summary: 'Replace the table of what models cost; traces that are there already follow it',
  audit: 'model_prices.changed',
  access: { who: 'member', permission: 'organization:update' },
  body: z.strictObject({ prices: z.array(ModelPrice).max(500) }),
  answers: { 200: z.object({ prices: z.array(ModelPrice) }) },
});
