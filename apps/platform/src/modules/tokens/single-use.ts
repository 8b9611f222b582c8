import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { and, desc, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import { newId } from '#kernel/ids';
import type { Sealer } from '#kernel/seal';
import { users } from '#people';
import type { Jwt } from './jwt.ts';
import { kinds, type SingleUsePurpose } from './kinds.ts';
import { singleUseTokens } from './tables.ts';

/** Guesses at the six digits of one mail; afterwards only its link works. */
const codeTries = 5;
/** Guesses at the digits of all mails to one address within a day: NIST SP 800-63B allows a hundred in a row. */
const codeTriesPerDay = 100;
const dayMs = 24 * 3600 * 1000;
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
      sql`select 1 from ${users}
        where ${users.id} = (select ${singleUseTokens.userId} from ${singleUseTokens} where ${singleUseTokens.id} = ${id})
        for no key update of ${users}`,
    );
  }

  return {
    async issue(
      tx: Tx,
      purpose: SingleUsePurpose,
      {
        userId = null,
        data,
        recipient,
      }: {
        userId?: string | null;
        data?: unknown;
        /** The address that may use six digits instead of the link; whether or not anybody has it. */
        recipient?: string;
      },
    ): Promise<{ token: string; code: string; expiresAtMs: number }> {
      const id = newId();
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const { token, expiresAtMs } = jwt.sign(purpose, { jti: id });
      await tx.insert(singleUseTokens).values({
        id,
        purpose,
        userId,
        dataSealed: data === undefined ? null : sealer.seal(JSON.stringify(data), context(id)),
        codeSealed: recipient === undefined ? null : sealer.seal(code, context(id)),
        recipientHash: recipient === undefined ? null : recipientHash(recipient),
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
     * that parallel guesses cannot share one. An address that nobody has is counted and judged in the same way.
     */
    async consumeByCode(
      purpose: SingleUsePurpose,
      recipient: string,
      code: string,
    ): Promise<((tx: Tx) => Promise<SpentToken | undefined>) | undefined> {
      const hash = recipientHash(recipient);
      const newest = database.query
        .select({ id: singleUseTokens.id })
        .from(singleUseTokens)
        .where(
          and(
            eq(singleUseTokens.recipientHash, hash),
            isOpen(purpose),
            isNotNull(singleUseTokens.codeSealed),
          ),
        )
        // A mail that was not sent, since there had been too many, does not take the place of one that was.
        .orderBy(
          sql`${singleUseTokens.userId} is null`,
          desc(singleUseTokens.createdAt),
          desc(singleUseTokens.id),
        )
        .limit(1);
      const recentTries = database.query
        .select({ total: sql`coalesce(sum(${singleUseTokens.codeTries}), 0)` })
        .from(singleUseTokens)
        .where(
          and(
            eq(singleUseTokens.recipientHash, hash),
            eq(singleUseTokens.purpose, purpose),
            gt(singleUseTokens.createdAt, new Date(clock.now() - dayMs)),
          ),
        );
      const [tried] = await database.query
        .update(singleUseTokens)
        .set({ codeTries: sql`${singleUseTokens.codeTries} + 1` })
        .where(
          and(
            sql`${singleUseTokens.id} = (${newest})`,
            isOpen(purpose),
            lt(singleUseTokens.codeTries, codeTries),
            sql`(${recentTries}) < ${codeTriesPerDay}`,
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

const recipientHash = (address: string): Buffer =>
  createHash('sha256').update(address.toLowerCase()).digest();

const context = (id: string): string => `single-use:${id}`;
