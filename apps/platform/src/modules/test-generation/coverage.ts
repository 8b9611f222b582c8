import { and, eq, isNull, not, sql } from 'drizzle-orm';
import { labelsTable } from '#labels';
import type { Tx } from '#kernel/database';
import { visibleTo } from '#kernel/resource';
import { requirementsTable } from '#requirements';
import { isDraftTest, tests } from '#tests';
import type { PlannedTest } from './plan.ts';

/** How many tests stand in each cell of requirements × categories. */
export type Coverage = Record<string, Record<string, number>>;

const none = '(none)';

/** A requirement without any test has a row without cells, so that whoever reads what is covered sees it. */
export function coverageOf(planned: readonly PlannedTest[], without: readonly string[] = []): Coverage {
  const cells: Coverage = Object.fromEntries(without.map((requirement) => [requirement, {}]));
  for (const { requirement, category } of planned) add(cells, requirement ?? none, category, 1);
  return cells;
}

/** What the project has already, before anything is added. Drafts that wait elsewhere cover nothing. */
export async function coverageOfProject(
  tx: Tx,
  organizationId: string,
  projectId: string | null,
): Promise<Coverage> {
  const at = { organizationId, projectId };
  const rows = await tx
    .select({
      requirement: requirementsTable.name,
      category: labelsTable.name,
      count: sql<number>`count(*)::int`,
    })
    .from(tests)
    .leftJoin(
      requirementsTable,
      and(eq(requirementsTable.id, tests.requirementId), visibleTo(at, requirementsTable)),
    )
    .leftJoin(labelsTable, and(eq(labelsTable.id, tests.categoryId), visibleTo(at, labelsTable)))
    .where(and(visibleTo(at, tests), isNull(tests.deletedAt), not(isDraftTest)))
    .groupBy(requirementsTable.name, labelsTable.name)
    .orderBy(sql`count(*) desc`)
    .limit(mostCells);
  const cells: Coverage = {};
  for (const { requirement, category, count } of rows)
    add(cells, requirement ?? none, category ?? none, count);
  return cells;
}
const mostCells = 500;

function add(cells: Coverage, requirement: string, category: string, count: number): void {
  const row = (cells[requirement] ??= {});
  row[category] = (row[category] ?? 0) + count;
}
