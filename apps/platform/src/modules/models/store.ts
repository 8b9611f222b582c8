import { isModelId } from '@sonde/contract';
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import type { Page } from '#kernel/http';
import { readList, type ListPlan } from '#kernel/resource';
import { aiModels, type AiModelRow } from './tables.ts';

export async function insertModel(tx: Tx, row: AiModelRow): Promise<AiModelRow> {
  const [inserted] = await tx.insert(aiModels).values(row).returning();
  if (!inserted) throw new Error('An inserted model was not returned.');
  return inserted;
}

export async function findModel(
  tx: Tx,
  organizationId: string,
  id: string,
  options: { forUpdate?: boolean } = {},
): Promise<AiModelRow | undefined> {
  const query = tx
    .select()
    .from(aiModels)
    .where(and(eq(aiModels.organizationId, organizationId), eq(aiModels.id, id)));
  const [row] = await (options.forUpdate ? query.for('update') : query);
  return row;
}

/** By id or by name; of several with one name it is the oldest. */
export async function findModelByWord(
  tx: Tx,
  organizationId: string,
  word: string,
): Promise<AiModelRow | undefined> {
  if (isModelId(word)) return findModel(tx, organizationId, word);
  const [row] = await tx
    .select()
    .from(aiModels)
    .where(and(eq(aiModels.organizationId, organizationId), eq(aiModels.name, word)))
    .orderBy(asc(aiModels.createdAt), asc(aiModels.id))
    .limit(1);
  return row;
}

export async function updateModel(
  tx: Tx,
  organizationId: string,
  id: string,
  changes: Partial<AiModelRow>,
): Promise<AiModelRow | undefined> {
  const [row] = await tx
    .update(aiModels)
    .set(changes)
    .where(and(eq(aiModels.organizationId, organizationId), eq(aiModels.id, id)))
    .returning();
  return row;
}

export const answeredWell = { lastFailure: null, lastFailedAt: null } as const;

export async function noteFailure(
  tx: Tx,
  organizationId: string,
  id: string,
  failure: Pick<AiModelRow, 'lastFailure' | 'lastFailedAt'>,
): Promise<void> {
  await tx
    .update(aiModels)
    .set(failure)
    .where(and(eq(aiModels.organizationId, organizationId), eq(aiModels.id, id)));
}

/** Most calls are answered after another that was, and then nothing is written. */
export async function clearFailure(tx: Tx, organizationId: string, id: string): Promise<void> {
  await tx
    .update(aiModels)
    .set(answeredWell)
    .where(
      and(eq(aiModels.organizationId, organizationId), eq(aiModels.id, id), isNotNull(aiModels.lastFailedAt)),
    );
}

export async function deleteModel(
  tx: Tx,
  organizationId: string,
  id: string,
): Promise<AiModelRow | undefined> {
  const [row] = await tx
    .delete(aiModels)
    .where(and(eq(aiModels.organizationId, organizationId), eq(aiModels.id, id)))
    .returning();
  return row;
}

export async function listModels(tx: Tx, organizationId: string, plan: ListPlan): Promise<Page<AiModelRow>> {
  const within = eq(aiModels.organizationId, organizationId);
  return readList(tx, aiModels, { plan, within, present: (row) => row });
}
