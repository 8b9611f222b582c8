import { doublePrecision, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Span } from '@sonde/contract';

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
  endpointId: uuid('endpoint_id'),
  projectId: uuid('project_id'),
  environment: text('environment'),
  conversationId: text('conversation_id'),
  startedAt: timestamp('started_at', { withTimezone: true, mode: 'date' }).notNull(),
  durationMs: doublePrecision('duration_ms').notNull(),
  stages: json('stages').$type<Span['stages']>().notNull(),
  attributes: json('attributes').$type<Record<string, unknown>>().notNull(),
});

export type SpanRow = typeof spans.$inferSelect;
