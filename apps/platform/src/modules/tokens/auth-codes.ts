import { and, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Audit, Caller } from '#audit';
import { activeSubjects, holdPerson } from '#people';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { Hook } from '#kernel/hook';
import { newId } from '#kernel/ids';
import { deviceOf } from './device.ts';
import type { Families } from './families.ts';
import type { Pair, StartingSession } from './session.ts';
import type { Jwt } from './jwt.ts';
import { kinds } from './kinds.ts';
import { codeInvalid, secondFactorPaused, secondFactorRequired, secondFactorWrong } from './problems.ts';
import type { Checked, SecondFactors } from './second-factors.ts';
import { authCodes } from './tables.ts';

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly jwt: Jwt;
  readonly families: Families;
  readonly secondFactors: Pick<SecondFactors, 'isOn' | 'check'>;
  /** In the transaction in which a session begins. */
  readonly sessionStarting: Hook<[tx: Tx, session: StartingSession]>['run'];
  readonly audit: Audit;
}

/** Wrong codes that one sign-in bears before it has to begin anew. */
const mostTries = 5;
type Taken = typeof authCodes.$inferSelect;

/** What every sign-in ends with. The code names a row; the tokens are made at the exchange and never travel before. */
export function createAuthCodes(options: Options) {
  const { database, clock, jwt, families, secondFactors, sessionStarting, audit } = options;

  /** The end of a sign-in: nobody gets a session anywhere else. */
  async function begin(tx: Tx, taken: Taken, caller: Caller, more: object): Promise<Pair | undefined> {
    const { userId, method, device, ip, familyId } = taken;
    const [subject] = await tx.select().from(activeSubjects).where(eq(activeSubjects.userId, userId));
    if (!subject || !familyId) return undefined;
    const started = await families.start(tx, subject, { method, device, ip, familyId });
    await audit.record(tx, {
      action: 'session.started',
      actorId: userId,
      target: { type: 'session', id: familyId },
      caller: { ip: ip ?? caller.ip, userAgent: caller.userAgent },
      details: { method, ...more },
    });
    await sessionStarting(tx, { userId, email: subject.email, device, ip });
    return started;
  }

  /** The session waits: the code is spent, and a challenge of its own goes on from here. */
  async function challenge(tx: Tx, id: string): Promise<{ challenge: string }> {
    const signed = jwt.sign('second_factor', { jti: id });
    await tx
      .update(authCodes)
      .set({ challengeExpiresAt: new Date(signed.expiresAtMs) })
      .where(eq(authCodes.id, id));
    return { challenge: signed.token };
  }

  /** Before the code is spent: an account that is deleted takes its codes along. */
  const holdOwner = (tx: Tx, id: string): Promise<boolean> =>
    holdPerson(tx, sql`(select ${authCodes.userId} from ${authCodes} where ${authCodes.id} = ${id})`);

  /** One more try, if there is one left: counted before the code is looked at, and for each of two that come at once. */
  async function takeTry(tx: Tx, id: string): Promise<Taken | undefined> {
    const [taken] = await tx
      .update(authCodes)
      .set({ challengeTries: sql`${authCodes.challengeTries} + 1` })
      .where(
        and(
          eq(authCodes.id, id),
          gt(authCodes.challengeExpiresAt, new Date(clock.now())),
          lt(authCodes.challengeTries, mostTries),
        ),
      )
      .returning();
    return taken;
  }

  async function judgeSecond(
    tx: Tx,
    id: string,
    code: string,
    caller: Caller,
  ): Promise<Pair | 'over' | Exclude<Checked, 'totp' | 'recovery_code'>> {
    if (!(await holdOwner(tx, id))) return 'over';
    const taken = await takeTry(tx, id);
    if (!taken) return 'over';
    const checked = await secondFactors.check(tx, taken.userId, code);
    if (checked === 'wrong' || typeof checked === 'object') {
      await audit.record(tx, {
        action: 'login.second_factor',
        outcome: 'refused',
        actorId: taken.userId,
        caller,
      });
      return checked;
    }
    await tx.update(authCodes).set({ challengeExpiresAt: null }).where(eq(authCodes.id, id));
    return (await begin(tx, taken, caller, { second_factor: checked })) ?? 'over';
  }

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
        .set({ consumedAt: new Date(clock.now()), challengeExpiresAt: null })
        .where(
          and(
            eq(authCodes.userId, userId),
            or(isNull(authCodes.consumedAt), isNotNull(authCodes.challengeExpiresAt)),
          ),
        );
    },

    async exchange(code: string, caller: Caller): Promise<Pair> {
      const claims = await jwt.verify('auth_code', code);
      if (!claims) throw codeInvalid();
      const answer = await database.system(async (tx) => {
        if (!(await holdOwner(tx, claims.jti))) return undefined;
        const at = new Date(clock.now());
        const [taken] = await tx
          .update(authCodes)
          .set({ consumedAt: at, familyId: newId() })
          .where(and(eq(authCodes.id, claims.jti), isNull(authCodes.consumedAt), gt(authCodes.expiresAt, at)))
          .returning();
        if (!taken) {
          await punishReplay(tx, claims.jti, caller);
          return undefined;
        }
        if (await secondFactors.isOn(tx, taken.userId)) return challenge(tx, taken.id);
        return begin(tx, taken, caller, {});
      });
      if (!answer) throw codeInvalid();
      if ('challenge' in answer) throw secondFactorRequired(answer.challenge);
      return answer;
    },

    /** The second half of a sign-in. What it counts is committed whatever it says. */
    async complete(token: string, code: string, caller: Caller): Promise<Pair> {
      const claims = await jwt.verify('second_factor', token);
      if (!claims) throw codeInvalid();
      const judged = await database.system((tx) => judgeSecond(tx, claims.jti, code, caller));
      if (judged === 'over') throw codeInvalid();
      if (judged === 'wrong') throw secondFactorWrong();
      if ('pauseSeconds' in judged) throw secondFactorPaused(judged.pauseSeconds);
      return judged;
    },
  };

  /** RFC 9700: whoever replays a code may have stolen it, so what it gave is worthless from now on. */
  async function punishReplay(tx: Tx, id: string, caller: Caller): Promise<void> {
    const [spent] = await tx
      .update(authCodes)
      .set({ challengeExpiresAt: null })
      .where(and(eq(authCodes.id, id), isNotNull(authCodes.consumedAt)))
      .returning({ familyId: authCodes.familyId, userId: authCodes.userId });
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
