import { newId } from '#kernel/ids';
import { storableText } from '#kernel/json-text';
import { meaningOf, type Meaning } from './meaning.ts';
import type { SpanRow } from './tables.ts';

/** A finished span, before it has an id and a row. Times are milliseconds since the epoch. */
export interface NewSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly name: string;
  readonly kind: string;
  readonly status: SpanRow['status'];
  readonly statusMessage: string | null;
  readonly service?: string | null;
  readonly endpointId: string | null;
  readonly projectId: string | null;
  readonly environment: string | null;
  readonly conversationId: string | null;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly stages: readonly { stage: string; startMs: number; durationMs: number }[];
  readonly events?: SpanRow['events'];
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** The row that a span becomes, and what was said in it. That is read once: it may be JSON of many kilobytes. */
export interface ReadSpan extends Pick<Meaning, 'message' | 'answer' | 'statusCode'> {
  readonly row: SpanRow;
}

export function readSpan(organizationId: string, span: NewSpan, isReported: boolean): ReadSpan {
  const events = span.events ?? [];
  const meaning = meaningOf({ attributes: span.attributes, events });
  const row: SpanRow = {
    id: newId(),
    organizationId,
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    name: storable(span.name, 500) ?? '',
    kind: span.kind,
    status: span.status,
    statusMessage: storable(span.statusMessage, 4000),
    source: isReported ? 'application' : sourceOf(span.attributes),
    service: storable(span.service, 200),
    endpointId: span.endpointId,
    projectId: span.projectId,
    environment: storable(span.environment, 100),
    conversationId: storable(span.conversationId ?? meaning.conversationId, 500),
    model: storable(meaning.model, 200),
    inputTokens: meaning.inputTokens,
    outputTokens: meaning.outputTokens,
    startedAt: new Date(span.startedAt),
    durationMs: span.durationMs,
    stages: span.stages.map(({ stage, startMs, durationMs }) => ({
      stage,
      start_ms: startMs,
      duration_ms: durationMs,
    })),
    events,
    attributes: span.attributes,
  };
  return { row, message: meaning.message, answer: meaning.answer, statusCode: meaning.statusCode };
}

function sourceOf(attributes: NewSpan['attributes']): SpanRow['source'] {
  if ('sonde.test_run_id' in attributes) return 'test';
  return 'sonde.exploration_id' in attributes ? 'exploration' : 'call';
}

/** What is kept of a text, in its beginning. */
export const storable = (text: string | null | undefined, max: number): string | null =>
  text === null || text === undefined ? null : storableText(text.slice(0, max));
