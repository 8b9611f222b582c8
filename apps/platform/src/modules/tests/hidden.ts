import { and, eq, inArray } from 'drizzle-orm';
import type { Database, Tx } from '#kernel/database';
import { tests } from './tables.ts';

const hiddenOnes = (organizationId: string, ids: readonly string[]) =>
  and(eq(tests.organizationId, organizationId), inArray(tests.id, [...ids]));

/** Tests that were made hidden appear. */
export async function reveal(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.update(tests).set({ deletedAt: null }).where(hiddenOnes(organizationId, ids));
}

/** Nobody has seen them: they go without a trace. */
export async function withdraw(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(tests).where(hiddenOnes(organizationId, ids));
}

/**
 * Tells the planner of many tests that came at once: a server looks by itself only after a minute, and until then takes
 * an organization that had none for one that has a handful.
 */
export const countAnew = (database: Database): Promise<unknown> =>
  database.executeSql('analyze tests, test_set_tests');
