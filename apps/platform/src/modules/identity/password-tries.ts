import { and, exists, inArray, not, sql, type SQL } from 'drizzle-orm';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import { createPasswordTries } from '#people';
import { providerAccounts } from './tables.ts';

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  /** What else lets a person in here: mail, or an account at one of these issuers. */
  readonly otherWays: { readonly mail: boolean; readonly issuers: readonly string[] };
}

export type Tries = ReturnType<typeof createTries>;

/** Tries at a password, wherever it is asked for: to sign in, and again before what only the person may do. */
export function createTries({ database, clock, otherWays }: Options) {
  const isLinked = (userId: { getSQL(): SQL }) =>
    exists(
      database.query
        .select({ one: sql`1` })
        .from(providerAccounts)
        .where(
          and(
            sql`${providerAccounts.userId} = ${userId}`,
            inArray(providerAccounts.issuer, [...otherWays.issuers]),
          ),
        ),
    );
  return createPasswordTries({
    database,
    clock,
    hasNoOtherWay: otherWays.mail ? undefined : (userId) => not(isLinked(userId)),
  });
}
