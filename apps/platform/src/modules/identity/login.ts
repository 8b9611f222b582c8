import type { Audit, Caller } from '#audit';
import type { Database } from '#kernel/database';
import type { Tokens } from '#tokens';
import type { PasswordHashes } from './passwords/hash.ts';
import type { Tries } from './password-tries.ts';

interface Options {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly audit: Audit;
  readonly hashes: PasswordHashes;
  readonly tries: Tries;
}

/** Signing in with a password. Whatever is wrong, the caller learns only that it did not work, after the same time. */
export function createLogin({ database, tokens, audit, hashes, tries }: Options) {
  async function refuse(userId: string | undefined, caller: Caller): Promise<null> {
    await tries.fail(userId);
    await audit.record(database.query, {
      action: 'login.password',
      outcome: 'refused',
      actorId: userId ?? null,
      caller,
    });
    return null;
  }

  return async (email: string, password: string, caller: Caller): Promise<string | null> => {
    const candidate = await tries.find(email);
    const check = await hashes.verify(password, candidate?.hash);
    if (!candidate || !check.matches) return refuse(candidate?.id, caller);
    const rehashed = check.isOutdated ? await hashes.hash(password) : candidate.hash;
    const code = await database
      .system(async (tx) => {
        // Judged again at the end: guesses that ran in parallel may have begun a pause, and the password may be another
        // one by now. So parallel guesses gain nothing over guesses in a row. What follows from a success is sent along
        // with the question, in one round trip, and undone if the answer is no: that is first to say so, also where
        // nothing can be issued, since the account was deleted meanwhile.
        const [, , issued] = await Promise.all([
          tries.succeed(tx, candidate, rehashed).then((isStill) => {
            if (!isStill) throw new Overtaken();
          }),
          audit.record(tx, { action: 'login.password', actorId: candidate.id, caller }),
          tokens.authCodes.issue(tx, candidate.id, 'password', caller),
        ]);
        return issued;
      })
      .catch((error: unknown) => {
        if (error instanceof Overtaken) return undefined;
        throw error;
      });
    return code ?? refuse(undefined, caller);
  };
}

/** Something happened to the account while its password was being checked. */
class Overtaken extends Error {}
