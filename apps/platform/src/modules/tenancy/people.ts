import type { CurrentUser, Person } from '@sonde/contract';
import { and, count, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Audit, Caller } from '#audit';
import { tellAccessChanged } from '#kernel/access-changed';
import { asOwner, type Database, type Tx } from '#kernel/database';
import type { Events } from '#kernel/events';
import type { Principal } from '#kernel/http';
import {
  activeSubjects,
  holdPerson,
  memberships,
  users,
  type Accounts,
  type Memberships,
  type RegistrationRule,
} from '#people';
import { principalOf, unauthenticated, type Tokens } from '#tokens';
import type { TenancyHooks } from './hooks.ts';
import type { FreshTokens } from './organizations.ts';
import { lastOwner, organizationNotFound, userNotFound } from './problems.ts';
import { takeTurns, withdrawInvitationsOf } from './standing.ts';

interface Options {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'foundingOf' | 'organizationOf' | 'rename' | 'lockForRemoval' | 'remove'>;
  readonly registration: RegistrationRule;
  readonly belonging: Pick<Memberships, 'remove'>;
  readonly tokens: Pick<Tokens, 'credentials' | 'families' | 'apiTokens'>;
  readonly events: Pick<Events, 'tell'>;
  readonly audit: Audit;
  readonly hooks: Pick<TenancyHooks, 'memberLeaving'>;
}

const shownColumns = { id: users.id, name: users.name, email: users.email };

/** People as they see themselves. */
export function createPeople(options: Options) {
  const { database, accounts, belonging, tokens, events, audit, registration, hooks } = options;
  async function present(principal: Principal): Promise<CurrentUser> {
    const [row] = await database.query
      .select()
      .from(activeSubjects)
      .where(eq(activeSubjects.userId, principal.userId));
    if (!row) throw unauthenticated();
    return {
      id: row.userId,
      email: row.email,
      name: row.name,
      is_email_verified: row.isEmailVerified,
      has_password: row.hasPassword,
      organization_id: row.organizationId,
      needs_second_factor: row.awaitsSecondFactor,
      may_create_organization:
        row.organizationId === null &&
        (await accounts.foundingOf(database.query, row.userId, registration)) === 'allowed',
      role: row.role,
      permissions: [...principal.permissions],
    };
  }

  return {
    me: present,

    /** What `POST /auth/verify` tells about a session token. Other kinds of token are not its business. */
    async verifySession(token: string): Promise<{ authenticated: true; user: CurrentUser }> {
      const credential = await tokens.credentials.resolve(token);
      if (credential?.kind !== 'session') throw unauthenticated();
      return { authenticated: true, user: await present(principalOf(credential, null)) };
    },

    /** Only one's own profile: another person's id is as unknown as one that does not exist. */
    async update(principal: Principal, id: string, changes: { name?: string | null | undefined }) {
      if (id !== principal.userId) throw userNotFound();
      if (changes.name !== undefined) await accounts.rename(database.query, id, changes.name);
      return present(principal);
    },

    /** Out of the organization, with the account kept: as being removed, but by oneself. */
    async leave(principal: Principal, caller: Caller): Promise<FreshTokens> {
      return database.system(async (tx) => {
        const { userId } = principal;
        // Not of the principal: who lacks the second factor of their organization acts for none, and may leave it all the same.
        const organizationId = await accounts.organizationOf(tx, userId);
        if (!organizationId) throw organizationNotFound();
        await requireOtherOwner(tx, organizationId, userId);
        await hooks.memberLeaving.run(tx, { organizationId, userId });
        if (!(await holdPerson(tx, userId))) throw unauthenticated(true);
        await audit.record(tx, {
          action: 'member.left',
          organizationId,
          actorId: userId,
          target: { type: 'user', id: userId },
          caller,
        });
        await belonging.remove(tx, { organizationId, userId });
        // Once nobody can make another in the name of the member.
        await withdrawInvitationsOf(tx, organizationId, userId, null);
        await tokens.apiTokens.revokeAll(tx, userId, organizationId);
        const pair = await tokens.families.reissue(tx, principal.credentialId, {
          userId,
          organizationId: null,
        });
        await tellAccessChanged(events, tx, userId);
        return { session_token: pair.accessToken, refresh_token: pair.refreshToken };
      });
    },

    /** Of an active member, for what they are told by mail. */
    async emailOf(tx: Tx, organizationId: string, userId: string): Promise<string | undefined> {
      const [row] = await tx
        .select({ email: users.email })
        .from(users)
        .innerJoin(memberships, eq(memberships.userId, users.id))
        .where(
          and(
            eq(memberships.organizationId, organizationId),
            eq(memberships.userId, userId),
            eq(memberships.isActive, true),
          ),
        );
      return row?.email;
    },

    /** The same of somebody who may act for it at this moment: who lacks the second factor it asks for hears nothing of it. */
    actingEmailOf: (tx: Tx, organizationId: string, userId: string): Promise<string | undefined> =>
      asOwner(tx, async () => {
        const [row] = await tx
          .select({ email: activeSubjects.email })
          .from(activeSubjects)
          .where(and(eq(activeSubjects.userId, userId), eq(activeSubjects.organizationId, organizationId)));
        return row?.email;
      }),

    /** As others see them, whether they are still active or not; who has left has no name any more. */
    async named(tx: Tx, organizationId: string, ids: readonly string[]): Promise<Map<string, Person>> {
      if (ids.length === 0) return new Map();
      const rows = await tx
        .select(shownColumns)
        .from(users)
        .innerJoin(memberships, eq(memberships.userId, users.id))
        .where(and(eq(memberships.organizationId, organizationId), inArray(users.id, [...ids])));
      return new Map(rows.map((row) => [row.id, row]));
    },

    /** Active members by their addresses in lower case. */
    async activeByEmail(tx: Tx, organizationId: string, emails: readonly string[]): Promise<Person[]> {
      if (emails.length === 0) return [];
      return tx
        .select(shownColumns)
        .from(users)
        .innerJoin(memberships, eq(memberships.userId, users.id))
        .where(
          and(
            eq(memberships.organizationId, organizationId),
            eq(memberships.isActive, true),
            inArray(sql`lower(${users.email})`, [...emails]),
          ),
        );
    },

    async remove(principal: Principal, caller: Caller): Promise<void> {
      await database.system(async (tx) => {
        const { userId } = principal;
        // Not of the principal: who lacks the second factor of their organization acts for none, and is its owner all the same.
        const organizationId = await accounts.organizationOf(tx, userId);
        if (organizationId) {
          await requireOtherOwner(tx, organizationId, userId);
          await hooks.memberLeaving.run(tx, { organizationId, userId });
          await accounts.lockForRemoval(tx, userId);
          await withdrawInvitationsOf(tx, organizationId, userId, null);
        }
        await audit.record(tx, {
          action: 'user.deleted',
          organizationId,
          actorId: userId,
          target: { type: 'user', id: userId },
          caller,
        });
        await accounts.remove(tx, userId);
        await tellAccessChanged(events, tx, userId);
      });
    },
  };
}

/** Refuses to lose the last active owner, also when two owners leave at the same moment. */
export async function requireOtherOwner(tx: Tx, organizationId: string, userId: string): Promise<void> {
  await takeTurns(tx, organizationId);
  const [own] = await tx
    .select({ role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId)));
  if (own?.role !== 'owner') return;
  const [others] = await tx
    .select({ total: count() })
    .from(memberships)
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        eq(memberships.role, 'owner'),
        eq(memberships.isActive, true),
        ne(memberships.userId, userId),
      ),
    );
  if (!others || others.total === 0) throw lastOwner();
}
