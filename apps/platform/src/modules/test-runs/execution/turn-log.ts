import { and, asc, eq, sql } from 'drizzle-orm';
import type { InvocationResult } from '@sonde/contract';
import type { Clock } from '#kernel/clock';
import type { Tx } from '#kernel/database';
import type { Called, Calling, Steps } from '#runs';
import { testTurns, type ReceivedTurn, type TurnRow } from '../tables.ts';
import { beginningCharacters, beginningOf, isLarge, outputOf, textOf } from './output.ts';

export interface TurnLogOptions {
  readonly clock: Clock;
  readonly organizationId: string;
  readonly steps: Steps;
}

/** The turns of conversations. Between two turns nothing is taken of what the endpoint bears. */
export interface TurnLog {
  /** False when the run was stopped: the turn must not be sent. */
  beforeSending(resultId: string, turn: number, text: string, signal: AbortSignal): Promise<boolean>;
  send(resultId: string, calling: Calling): Promise<Called>;
  afterAnswer(resultId: string, turn: number, answer: InvocationResult): Promise<void>;
}

/** The turns of a run's conversations, each written before it is sent. */
export function createTurnLog({ clock, organizationId, steps }: TurnLogOptions): TurnLog {
  return {
    beforeSending: (resultId, turn, text, signal) =>
      steps.begin(resultId, {
        signal,
        // The first was let through when its test was begun.
        isGranted: turn === 1,
        write: async (tx) =>
          void (await tx
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
            })),
      }),

    send: (resultId, calling) => steps.call(resultId, calling),

    afterAnswer: (resultId, turn, answer) =>
      steps.finish(resultId, async (tx) => {
        await tx
          .update(testTurns)
          .set({
            received: { ...shownOf(answer), error: answer.error?.message ?? null },
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

/** A turn is part of a transcript, which holds the beginning of what is very long, and says that it is one. */
function shownOf(answer: InvocationResult): Omit<ReceivedTurn, 'error'> {
  const stored = outputOf(answer);
  return isLarge(stored) && textOf(stored.output).length > beginningCharacters
    ? { output: beginningOf(stored).output, is_truncated: true }
    : { output: stored.output };
}

/** Turns that were kept before they were marked are told by the length at which they were cut. */
export const isCut = ({ output, is_truncated: isMarked }: ReceivedTurn): boolean =>
  isMarked === true || (typeof output === 'string' && output.length === beginningCharacters);

export const listTurns = (tx: Tx, organizationId: string, resultId: string): Promise<TurnRow[]> =>
  tx
    .select()
    .from(testTurns)
    .where(and(eq(testTurns.organizationId, organizationId), eq(testTurns.testResultId, resultId)))
    .orderBy(asc(testTurns.turn));
