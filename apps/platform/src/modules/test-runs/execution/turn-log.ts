import { and, asc, eq, sql } from 'drizzle-orm';
import type { InvocationResult } from '@sonde/contract';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import { testResults, testRuns, testTurns, type TurnRow } from '../tables.ts';
import { TakenOver } from './ledger.ts';
import { beginningOf, isLarge, outputOf } from './output.ts';

export interface TurnLogOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly organizationId: string;
  readonly owner: string;
}

export type TurnLog = ReturnType<typeof createTurnLog>;

/** The turns of a run's conversations, each written before it is sent. */
export function createTurnLog({ database, clock, organizationId, owner }: TurnLogOptions) {
  return {
    /** False when the run was stopped: the turn must not be sent. */
    beforeSending: (resultId: string, turn: number, text: string): Promise<boolean> =>
      database.tenant(organizationId, async (tx) => {
        const [run] = await tx
          .select({ status: testRuns.status, owner: testRuns.owner })
          .from(testRuns)
          .innerJoin(testResults, eq(testResults.testRunId, testRuns.id))
          .where(and(eq(testResults.organizationId, organizationId), eq(testResults.id, resultId)))
          .for('share', { of: testRuns });
        if (run?.owner !== owner) throw new TakenOver();
        if (run.status !== 'Progress') return false;
        await tx
          .insert(testTurns)
          .values({
            testResultId: resultId,
            turn,
            organizationId,
            sent: { text },
            received: null,
            statusCode: null,
            durationMs: null,
            traceId: null,
            sentAt: new Date(clock.now()),
            finishedAt: null,
          })
          .onConflictDoUpdate({
            target: [testTurns.testResultId, testTurns.turn],
            set: { sent: sql`excluded.sent`, sentAt: sql`excluded.sent_at` },
          });
        return true;
      }),

    afterAnswer: (resultId: string, turn: number, answer: InvocationResult): Promise<void> =>
      database.tenant(organizationId, async (tx) => {
        await tx
          .update(testTurns)
          .set({
            received: { output: shownOf(answer), error: answer.error?.message ?? null },
            statusCode: answer.status_code,
            durationMs: answer.duration_ms,
            traceId: answer.trace_id,
            finishedAt: new Date(clock.now()),
          })
          .where(
            and(
              eq(testTurns.organizationId, organizationId),
              eq(testTurns.testResultId, resultId),
              eq(testTurns.turn, turn),
            ),
          );
      }),
  };
}

/** A turn is part of a transcript, which holds the beginning of what is very long. */
function shownOf(answer: InvocationResult): unknown {
  const stored = outputOf(answer);
  return (isLarge(stored) ? beginningOf(stored) : stored).output;
}

export const listTurns = (tx: Tx, organizationId: string, resultId: string): Promise<TurnRow[]> =>
  tx
    .select()
    .from(testTurns)
    .where(and(eq(testTurns.organizationId, organizationId), eq(testTurns.testResultId, resultId)))
    .orderBy(asc(testTurns.turn));
