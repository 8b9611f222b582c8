import { rolePermissions, roles, type Permission, type Role } from '@sonde/contract';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { asOwner, type Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { activeSubjects, holdPerson, memberships } from '#people';
import { permissionDenied } from './problems.ts';
import { mayManage } from './ranks.ts';
import { invitations, organizations } from './tables.ts';

/** Whether somebody of this role may let others in as that one. */
export const mayInvite = (inviter: Role, as: Role): boolean =>
  rolePermissions[inviter].includes('member:invite') && mayManage(inviter, as);

/**
 * An invitation is worth what its sender is: whoever leaves, is disabled or loses a role leaves no door open behind them.
 * `role` is what the sender is from now on, null for somebody who may do nothing any more.
 */
export async function withdrawInvitationsOf(
  tx: Tx,
  organizationId: string,
  userId: string,
  role: Role | null,
): Promise<void> {
  const lost = roles.filter((as) => role === null || !mayInvite(role, as));
  if (lost.length === 0) return;
  await tx
    .delete(invitations)
    .where(
      and(
        eq(invitations.organizationId, organizationId),
        eq(invitations.invitedBy, userId),
        isNull(invitations.acceptedAt),
        inArray(invitations.role, lost),
      ),
    );
}

/**
 * Changes of members take turns, by the row of their organization. Rows that refer to it may come meanwhile: whoever
 * holds one that such a change needs, an invitation or a job, and writes another, would else wait for it while it waits
 * for them.
 */
export async function takeTurns(tx: Tx, organizationId: string): Promise<void> {
  await tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('no key update');
}

/**
 * Whoever loses the role meanwhile waits until what they do is done; else it would be worth something again with the role,
 * or have given rights that nobody had. Organization and person first, as in whatever ends them.
 */
export async function holdMembership(
  tx: Tx,
  { userId, organizationId }: Pick<MemberPrincipal, 'userId' | 'organizationId'>,
): Promise<{ role: Role } | undefined> {
  return asOwner(tx, async () => {
    await tx
      .select({ id: organizations.id })
      .from(organizations)
      .where(eq(organizations.id, organizationId))
      .for('key share');
    await holdPerson(tx, userId);
    const [held] = await tx
      .select({ role: memberships.role })
      .from(memberships)
      .where(
        and(
          eq(memberships.organizationId, organizationId),
          eq(memberships.userId, userId),
          eq(memberships.isActive, true),
        ),
      )
      .for('share');
    return held;
  });
}

/**
 * For what gives or takes rights, or ends an organization: the role that the caller has once their turn has come, which
 * is not that of the moment the call began. Refused where it does not allow this any more.
 */
export async function requireStanding(
  tx: Tx,
  principal: MemberPrincipal,
  permission: Permission,
): Promise<Role> {
  const held = await holdMembership(tx, principal);
  if (!held || !rolePermissions[held.role].includes(permission))
    throw permissionDenied(`This needs the permission ${permission}.`);
  return held.role;
}

/** Members, or one of them, who may do nothing in their organization before they have the second factor it asks for. */
export const awaitingSecondFactor = (tx: Tx, organizationId: string, userId?: string): Promise<string[]> =>
  asOwner(tx, async () => {
    const rows = await tx
      .select({ userId: memberships.userId })
      .from(memberships)
      .innerJoin(activeSubjects, eq(activeSubjects.userId, memberships.userId))
      .where(
        and(
          eq(memberships.organizationId, organizationId),
          userId === undefined ? undefined : eq(memberships.userId, userId),
          eq(activeSubjects.awaitsSecondFactor, true),
        ),
      );
    return rows.map((row) => row.userId);
  });
