import type { ListQuery, MemberSession, MemberToken, Role } from '@sonde/contract';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { Audit, Caller } from '#audit';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal, Page } from '#kernel/http';
import { planList, readRows, type ListFields } from '#kernel/resource';
import { memberships, users } from '#people';
import { apiTokenNotFound, apiTokens, sessionFamilies, sessionNotFound, type Tokens } from '#tokens';
import { rankTooLow } from './problems.ts';
import { mayManage } from './ranks.ts';
import { requireStanding, takeTurns } from './standing.ts';

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly tokens: Pick<Tokens, 'families' | 'apiTokens'>;
  readonly audit: Audit;
}

/** Everything that speaks for the members of an organization: their API tokens and sessions, for its admins. */
export function createMemberAccess({ database, clock, tokens, audit }: Options) {
  async function requireRank(tx: Tx, principal: MemberPrincipal, userId: string): Promise<void> {
    await takeTurns(tx, principal.organizationId);
    const actorRole = await requireStanding(tx, principal, 'member:update');
    const [member] = await tx
      .select({ role: memberships.role })
      .from(memberships)
      .where(and(eq(memberships.organizationId, principal.organizationId), eq(memberships.userId, userId)));
    if (member && !mayManage(actorRole, member.role)) throw rankTooLow();
  }

  async function end(
    principal: MemberPrincipal,
    caller: Caller,
    ending: {
      readonly action: string;
      readonly target: { readonly type: string; readonly id: string };
      /** Whose it is; throws when there is no such thing in this organization. */
      readonly owner: (tx: Tx) => Promise<{ readonly userId: string; readonly name?: string }>;
      readonly revoke: (tx: Tx) => Promise<unknown>;
    },
  ): Promise<void> {
    const { organizationId } = principal;
    await database.tenant(organizationId, async (tx) => {
      const { userId, name } = await ending.owner(tx);
      await requireRank(tx, principal, userId);
      await ending.revoke(tx);
      await audit.record(tx, {
        action: ending.action,
        organizationId,
        actorId: principal.userId,
        target: { ...ending.target, ...(name === undefined ? {} : { name }) },
        caller,
        details: { user_id: userId },
      });
    });
  }

  return {
    async listTokens(principal: MemberPrincipal, query: ListQuery): Promise<Page<MemberToken>> {
      const plan = planList(query, tokenFields, 'created_at');
      const within = and(
        eq(memberTokens.organizationId, principal.organizationId),
        isNull(memberTokens.revokedAt),
      );
      return database.tenant(principal.organizationId, (tx) =>
        readRows<TokenRow, MemberToken>(
          tx,
          { source: memberTokens, columns: tokenColumns },
          { plan, within, present: presentToken },
        ),
      );
    },

    endToken: (principal: MemberPrincipal, id: string, caller: Caller): Promise<void> =>
      end(principal, caller, {
        action: 'member.api_token_revoked',
        target: { type: 'api_token', id },
        owner: async (tx) => {
          const [row] = await tx
            .select({ userId: apiTokens.userId, name: apiTokens.name })
            .from(apiTokens)
            .where(
              and(
                eq(apiTokens.organizationId, principal.organizationId),
                eq(apiTokens.id, id),
                isNull(apiTokens.revokedAt),
              ),
            );
          if (!row) throw apiTokenNotFound();
          return row;
        },
        revoke: (tx) => tokens.apiTokens.revokeOne(tx, principal.organizationId, id),
      }),

    async listSessions(principal: MemberPrincipal, query: ListQuery): Promise<Page<MemberSession>> {
      const plan = planList(query, sessionFields, 'last_used_at');
      const within = and(
        eq(memberSessions.organizationId, principal.organizationId),
        isNull(memberSessions.revokedAt),
        gt(memberSessions.expiresAt, new Date(clock.now())),
      );
      return database.tenant(principal.organizationId, (tx) =>
        readRows<SessionRow, MemberSession>(
          tx,
          { source: memberSessions, columns: sessionColumns },
          { plan, within, present: presentSession },
        ),
      );
    },

    endSession: (principal: MemberPrincipal, id: string, caller: Caller): Promise<void> =>
      end(principal, caller, {
        action: 'member.session_ended',
        target: { type: 'session', id },
        owner: async (tx) => {
          const [row] = await tx
            .select({ userId: memberSessions.userId })
            .from(memberSessions)
            .where(
              and(
                eq(memberSessions.organizationId, principal.organizationId),
                eq(memberSessions.id, id),
                isNull(memberSessions.revokedAt),
                gt(memberSessions.expiresAt, new Date(clock.now())),
              ),
            );
          if (!row) throw sessionNotFound();
          return row;
        },
        revoke: (tx) => tokens.families.endOne(tx, id, 'ended_by_admin'),
      }),
  };
}

const memberTokens = new QueryBuilder()
  .select({
    id: apiTokens.id,
    organizationId: apiTokens.organizationId,
    revokedAt: apiTokens.revokedAt,
    userId: apiTokens.userId,
    userEmail: users.email,
    name: apiTokens.name,
    tokenObfuscated: apiTokens.tokenObfuscated,
    projectId: apiTokens.projectId,
    permissions: apiTokens.permissions,
    expiresAt: apiTokens.expiresAt,
    lastUsedAt: apiTokens.lastUsedAt,
    createdAt: apiTokens.createdAt,
  })
  .from(apiTokens)
  .innerJoin(users, eq(users.id, apiTokens.userId))
  .as('member_tokens');
const {
  organizationId: _tokenOrganization,
  revokedAt: _tokenEnd,
  ...tokenColumns
} = memberTokens._.selectedFields;

const tokenFields: ListFields = {
  id: { column: memberTokens.id, type: 'id' },
  user_id: { column: memberTokens.userId, type: 'id' },
  user_email: { column: memberTokens.userEmail, type: 'text', isSearched: true },
  name: { column: memberTokens.name, type: 'text', isSearched: true, countsNumbers: true },
  project_id: { column: memberTokens.projectId, type: 'id' },
  created_at: { column: memberTokens.createdAt, type: 'time' },
  expires_at: { column: memberTokens.expiresAt, type: 'time' },
  last_used_at: { column: memberTokens.lastUsedAt, type: 'time' },
};

interface TokenRow {
  id: string;
  userId: string;
  userEmail: string;
  name: string;
  tokenObfuscated: string;
  projectId: string | null;
  permissions: string[] | null;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  createdAt: Date;
}

const presentToken = (row: TokenRow): MemberToken => ({
  id: row.id,
  user_id: row.userId,
  user_email: row.userEmail,
  name: row.name,
  token_obfuscated: row.tokenObfuscated,
  project_id: row.projectId,
  permissions: row.permissions,
  expires_at: row.expiresAt?.toISOString() ?? null,
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
});

const memberSessions = new QueryBuilder()
  .select({
    id: sessionFamilies.id,
    organizationId: memberships.organizationId,
    revokedAt: sessionFamilies.revokedAt,
    userId: sessionFamilies.userId,
    userEmail: users.email,
    role: memberships.role,
    device: sessionFamilies.device,
    ip: sessionFamilies.ip,
    createdAt: sessionFamilies.createdAt,
    lastUsedAt: sessionFamilies.lastUsedAt,
    expiresAt: sessionFamilies.expiresAt,
  })
  .from(sessionFamilies)
  .innerJoin(memberships, eq(memberships.userId, sessionFamilies.userId))
  .innerJoin(users, eq(users.id, sessionFamilies.userId))
  .as('member_sessions');
const {
  organizationId: _sessionOrganization,
  revokedAt: _sessionEnd,
  ...sessionColumns
} = memberSessions._.selectedFields;

const sessionFields: ListFields = {
  id: { column: memberSessions.id, type: 'id' },
  user_id: { column: memberSessions.userId, type: 'id' },
  user_email: { column: memberSessions.userEmail, type: 'text', isSearched: true },
  device: { column: memberSessions.device, type: 'text' },
  ip: { column: memberSessions.ip, type: 'text' },
  created_at: { column: memberSessions.createdAt, type: 'time' },
  last_used_at: { column: memberSessions.lastUsedAt, type: 'time' },
  expires_at: { column: memberSessions.expiresAt, type: 'time' },
};

interface SessionRow {
  id: string;
  userId: string;
  userEmail: string;
  role: Role;
  device: string;
  ip: string | null;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
}

const presentSession = (row: SessionRow): MemberSession => ({
  id: row.id,
  user_id: row.userId,
  user_email: row.userEmail,
  device: row.device,
  ip: row.ip,
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
});
