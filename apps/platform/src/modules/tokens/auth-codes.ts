import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Audit, Caller } from '#audit';
import { activeSubjects } from '#people';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import { newId } from '#kernel/ids';
import { deviceOf } from './device.ts';
import type { Families } from './families.ts';
import type { Pair } from './session.ts';
import type { Jwt } from './jwt.ts';
import { kinds } from './kinds.ts';
import { codeInvalid } from './problems.ts';
import { authCodes } from './tables.ts';

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly jwt: Jwt;
  readonly families: Families;
  readonly audit: Audit;
}

/** What every sign-in ends with. The code names a row; the tokens are made at the exchange and never travel before. */
export function createAuthCodes({ database, clock, jwt, families, audit }: Options) {
  return {
    /** In the transaction of the sign-in, so that a code never exists without it. */
    async issue(tx: Tx, userId: string, method: string, caller: Caller): Promise<string> {
      const id = newId();
      const at = clock.now();
      await tx.insert(authCodes).values({
        id,
        userId,
        method,
        device: deviceOf(caller.userAgent),
        ip: caller.ip,
        createdAt: new Date(at),
        expiresAt: new Date(at + kinds.auth_code.lifetimeSeconds * 1000),
      });
      return jwt.sign('auth_code', { jti: id }).token;
    },

    /** Codes on their way to a session, when sessions end. */
    async cancel(tx: Tx, userId: string): Promise<void> {
      await tx
        .update(authCodes)
        .set({ consumedAt: new Date(clock.now()) })
        .where(and(eq(authCodes.userId, userId), isNull(authCodes.consumedAt)));
    },

    async exchange(code: string, caller: Caller): Promise<Pair> {
      const claims = await jwt.verify('auth_code', code);
      if (!claims) throw codeInvalid();
      const pair = await database.system(async (tx): Promise<Pair | undefined> => {
        const at = new Date(clock.now());
        const familyId = newId();
        const [taken] = await tx
          .update(authCodes)
          .set({ consumedAt: at, familyId })
          .where(and(eq(authCodes.id, claims.jti), isNull(authCodes.consumedAt), gt(authCodes.expiresAt, at)))
          .returning();
        if (!taken) {
          await punishReplay(tx, claims.jti, caller);
          return undefined;
        }
        const [subject] = await tx
          .select()
          .from(activeSubjects)
          .where(eq(activeSubjects.userId, taken.userId));
        if (!subject) return undefined;
        const { method, device, ip } = taken;
        const started = await families.start(tx, subject, { method, device, ip, familyId });
        await audit.record(tx, {
          action: 'session.started',
          actorId: taken.userId,
          target: { type: 'session', id: familyId },
          caller: { ip: ip ?? caller.ip, userAgent: caller.userAgent },
          details: { method },
        });
        return started;
      });
      if (!pair) throw codeInvalid();
      return pair;
    },
  };

  /** RFC 9700: whoever replays a code may have stolen it, so what it gave is worthless from now on. */
  async function punishReplay(tx: Tx, id: string, caller: Caller): Promise<void> {
    const [spent] = await tx
      .select({ familyId: authCodes.familyId, userId: authCodes.userId })
      .from(authCodes)
      .where(eq(authCodes.id, id));
    const ended = spent?.familyId && (await families.revoke(tx, spent.familyId, 'code_replayed'));
    if (ended)
      await audit.record(tx, {
        action: 'session.code_replayed',
        outcome: 'refused',
        actorId: spent.userId,
        target: { type: 'session', id: spent.familyId ?? '' },
        caller,
      });
  }
}
