import type { SpanInput } from '@sonde/contract';
import type { NewSpan } from './new-span.ts';

/** A span that was reported in the shape in which spans are shown, under today's names or others. */
export function reportedSpan(span: SpanInput, projectId: string): NewSpan {
  const startedAt = timeOf(span.started_at ?? span.start_time) ?? 0;
  const endedAt = timeOf(span.ended_at ?? span.end_time) ?? startedAt + (span.duration_ms ?? 0);
  const { resource } = span;
  return {
    traceId: span.trace_id.toLowerCase(),
    spanId: span.span_id.toLowerCase(),
    parentSpanId: span.parent_span_id?.toLowerCase() ?? null,
    name: span.name ?? span.span_name ?? '',
    kind: (span.kind ?? span.span_kind ?? 'INTERNAL').toUpperCase(),
    status: span.status ?? (span.status_code === 'ERROR' ? 'error' : 'ok'),
    statusMessage: span.status_message ?? null,
    service: typeof resource['service.name'] === 'string' ? resource['service.name'] : null,
    endpointId: null,
    projectId,
    environment: span.environment ?? null,
    conversationId: span.conversation_id ?? null,
    startedAt,
    durationMs: Math.max(0, endedAt - startedAt),
    stages: [],
    events: span.events.map(({ name, timestamp, attributes }) => {
      const at = timeOf(timestamp);
      return { name, timestamp: at === undefined ? null : new Date(at).toISOString(), attributes };
    }),
    attributes: Object.keys(resource).length > 0 ? { ...span.attributes, resource } : span.attributes,
  };
}

/** Seconds since 1970 as well as milliseconds; texts without a zone are UTC. */
function timeOf(value: string | number | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number') return within(value < 1e11 ? value * 1000 : value);
  return within(Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`));
}

/** What PostgreSQL and Date can both tell. */
const within = (milliseconds: number): number =>
  Math.min(Date.UTC(2100), Math.max(Date.UTC(2000), milliseconds));
