import { sql } from 'drizzle-orm';
import type { Comparison } from '@sonde/contract';
import { shortened } from '#kernel/cut-text';
import type { Tx } from '#kernel/database';
import { visibleTo } from '#kernel/resource';
import { majority } from '#metrics';
import { requirementsTable } from '#requirements';
import { tests } from '#tests';
import type { Paired } from './compared-sides.ts';
import type { Contents } from './comparison-words.ts';
import { describedIn } from './store.ts';
import type { RunRow } from './tables.ts';

const contentMost = 500;

export async function readContents(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<Contents> {
  if (ids.length === 0) return new Map();
  const { rows } = await tx.execute<{ id: string; content: string; name: string | null }>(
    sql`select id, left(content, ${contentMost + 1}) as content, ${describedIn(sql`definition`)} as name from ${tests} where organization_id = ${organizationId}
          and id in (${sql.join(
            ids.map((id) => sql`${id}::uuid`),
            sql`, `,
          )})`,
  );
  return new Map(
    rows.map(({ id, content, name }) => [id, { content: shortened(content, contentMost), name }]),
  );
}

export async function byRequirement(
  tx: Tx,
  { organizationId, projectId }: Pick<RunRow, 'organizationId' | 'projectId'>,
  pairs: readonly Paired[],
): Promise<Comparison['by_requirement']> {
  const ids = [...new Set(pairs.flatMap(({ requirementId }) => requirementId ?? []))];
  const { rows } =
    ids.length === 0
      ? { rows: [] }
      : await tx.execute<{ id: string; name: string }>(
          sql`select id, name from ${requirementsTable}
              where ${visibleTo({ organizationId, projectId }, requirementsTable)} and id in (${sql.join(
                ids.map((id) => sql`${id}::uuid`),
                sql`, `,
              )})`,
        );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return [...Map.groupBy(pairs, ({ requirementId }) => requirementId)].map(([id, group]) => {
    const count = (side: 'base' | 'other', word: 'pass' | 'fail'): number =>
      group.filter((pair) => majority(pair[side]) === word).length;
    return {
      requirement_id: id,
      name: id === null ? null : (names.get(id) ?? null),
      base_passed: count('base', 'pass'),
      base_decided: count('base', 'pass') + count('base', 'fail'),
      other_passed: count('other', 'pass'),
      other_decided: count('other', 'pass') + count('other', 'fail'),
    };
  });
}

export async function byMetric(tx: Tx, base: RunRow, other: RunRow): Promise<Comparison['by_metric']> {
  const { rows } = await tx.execute<{
    metric_id: string;
    name: string;
    base_passed: number;
    base_decided: number;
    other_passed: number;
    other_decided: number;
  }>(
    // Result by result, each verdict by its whole key, whatever the planner thinks of tables it has no statistics of yet:
    // it would join all verdicts of the organization with all results, row by row.
    sql`with r as materialized (
          select id, test_run_id = ${base.id} as is_base, cardinality(scorers) as scorers from test_results
          where organization_id = ${base.organizationId} and test_run_id in (${base.id}, ${other.id}))
        select v.metric_id, max(v.metric_name) as name,
          count(*) filter (where is_base and v.verdict = 'pass')::int as base_passed,
          count(*) filter (where is_base and v.verdict in ('pass', 'fail'))::int as base_decided,
          count(*) filter (where not is_base and v.verdict = 'pass')::int as other_passed,
          count(*) filter (where not is_base and v.verdict in ('pass', 'fail'))::int as other_decided
        from r cross join lateral (
          select metric_id, metric_name, verdict from test_verdicts
          where organization_id = ${base.organizationId} and test_result_id = r.id
            and ordinal >= 0 and ordinal < r.scorers offset 0) v
        group by v.metric_id order by name`,
  );
  return rows;
}

export async function latencyOf(tx: Tx, base: RunRow, other: RunRow): Promise<Comparison['latency']> {
  const { rows } = await tx.execute<{ run: string; p50: number | null; p95: number | null }>(
    sql`select test_run_id as run,
          percentile_cont(0.5) within group (order by duration_ms) as p50,
          percentile_cont(0.95) within group (order by duration_ms) as p95
        from test_results
        where organization_id = ${base.organizationId} and test_run_id in (${base.id}, ${other.id})
          and status in ('Pass', 'Fail', 'NotEvaluated') and duration_ms is not null
        group by test_run_id`,
  );
  const of = (id: string) => rows.find(({ run }) => run === id);
  return {
    base_p50_ms: of(base.id)?.p50 ?? null,
    base_p95_ms: of(base.id)?.p95 ?? null,
    other_p50_ms: of(other.id)?.p50 ?? null,
    other_p95_ms: of(other.id)?.p95 ?? null,
  };
}
