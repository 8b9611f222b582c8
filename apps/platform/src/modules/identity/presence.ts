import { and, eq, gt } from 'drizzle-orm';
import type { Accounts } from '#people';
import type { Audit, Caller } from '#audit';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import type { Principal } from '#kernel/http';
import { sessionFamilies } from '#tokens';
import type { PasswordHashes } from './passwords/hash.ts';
import { passwordWrong, reauthenticate } from './problems.ts';

/** How young a session must be to stand for a password that there is none of. */
const freshSessionMs = 15 * 60_000;

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly accounts: Accounts;
  readonly hashes: PasswordHashes;
}

export type Presence = ReturnType<typeof createPresence>;

/** Whether the person is there, and not somebody who found their browser: by the password, or by a young session. */
export function createPresence({ database, clock, audit, accounts, hashes }: Options) {
  async function isFresh(principal: Principal): Promise<boolean> {
    const [session] = await database.query
      .select({ id: sessionFamilies.id })
      .from(sessionFamilies)
      .where(
        and(
          eq(sessionFamilies.id, principal.credentialId),
          gt(sessionFamilies.createdAt, new Date(clock.now() - freshSessionMs)),
        ),
      );
    return session !== undefined;
  }

  return {
    /** Gives the stored hash that was compared, so that who replaces it can see that it is the same still. */
    async require(
      principal: Principal,
      password: string | undefined,
      action: string,
      caller: Caller,
    ): Promise<string | null> {
      const stored = await accounts.passwordHashOf(database.query, principal.userId);
      if (stored === null) {
        if (!(await isFresh(principal))) throw reauthenticate();
        return null;
      }
      if ((await hashes.verify(password ?? '', stored)).matches) return stored;
      await audit.record(database.query, { action, outcome: 'refused', actorId: principal.userId, caller });
      throw passwordWrong();
    },
  };
}
