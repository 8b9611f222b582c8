import type { Egress } from '@sonde/egress';
import type { Log } from '#kernel/log';
import type { SpanExporter } from './service.ts';
import type { SpanRow } from './tables.ts';

const batchAfterMs = 1_000;
const bufferLimit = 5_000;

/** Sends spans as OTLP over HTTP in JSON. A collector that is away costs spans, never a call. */
export function createOtlpExporter({
  egress,
  endpoint,
  version,
  log,
}: {
  egress: Egress;
  endpoint: string;
  version: string;
  log: Log;
}): SpanExporter {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  let waiting: SpanRow[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function send(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    try {
      const response = await egress.fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(otlpRequest(batch, version)),
        signal: AbortSignal.timeout(10_000),
      });
      await response.arrayBuffer();
      if (!response.ok)
        log.warn({ status: response.status, spans: batch.length }, 'the trace collector refused spans');
    } catch (error) {
      log.warn({ err: error, spans: batch.length }, 'the trace collector cannot be reached');
    }
  }

  return {
    export(_organizationId, spans) {
      if (waiting.length < bufferLimit) waiting.push(...spans);
      timer ??= setTimeout(() => void send(), batchAfterMs);
    },
    close: send,
  };
}

/** ExportTraceServiceRequest in its JSON encoding: ids in hex, times in nanoseconds as text. */
function otlpRequest(spans: readonly SpanRow[], version: string): unknown {
  return {
    resourceSpans: [
      {
        resource: {
          attributes: attributes({ 'service.name': 'sonde-platform', 'service.version': version }),
        },
        scopeSpans: [{ scope: { name: 'sonde.invocation', version }, spans: spans.map(otlpSpan) }],
      },
    ],
  };
}

function otlpSpan(span: SpanRow): unknown {
  const start = BigInt(span.startedAt.getTime()) * 1_000_000n;
  const nanoseconds = (milliseconds: number): bigint => BigInt(Math.round(milliseconds * 1e6));
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId ? { parentSpanId: span.parentSpanId } : {}),
    name: span.name,
    kind: 3,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + nanoseconds(span.durationMs)),
    attributes: attributes({ ...span.attributes, 'sonde.organization_id': span.organizationId }),
    events: span.stages.map(({ stage, start_ms: startMs, duration_ms: durationMs }) => ({
      name: stage,
      timeUnixNano: String(start + nanoseconds(startMs)),
      attributes: attributes({ duration_ms: durationMs }),
    })),
    status: span.status === 'ok' ? { code: 1 } : { code: 2, message: span.statusMessage ?? '' },
  };
}

function attributes(values: Record<string, unknown>): { key: string; value: unknown }[] {
  return Object.entries(values)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: unknown): unknown {
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return { stringValue: typeof value === 'string' ? value : JSON.stringify(value) };
}
