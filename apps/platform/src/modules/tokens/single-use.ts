import { randomInt, timingSafeEqual } from 'node:crypto';
import { and, desc, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import { newId } from '#kernel/ids';
import type { Sealer } from '#kernel/seal';
import type { Jwt } from './jwt.ts';
import { kinds, type SingleUsePurpose } from './kinds.ts';
import { singleUseTokens } from './tables.ts';

/** Guesses at the six digits of one mail; afterwards only its link works. */
const codeTries = 5;
const newestMax = 50;

export interface SpentToken {
  readonly id: string;
  readonly userId: string | null;
  readonly data: unknown;
}

export type SingleUse = ReturnType<typeof createSingleUse>;

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly jwt: Jwt;
}

/** Tokens that mail carries and that work once. A token names a row of its own purpose; using it is one conditional statement. */
export function createSingleUse({ database, clock, sealer, jwt }: Options) {
  const now = (): Date => new Date(clock.now());
  const isOpen = (purpose: SingleUsePurpose) =>
    and(
      eq(singleUseTokens.purpose, purpose),
      isNull(singleUseTokens.consumedAt),
      gt(singleUseTokens.expiresAt, now()),
    );
  const open = (row: { id: string; userId: string | null; dataSealed: string | null }): SpentToken => {
    const text = row.dataSealed ? sealer.open(row.dataSealed, context(row.id)) : undefined;
    return { id: row.id, userId: row.userId, data: text === undefined ? undefined : JSON.parse(text) };
  };

  /**
   * Whatever a token does to an account happens under the lock of the account, taken first: two of its links used at
   * once, or a link and a reset, take turns instead of waiting for each other.
   */
  async function lockOwner(tx: Tx, id: string): Promise<void> {
    await tx.execute(
      sql`select 1 from users where id = (select user_id from single_use_tokens where id = ${id}) for no key update`,
    );
  }

  return {
    async issue(
      tx: Tx,
      purpose: SingleUsePurpose,
      { userId = null, data, withCode }: { userId?: string | null; data?: unknown; withCode?: boolean },
    ): Promise<{ token: string; code: string; expiresAtMs: number }> {
      const id = newId();
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const { token, expiresAtMs } = jwt.sign(purpose, { jti: id });
      await tx.insert(singleUseTokens).values({
        id,
        purpose,
        userId,
        dataSealed: data === undefined ? null : sealer.seal(JSON.stringify(data), context(id)),
        codeSealed: withCode ? sealer.seal(code, context(id)) : null,
        createdAt: now(),
        expiresAt: new Date(expiresAtMs),
      });
      return { token, code, expiresAtMs };
    },

    /**
     * Which row a token names, when it is one of ours for this purpose. Asked before the transaction that spends it:
     * finding the key may need the database, which the transaction of the embedded one would hold.
     */
    async identify(purpose: SingleUsePurpose, token: string): Promise<string | undefined> {
      return (await jwt.verify(purpose, token))?.jti;
    },

    /** What an unspent token stands for, without spending it. */
    async peek(purpose: SingleUsePurpose, id: string | undefined): Promise<SpentToken | undefined> {
      if (id === undefined) return undefined;
      const [row] = await database.query
        .select()
        .from(singleUseTokens)
        .where(and(eq(singleUseTokens.id, id), isOpen(purpose)));
      return row && open(row);
    },

    async consume(
      tx: Tx,
      purpose: SingleUsePurpose,
      id: string | undefined,
    ): Promise<SpentToken | undefined> {
      if (id === undefined) return undefined;
      await lockOwner(tx, id);
      const [row] = await tx
        .update(singleUseTokens)
        .set({ consumedAt: now() })
        .where(and(eq(singleUseTokens.id, id), isOpen(purpose)))
        .returning();
      return row && open(row);
    },

    /**
     * The six digits, for another device. A try is counted before it is judged, and in a transaction of its own, so
     * that parallel guesses cannot share one.
     */
    async consumeByCode(
      purpose: SingleUsePurpose,
      userId: string,
      code: string,
    ): Promise<((tx: Tx) => Promise<SpentToken | undefined>) | undefined> {
      const newest = database.query
        .select({ id: singleUseTokens.id })
        .from(singleUseTokens)
        .where(
          and(eq(singleUseTokens.userId, userId), isOpen(purpose), isNotNull(singleUseTokens.codeSealed)),
        )
        .orderBy(desc(singleUseTokens.createdAt), desc(singleUseTokens.id))
        .limit(1);
      const [tried] = await database.query
        .update(singleUseTokens)
        .set({ codeTries: sql`${singleUseTokens.codeTries} + 1` })
        .where(
          and(
            sql`${singleUseTokens.id} = (${newest})`,
            isOpen(purpose),
            lt(singleUseTokens.codeTries, codeTries),
          ),
        )
        .returning();
      const expected = tried?.codeSealed ? sealer.open(tried.codeSealed, context(tried.id)) : undefined;
      if (!tried || expected?.length !== code.length) return undefined;
      if (!timingSafeEqual(Buffer.from(expected), Buffer.from(code))) return undefined;
      return async (tx) => {
        await lockOwner(tx, tried.id);
        const [row] = await tx
          .update(singleUseTokens)
          .set({ consumedAt: now() })
          .where(and(eq(singleUseTokens.id, tried.id), isOpen(purpose)))
          .returning();
        return row && open(row);
      };
    },

    /** What the newest tokens of a purpose stand for, spent ones too, for sending the same thing again. */
    async newest(tx: Tx, purpose: SingleUsePurpose, userId: string): Promise<SpentToken[]> {
      const rows = await tx
        .select()
        .from(singleUseTokens)
        .where(and(eq(singleUseTokens.userId, userId), eq(singleUseTokens.purpose, purpose)))
        .orderBy(desc(singleUseTokens.createdAt), desc(singleUseTokens.id))
        .limit(newestMax);
      return rows.map(open);
    },

    /** Makes every open token of these purposes worthless for a person. */
    async cancel(tx: Tx, userId: string, purposes: readonly SingleUsePurpose[]): Promise<void> {
      for (const purpose of purposes)
        await tx
          .update(singleUseTokens)
          .set({ consumedAt: now() })
          .where(and(eq(singleUseTokens.userId, userId), isOpen(purpose)));
    },
  };
}

export const lifetimeMinutes = (purpose: SingleUsePurpose): number => kinds[purpose].lifetimeSeconds / 60;

const context = (id: string): string => `single-use:${id}`;
