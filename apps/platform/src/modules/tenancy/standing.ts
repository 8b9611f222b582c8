import { rolePermissions, roles, type Role } from '@sonde/contract';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import { mayManage } from './ranks.ts';
import { invitations } from './tables.ts';

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
