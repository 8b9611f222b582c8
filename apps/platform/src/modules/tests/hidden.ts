import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import { associate } from './store.ts';
import { tests } from './tables.ts';

const hiddenOnes = (organizationId: string, ids: readonly string[]) =>
  and(eq(tests.organizationId, organizationId), inArray(tests.id, [...ids]));

/** Tests that were made hidden appear, at the end of a set and in this order. */
export async function reveal(
  tx: Tx,
  organizationId: string,
  { testSetId, ids }: { testSetId: string; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return;
  await tx.update(tests).set({ deletedAt: null }).where(hiddenOnes(organizationId, ids));
  await associate(tx, organizationId, testSetId, ids);
}

/** Nobody has seen them: they go without a trace. */
export async function withdraw(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(tests).where(hiddenOnes(organizationId, ids));
}
