import type { Organization, Role } from '@sonde/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { Audit, Caller } from '#audit';
import { tellAccessChangedForAll } from '#kernel/access-changed';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import { despiteDeadlocks } from '#kernel/deadlocks';
import type { Events } from '#kernel/events';
import type { MemberPrincipal, Principal } from '#kernel/http';
import { newId } from '#kernel/ids';
import { holdPerson, type Accounts, type Memberships, type RegistrationRule } from '#people';
import { unauthenticated, type Tokens } from '#tokens';
import {
  alreadyMember,
  foundingClosed,
  organizationNotFound,
  rankTooLow,
  secondFactorFirst,
} from './problems.ts';
import type { OrganizationChanges, TenancyHooks } from './hooks.ts';
import { awaitingSecondFactor, requireStanding, takeTurns } from './standing.ts';
import { organizations, projects } from './tables.ts';

type Row = typeof organizations.$inferSelect;

export interface FreshTokens {
  readonly session_token: string;
  readonly refresh_token: string;
}

export interface OrganizationsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly tokens: Pick<Tokens, 'families' | 'secondFactors'>;
  readonly events: Pick<Events, 'tell'>;
  readonly audit: Audit;
  readonly accounts: Pick<Accounts, 'foundingOf'>;
  readonly belonging: Pick<Memberships, 'join'>;
  readonly registration: RegistrationRule;
  readonly hooks: Pick<
    TenancyHooks,
    'organizationCreated' | 'organizationChanging' | 'organizationEnding' | 'membersRestricted'
  >;
}

export function createOrganizations(options: OrganizationsOptions) {
  const { database, clock, tokens, events, audit, accounts, belonging, registration, hooks } = options;

  async function join(
    tx: Tx,
    principal: Principal,
    membership: { readonly organizationId: string; readonly role: Role },
  ): Promise<FreshTokens> {
    if (!(await holdPerson(tx, principal.userId))) throw unauthenticated(true);
    if (!(await belonging.join(tx, { ...membership, userId: principal.userId }))) throw alreadyMember();
    const pair = await tokens.families.reissue(tx, principal.credentialId, {
      userId: principal.userId,
      organizationId: membership.organizationId,
    });
    return { session_token: pair.accessToken, refresh_token: pair.refreshToken };
  }

  async function getRow(tx: Tx, principal: MemberPrincipal, id: string): Promise<Row> {
    const [row] = await tx
      .select()
      .from(organizations)
      .where(and(eq(organizations.id, id), eq(organizations.id, principal.organizationId)));
    if (!row) throw organizationNotFound();
    return row;
  }

  /** An API token must not open the house to whoever stole it, nor an owner shut themselves out. */
  async function requireOwnerWithFactor(principal: MemberPrincipal): Promise<void> {
    if (principal.role !== 'owner' || principal.kind !== 'session') throw rankTooLow();
    const { enabledAt } = await tokens.secondFactors.stateOf(principal.userId);
    if (enabledAt === null) throw secondFactorFirst();
  }

  return {
    join,

    /** The organization, its owner, a first project and what that starts with: all of it or nothing. */
    async create(
      principal: Principal,
      wish: { readonly name: string; readonly flawed_demo: boolean },
      caller: Caller,
    ): Promise<Organization & FreshTokens> {
      return database.system(async (tx) => {
        const founding = await accounts.foundingOf(tx, principal.userId, registration);
        if (founding === 'member') throw alreadyMember();
        if (founding === 'closed') throw foundingClosed();
        const at = new Date(clock.now());
        const row: Row = {
          id: newId(),
          name: wish.name,
          defaultGenerationModelId: null,
          requireSecondFactor: false,
          createdAt: at,
          updatedAt: at,
        };
        await tx.insert(organizations).values(row);
        const fresh = await join(tx, principal, { organizationId: row.id, role: 'owner' });
        const project = {
          id: newId(),
          organizationId: row.id,
          name: 'Example project',
          description: 'A first place for endpoints, with the demo chatbot to try things on.',
          createdAt: at,
          updatedAt: at,
        };
        await tx.insert(projects).values(project);
        const owner = { organizationId: row.id, projectId: project.id, userId: principal.userId };
        await hooks.organizationCreated.run(tx, owner, { flawedDemo: wish.flawed_demo });
        await audit.record(tx, {
          action: 'organization.created',
          organizationId: row.id,
          actorId: principal.userId,
          target: { type: 'organization', id: row.id, name: row.name },
          caller,
        });
        return { ...presentOrganization(row), ...fresh };
      });
    },

    get: (principal: MemberPrincipal, id: string): Promise<Organization> =>
      database.tenant(principal.organizationId, async (tx) =>
        presentOrganization(await getRow(tx, principal, id)),
      ),

    async update(
      principal: MemberPrincipal,
      id: string,
      changes: OrganizationChanges,
      caller: Caller,
    ): Promise<Organization> {
      // Before the transaction: the embedded database has one connection, which that holds.
      if (changes.require_second_factor !== undefined) await requireOwnerWithFactor(principal);
      return database.tenant(principal.organizationId, async (tx) => {
        await takeTurns(tx, principal.organizationId);
        const before = await getRow(tx, principal, id);
        await requireStanding(tx, principal, 'organization:update');
        const modelId = changes.default_generation_model_id;
        await hooks.organizationChanging.run(tx, principal.organizationId, changes);
        const [row] = await tx
          .update(organizations)
          .set({
            name: changes.name ?? before.name,
            defaultGenerationModelId: modelId === undefined ? before.defaultGenerationModelId : modelId,
            requireSecondFactor: changes.require_second_factor ?? before.requireSecondFactor,
            updatedAt: new Date(clock.now()),
          })
          .where(eq(organizations.id, principal.organizationId))
          .returning();
        if (!row) throw organizationNotFound();
        await audit.record(tx, {
          action: 'organization.updated',
          organizationId: row.id,
          actorId: principal.userId,
          target: { type: 'organization', id: row.id, name: row.name },
          caller,
          details: { fields: Object.keys(changes) },
        });
        // Whoever has no second factor may act no more.
        if (row.requireSecondFactor && !before.requireSecondFactor) {
          const userIds = await awaitingSecondFactor(tx, row.id);
          if (userIds.length > 0) await hooks.membersRestricted.run(tx, { organizationId: row.id, userIds });
          await tellAccessChangedForAll(events, tx, row.id);
        }
        return presentOrganization(row);
      });
    },

    /**
     * Everything of the organization goes with it; its people stay, without an organization. What is under way is ended
     * before: it holds rows that go with the organization, and needs the organization for the next.
     */
    async remove(principal: MemberPrincipal, id: string, caller: Caller): Promise<Organization> {
      const { organizationId } = principal;
      await despiteDeadlocks(() =>
        database.tenant(organizationId, async (tx) => {
          await takeTurns(tx, organizationId);
          await getRow(tx, principal, id);
          await requireStanding(tx, principal, 'organization:delete');
          await hooks.organizationEnding.run(tx, organizationId);
        }),
      );
      return despiteDeadlocks(() => removeAll(principal, id, caller));
    },
  };

  async function removeAll(principal: MemberPrincipal, id: string, caller: Caller): Promise<Organization> {
    return database.tenant(principal.organizationId, async (tx) => {
      await takeTurns(tx, principal.organizationId);
      const row = await getRow(tx, principal, id);
      await requireStanding(tx, principal, 'organization:delete');
      await audit.record(tx, {
        action: 'organization.deleted',
        organizationId: row.id,
        actorId: principal.userId,
        target: { type: 'organization', id: row.id, name: row.name },
        caller,
      });
      // Of a large one it takes minutes, and would never end within the time of an ordinary statement.
      await tx.execute(sql`set local statement_timeout = '1h'`);
      const gone = await tx
        .delete(organizations)
        .where(eq(organizations.id, row.id))
        .returning({ id: organizations.id });
      if (gone.length === 0) throw organizationNotFound();
      await tellAccessChangedForAll(events, tx, row.id);
      return presentOrganization(row);
    });
  }
}

export const presentOrganization = (row: Row): Organization => ({
  id: row.id,
  name: row.name,
  default_generation_model_id: row.defaultGenerationModelId,
  require_second_factor: row.requireSecondFactor,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
