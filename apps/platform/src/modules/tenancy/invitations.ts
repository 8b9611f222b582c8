import {
  roles,
  type Invitation,
  type InvitationPreview,
  type ListQuery,
  type Organization,
  type OwnInvitation,
  type Role,
} from '@sonde/contract';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Audit, Caller } from '#audit';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import type { MemberPrincipal, Page, Principal } from '#kernel/http';
import { newId } from '#kernel/ids';
import { planList, readList, type ListFields } from '#kernel/resource';
import { nobody, type Mail } from '#mail';
import { activeSubjects, memberships, users } from '#people';
import { tokenInvalid, type Tokens } from '#tokens';
import { invitationMessage } from './messages.ts';
import { presentOrganization, type createOrganizations, type FreshTokens } from './organizations.ts';
import {
  invitationNotFound,
  isAlreadyMember,
  organizationNotFound,
  otherAddress,
  rankTooLow,
} from './problems.ts';
import { mayManage } from './ranks.ts';
import { holdMembership, mayInvite } from './standing.ts';
import { invitations, organizations } from './tables.ts';

type Row = typeof invitations.$inferSelect;

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly tokens: Pick<Tokens, 'jwt'>;
  readonly mail: Mail;
  readonly audit: Audit;
  readonly organizations: Pick<ReturnType<typeof createOrganizations>, 'join'>;
  readonly frontendUrl: string;
}

/** Joining somebody else's organization: by a link for one address, or, once that address is proved, without it. */
export function createInvitations(options: Options) {
  const { database, clock, tokens, mail, audit, frontendUrl } = options;

  const linkOf = (token: string): string =>
    `${frontendUrl}/auth/accept-invitation?token=${encodeURIComponent(token)}`;

  return {
    /** Made again from the id of the invitation; it ends with it, whenever it was made. */
    async link(principal: MemberPrincipal, id: string, caller: Caller): Promise<{ link: string }> {
      return database.tenant(principal.organizationId, async (tx) => {
        const [row] = await tx
          .select()
          .from(invitations)
          .where(
            and(
              eq(invitations.organizationId, principal.organizationId),
              eq(invitations.id, id),
              isNull(invitations.acceptedAt),
              gt(invitations.expiresAt, new Date(clock.now())),
            ),
          );
        if (!row) throw invitationNotFound();
        // The link gives the role to whoever owns the address, so it is shown to whoever might have given it.
        if (!mayManage(principal.role, row.role)) throw rankTooLow();
        await audit.record(tx, {
          action: 'invitation.link_shown',
          organizationId: principal.organizationId,
          actorId: principal.userId,
          target: { type: 'invitation', id, name: row.email },
          caller,
        });
        return { link: linkOf(tokens.jwt.sign('invitation', { jti: id }).token) };
      });
    },

    /** Inviting an address again replaces the open invitation, whose link dies with it. */
    async create(
      principal: MemberPrincipal,
      input: { email: string; role: Role },
      caller: Caller,
    ): Promise<Invitation & { link: string }> {
      if (!mayManage(principal.role, input.role)) throw rankTooLow();
      const isReachable = await mail.mayReach('invitation', input.email);
      return database.tenant(principal.organizationId, async (tx) => {
        const sender = await holdMembership(tx, principal);
        if (!sender || !mayInvite(sender.role, input.role)) throw rankTooLow();
        const isSame = eq(sql`lower(${users.email})`, input.email.toLowerCase());
        const [member] = await tx
          .select({ id: users.id })
          .from(memberships)
          .innerJoin(users, eq(users.id, memberships.userId))
          .where(and(eq(memberships.organizationId, principal.organizationId), isSame));
        if (member) throw isAlreadyMember();
        const [organization] = await tx
          .select()
          .from(organizations)
          .where(eq(organizations.id, principal.organizationId));
        if (!organization) throw organizationNotFound();
        const id = newId();
        const { token, expiresAtMs } = tokens.jwt.sign('invitation', { jti: id });
        const row: Row = {
          id,
          organizationId: principal.organizationId,
          email: input.email,
          role: input.role,
          invitedBy: principal.userId,
          createdAt: new Date(clock.now()),
          expiresAt: new Date(expiresAtMs),
          acceptedAt: null,
        };
        const replaced = await tx
          .delete(invitations)
          .where(
            and(
              eq(invitations.organizationId, principal.organizationId),
              eq(sql`lower(${invitations.email})`, input.email.toLowerCase()),
              isNull(invitations.acceptedAt),
            ),
          )
          .returning();
        if (replaced.some(({ role }) => !mayInvite(sender.role, role))) throw rankTooLow();
        await tx.insert(invitations).values(row);
        const url = linkOf(token);
        const to = isReachable ? input.email : nobody;
        await mail.send(tx, to, invitationMessage(organization.name, principal.email, url));
        await audit.record(tx, {
          action: 'invitation.created',
          organizationId: principal.organizationId,
          actorId: principal.userId,
          target: { type: 'invitation', id, name: row.email },
          caller,
          details: { email: input.email, role: input.role },
        });
        return { ...present(row), link: url };
      });
    },

    async list(principal: MemberPrincipal, query: ListQuery): Promise<Page<Invitation>> {
      const plan = planList(query, fields, 'created_at');
      const within = and(
        eq(invitations.organizationId, principal.organizationId),
        isNull(invitations.acceptedAt),
        gt(invitations.expiresAt, new Date(clock.now())),
      );
      return database.tenant(principal.organizationId, (tx) =>
        readList(tx, invitations, { plan, within, present }),
      );
    },

    async remove(principal: MemberPrincipal, id: string, caller: Caller): Promise<Invitation> {
      return database.tenant(principal.organizationId, async (tx) => {
        const sender = await holdMembership(tx, principal);
        const [row] = await tx
          .delete(invitations)
          .where(
            and(
              eq(invitations.organizationId, principal.organizationId),
              eq(invitations.id, id),
              isNull(invitations.acceptedAt),
            ),
          )
          .returning();
        if (!row) throw invitationNotFound();
        // As of a member: who may not give a role does not take it away.
        if (!sender || !mayInvite(sender.role, row.role)) throw rankTooLow();
        await audit.record(tx, {
          action: 'invitation.withdrawn',
          organizationId: principal.organizationId,
          actorId: principal.userId,
          target: { type: 'invitation', id, name: row.email },
          caller,
        });
        return present(row);
      });
    },

    /** What the mail of the invitation said, for the page that its link opens. */
    async preview(token: string): Promise<InvitationPreview> {
      const claims = await tokens.jwt.verify('invitation', token);
      if (!claims) throw tokenInvalid();
      return database.system(async (tx) => {
        const [row] = await tx
          .select({
            name: organizations.name,
            email: users.email,
            invited: invitations.email,
            role: invitations.role,
            inviter: memberships.role,
          })
          .from(invitations)
          .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
          .innerJoin(users, eq(users.id, invitations.invitedBy))
          .innerJoin(memberships, isSender)
          .where(
            and(
              eq(invitations.id, claims.jti),
              isNull(invitations.acceptedAt),
              gt(invitations.expiresAt, new Date(clock.now())),
            ),
          );
        if (!row || !mayInvite(row.inviter, row.role)) throw tokenInvalid();
        return { organization_name: row.name, email: row.invited, invited_by: row.email, role: row.role };
      });
    },

    /** For whoever has proved the address: they need not find the link. Others do, since its holder alone is meant. */
    async own(principal: Principal): Promise<OwnInvitation[]> {
      const rows = await database.query
        .select({
          id: invitations.id,
          expiresAt: invitations.expiresAt,
          name: organizations.name,
          email: users.email,
          role: invitations.role,
          inviter: memberships.role,
        })
        .from(invitations)
        .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
        .innerJoin(users, eq(users.id, invitations.invitedBy))
        .innerJoin(memberships, isSender)
        .where(
          and(
            eq(sql`lower(${invitations.email})`, principal.email.toLowerCase()),
            hasProvedAddress(principal),
            isNull(invitations.acceptedAt),
            gt(invitations.expiresAt, new Date(clock.now())),
          ),
        )
        .limit(50);
      return rows
        .filter(({ inviter, role }) => mayInvite(inviter, role))
        .map(({ id, expiresAt, name, email, role }) => ({
          id,
          expires_at: expiresAt.toISOString(),
          organization_name: name,
          invited_by: email,
          role,
        }));
    },

    async accept(principal: Principal, token: string, caller: Caller): Promise<Organization & FreshTokens> {
      const claims = await tokens.jwt.verify('invitation', token);
      if (!claims) throw tokenInvalid();
      return this.join(principal, claims.jti, caller, 'link');
    },

    async join(
      principal: Principal,
      invitationId: string,
      caller: Caller,
      shown: 'link' | 'id',
    ): Promise<Organization & FreshTokens> {
      const notThere = shown === 'link' ? tokenInvalid : invitationNotFound;
      return database.system(async (tx) => {
        const at = new Date(clock.now());
        const isOpen = and(
          eq(invitations.id, invitationId),
          isNull(invitations.acceptedAt),
          gt(invitations.expiresAt, at),
        );
        const isForCaller = eq(sql`lower(${invitations.email})`, principal.email.toLowerCase());
        const [accepted] = await tx
          .update(invitations)
          .set({ acceptedAt: at })
          .where(and(isOpen, isForCaller, shown === 'id' ? hasProvedAddress(principal) : undefined))
          .returning();
        if (!accepted) {
          // Whoever holds its link may learn that it is for another address; an id of others is as unknown as any.
          if (shown === 'id') throw notThere();
          const [open] = await tx.select({ id: invitations.id }).from(invitations).where(isOpen);
          throw open ? otherAddress() : notThere();
        }
        const [sender] = await tx
          .select({ role: memberships.role })
          .from(invitations)
          .innerJoin(memberships, isSender)
          .where(eq(invitations.id, accepted.id));
        if (!sender || !mayInvite(sender.role, accepted.role)) throw notThere();
        const fresh = await options.organizations.join(tx, principal, accepted);
        const [organization] = await tx
          .select()
          .from(organizations)
          .where(eq(organizations.id, accepted.organizationId));
        if (!organization) throw notThere();
        await audit.record(tx, {
          action: 'invitation.accepted',
          organizationId: accepted.organizationId,
          actorId: principal.userId,
          target: { type: 'invitation', id: accepted.id, name: accepted.email },
          caller,
          details: { role: accepted.role },
        });
        return { ...presentOrganization(organization), ...fresh };
      });
    },
  };
}

/** Whoever invited, as long as they may act for the organization they invited to. */
const isSender = and(
  eq(memberships.userId, invitations.invitedBy),
  eq(memberships.organizationId, invitations.organizationId),
  sql`exists (select 1 from ${activeSubjects} where ${activeSubjects.userId} = ${memberships.userId}
    and ${activeSubjects.organizationId} = ${memberships.organizationId})`,
);

/** The word of another organization, by which somebody may sign in as well, says nothing here. */
const hasProvedAddress = ({ userId }: Principal) =>
  sql`exists (select 1 from ${activeSubjects} where ${activeSubjects.userId} = ${userId} and ${activeSubjects.isEmailVerified})`;

const fields: ListFields = {
  id: { column: invitations.id, type: 'id' },
  email: { column: invitations.email, type: 'text', isSearched: true },
  role: { column: invitations.role, type: 'text', words: roles },
  created_at: { column: invitations.createdAt, type: 'time' },
  expires_at: { column: invitations.expiresAt, type: 'time' },
};

const present = (row: Row): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  invited_by: row.invitedBy,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
});
