import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Clock } from '#kernel/clock';
import type { Tx } from '#kernel/database';
import { takesAddress, type RegistrationRule } from '#people';
import { invitations } from '#tenancy';

export type Admission = ReturnType<typeof createAdmission>;

/**
 * Who may become somebody here. An installation that can be reached takes strangers otherwise, who may then call what it
 * can reach. An invitation always admits the address it went to.
 */
export function createAdmission({ rule, clock }: { rule: RegistrationRule; clock: Clock }) {
  return {
    rule,
    /** Asked whatever the rule, so that the time does not tell who is invited. */
    async admits(tx: Tx, email: string): Promise<boolean> {
      const [invited] = await tx
        .select({ id: invitations.id })
        .from(invitations)
        .where(
          and(
            eq(sql`lower(${invitations.email})`, email.toLowerCase()),
            isNull(invitations.acceptedAt),
            gt(invitations.expiresAt, new Date(clock.now())),
          ),
        )
        .limit(1);
      return takesAddress(rule, email) || invited !== undefined;
    },

    /** Whether this very invitation is open, and to this address. */
    async isInvited(tx: Tx, invitationId: string, email: string): Promise<boolean> {
      const [row] = await tx
        .select({ id: invitations.id })
        .from(invitations)
        .where(
          and(
            eq(invitations.id, invitationId),
            eq(sql`lower(${invitations.email})`, email.toLowerCase()),
            isNull(invitations.acceptedAt),
            gt(invitations.expiresAt, new Date(clock.now())),
          ),
        );
      return row !== undefined;
    },
  };
}
