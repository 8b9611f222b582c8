import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import { newId } from '#kernel/ids';
import type { Sealer } from '#kernel/seal';
import type { CachedToken, TokenCache } from './ports.ts';
import { targetTokens as table } from './tables.ts';

const leaseMs = 30_000;
const pollMs = 50;

/**
 * Tokens of client credentials, sealed in the database. One caller at a time fetches, across processes: it holds a
 * lease in the row rather than a lock in a transaction, which would occupy a connection while a stranger's server thinks.
 */
export function createTokenStore({
  database,
  clock,
  sealer,
}: {
  database: Database;
  clock: Clock;
  sealer: Sealer;
}): TokenCache & { removeExpired(): Promise<number> } {
  const underWay = new Map<string, Promise<CachedToken>>();
  const isRecipe = (organizationId: string, recipe: string) =>
    and(eq(table.organizationId, organizationId), eq(table.recipe, recipe));
  const contextOf = (organizationId: string, recipe: string): string =>
    `target-token:${organizationId}:${recipe}`;

  /** A recipe is made of secrets: without the key of the installation nobody tries guesses against what is stored. */
  const keyed = (organizationId: string, recipe: string): string =>
    sealer.digest(recipe, `target-recipe:${organizationId}`);

  async function find(organizationId: string, recipe: string): Promise<CachedToken | undefined> {
    const [row] = await database.tenant(organizationId, (tx) =>
      tx.select().from(table).where(isRecipe(organizationId, recipe)),
    );
    if (!row?.tokenSealed || !row.freshUntil) return undefined;
    const accessToken = sealer.open(row.tokenSealed, contextOf(organizationId, recipe));
    return accessToken === undefined ? undefined : { accessToken, freshUntil: row.freshUntil.getTime() };
  }

  /** True when this caller may fetch: nobody else does, or whoever did has not been heard of for the length of a lease. */
  async function takeLease(organizationId: string, recipe: string, leaseId: string): Promise<boolean> {
    const now = clock.now();
    const lease = { leaseId, leaseUntil: new Date(now + leaseMs) };
    const taken = await database.tenant(organizationId, (tx) =>
      tx
        .insert(table)
        .values({ organizationId, recipe, ...lease })
        .onConflictDoUpdate({
          target: [table.organizationId, table.recipe],
          set: lease,
          setWhere: or(isNull(table.leaseUntil), lt(table.leaseUntil, new Date(now))),
        })
        .returning({ leaseId: table.leaseId }),
    );
    return taken[0]?.leaseId === leaseId;
  }

  async function release(
    organizationId: string,
    recipe: string,
    leaseId: string,
    token?: CachedToken,
  ): Promise<void> {
    const kept = token
      ? {
          tokenSealed: sealer.seal(token.accessToken, contextOf(organizationId, recipe)),
          freshUntil: new Date(token.freshUntil),
        }
      : {};
    await database.tenant(organizationId, (tx) =>
      tx
        .update(table)
        .set({ ...kept, leaseId: null, leaseUntil: null })
        .where(and(isRecipe(organizationId, recipe), eq(table.leaseId, leaseId)))
        .returning({ one: sql`1` }),
    );
  }

  async function refreshAlone(
    organizationId: string,
    recipe: string,
    isUsable: (token: CachedToken) => boolean,
    fetchToken: () => Promise<CachedToken>,
  ): Promise<CachedToken> {
    const leaseId = newId();
    while (!(await takeLease(organizationId, recipe, leaseId))) {
      await pause(pollMs);
      const found = await find(organizationId, recipe);
      if (found && isUsable(found)) return found;
    }
    try {
      const found = await find(organizationId, recipe);
      if (found && isUsable(found)) {
        await release(organizationId, recipe, leaseId);
        return found;
      }
      const token = await fetchToken();
      await release(organizationId, recipe, leaseId, token);
      return token;
    } catch (error) {
      await release(organizationId, recipe, leaseId);
      throw error;
    }
  }

  return {
    find: (organizationId, recipe) => find(organizationId, keyed(organizationId, recipe)),
    async removeExpired() {
      const now = new Date(clock.now());
      const removed = await database.query
        .delete(table)
        .where(
          and(
            or(isNull(table.freshUntil), lt(table.freshUntil, now)),
            or(isNull(table.leaseUntil), lt(table.leaseUntil, now)),
          ),
        )
        .returning({ one: sql`1` });
      return removed.length;
    },
    refresh(organizationId, plain, isUsable, fetchToken) {
      const recipe = keyed(organizationId, plain);
      const key = `${organizationId}:${recipe}`;
      const started = underWay.get(key);
      if (started)
        return started.then((token) =>
          isUsable(token) ? token : refreshAlone(organizationId, recipe, isUsable, fetchToken),
        );
      const mine = refreshAlone(organizationId, recipe, isUsable, fetchToken).finally(() =>
        underWay.delete(key),
      );
      underWay.set(key, mine);
      return mine;
    },
  };
}
