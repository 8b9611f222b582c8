import type { NewSpan } from '../new-span.ts';
import type { OtlpSpan } from './span.ts';

const kinds = ['INTERNAL', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'] as const;
const earliest = Date.UTC(2000);
const latest = Date.UTC(2100);

/** A span as it is kept, or why it cannot be. */
export function toNewSpan(span: OtlpSpan, projectId: string | null): NewSpan | { readonly fault: string } {
  if (!/^(?!0+$)[0-9a-f]{32}$/.test(span.traceId)) return { fault: 'a trace id is not 16 bytes' };
  if (!/^(?!0+$)[0-9a-f]{16}$/.test(span.spanId)) return { fault: 'a span id is not 8 bytes' };
  if (!/^(?:[0-9a-f]{16})?$/.test(span.parentSpanId)) return { fault: 'a parent span id is not 8 bytes' };
  const startedAt = milliseconds(span.startNano);
  if (startedAt < earliest || startedAt > latest) return { fault: 'a start time is missing or out of range' };
  const endedAt = Math.min(milliseconds(span.endNano), latest);
  const { resource } = span;
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: /^0*$/.test(span.parentSpanId) ? null : span.parentSpanId,
    name: span.name || 'unnamed',
    kind: kinds[span.kind] ?? 'INTERNAL',
    status: span.statusCode === 2 ? 'error' : 'ok',
    statusMessage: span.statusMessage || null,
    service: textOf(resource['service.name']),
    endpointId: null,
    projectId,
    environment: textOf(
      resource['deployment.environment.name'] ??
        resource['deployment.environment'] ??
        span.attributes['deployment.environment.name'],
    ),
    conversationId: null,
    startedAt,
    durationMs: Math.max(0, endedAt - startedAt),
    stages: [],
    events: span.events.map(({ name, nano, attributes }) => ({
      name,
      timestamp: timestampOf(nano),
      attributes,
    })),
    attributes: Object.keys(resource).length > 0 ? { ...span.attributes, resource } : span.attributes,
  };
}

/** With its fraction: many spans are shorter than a millisecond. */
const milliseconds = (nano: bigint): number => Number(nano / 1000n) / 1000;

function timestampOf(nano: bigint): string | null {
  const at = milliseconds(nano);
  return at >= earliest && at <= latest ? new Date(at).toISOString() : null;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
