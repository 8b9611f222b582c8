import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { holdPerson, memberships } from '#people';
import type { Clock } from '#kernel/clock';
import { asOwner, type Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { unauthenticated } from './problems.ts';
import { apiTokens, sessionFamilies } from './tables.ts';

/**
 * For what outlives the session it is made with. A call passes the gate before its transaction begins, and the session,
 * the membership or the person may end between the two; what was made then would be missed by whoever ended all that
 * spoke for them. So these are held until the transaction is over: who ends them waits, and then finds what was made, or
 * has ended them already, and nothing is made.
 *
 * In the order in which they are ended: an organization or a person that goes takes the others along, a member who is
 * removed loses the sessions first. A role may change meanwhile, since nothing that is made here is worth more than the role of the moment.
 */
export async function holdSession(tx: Tx, clock: Clock, principal: MemberPrincipal): Promise<void> {
  const { userId, organizationId, credentialId } = principal;
  const isHeld = await asOwner(tx, async () => {
    await tx.execute(sql`select 1 from organizations where id = ${organizationId} for key share`);
    const isThere = await holdPerson(tx, userId);
    const session = await tx
      .select({ id: sessionFamilies.id })
      .from(sessionFamilies)
      .where(
        and(
          eq(sessionFamilies.id, credentialId),
          isNull(sessionFamilies.revokedAt),
          gt(sessionFamilies.expiresAt, new Date(clock.now())),
        ),
      )
      .for('share');
    const membership = await tx
      .select({ userId: memberships.userId })
      .from(memberships)
      .where(
        and(
          eq(memberships.organizationId, organizationId),
          eq(memberships.userId, userId),
          eq(memberships.isActive, true),
        ),
      )
      .for('key share');
    return isThere && session.length > 0 && membership.length > 0;
  });
  if (!isHeld) throw unauthenticated(true);
}

/**
 * The same for work that is begun with a session or a token of any kind, which whoever ends it ends too. What an exchanged
 * token speaks by is the one or the other. Work in the background speaks by nothing that could be ended.
 */
export async function holdCredential(
  tx: Tx,
  {
    kind,
    userId,
    organizationId,
    credentialId,
  }: Pick<MemberPrincipal, 'kind' | 'userId' | 'organizationId' | 'credentialId'>,
): Promise<void> {
  if (kind === 'background') return;
  const isHeld = await asOwner(tx, async () => {
    await tx.execute(sql`select 1 from organizations where id = ${organizationId} for key share`);
    if (!(await holdPerson(tx, userId))) return false;
    return (await isLive(tx, sessionFamilies, credentialId)) || (await isLive(tx, apiTokens, credentialId));
  });
  if (!isHeld) throw unauthenticated(true);
}

async function isLive(
  tx: Tx,
  table: typeof sessionFamilies | typeof apiTokens,
  id: string,
): Promise<boolean> {
  const rows = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, id), isNull(table.revokedAt)))
    .for('share');
  return rows.length > 0;
}
