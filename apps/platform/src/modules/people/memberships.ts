import type { Role } from '@sonde/contract';
import { and, eq } from 'drizzle-orm';
import type { Clock } from '#kernel/clock';
import type { Tx } from '#kernel/database';
import { memberships } from './tables.ts';

interface Place {
  readonly organizationId: string;
  readonly userId: string;
}

export type Memberships = ReturnType<typeof createMemberships>;

const of = ({ organizationId, userId }: Place) =>
  and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId));

/** Who belongs to which organization, as what. */
export const createMemberships = ({ clock }: { clock: Clock }) => ({
  /** False when the person belongs to an organization already: the primary key decides which was first. */
  async join(tx: Tx, place: Place & { readonly role: Role }): Promise<boolean> {
    const joined = await tx
      .insert(memberships)
      .values({ ...place, joinedAt: new Date(clock.now()) })
      .onConflictDoNothing()
      .returning({ userId: memberships.userId });
    return joined.length > 0;
  },
  async change(
    tx: Tx,
    place: Place,
    changes: { readonly role: Role; readonly isActive: boolean },
  ): Promise<void> {
    await tx.update(memberships).set(changes).where(of(place));
  },
  async remove(tx: Tx, place: Place): Promise<void> {
    await tx.delete(memberships).where(of(place));
  },
});
