import { and, eq, isNotNull, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import { newId } from '#kernel/ids';
import { users } from './tables.ts';
import { activeSubjects } from './views.ts';

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
  /** Whether somebody has no other way in than the password; undefined where nobody lacks one. */
  readonly hasNoOtherWay: ((userId: typeof users.id) => SQL) | undefined;
}

/** What is left of a person's tries to sign in with a password. */
export function createPasswordTries({ database, clock, hasNoOtherWay }: Options) {
  const now = (): Date => new Date(clock.now());
  /** Neither in a pause nor out of tries. */
  const mayTry = () =>
    and(
      or(lt(users.failedLogins, mostFailures), hasNoOtherWay?.(users.id)),
      or(isNull(users.lockedUntil), lte(users.lockedUntil, now())),
    );
  return {
    /** No row means: unknown, not in use, without password, disabled, or in a pause. */
    async find(email: string): Promise<{ id: string; hash: string | null } | undefined> {
      const [candidate] = await database.query
        .select({ id: users.id, hash: users.passwordHash })
        .from(users)
        .where(
          and(
            eq(sql`lower(${users.email})`, email.toLowerCase()),
            isNotNull(users.passwordHash),
            or(eq(users.isEmailVerified, true), eq(users.isVouchedFor, true)),
            mayTry(),
            sql`exists (select 1 from ${activeSubjects} where ${activeSubjects.userId} = ${users.id})`,
          ),
        );
      return candidate;
    },

    /** The same of somebody who is signed in: what is compared, and for how long nothing is, while there is a pause. */
    async findSignedIn(userId: string): Promise<{ hash: string | null; pauseSeconds: number }> {
      const [person] = await database.query
        .select({
          hash: users.passwordHash,
          lockedUntil: users.lockedUntil,
          isOpen: sql<boolean>`${mayTry()}`,
        })
        .from(users)
        .where(eq(users.id, userId));
      if (!person || person.isOpen) return { hash: person?.hash ?? null, pauseSeconds: 0 };
      const pauseMs = (person.lockedUntil?.getTime() ?? 0) - clock.now();
      return {
        hash: person.hash,
        pauseSeconds: pauseMs > 0 ? Math.ceil(pauseMs / 1000) : longestPauseSeconds,
      };
    },

    /** Counts a failure, unless a pause that began meanwhile has made it meaningless. Does as much for nobody. */
    async fail(userId: string | undefined): Promise<void> {
      const pause = sql`case when ${users.failedLogins} >= ${freeFailures}
        then ${now().toISOString()}::timestamptz
          + make_interval(secs => least(${longestPauseSeconds}, power(2, least(${users.failedLogins} - ${freeFailures}, 20)))) end`;
      await database.query
        .update(users)
        .set({ failedLogins: sql`${users.failedLogins} + 1`, lockedUntil: pause })
        .where(and(eq(users.id, userId ?? newId()), mayTry()));
    },

    /** Forgets failures, if the person may still try and the password is still the one that was checked. */
    async succeed(
      tx: Tx,
      candidate: { readonly id: string; readonly hash: string | null },
      rehashed: string | null,
    ): Promise<boolean> {
      const rows = await tx
        .update(users)
        .set({ failedLogins: 0, lockedUntil: null, passwordHash: rehashed })
        .where(and(eq(users.id, candidate.id), sql`${users.passwordHash} = ${candidate.hash}`, mayTry()))
        .returning({ id: users.id });
      return rows.length > 0;
    },
  };
}
