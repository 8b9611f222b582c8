import { sql } from 'drizzle-orm';
import type { Tx } from './database.ts';

/**
 * Whoever does the same waits until this transaction is over. What is looked at first, that there is room or that nothing
 * is there yet, still holds when it is written.
 */
export async function waitForTurn(tx: Tx, what: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${what}, 0))`);
}
