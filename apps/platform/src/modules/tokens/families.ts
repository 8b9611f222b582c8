import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { Session } from '@sonde/contract';
import type { Audit, Caller } from '#audit';
import { tellAccessChanged } from '#kernel/access-changed';
import type { Clock } from '#kernel/clock';
import { asOwner, type Database, type Tx } from '#kernel/database';
import type { Events } from '#kernel/events';
import { newId, newSecret } from '#kernel/ids';
import type { Sealer } from '#kernel/seal';
import { graceMs, rotateToken, sealAnswer, type Rotation } from './rotation.ts';
import type { Jwt } from './jwt.ts';
import { kinds } from './kinds.ts';
import { refreshInvalid } from './problems.ts';
import { endsWork, isDoubtful, type CredentialsEnded } from './credentials-ended.ts';
import { forgetPlaces } from './device-watch.ts';
import type { EndReason, Pair } from './session.ts';
import { refreshTokens, sessionFamilies } from './tables.ts';
import { hashOf } from './token-hash.ts';

/** From login to the end, however often its tokens are refreshed. */
const familyLifetimeMs = 7 * 24 * 3600 * 1000;

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly jwt: Jwt;
  readonly audit: Audit;
  readonly events: Pick<Events, 'tell'>;
  readonly credentialsEnded: Pick<CredentialsEnded, 'run'>;
}

const endedColumns = {
  id: sessionFamilies.id,
  userId: sessionFamilies.userId,
  device: sessionFamilies.device,
  ip: sessionFamilies.ip,
};

interface Ended {
  readonly id: string;
  readonly userId: string;
  readonly device: string;
  readonly ip: string | null;
}

export type Families = ReturnType<typeof createFamilies>;

/** Sessions: families of refresh tokens in which every use of one gives the next. */
export function createFamilies(options: Options) {
  const { database, clock, sealer, jwt, audit, events, credentialsEnded } = options;
  const now = (): Date => new Date(clock.now());
  /** Callers with the same token at the same time share one rotation, which is the race inside one process. */
  const underWay = new Map<string, Promise<Rotation>>();

  const accessToken = async (userId: string, organizationId: string | null, familyId: string) =>
    jwt.sign('access', {
      sub: userId,
      id: userId,
      organization_id: organizationId,
      sid: familyId,
      jti: newId(),
    }).token;

  async function insertToken(tx: Tx, familyId: string): Promise<string> {
    const refreshToken = newSecret(32);
    await tx.insert(refreshTokens).values({ tokenHash: hashOf(refreshToken), familyId, createdAt: now() });
    return refreshToken;
  }

  async function tellEnded(
    tx: Tx,
    userId: string,
    rows: readonly { readonly id: string }[],
    reason: EndReason,
  ): Promise<void> {
    if (rows.length === 0) return;
    if (endsWork(reason))
      await credentialsEnded.run(
        tx,
        rows.map(({ id }) => id),
      );
    await tellAccessChanged(events, tx, userId);
  }

  /** One session that is ended, and with it what made its place known. */
  async function tellOneEnded(tx: Tx, ended: Ended, reason: EndReason): Promise<void> {
    if (isDoubtful(reason)) await asOwner(tx, () => forgetPlaces(tx, ended.userId, now(), { only: [ended] }));
    await tellEnded(tx, ended.userId, [ended], reason);
  }

  async function revoke(
    tx: Tx,
    familyId: string,
    reason: EndReason,
  ): Promise<{ userId: string } | undefined> {
    const [row] = await tx
      .update(sessionFamilies)
      .set({ revokedAt: now(), revokedReason: reason })
      .where(and(eq(sessionFamilies.id, familyId), isNull(sessionFamilies.revokedAt)))
      .returning(endedColumns);
    if (row) await tellOneEnded(tx, row, reason);
    return row;
  }

  async function endAndRecord(tx: Tx, familyId: string, caller: Caller): Promise<void> {
    const ended = await revoke(tx, familyId, 'logout');
    if (ended)
      await audit.record(tx, {
        action: 'session.logout',
        actorId: ended.userId,
        target: { type: 'session', id: familyId },
        caller,
      });
  }

  return {
    revoke,

    /** Begins a session. Its row commits together with whatever entitled the caller to it. */
    async start(
      tx: Tx,
      subject: { userId: string; organizationId: string | null },
      origin: { method: string; device: string; ip: string | null; familyId: string },
    ): Promise<Pair> {
      const at = now();
      await tx.insert(sessionFamilies).values({
        id: origin.familyId,
        userId: subject.userId,
        method: origin.method,
        device: origin.device,
        ip: origin.ip,
        createdAt: at,
        lastUsedAt: at,
        expiresAt: new Date(at.getTime() + familyLifetimeMs),
      });
      return {
        refreshToken: await insertToken(tx, origin.familyId),
        accessToken: await accessToken(subject.userId, subject.organizationId, origin.familyId),
      };
    },

    /**
     * Rotates. A reused token ends its family, and that is committed before the refusal leaves; whoever comes again
     * within the grace receives what the first call received.
     */
    async refresh(token: string, caller: Caller): Promise<Pair & { expiresInSeconds: number }> {
      const hash = hashOf(token);
      const key = hash.toString('base64');
      const rotation =
        underWay.get(key) ??
        rotateToken({ database, sealer, audit, now, accessToken, revoke }, hash, caller).finally(() =>
          underWay.delete(key),
        );
      underWay.set(key, rotation);
      const result = await rotation;
      if (result.outcome !== 'rotated') throw refreshInvalid();
      return { ...result.pair, expiresInSeconds: kinds.access.lifetimeSeconds - result.ageSeconds };
    },

    /** New tokens inside a running session, for when what the access token says has changed. */
    async reissue(
      tx: Tx,
      familyId: string,
      subject: { userId: string; organizationId: string | null },
    ): Promise<Pair> {
      // A refresh that commits meanwhile leaves a successor that the first look could not see: look again.
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const [live] = await tx
          .update(refreshTokens)
          .set({ rotatedAt: now() })
          .where(and(eq(refreshTokens.familyId, familyId), isNull(refreshTokens.rotatedAt)))
          .returning({ hash: refreshTokens.tokenHash });
        if (!live) continue;
        const pair: Pair = {
          refreshToken: await insertToken(tx, familyId),
          accessToken: await accessToken(subject.userId, subject.organizationId, familyId),
        };
        // A refresh that was sent at the same moment gets these tokens as well.
        const sealed = sealAnswer(sealer, live.hash, pair);
        await tx.execute(sql`
          update refresh_tokens set answer_sealed = case when token_hash = ${live.hash} then ${sealed} end
          where family_id = ${familyId} and (token_hash = ${live.hash} or answer_sealed is not null)`);
        return pair;
      }
      throw refreshInvalid();
    },

    /** Ends the session that a refresh token belongs to, whatever state the token itself is in. */
    async logout(token: string, caller: Caller): Promise<void> {
      await database.system(async (tx) => {
        const [row] = await tx
          .select({ familyId: refreshTokens.familyId })
          .from(refreshTokens)
          .where(eq(refreshTokens.tokenHash, hashOf(token)));
        if (row) await endAndRecord(tx, row.familyId, caller);
      });
    },

    /** Ends the session of whoever shows its access token. */
    async logoutSession(familyId: string, caller: Caller): Promise<void> {
      await database.system((tx) => endAndRecord(tx, familyId, caller));
    },

    /** Ends the sessions of a person, all or all but one; gives their number. */
    async revokeAll(tx: Tx, userId: string, reason: EndReason, exceptId?: string): Promise<number> {
      const rows = await tx
        .update(sessionFamilies)
        .set({ revokedAt: now(), revokedReason: reason })
        .where(
          and(
            eq(sessionFamilies.userId, userId),
            isNull(sessionFamilies.revokedAt),
            gt(sessionFamilies.expiresAt, now()),
            exceptId ? ne(sessionFamilies.id, exceptId) : undefined,
          ),
        )
        .returning({ id: sessionFamilies.id });
      await tellEnded(tx, userId, rows, reason);
      return rows.length;
    },

    /** One session whose owner has been looked at. In an organization's name only these columns may be written. */
    async endOne(tx: Tx, familyId: string, reason: EndReason): Promise<void> {
      await revoke(tx, familyId, reason);
    },

    async revokeOwn(tx: Tx, userId: string, familyId: string): Promise<boolean> {
      const rows = await tx
        .update(sessionFamilies)
        .set({ revokedAt: now(), revokedReason: 'ended_by_user' })
        .where(
          and(
            eq(sessionFamilies.userId, userId),
            eq(sessionFamilies.id, familyId),
            isNull(sessionFamilies.revokedAt),
            gt(sessionFamilies.expiresAt, now()),
          ),
        )
        .returning(endedColumns);
      for (const row of rows) await tellOneEnded(tx, row, 'ended_by_user');
      return rows.length > 0;
    },

    async list(userId: string, currentId: string): Promise<Session[]> {
      const rows = await database.query
        .select()
        .from(sessionFamilies)
        .where(
          and(
            eq(sessionFamilies.userId, userId),
            isNull(sessionFamilies.revokedAt),
            gt(sessionFamilies.expiresAt, now()),
          ),
        )
        .orderBy(desc(sessionFamilies.lastUsedAt));
      return rows.map((row) => ({
        id: row.id,
        device: row.device,
        ip: row.ip,
        created_at: row.createdAt.toISOString(),
        last_used_at: row.lastUsedAt.toISOString(),
        expires_at: row.expiresAt.toISOString(),
        is_current: row.id === currentId,
      }));
    },

    /** Removes what has ended; a day is kept so that a late replay still finds what it replays. */
    async cleanUp(): Promise<number> {
      const grace = new Date(clock.now() - graceMs).toISOString();
      await database.query
        .update(refreshTokens)
        .set({ answerSealed: null })
        .where(
          sql`${refreshTokens.answerSealed} is not null and ${refreshTokens.rotatedAt} < ${grace}::timestamptz`,
        );
      const before = new Date(clock.now() - 24 * 3600 * 1000).toISOString();
      const rows = await database.query
        .delete(sessionFamilies)
        .where(
          sql`${sessionFamilies.expiresAt} < ${before}::timestamptz or ${sessionFamilies.revokedAt} < ${before}::timestamptz - interval '6 days'`,
        )
        .returning({ id: sessionFamilies.id });
      return rows.length;
    },
  };
}
