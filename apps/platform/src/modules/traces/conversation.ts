import type { TraceTurn } from '@sonde/contract';
import { and, asc, eq, type SQL } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import { meaningOf } from './meaning.ts';
import { keptText } from './summary.ts';
import { spans, traces, type TraceRow } from './tables.ts';

const mostTurns = 200;

export interface Turn {
  readonly message: string | null;
  readonly answer: string | null;
}

/** Oldest first. */
export const readTurns = (tx: Tx, within: SQL | undefined): Promise<TraceRow[]> =>
  tx.select().from(traces).where(within).orderBy(asc(traces.startedAt), asc(traces.id)).limit(mostTurns);

export const turnOf = (row: TraceRow): TraceTurn => ({
  trace_id: row.traceId,
  status: row.status,
  started_at: row.startedAt.toISOString(),
  duration_ms: row.durationMs,
  message: row.message,
  answer: row.answer,
});

/** What a trace was summed up with is cut where it is long; then its spans are asked. */
export async function fullTurn(
  tx: Tx,
  { organizationId, traceId, message, answer }: TraceRow,
): Promise<Turn> {
  const isWhole = [message, answer].every((text) => (text ?? '').length < keptText);
  if (isWhole) return { message, answer };
  const found = await tx
    .select({ attributes: spans.attributes, events: spans.events })
    .from(spans)
    .where(and(eq(spans.organizationId, organizationId), eq(spans.traceId, traceId)))
    .orderBy(asc(spans.startedAt))
    .limit(50);
  const meanings = found.map(meaningOf);
  const whole = (short: string | null, texts: (string | null)[]): string | null =>
    (short !== null && texts.find((text) => text?.startsWith(short.slice(0, 1000)))) || short;
  return {
    message: whole(
      message,
      meanings.map((meaning) => meaning.message),
    ),
    answer: whole(
      answer,
      meanings.map((meaning) => meaning.answer),
    ),
  };
}
