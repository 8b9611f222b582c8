import { and, eq, gt } from 'drizzle-orm';
import type { Audit, Caller } from '#audit';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import type { Principal } from '#kernel/http';
import { sessionFamilies } from '#tokens';
import type { PasswordHashes } from './passwords/hash.ts';
import type { Tries } from './password-tries.ts';
import { passwordPaused, passwordWrong, reauthenticate } from './problems.ts';

/** How young a session must be to stand for a password that there is none of. */
const freshSessionMs = 15 * 60_000;

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly hashes: PasswordHashes;
  readonly tries: Tries;
}

export type Presence = ReturnType<typeof createPresence>;

/**
 * Whether the person is there, and not somebody who found their browser: by the password, or by a young session. Guesses
 * count with those at the sign-in, and bring the same pauses.
 */
export function createPresence({ database, clock, audit, hashes, tries }: Options) {
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
      const { userId } = principal;
      const { hash, pauseSeconds } = await tries.findSignedIn(userId);
      if (hash === null) {
        if (!(await isFresh(principal))) throw reauthenticate();
        return null;
      }
      const refuse = async (): Promise<void> =>
        audit.record(database.query, { action, outcome: 'refused', actorId: userId, caller });
      if (pauseSeconds > 0) {
        await refuse();
        throw passwordPaused(pauseSeconds);
      }
      const { matches } = await hashes.verify(password ?? '', hash);
      // Judged again when its hash is done: parallel guesses may have begun a pause.
      if (matches && (await tries.succeed(database.query, { id: userId, hash }, hash))) return hash;
      if (!matches) await tries.fail(userId);
      await refuse();
      throw passwordWrong();
    },
  };
}
