import {
  bigint,
  boolean,
  doublePrecision,
  integer,
  json,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Span } from '@sonde/contract';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const spans = pgTable('spans', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  traceId: text('trace_id').notNull(),
  spanId: text('span_id').notNull(),
  parentSpanId: text('parent_span_id'),
  name: text('name').notNull(),
  kind: text('kind').notNull(),
  status: text('status').$type<Span['status']>().notNull(),
  statusMessage: text('status_message'),
  source: text('source').$type<Span['source']>().notNull(),
  service: text('service'),
  endpointId: uuid('endpoint_id'),
  projectId: uuid('project_id'),
  environment: text('environment'),
  conversationId: text('conversation_id'),
  model: text('model'),
  inputTokens: bigint('input_tokens', { mode: 'number' }),
  outputTokens: bigint('output_tokens', { mode: 'number' }),
  startedAt: time('started_at').notNull(),
  durationMs: doublePrecision('duration_ms').notNull(),
  stages: json('stages').$type<Span['stages']>().notNull(),
  events: json('events').$type<Span['events']>().notNull(),
  attributes: json('attributes').$type<Record<string, unknown>>().notNull(),
});
export type SpanRow = typeof spans.$inferSelect;

export const traces = pgTable('traces', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  traceId: text('trace_id').notNull(),
  name: text('name').notNull(),
  endpointName: text('endpoint_name'),
  hasRoot: boolean('has_root').notNull(),
  status: text('status').$type<Span['status']>().notNull(),
  statusCode: integer('status_code'),
  source: text('source').$type<Span['source']>().notNull(),
  service: text('service'),
  environment: text('environment'),
  endpointId: uuid('endpoint_id'),
  conversationId: text('conversation_id'),
  testRunId: uuid('test_run_id'),
  testResultId: uuid('test_result_id'),
  testId: uuid('test_id'),
  message: text('message'),
  answer: text('answer'),
  spanCount: integer('span_count').notNull(),
  errorCount: integer('error_count').notNull(),
  startedAt: time('started_at').notNull(),
  endedAt: time('ended_at').notNull(),
  durationMs: doublePrecision('duration_ms').notNull(),
  updatedAt: time('updated_at').notNull(),
});
export type TraceRow = typeof traces.$inferSelect;

export const modelPrices = pgTable('model_prices', {
  organizationId: uuid('organization_id').notNull(),
  /** In lower case, as models are looked up. */
  modelKey: text('model_key').notNull(),
  model: text('model').notNull(),
  inputPerMillion: doublePrecision('input_per_million').notNull(),
  outputPerMillion: doublePrecision('output_per_million').notNull(),
});
