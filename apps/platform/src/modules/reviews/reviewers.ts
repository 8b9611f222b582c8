import { sql, type SQL } from 'drizzle-orm';
import { rolePermissions, roles } from '@sonde/contract';
import type { Tx } from '#kernel/database';
import { memberships } from '#people';

const reviewing = roles.filter((role) => rolePermissions[role].includes('test_result:update'));

/** Who may review in an organization, as a query of their ids. Whoever has left keeps nothing back from the others. */
export const reviewersOf = (organizationId: string): SQL => sql`
  select m.user_id from ${memberships} m
  where m.organization_id = ${organizationId} and m.is_active
    and m.role in (${sql.join(
      reviewing.map((role) => sql`${role}`),
      sql`, `,
    )})`;

/** Those of these people who may not review. */
export async function notReviewing(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await tx.execute<{ user_id: string }>(reviewersOf(organizationId));
  const may = new Set(rows.map(({ user_id }) => user_id));
  return ids.filter((id) => !may.has(id));
}
