import { and, asc, eq, sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import { explorations, explorationTurns, type ExplorationRow, type TurnRow } from './tables.ts';

export async function insertExploration(tx: Tx, row: ExplorationRow): Promise<void> {
  await tx.insert(explorations).values(row);
}

export async function findExploration(
  tx: Tx,
  organizationId: string,
  id: string,
): Promise<ExplorationRow | undefined> {
  const [row] = await tx
    .select()
    .from(explorations)
    .where(and(eq(explorations.organizationId, organizationId), eq(explorations.id, id)));
  return row;
}

/** From here on only this run may write; one that still believes it is at work will find out. */
export async function takeOver(
  tx: Tx,
  organizationId: string,
  id: string,
  runId: string,
): Promise<ExplorationRow | undefined> {
  const [row] = await tx
    .update(explorations)
    .set({ runId })
    .where(and(eq(explorations.organizationId, organizationId), eq(explorations.id, id)))
    .returning();
  return row;
}

/** Locks the exploration for this transaction if the run is still the one in charge. */
export async function isInCharge(
  tx: Tx,
  organizationId: string,
  id: string,
  runId: string,
): Promise<boolean> {
  const rows = await tx
    .select({ id: explorations.id })
    .from(explorations)
    .where(
      and(
        eq(explorations.organizationId, organizationId),
        eq(explorations.id, id),
        eq(explorations.runId, runId),
      ),
    )
    .for('update');
  return rows.length > 0;
}

export interface Spent {
  readonly modelCalls: number;
  readonly modelTokens: number;
  readonly targetCalls: number;
  readonly elapsedMs: number;
}

export async function addSpent(
  tx: Tx,
  organizationId: string,
  id: string,
  spent: Spent & { model: string },
): Promise<void> {
  await tx
    .update(explorations)
    .set({
      model: spent.model,
      modelCalls: sql`${explorations.modelCalls} + ${spent.modelCalls}`,
      modelTokens: sql`${explorations.modelTokens} + ${spent.modelTokens}`,
      targetCalls: sql`${explorations.targetCalls} + ${spent.targetCalls}`,
      elapsedMs: sql`${explorations.elapsedMs} + ${spent.elapsedMs}`,
    })
    .where(and(eq(explorations.organizationId, organizationId), eq(explorations.id, id)));
}

export async function listTurns(tx: Tx, organizationId: string, id: string): Promise<TurnRow[]> {
  return tx
    .select()
    .from(explorationTurns)
    .where(and(eq(explorationTurns.organizationId, organizationId), eq(explorationTurns.explorationId, id)))
    .orderBy(asc(explorationTurns.turn));
}

export async function findTurn(
  tx: Tx,
  organizationId: string,
  id: string,
  turn: number,
): Promise<TurnRow | undefined> {
  const [row] = await tx
    .select()
    .from(explorationTurns)
    .where(
      and(
        eq(explorationTurns.organizationId, organizationId),
        eq(explorationTurns.explorationId, id),
        eq(explorationTurns.turn, turn),
      ),
    );
  return row;
}

export async function insertTurn(tx: Tx, row: TurnRow): Promise<void> {
  await tx.insert(explorationTurns).values(row);
}

export async function updateTurn(
  tx: Tx,
  organizationId: string,
  id: string,
  turn: number,
  changes: Partial<TurnRow>,
): Promise<void> {
  await tx
    .update(explorationTurns)
    .set(changes)
    .where(
      and(
        eq(explorationTurns.organizationId, organizationId),
        eq(explorationTurns.explorationId, id),
        eq(explorationTurns.turn, turn),
      ),
    );
}
