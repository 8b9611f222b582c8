import { and, count, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { Sealer } from '#kernel/seal';
import { recoveryCodes, secondFactors } from './tables.ts';
import { hashOf } from './token-hash.ts';
import { matchingStep, newRecoveryCodes, newTotpSecret, plainRecoveryCode } from './totp.ts';

/** How long a secret waits for its first code. */
const setupMs = 15 * 60_000;
/**
 * Wrong codes before pauses begin, and the longest pause; each pause is twice the one before. There is no end of tries:
 * whoever comes here has shown the first factor, and whoever guesses has six digits in a million at 96 tries a day.
 */
const freeTries = 5;
const longestPauseSeconds = 900;

export type Checked = 'totp' | 'recovery_code' | 'wrong' | { readonly pauseSeconds: number };

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
}

export type SecondFactors = ReturnType<typeof createSecondFactors>;

/** Binds a sealed secret to the person it belongs to. */
export const factorContext = (userId: string): string => `second-factor:${userId}`;

/** Codes of an authenticator app, and the recovery codes for when it is gone. */
export function createSecondFactors({ database, clock, sealer }: Options) {
  const now = (): Date => new Date(clock.now());

  /** Locked: two codes that are shown at once are judged one after the other. */
  async function row(tx: Tx, userId: string) {
    const [found] = await tx
      .select()
      .from(secondFactors)
      .where(eq(secondFactors.userId, userId))
      .for('update');
    return found;
  }

  const change = (tx: Tx, userId: string, values: Partial<typeof secondFactors.$inferInsert>) =>
    tx.update(secondFactors).set(values).where(eq(secondFactors.userId, userId));

  async function replaceCodes(tx: Tx, userId: string): Promise<string[]> {
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    const codes = newRecoveryCodes();
    await tx
      .insert(recoveryCodes)
      .values(codes.map((code) => ({ userId, codeHash: hashOf(plainRecoveryCode(code)) })));
    return codes;
  }

  async function spendRecoveryCode(tx: Tx, userId: string, typed: string): Promise<boolean> {
    const spent = await tx
      .delete(recoveryCodes)
      .where(
        and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashOf(plainRecoveryCode(typed)))),
      )
      .returning({ userId: recoveryCodes.userId });
    return spent.length > 0;
  }

  async function judge(tx: Tx, userId: string, code: string): Promise<Checked> {
    const factor = await row(tx, userId);
    if (!factor?.secretSealed) return 'wrong';
    const pauseMs = (factor.lockedUntil?.getTime() ?? 0) - clock.now();
    if (pauseMs > 0) return { pauseSeconds: Math.ceil(pauseMs / 1000) };
    const typed = code.replaceAll(/\s/g, '');
    const secret = sealer.open(factor.secretSealed, factorContext(userId));
    const step = secret ? matchingStep(secret, typed, clock.now(), factor.lastStep) : undefined;
    const forgiven = { failedTries: 0, lockedUntil: null };
    if (secret && step !== undefined) {
      const isStale = sealer.isStale(factor.secretSealed);
      await change(tx, userId, {
        ...forgiven,
        lastStep: step,
        ...(isStale ? { secretSealed: sealer.seal(secret, factorContext(userId)) } : {}),
      });
      return 'totp';
    }
    if (await spendRecoveryCode(tx, userId, typed)) {
      await change(tx, userId, forgiven);
      return 'recovery_code';
    }
    const failed = factor.failedTries + 1;
    const pauseSeconds = Math.min(longestPauseSeconds, 2 ** Math.min(failed - freeTries, 20));
    await change(tx, userId, {
      failedTries: failed,
      lockedUntil: failed > freeTries ? new Date(clock.now() + pauseSeconds * 1000) : null,
    });
    return 'wrong';
  }

  return {
    async isOn(tx: Tx, userId: string): Promise<boolean> {
      const [found] = await tx
        .select({ secretSealed: secondFactors.secretSealed })
        .from(secondFactors)
        .where(eq(secondFactors.userId, userId));
      return Boolean(found?.secretSealed);
    },

    async stateOf(userId: string): Promise<{ enabledAt: Date | null; codesLeft: number }> {
      const [found] = await database.query
        .select({ secretSealed: secondFactors.secretSealed, enabledAt: secondFactors.enabledAt })
        .from(secondFactors)
        .where(eq(secondFactors.userId, userId));
      const [codes] = await database.query
        .select({ left: count() })
        .from(recoveryCodes)
        .where(eq(recoveryCodes.userId, userId));
      return { enabledAt: found?.secretSealed ? found.enabledAt : null, codesLeft: codes?.left ?? 0 };
    },

    /**
     * A secret that is not in force before one of its codes was shown. Nothing where another one has come into force
     * meanwhile, and the caller has shown no code of that.
     */
    async begin(
      tx: Tx,
      userId: string,
      { hasShownCode }: { readonly hasShownCode: boolean },
    ): Promise<{ secret: string; expiresAt: Date } | undefined> {
      const secret = newTotpSecret();
      const expiresAt = new Date(clock.now() + setupMs);
      const pending = { pendingSealed: sealer.seal(secret, factorContext(userId)), pendingUntil: expiresAt };
      const begun = await tx
        .insert(secondFactors)
        .values({ userId, ...pending })
        .onConflictDoUpdate({
          target: secondFactors.userId,
          set: pending,
          ...(hasShownCode ? {} : { setWhere: isNull(secondFactors.secretSealed) }),
        })
        .returning({ userId: secondFactors.userId });
      return begun.length > 0 ? { secret, expiresAt } : undefined;
    },

    /** Puts the secret in force that was set up; gives the recovery codes, or nothing when the code is not one of it. */
    async enable(tx: Tx, userId: string, code: string): Promise<string[] | undefined> {
      const [waiting] = await tx
        .select()
        .from(secondFactors)
        .where(and(eq(secondFactors.userId, userId), gt(secondFactors.pendingUntil, now())))
        .for('update');
      const secret = waiting?.pendingSealed && sealer.open(waiting.pendingSealed, factorContext(userId));
      const step = secret ? matchingStep(secret, code.replaceAll(/\s/g, ''), clock.now(), 0) : undefined;
      if (!secret || step === undefined) return undefined;
      await change(tx, userId, {
        secretSealed: sealer.seal(secret, factorContext(userId)),
        enabledAt: now(),
        pendingSealed: null,
        pendingUntil: null,
        lastStep: step,
        failedTries: 0,
        lockedUntil: null,
      });
      return replaceCodes(tx, userId);
    },

    /** Its failures are counted, so the caller lets the transaction commit whatever it says. */
    check: judge,
    replaceCodes,

    async remove(tx: Tx, userId: string): Promise<boolean> {
      await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
      const gone = await tx
        .delete(secondFactors)
        .where(eq(secondFactors.userId, userId))
        .returning({ wasOn: sql<boolean>`${secondFactors.secretSealed} is not null` });
      return gone[0]?.wasOn === true;
    },
  };
}
