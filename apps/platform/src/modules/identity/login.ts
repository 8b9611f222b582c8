import { and, eq, exists, inArray, isNotNull, isNull, lt, lte, not, or, sql } from 'drizzle-orm';
import type { Audit, Caller } from '#audit';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import { newId } from '#kernel/ids';
import { users } from '#tenancy';
import { activeSubjects, type Tokens } from '#tokens';
import type { PasswordHashes } from './passwords/hash.ts';
import { providerAccounts } from './tables.ts';

/**
 * NIST SP 800-63B: no more than a hundred failures in a row; then only mail or a provider lets the owner in again. Whoever
 * has neither is not locked out for ever by a stranger: for them there are pauses alone.
 */
const mostFailures = 100;
/** Failures before pauses begin, and the longest pause. Each pause is twice the one before. */
const freeFailures = 10;
const longestPauseSeconds = 900;

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly audit: Audit;
  readonly hashes: PasswordHashes;
  /** What else lets a person in here: mail, or an account at one of these issuers. */
  readonly otherWays: { readonly mail: boolean; readonly issuers: readonly string[] };
}

/** Signing in with a password. Whatever is wrong, the caller learns only that it did not work, after the same time. */
export function createLogin({ database, clock, tokens, audit, hashes, otherWays }: Options) {
  const now = (): Date => new Date(clock.now());
  /** Neither in a pause nor out of tries. */
  const mayTry = () =>
    and(
      or(lt(users.failedLogins, mostFailures), otherWays.mail ? undefined : not(isLinked())),
      or(isNull(users.lockedUntil), lte(users.lockedUntil, now())),
    );
  const isLinked = () =>
    exists(
      database.query
        .select({ one: sql`1` })
        .from(providerAccounts)
        .where(
          and(
            eq(providerAccounts.userId, users.id),
            inArray(providerAccounts.issuer, [...otherWays.issuers]),
          ),
        ),
    );

  /** No row means: unknown, unverified, without password, disabled, or in a pause. */
  async function findCandidate(email: string) {
    const [candidate] = await database.query
      .select({ id: users.id, hash: users.passwordHash })
      .from(users)
      .where(
        and(
          eq(sql`lower(${users.email})`, email.toLowerCase()),
          isNotNull(users.passwordHash),
          eq(users.isEmailVerified, true),
          mayTry(),
          sql`exists (select 1 from ${activeSubjects} where ${activeSubjects.userId} = ${users.id})`,
        ),
      );
    return candidate;
  }

  /** Counts a failure, unless a pause that began meanwhile has made it meaningless. Does as much for nobody. */
  async function refuse(userId: string | undefined, caller: Caller): Promise<null> {
    const pause = sql`case when ${users.failedLogins} >= ${freeFailures}
      then ${now().toISOString()}::timestamptz
        + make_interval(secs => least(${longestPauseSeconds}, power(2, least(${users.failedLogins} - ${freeFailures}, 20)))) end`;
    await database.query
      .update(users)
      .set({ failedLogins: sql`${users.failedLogins} + 1`, lockedUntil: pause })
      .where(and(eq(users.id, userId ?? newId()), mayTry()));
    await audit.record(database.query, {
      action: 'login.password',
      outcome: 'refused',
      actorId: userId ?? null,
      caller,
    });
    return null;
  }

  return async (email: string, password: string, caller: Caller): Promise<string | null> => {
    const candidate = await findCandidate(email);
    const check = await hashes.verify(password, candidate?.hash);
    if (!candidate || !check.matches) return refuse(candidate?.id, caller);
    const rehashed = check.isOutdated ? await hashes.hash(password) : candidate.hash;
    const code = await database
      .system(async (tx) => {
        // Judged again at the end: guesses that ran in parallel may have begun a pause, and the password may be another
        // one by now. So parallel guesses gain nothing over guesses in a row. What follows from a success is sent along
        // with the question, in one round trip, and undone if the answer is no.
        const [[user], , issued] = await Promise.all([
          tx
            .update(users)
            .set({ failedLogins: 0, lockedUntil: null, passwordHash: rehashed })
            .where(and(eq(users.id, candidate.id), sql`${users.passwordHash} = ${candidate.hash}`, mayTry()))
            .returning({ id: users.id }),
          audit.record(tx, { action: 'login.password', actorId: candidate.id, caller }),
          tokens.authCodes.issue(tx, candidate.id, 'password', caller),
        ]);
        if (!user) throw new Overtaken();
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
