import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id, JsonObject, Timestamp, listQuery } from './primitives.ts';

export const Span = z.object({
  id: Id,
  trace_id: z.string().meta({ description: 'W3C: 32 hexadecimal digits' }),
  span_id: z.string().meta({ description: 'W3C: 16 hexadecimal digits' }),
  parent_span_id: z.string().nullable(),
  name: z.string(),
  kind: z.string(),
  status: z.enum(['ok', 'error']),
  status_message: z.string().nullable(),
  endpoint_id: Id.nullable(),
  project_id: Id.nullable(),
  environment: z.string().nullable(),
  conversation_id: z.string().nullable(),
  started_at: Timestamp,
  duration_ms: z.number(),
  stages: z.array(z.object({ stage: z.string(), start_ms: z.number(), duration_ms: z.number() })),
  attributes: JsonObject,
});
export type Span = z.output<typeof Span>;

export const listTraces = defineOperation({
  id: 'traces.list',
  method: 'GET',
  path: '/traces',
  tag: 'Traces',
  summary: 'Calls to targets, newest first',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'trace:read' },
  query: listQuery,
  answers: { 200: z.array(Span) },
  tool: true,
});

export const getTrace = defineOperation({
  id: 'traces.get',
  method: 'GET',
  path: '/traces/{trace_id}',
  tag: 'Traces',
  summary: 'The spans of one trace',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'trace:read' },
  params: z.strictObject({ trace_id: z.string().regex(/^[0-9a-f]{32}$/) }),
  answers: { 200: z.array(Span) },
  tool: true,
  problems: ['trace.not_found'],
});
