import type { ListQuery, Member, Role } from '@sonde/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { Audit, Caller } from '#audit';
import type { Clock } from '#kernel/clock';
import type { AfterCommit, Database, Tx } from '#kernel/database';
import type { Events } from '#kernel/events';
import { Page, planList, type ListFields, type MemberPrincipal } from '#kernel/http';
import { apiTokensTable, sessionFamilies, type Tokens } from '#tokens';
import { requireOtherOwner } from './people.ts';
import { memberNotFound, rankTooLow } from './problems.ts';
import { mayManage } from './ranks.ts';
import { memberships, organizations, users } from './tables.ts';

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly tokens: Pick<Tokens, 'endSessions'>;
  readonly events: Events;
  readonly audit: Audit;
  readonly onLeave: OnLeave;
}

/** Ends what somebody has under way who may not act for the organization any more, in the transaction of their leaving. */
export type OnLeave = (
  tx: Tx,
  left: { readonly organizationId: string; readonly userId: string },
  afterCommit: AfterCommit,
) => Promise<void>;

/** The people of an organization, as those see them who may. */
export function createMembers({ database, clock, tokens, events, audit, onLeave }: Options) {
  const columns = {
    id: users.id,
    email: users.email,
    name: users.name,
    role: memberships.role,
    isActive: memberships.isActive,
    isEmailVerified: users.isEmailVerified,
    joinedAt: memberships.joinedAt,
    lastSeenAt: lastSeen,
  };
  const select = (tx: Tx) =>
    tx.select(columns).from(memberships).innerJoin(users, eq(users.id, memberships.userId));

  async function getRow(tx: Tx, principal: MemberPrincipal, userId: string) {
    const [row] = await select(tx).where(
      and(eq(memberships.organizationId, principal.organizationId), eq(memberships.userId, userId)),
    );
    if (!row) throw memberNotFound();
    return row;
  }

  /** The member, under the lock of the organization, if the caller may touch them at all. */
  async function getForChange(tx: Tx, principal: MemberPrincipal, userId: string) {
    await tx
      .select({ id: organizations.id })
      .from(organizations)
      .where(eq(organizations.id, principal.organizationId))
      .for('update');
    const row = await getRow(tx, principal, userId);
    if (!mayManage(principal.role, row.role)) throw rankTooLow();
    return row;
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

  /** Open sockets learn of it at once; every other call finds out by itself. */
  const tellAccessChanged = (organizationId: string, userId: string): Promise<void> =>
    events.publish({ name: 'access.changed', organizationId, data: { user_id: userId } });

  return {
    async list(principal: MemberPrincipal, query: ListQuery): Promise<Page<Member>> {
      const plan = planList(query, fields, 'joined_at');
      return database.tenant(principal.organizationId, async (tx) => {
        const where = and(eq(memberships.organizationId, principal.organizationId), plan.where);
        const rows = await select(tx)
          .where(where)
          .orderBy(...plan.orderBy)
          .limit(plan.limit)
          .offset(plan.offset);
        const [counted] = await tx
          .select({ total: sql<number>`count(*)`.mapWith(Number) })
          .from(memberships)
          .innerJoin(users, eq(users.id, memberships.userId))
          .where(where);
        return new Page(rows.map(present), counted?.total ?? 0);
      });
    },

    async update(
      principal: MemberPrincipal,
      userId: string,
      changes: { role?: Role | undefined; is_active?: boolean | undefined },
      caller: Caller,
    ): Promise<Member> {
      return database.tenant(principal.organizationId, async (tx, afterCommit) => {
        const before = await getForChange(tx, principal, userId);
        const role = changes.role ?? before.role;
        const isActive = changes.is_active ?? before.isActive;
        if (!mayManage(principal.role, role)) throw rankTooLow();
        if (role !== 'owner' || !isActive) await requireOtherOwner(tx, principal.organizationId, userId);
        await tx
          .update(memberships)
          .set({ role, isActive })
          .where(
            and(eq(memberships.organizationId, principal.organizationId), eq(memberships.userId, userId)),
          );
        if (!isActive) {
          await tokens.endSessions(tx, userId, 'member_disabled');
          await onLeave(tx, { organizationId: principal.organizationId, userId }, afterCommit);
        }
        await record(tx, principal, 'member.updated', userId, caller, {
          from: { role: before.role, is_active: before.isActive },
          to: { role, is_active: isActive },
        });
        afterCommit(() => tellAccessChanged(principal.organizationId, userId));
        return present({ ...before, role, isActive });
      });
    },

    async remove(principal: MemberPrincipal, userId: string, caller: Caller): Promise<Member> {
      return database.tenant(principal.organizationId, async (tx, afterCommit) => {
        const row = await getForChange(tx, principal, userId);
        await requireOtherOwner(tx, principal.organizationId, userId);
        await tokens.endSessions(tx, userId, 'member_removed');
        await onLeave(tx, { organizationId: principal.organizationId, userId }, afterCommit);
        await tx
          .update(apiTokensTable)
          .set({ revokedAt: new Date(clock.now()) })
          .where(
            and(
              eq(apiTokensTable.organizationId, principal.organizationId),
              eq(apiTokensTable.userId, userId),
            ),
          );
        await record(tx, principal, 'member.removed', userId, caller, { role: row.role });
        await tx
          .delete(memberships)
          .where(
            and(eq(memberships.organizationId, principal.organizationId), eq(memberships.userId, userId)),
          );
        afterCommit(() => tellAccessChanged(principal.organizationId, userId));
        return present(row);
      });
    },

    async endSessions(principal: MemberPrincipal, userId: string, caller: Caller): Promise<number> {
      return database.tenant(principal.organizationId, async (tx, afterCommit) => {
        await getForChange(tx, principal, userId);
        const ended = await tokens.endSessions(tx, userId, 'ended_by_admin');
        await record(tx, principal, 'member.sessions_ended', userId, caller, { ended });
        afterCommit(() => tellAccessChanged(principal.organizationId, userId));
        return ended;
      });
    },
  };
}

const lastSeen = sql<Date | null>`(
  select max(${sessionFamilies.lastUsedAt}) from ${sessionFamilies} where ${sessionFamilies.userId} = ${users.id}
)`.mapWith((value: string | Date | null) => (value === null ? null : new Date(value)));

const fields: ListFields = {
  id: { column: users.id, type: 'id' },
  email: { column: users.email, type: 'text' },
  name: { column: users.name, type: 'text' },
  role: { column: memberships.role, type: 'text' },
  is_active: { column: memberships.isActive, type: 'boolean' },
  is_email_verified: { column: users.isEmailVerified, type: 'boolean' },
  joined_at: { column: memberships.joinedAt, type: 'time' },
  last_seen_at: { column: lastSeen, type: 'time' },
};

const present = (row: {
  id: string;
  email: string;
  name: string | null;
  role: Role;
  isActive: boolean;
  isEmailVerified: boolean;
  joinedAt: Date;
  lastSeenAt: Date | null;
}): Member => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  is_active: row.isActive,
  is_email_verified: row.isEmailVerified,
  joined_at: row.joinedAt.toISOString(),
  last_seen_at: row.lastSeenAt?.toISOString() ?? null,
});
