import { sql, type SQL } from 'drizzle-orm';
import { shownEndpoints } from '#endpoints';
import { shownLabels } from '#labels';
import { users } from '#people';
import { requirementsTable } from '#requirements';
import { testSets } from '#tests';
import type { Dimension } from './registry.ts';
import type { Scope } from './facts.ts';

/** By how much the days of an earlier period are moved, so that its groups meet those they are compared with. */
export type Shift = { readonly days: number } | { readonly months: number } | null;

export interface Grouping {
  readonly joins: SQL;
  /** In the order of the dimensions. */
  readonly keys: readonly SQL[];
}

export function groupingOf(scope: Scope, names: readonly Dimension[], shift: Shift): Grouping {
  return {
    joins: sql.join(
      names.flatMap((name) => joinOf(scope, name) ?? []),
      sql` `,
    ),
    keys: names.map((name) => keyOf(name, shift)),
  };
}

const plain: Readonly<Partial<Record<Dimension, SQL>>> = {
  requirement_id: sql`f.requirement_id`,
  category_id: sql`f.category_id`,
  topic_id: sql`f.topic_id`,
  requirement: sql`requirement.name`,
  category: sql`category.name`,
  topic: sql`topic.name`,
  test_set: sql`test_set.name`,
  endpoint: sql`endpoint.name`,
  executor: sql`coalesce(executor.name, executor.email)`,
  test_run: sql`r.name`,
  test_run_id: sql`f.test_run_id`,
  test_set_id: sql`r.test_set_id`,
  endpoint_id: sql`r.endpoint_id`,
  executor_id: sql`r.created_by`,
  status: sql`f.status`,
  automated_status: sql`f.automated_status`,
  metric_name: sql`f.metric_name`,
  metric_id: sql`f.metric_id`,
  test_type: sql`f.test_type`,
  is_unrun: sql`f.is_unrun`,
};

function keyOf(name: Dimension, shift: Shift): SQL {
  const day = shifted(shift);
  if (name === 'day') return sql`to_char(${day}, 'YYYY-MM-DD')`;
  if (name === 'week') return sql`to_char(${day}, 'IYYY-"W"IW')`;
  if (name === 'month') return sql`to_char(${day}, 'YYYY-MM')`;
  if (name === 'year') return sql`extract(year from ${day})::int`;
  const key = plain[name];
  if (!key) throw new Error(`The dimension ${name} has no column.`);
  return key;
}

function shifted(shift: Shift): SQL {
  if (shift === null) return sql`f.day`;
  return 'days' in shift
    ? sql`(f.day + ${shift.days}::int)`
    : sql`(f.day + make_interval(months => ${shift.months}::int))::date`;
}

/** Names of what was deleted for good stay readable: they are found among the tombstones. */
function joinOf({ organizationId, projectId }: Scope, name: Dimension): SQL | undefined {
  // What all projects share may be filed under what is of one.
  const seen =
    projectId === null
      ? sql`organization_id = ${organizationId}`
      : sql`organization_id = ${organizationId} and (project_id is null or project_id = ${projectId})`;
  const named = (table: SQL, entity: string, alias: SQL, id: SQL): SQL =>
    sql`left join (select id, name from ${table} where ${seen}
          union all select id, name from tombstones where ${seen} and entity = ${entity}
        ) ${alias} on ${alias}.id = ${id}`;
  if (name === 'requirement')
    return named(sql`${requirementsTable}`, 'requirement', sql`requirement`, sql`f.requirement_id`);
  if (name === 'category') return named(sql`${shownLabels}`, 'category', sql`category`, sql`f.category_id`);
  if (name === 'topic') return named(sql`${shownLabels}`, 'topic', sql`topic`, sql`f.topic_id`);
  if (name === 'test_set') return named(sql`${testSets}`, 'test_set', sql`test_set`, sql`r.test_set_id`);
  if (name === 'endpoint')
    return named(sql`${shownEndpoints}`, 'endpoint', sql`endpoint`, sql`r.endpoint_id`);
  if (name === 'executor') return sql`left join ${users} executor on executor.id = r.created_by`;
  return undefined;
}
