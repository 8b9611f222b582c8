import type { ApiToken, ListQuery } from '@sonde/contract';
import { and, eq, isNull } from 'drizzle-orm';
import type { Audit, Caller } from '#audit';
import { tellAccessChanged } from '#kernel/access-changed';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { Events } from '#kernel/events';
import type { MemberPrincipal, Page } from '#kernel/http';
import { newId } from '#kernel/ids';
import { planList, readList, type ListFields } from '#kernel/resource';
import { apiTokenPrefix } from './credentials.ts';
import type { CredentialsEnded } from './credentials-ended.ts';
import type { Jwt } from './jwt.ts';
import { apiTokenNotFound, permissionTooWide } from './problems.ts';
import { holdSession } from './session-hold.ts';
import { apiTokens } from './tables.ts';
import { hashOf } from './token-hash.ts';

type Row = typeof apiTokens.$inferSelect;

export interface NewApiToken {
  readonly name: string;
  readonly expires_in_days?: number | null | undefined;
  readonly project_id?: string | null | undefined;
  readonly permissions?: readonly string[] | null | undefined;
}

/** What others do in the transaction that makes one. */
export interface AlongWithToken {
  /** Refuses a project that is not there, and keeps it from being deleted meanwhile. */
  readonly holdProject: (tx: Tx, projectId: string) => Promise<unknown>;
  /** Whoever is robbed of a session learns what was made with it. */
  readonly tell: (tx: Tx, made: { hint: string; at: Date }) => Promise<void>;
}

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly jwt: Jwt;
  readonly audit: Audit;
  readonly events: Pick<Events, 'tell'>;
  readonly credentialsEnded: Pick<CredentialsEnded, 'run'>;
}

const daySeconds = 24 * 3600;

/** Bearer tokens for programs. Only a hash is kept; each belongs to one person in one organization. */
export function createApiTokens({ database, clock, jwt, audit, events, credentialsEnded }: Options) {
  async function tellEnded(tx: Tx, userId: string, rows: readonly { readonly id: string }[]): Promise<void> {
    if (rows.length === 0) return;
    await credentialsEnded.run(
      tx,
      rows.map(({ id }) => id),
    );
    await tellAccessChanged(events, tx, userId);
  }

  return {
    async create(
      principal: MemberPrincipal,
      input: NewApiToken,
      caller: Caller,
      { holdProject, tell }: AlongWithToken,
    ): Promise<ApiToken & { access_token: string; token_type: 'bearer' }> {
      const tooWide = (input.permissions ?? []).filter((name) => !isHeld(principal, name));
      if (tooWide.length > 0) throw permissionTooWide(tooWide);
      const id = newId();
      const lifetimeSeconds = input.expires_in_days ? input.expires_in_days * daySeconds : undefined;
      const signed = jwt.sign('api_token', { jti: id, sub: principal.userId }, lifetimeSeconds);
      const token = `${apiTokenPrefix}${signed.token}`;
      const row: Row = {
        id,
        organizationId: principal.organizationId,
        userId: principal.userId,
        projectId: input.project_id ?? null,
        name: input.name,
        tokenHash: hashOf(token),
        tokenObfuscated: `${token.slice(0, 8)}…${token.slice(-4)}`,
        kid: signed.kid,
        permissions: input.permissions ? [...new Set(input.permissions)] : null,
        createdAt: new Date(clock.now()),
        expiresAt: lifetimeSeconds ? new Date(signed.expiresAtMs) : null,
        lastUsedAt: null,
        revokedAt: null,
      };
      await database.tenant(principal.organizationId, async (tx) => {
        await holdSession(tx, clock, principal);
        if (row.projectId !== null) await holdProject(tx, row.projectId);
        await tx.insert(apiTokens).values(row);
        await audit.record(tx, {
          action: 'api_token.created',
          organizationId: principal.organizationId,
          actorId: principal.userId,
          target: { type: 'api_token', id, name: row.name },
          caller,
          details: { project_id: row.projectId, permissions: row.permissions },
        });
        await tell(tx, { hint: row.tokenObfuscated, at: row.createdAt });
      });
      return { ...present(row), access_token: token, token_type: 'bearer' };
    },

    /** All of a person; within one organization when it is named. Gives their number. */
    async revokeAll(tx: Tx, userId: string, organizationId?: string): Promise<number> {
      const rows = await tx
        .update(apiTokens)
        .set({ revokedAt: new Date(clock.now()) })
        .where(
          and(
            organizationId === undefined ? undefined : eq(apiTokens.organizationId, organizationId),
            eq(apiTokens.userId, userId),
            isNull(apiTokens.revokedAt),
          ),
        )
        .returning({ id: apiTokens.id });
      await tellEnded(tx, userId, rows);
      return rows.length;
    },

    async revokeOne(tx: Tx, organizationId: string, id: string): Promise<void> {
      const [row] = await tx
        .update(apiTokens)
        .set({ revokedAt: new Date(clock.now()) })
        .where(
          and(
            eq(apiTokens.organizationId, organizationId),
            eq(apiTokens.id, id),
            isNull(apiTokens.revokedAt),
          ),
        )
        .returning({ userId: apiTokens.userId });
      if (row) await tellEnded(tx, row.userId, [{ id }]);
    },

    async list(principal: MemberPrincipal, query: ListQuery): Promise<Page<ApiToken>> {
      const plan = planList(query, fields, 'created_at');
      return database.tenant(principal.organizationId, (tx) =>
        readList(tx, apiTokens, { plan, within: own(principal), present }),
      );
    },

    async remove(principal: MemberPrincipal, id: string, caller: Caller): Promise<ApiToken> {
      const { organizationId, userId } = principal;
      return database.tenant(organizationId, async (tx) => {
        const [row] = await tx
          .update(apiTokens)
          .set({ revokedAt: new Date(clock.now()) })
          .where(and(own(principal), eq(apiTokens.id, id)))
          .returning();
        if (!row) throw apiTokenNotFound();
        await audit.record(tx, {
          action: 'api_token.revoked',
          organizationId,
          actorId: userId,
          target: { type: 'api_token', id, name: row.name },
          caller,
        });
        await tellEnded(tx, userId, [row]);
        return present(row);
      });
    },
  };
}

const isHeld = (principal: MemberPrincipal, name: string): boolean =>
  (principal.permissions as ReadonlySet<string>).has(name);

const own = (principal: MemberPrincipal) =>
  and(
    eq(apiTokens.organizationId, principal.organizationId),
    eq(apiTokens.userId, principal.userId),
    isNull(apiTokens.revokedAt),
  );

const fields: ListFields = {
  id: { column: apiTokens.id, type: 'id' },
  name: { column: apiTokens.name, type: 'text', isSearched: true, countsNumbers: true },
  project_id: { column: apiTokens.projectId, type: 'id' },
  created_at: { column: apiTokens.createdAt, type: 'time' },
  expires_at: { column: apiTokens.expiresAt, type: 'time' },
  last_used_at: { column: apiTokens.lastUsedAt, type: 'time' },
};

const present = (row: Row): ApiToken => ({
  id: row.id,
  name: row.name,
  token_obfuscated: row.tokenObfuscated,
  project_id: row.projectId,
  permissions: row.permissions,
  expires_at: row.expiresAt?.toISOString() ?? null,
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
});
