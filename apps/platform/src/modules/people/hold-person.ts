import { eq, type SQL } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import { users } from './views.ts';

/**
 * Until the transaction is over this person stays; false when they are gone. Whoever writes more than one thing of a
 * person begins with it: an account that is deleted at the same moment takes all of them along, the person first, and
 * the two would else wait for each other, or what is written would be nobody's.
 */
export async function holdPerson(tx: Tx, userId: string | SQL<string>): Promise<boolean> {
  const held = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share');
  return held.length > 0;
}
