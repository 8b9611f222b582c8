import { newId } from '#kernel/ids';
import { storable, type ReadSpan } from './new-span.ts';
import type { SpanRow, TraceRow } from './tables.ts';

export const keptText = 8000;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Spans that were stored together, summed up as one row for each trace; a row that is there already takes them in. */
export function summaries(stored: readonly ReadSpan[], now: Date): TraceRow[] {
  return [...Map.groupBy(stored, ({ row }) => row.traceId)]
    .map(([, spans]) => summaryOf(spans, now))
    .toSorted((left, right) => (left.traceId < right.traceId ? -1 : 1));
}

function summaryOf(read: readonly ReadSpan[], now: Date): TraceRow {
  const byStart = read.toSorted(
    (left, right) => left.row.startedAt.getTime() - right.row.startedAt.getTime(),
  );
  const root = byStart.find(({ row }) => row.parentSpanId === null);
  const said = (root ?? byStart[0]) as ReadSpan;
  const first = said.row;
  const spans = byStart.map(({ row }) => row);
  const startedAt = Math.min(...spans.map((span) => span.startedAt.getTime()));
  const endedAt = Math.max(...spans.map((span) => span.startedAt.getTime() + span.durationMs));
  return {
    id: newId(),
    organizationId: first.organizationId,
    projectId: first.projectId,
    traceId: first.traceId,
    name: first.name,
    endpointName: endpointNameOf(first),
    hasRoot: root !== undefined,
    status: first.status,
    // Of what was called: a call that an application made on its way says nothing of its own answer.
    statusCode: root || first.source !== 'application' ? said.statusCode : null,
    source: first.source,
    service: first.service,
    environment: first.environment,
    endpointId: spans.find(({ endpointId }) => endpointId !== null)?.endpointId ?? null,
    conversationId: first.conversationId ?? spans.find((span) => span.conversationId)?.conversationId ?? null,
    testRunId: idIn(first, 'sonde.test_run_id'),
    testResultId: idIn(first, 'sonde.test_result_id'),
    testId: idIn(first, 'sonde.test_id'),
    // Where the root does not say it, the first question below it and the last answer do.
    message: storable(said.message ?? byStart.find(({ message }) => message)?.message, keptText),
    answer: storable(said.answer ?? byStart.findLast(({ answer }) => answer)?.answer, keptText),
    spanCount: spans.length,
    errorCount: spans.filter(({ status }) => status === 'error').length,
    startedAt: new Date(startedAt),
    endedAt: new Date(endedAt),
    durationMs: endedAt - startedAt,
    updatedAt: now,
  };
}

/** People look for the endpoint that was called, not for the name of a function. */
function endpointNameOf({ attributes }: SpanRow): string | null {
  const endpoint = attributes['endpoint.name'];
  return typeof endpoint === 'string' ? storable(endpoint, 500) : null;
}

function idIn({ attributes }: SpanRow, key: string): string | null {
  const value = attributes[key];
  return typeof value === 'string' && uuid.test(value) ? value : null;
}
