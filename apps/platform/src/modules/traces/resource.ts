import { environments, traceSources, type Span, type Trace } from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import { sql } from 'drizzle-orm';
import type { MemberPrincipal } from '#kernel/http';
import { defineResource } from '#kernel/resource';
import type { Spent } from './prices.ts';
import { mostCounted } from './store.ts';
import { traces as table, type SpanRow, type TraceRow } from './tables.ts';

export const traceNotFound = (): Problem => new Problem('not_found', 'trace.not_found', 'Trace not found.');

export const traceResource = defineResource({
  entity: 'trace',
  table,
  sort: 'started_at',
  searchedIn: sql`${table}.words`,
  problems: { notFound: traceNotFound },
  fields: {
    id: { column: table.id, type: 'id' },
    trace_id: { column: table.traceId, type: 'text', beginsLike: /^[0-9a-f]{1,32}$/ },
    name: { column: table.name, type: 'text', isSearched: true },
    endpoint_name: { column: table.endpointName, type: 'text', isSearched: true },
    status: { column: table.status, type: 'text', words: ['ok', 'error'] },
    status_code: { column: table.statusCode, type: 'number' },
    source: { column: table.source, type: 'text', words: traceSources },
    service: { column: table.service, type: 'text' },
    endpoint_id: { column: table.endpointId, type: 'id' },
    project_id: { column: table.projectId, type: 'id' },
    environment: { column: table.environment, type: 'text', words: environments },
    conversation_id: { column: table.conversationId, type: 'text' },
    test_run_id: { column: table.testRunId, type: 'id' },
    test_result_id: { column: table.testResultId, type: 'id' },
    test_id: { column: table.testId, type: 'id' },
    span_count: { column: table.spanCount, type: 'number' },
    error_count: { column: table.errorCount, type: 'number' },
    started_at: { column: table.startedAt, type: 'time' },
    duration_ms: { column: table.durationMs, type: 'number' },
  },
});

const previewLength = 300;
const preview = (text: string | null): string | null => text?.slice(0, previewLength).toWellFormed() ?? null;

export const presentTrace = (row: TraceRow, spent: Spent): Trace => ({
  id: row.id,
  trace_id: row.traceId,
  name: row.name,
  endpoint_name: row.endpointName,
  status: row.status,
  status_code: row.statusCode,
  source: row.source,
  service: row.service,
  environment: row.environment,
  project_id: row.projectId,
  endpoint_id: row.endpointId,
  conversation_id: row.conversationId,
  test_run_id: row.testRunId,
  test_result_id: row.testResultId,
  test_id: row.testId,
  message_preview: preview(row.message),
  answer_preview: preview(row.answer),
  span_count: row.spanCount,
  error_count: row.errorCount,
  input_tokens: spent.inputTokens,
  output_tokens: spent.outputTokens,
  total_tokens: spent.inputTokens + spent.outputTokens,
  total_cost_usd: row.spanCount > mostCounted ? null : spent.costUsd,
  unpriced_models: [...spent.unpricedModels],
  is_counted_in_part: row.spanCount > mostCounted,
  started_at: row.startedAt.toISOString(),
  ended_at: row.endedAt.toISOString(),
  duration_ms: row.durationMs,
});

/** Where an endpoint is called is told to whoever may read endpoints. */
const shownAttributes = (
  { permissions }: Pick<MemberPrincipal, 'permissions'>,
  { 'endpoint.url': url, ...attributes }: SpanRow['attributes'],
): Span['attributes'] =>
  url === undefined || !permissions.has('endpoint:read')
    ? attributes
    : { ...attributes, 'endpoint.url': url };

export const presentSpan = (principal: Pick<MemberPrincipal, 'permissions'>, row: SpanRow): Span => ({
  id: row.id,
  trace_id: row.traceId,
  span_id: row.spanId,
  parent_span_id: row.parentSpanId,
  name: row.name,
  kind: row.kind,
  status: row.status,
  status_message: row.statusMessage,
  source: row.source,
  service: row.service,
  endpoint_id: row.endpointId,
  project_id: row.projectId,
  environment: row.environment,
  conversation_id: row.conversationId,
  model: row.model,
  input_tokens: row.inputTokens,
  output_tokens: row.outputTokens,
  started_at: row.startedAt.toISOString(),
  duration_ms: row.durationMs,
  stages: row.stages,
  events: row.events,
  attributes: shownAttributes(principal, row.attributes),
});
