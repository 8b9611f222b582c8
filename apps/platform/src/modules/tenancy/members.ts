import { roles, type ListQuery, type Member, type Permission, type Role } from '@sonde/contract';
import { and, eq, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { Audit, Caller } from '#audit';
import { tellAccessChanged } from '#kernel/access-changed';
import { asOwner, type Database, type Tx } from '#kernel/database';
import type { Events } from '#kernel/events';
import type { MemberPrincipal, Page } from '#kernel/http';
import { planList, readRows, type ListFields } from '#kernel/resource';
import type { Mail } from '#mail';
import { memberships, users, type Accounts, type Memberships } from '#people';
import { sessionFamilies, type Tokens } from '#tokens';
import { requireOtherOwner } from './people.ts';
import type { TenancyHooks } from './hooks.ts';
import { secondFactorResetMessage } from './messages.ts';
import { memberNotFound, noSecondFactor, ownSecondFactor, rankTooLow } from './problems.ts';
import { mayManage } from './ranks.ts';
import { awaitingSecondFactor, requireStanding, takeTurns, withdrawInvitationsOf } from './standing.ts';

interface Options {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'letFound'>;
  readonly belonging: Memberships;
  readonly tokens: Pick<Tokens, 'endSessions' | 'apiTokens' | 'secondFactors'>;
  readonly events: Pick<Events, 'tell'>;
  readonly audit: Audit;
  readonly hooks: Pick<TenancyHooks, 'memberLeaving' | 'membersRestricted'>;
  readonly mail: Mail;
  readonly frontendUrl: string;
}

/** The people of an organization, as those see them who may. */
export function createMembers({
  database,
  accounts,
  belonging,
  tokens,
  events,
  audit,
  hooks,
  mail,
  frontendUrl,
}: Options) {
  async function getRow(tx: Tx, principal: MemberPrincipal, userId: string) {
    const [row] = await tx
      .select(personColumns)
      .from(people)
      .where(and(eq(people.organizationId, principal.organizationId), eq(people.id, userId)));
    if (!row) throw memberNotFound();
    return row;
  }

  /**
   * The member, under the lock of the organization, if the caller may touch them at all, and the role of the caller, which
   * somebody whose turn came before may have taken from them.
   */
  async function getForChange(
    tx: Tx,
    principal: MemberPrincipal,
    userId: string,
    permission: Permission = 'member:update',
  ) {
    await takeTurns(tx, principal.organizationId);
    const actorRole = await requireStanding(tx, principal, permission);
    const row = await getRow(tx, principal, userId);
    if (!mayManage(actorRole, row.role)) throw rankTooLow();
    return { row, actorRole };
  }

  const record = (
    tx: Tx,
    principal: MemberPrincipal,
    action: string,
    userId: string,
    caller: Caller,
    details: Record<string, unknown> = {},
  ): Promise<void> =>
    audit.record(tx, {
      action,
      organizationId: principal.organizationId,
      actorId: principal.userId,
      target: { type: 'user', id: userId },
      caller,
      details,
    });

  return {
    async list(principal: MemberPrincipal, query: ListQuery): Promise<Page<Member>> {
      const plan = planList(query, fields, 'joined_at');
      return database.tenant(principal.organizationId, async (tx) => {
        const within = eq(people.organizationId, principal.organizationId);
        return readRows<PersonRow, Member>(
          tx,
          { source: people, columns: personColumns },
          { plan, within, present },
        );
      });
    },

    async update(
      principal: MemberPrincipal,
      userId: string,
      changes: { role?: Role | undefined; is_active?: boolean | undefined },
      caller: Caller,
    ): Promise<Member> {
      return database.tenant(principal.organizationId, async (tx) => {
        const { row: before, actorRole } = await getForChange(tx, principal, userId);
        const role = changes.role ?? before.role;
        const isActive = changes.is_active ?? before.isActive;
        if (!mayManage(actorRole, role)) throw rankTooLow();
        if (role !== 'owner' || !isActive) await requireOtherOwner(tx, principal.organizationId, userId);
        await belonging.change(tx, { organizationId: principal.organizationId, userId }, { role, isActive });
        if (!isActive) {
          await tokens.endSessions(tx, userId, 'member_disabled');
          await tokens.apiTokens.revokeAll(tx, userId, principal.organizationId);
          await hooks.memberLeaving.run(tx, { organizationId: principal.organizationId, userId });
        }
        // A viewer could have begun none of it; work under way would go on with rights that were taken away.
        if (isActive && role === 'viewer' && before.role !== 'viewer')
          await hooks.membersRestricted.run(tx, {
            organizationId: principal.organizationId,
            userIds: [userId],
          });
        await withdrawInvitationsOf(tx, principal.organizationId, userId, isActive ? role : null);
        await record(tx, principal, 'member.updated', userId, caller, {
          from: { role: before.role, is_active: before.isActive },
          to: { role, is_active: isActive },
        });
        await tellAccessChanged(events, tx, userId);
        return present({ ...before, role, isActive });
      });
    },

    async remove(principal: MemberPrincipal, userId: string, caller: Caller): Promise<Member> {
      return database.tenant(principal.organizationId, async (tx) => {
        const { row } = await getForChange(tx, principal, userId, 'member:delete');
        await requireOtherOwner(tx, principal.organizationId, userId);
        await tokens.endSessions(tx, userId, 'member_removed');
        await hooks.memberLeaving.run(tx, { organizationId: principal.organizationId, userId });
        await tokens.apiTokens.revokeAll(tx, userId, principal.organizationId);
        await record(tx, principal, 'member.removed', userId, caller, { role: row.role });
        await belonging.remove(tx, { organizationId: principal.organizationId, userId });
        // Whoever is sent away comes back by nothing of their own.
        await asOwner(tx, () => accounts.letFound(tx, userId, false));
        // Once nobody can make another in the name of the member.
        await withdrawInvitationsOf(tx, principal.organizationId, userId, null);
        await tellAccessChanged(events, tx, userId);
        return present(row);
      });
    },

    /**
     * For whoever has lost phone and codes, by somebody else: a session alone takes nobody's own second factor away.
     * Their sessions end with it, so that it is no way to keep one that was begun with the factor; password, mail and
     * provider stay what they are.
     */
    async resetSecondFactor(
      principal: MemberPrincipal,
      userId: string,
      caller: Caller,
    ): Promise<{ ended: number }> {
      if (userId === principal.userId) throw ownSecondFactor();
      // Second factors belong to people and to no organization, so no tenant may write them.
      return database.system(async (tx) => {
        const { row: member } = await getForChange(tx, principal, userId);
        if (!(await tokens.secondFactors.remove(tx, userId))) throw noSecondFactor();
        const ended = await tokens.endSessions(tx, userId, 'second_factor_changed');
        // What was begun with an API token, which stays, and is worth nothing until there is another factor.
        const { organizationId } = principal;
        const userIds = await awaitingSecondFactor(tx, organizationId, userId);
        if (userIds.length > 0) await hooks.membersRestricted.run(tx, { organizationId, userIds });
        await mail.send(
          tx,
          member.email,
          secondFactorResetMessage(principal.email, `${frontendUrl}/settings`),
        );
        await record(tx, principal, 'member.second_factor_reset', userId, caller, { ended });
        await tellAccessChanged(events, tx, userId);
        return { ended };
      });
    },

    /** Everything that speaks for a member: after a theft nobody can tell which of it is the thief's. */
    async endSessions(
      principal: MemberPrincipal,
      userId: string,
      caller: Caller,
    ): Promise<{ ended: number; api_tokens_revoked: number }> {
      return database.tenant(principal.organizationId, async (tx) => {
        await getForChange(tx, principal, userId);
        const ended = await tokens.endSessions(tx, userId, 'ended_by_admin');
        const revoked = await tokens.apiTokens.revokeAll(tx, userId, principal.organizationId);
        const counts = { ended, api_tokens_revoked: revoked };
        await record(tx, principal, 'member.sessions_ended', userId, caller, counts);
        return counts;
      });
    },
  };
}

const lastSeen = sql<Date | null>`(
  select max(${sessionFamilies.lastUsedAt}) from ${sessionFamilies} where ${sessionFamilies.userId} = ${users.id}
)`.mapWith((value: string | Date | null) => (value === null ? null : new Date(value)));

/** People as members, in one row each. */
const people = new QueryBuilder()
  .select({
    id: users.id,
    organizationId: memberships.organizationId,
    email: users.email,
    name: users.name,
    role: memberships.role,
    isActive: memberships.isActive,
    isEmailVerified: users.isEmailVerified,
    joinedAt: memberships.joinedAt,
    lastSeenAt: lastSeen.as('last_seen_at'),
  })
  .from(memberships)
  .innerJoin(users, eq(users.id, memberships.userId))
  .as('people');
const { organizationId: _organizationId, ...personColumns } = people._.selectedFields;

const fields: ListFields = {
  id: { column: people.id, type: 'id' },
  email: { column: people.email, type: 'text', isSearched: true },
  name: { column: people.name, type: 'text', isSearched: true },
  role: { column: people.role, type: 'text', words: roles },
  is_active: { column: people.isActive, type: 'boolean' },
  is_email_verified: { column: people.isEmailVerified, type: 'boolean' },
  joined_at: { column: people.joinedAt, type: 'time' },
  last_seen_at: { column: people.lastSeenAt, type: 'time' },
};

interface PersonRow {
  id: string;
  email: string;
  name: string | null;
  role: Role;
  isActive: boolean;
  isEmailVerified: boolean;
  joinedAt: Date;
  lastSeenAt: Date | null;
}

const present = (row: PersonRow): Member => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  is_active: row.isActive,
  is_email_verified: row.isEmailVerified,
  joined_at: row.joinedAt.toISOString(),
  last_seen_at: row.lastSeenAt?.toISOString() ?? null,
});
