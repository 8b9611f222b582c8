import { and, asc, eq, sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import type { RunKind } from '#runs';
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

/** An exploration ends with its job, which is what a worker takes; its own row never says no. */
export const explorationRows: RunKind = {
  table: explorations,
  isUnfinished: sql`true`,
  mayBegin: sql`true`,
};

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
