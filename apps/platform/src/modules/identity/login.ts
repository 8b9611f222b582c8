import { and, eq, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Audit, Caller } from '#audit';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import { users } from '#tenancy';
import { activeSubjects, type Tokens } from '#tokens';
import type { PasswordHashes } from './passwords/hash.ts';

/** NIST SP 800-63B: no more than a hundred failures in a row; then only mail or a provider lets the owner in again. */
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
}

/** Signing in with a password. Whatever is wrong, the caller learns only that it did not work, after the same time. */
export function createLogin({ database, clock, tokens, audit, hashes }: Options) {
  /**
   * Counts the attempt before it is judged, in one statement, so that parallel guesses cannot share one. No row means:
   * unknown, unverified, without password, disabled, or in a pause.
   */
  async function beginAttempt(email: string) {
    const now = new Date(clock.now());
    const pause = sql`case when ${users.failedLogins} >= ${freeFailures}
      then ${now.toISOString()}::timestamptz
        + make_interval(secs => least(${longestPauseSeconds}, power(2, least(${users.failedLogins} - ${freeFailures}, 20)))) end`;
    const [attempt] = await database.query
      .update(users)
      .set({ failedLogins: sql`${users.failedLogins} + 1`, lockedUntil: pause })
      .where(
        and(
          eq(sql`lower(${users.email})`, email.toLowerCase()),
          isNotNull(users.passwordHash),
          eq(users.isEmailVerified, true),
          lt(users.failedLogins, mostFailures),
          or(isNull(users.lockedUntil), lte(users.lockedUntil, now)),
          sql`exists (select 1 from ${activeSubjects} where ${activeSubjects.userId} = ${users.id})`,
        ),
      )
      .returning({ id: users.id, hash: users.passwordHash });
    return attempt;
  }

  return async (email: string, password: string, caller: Caller): Promise<string | null> => {
    const attempt = await beginAttempt(email);
    const check = await hashes.verify(password, attempt?.hash);
    if (!attempt || !check.matches) {
      await audit.record(database.query, {
        action: 'login.password',
        outcome: 'refused',
        actorId: attempt?.id ?? null,
        caller,
      });
      return null;
    }
    const rehashed = check.isOutdated ? await hashes.hash(password) : attempt.hash;
    return database.system(async (tx) => {
      // The condition notices a password that was changed while this one was being judged.
      const [user] = await tx
        .update(users)
        .set({ failedLogins: 0, lockedUntil: null, passwordHash: rehashed })
        .where(and(eq(users.id, attempt.id), sql`${users.passwordHash} = ${attempt.hash}`))
        .returning({ id: users.id });
      if (!user) return null;
      await audit.record(tx, { action: 'login.password', actorId: user.id, caller });
      return tokens.authCodes.issue(tx, user.id, 'password', caller);
    });
  };
}
