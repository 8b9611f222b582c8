import { and, eq, isNull, or } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import type { RunRow } from '#test-runs';
import { alertDeliveries, alertRules, type DeliveryRow, type RuleRow } from './tables.ts';

/** The rules that look at runs of this set, this endpoint and this project. */
export const rulesFor = (tx: Tx, run: RunRow): Promise<RuleRow[]> =>
  tx
    .select()
    .from(alertRules)
    .where(
      and(
        eq(alertRules.organizationId, run.organizationId),
        eq(alertRules.isPaused, false),
        or(isNull(alertRules.testSetId), eq(alertRules.testSetId, run.testSetId)),
        or(isNull(alertRules.endpointId), eq(alertRules.endpointId, run.endpointId)),
        run.projectId
          ? or(isNull(alertRules.projectId), eq(alertRules.projectId, run.projectId))
          : isNull(alertRules.projectId),
      ),
    );

export async function raisedAt(tx: Tx, organizationId: string, id: string, at: Date): Promise<void> {
  await tx
    .update(alertRules)
    .set({ lastRaisedAt: at })
    .where(and(eq(alertRules.organizationId, organizationId), eq(alertRules.id, id)));
}

export async function deleteRule(tx: Tx, organizationId: string, id: string): Promise<void> {
  await tx
    .delete(alertRules)
    .where(and(eq(alertRules.organizationId, organizationId), eq(alertRules.id, id)));
}

/** Those that were not there yet: a run that is looked at twice raises its alert once. */
export async function insertDeliveries(tx: Tx, rows: readonly DeliveryRow[]): Promise<DeliveryRow[]> {
  if (rows.length === 0) return [];
  return tx
    .insert(alertDeliveries)
    .values([...rows])
    .onConflictDoNothing()
    .returning();
}

const isDelivery = (organizationId: string, id: string) =>
  and(eq(alertDeliveries.organizationId, organizationId), eq(alertDeliveries.id, id));

export async function findDelivery(
  tx: Tx,
  organizationId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  const [row] = await tx.select().from(alertDeliveries).where(isDelivery(organizationId, id));
  return row;
}

export async function makerOf(tx: Tx, organizationId: string, ruleId: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ createdBy: alertRules.createdBy })
    .from(alertRules)
    .where(and(eq(alertRules.organizationId, organizationId), eq(alertRules.id, ruleId)));
  return row?.createdBy ?? undefined;
}

export async function writeDelivery(
  tx: Tx,
  organizationId: string,
  id: string,
  changes: Partial<DeliveryRow>,
): Promise<void> {
  await tx.update(alertDeliveries).set(changes).where(isDelivery(organizationId, id));
}

/** Changes one that nobody has tried to deliver yet. */
export async function writeUntried(
  tx: Tx,
  organizationId: string,
  id: string,
  changes: Partial<DeliveryRow>,
): Promise<void> {
  await tx
    .update(alertDeliveries)
    .set(changes)
    .where(and(isDelivery(organizationId, id), eq(alertDeliveries.attempts, 0)));
}
