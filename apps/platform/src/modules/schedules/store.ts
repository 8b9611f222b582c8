import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import { memberships } from '#people';
import { schedules, type ScheduleRow } from './tables.ts';

export async function findSchedule(
  tx: Tx,
  organizationId: string,
  id: string,
): Promise<ScheduleRow | undefined> {
  const [row] = await tx.select().from(schedules).where(isOne(organizationId, id));
  return row;
}

export async function writeSchedule(
  tx: Tx,
  organizationId: string,
  id: string,
  changes: Partial<ScheduleRow>,
): Promise<void> {
  await tx.update(schedules).set(changes).where(isOne(organizationId, id));
}

export async function deleteSchedule(tx: Tx, organizationId: string, id: string): Promise<void> {
  await tx.delete(schedules).where(isOne(organizationId, id));
}

const isOne = (organizationId: string, id: string) =>
  and(eq(schedules.organizationId, organizationId), eq(schedules.id, id));

/** Of every organization, for whoever looks at the clock: those nobody else is looking at. */
export const takeDue = (tx: Tx, now: Date, most: number): Promise<ScheduleRow[]> =>
  tx
    .select()
    .from(schedules)
    .where(lte(schedules.nextAt, now))
    .orderBy(asc(schedules.nextAt))
    .limit(most)
    .for('update', { skipLocked: true });

/** Who is told of something whose maker has left. */
export async function whoLeads(tx: Tx, organizationId: string): Promise<string[]> {
  const rows = await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        eq(memberships.isActive, true),
        inArray(memberships.role, ['owner', 'admin']),
      ),
    );
  return rows.map(({ userId }) => userId);
}
