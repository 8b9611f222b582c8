import { sql, type SQL } from 'drizzle-orm';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { visibleTo } from '#kernel/resource';
import { reviewsMax, type Coincidence, type ReviewSource } from '#metrics';
import { shownResults, type TestRunsApi } from '#test-runs';
import type { ReviewRow } from './tables.ts';

interface Options {
  readonly database: Database;
  readonly verdicts: Pick<TestRunsApi['verdicts'], 'scoringInputs'>;
}

/** What people said of the verdicts of metrics, for the metrics: to be fitted to it, and measured by it. */
export function createCalibration({ database, verdicts }: Options): ReviewSource {
  return {
    async items(principal, metricId) {
      const { organizationId } = principal;
      const rows = await database.tenant(organizationId, (tx) => newestOf(tx, principal, metricId));
      const passes = new Map(rows.map(({ id, status }) => [id, status === 'Pass']));
      return {
        async *[Symbol.asyncIterator]() {
          for await (const [reference, item] of verdicts.scoringInputs(organizationId, [...passes.keys()]))
            yield { reference, item, passes: passes.get(reference) === true };
        },
      };
    },
    count: countOf,
  };
}

/** Of each result the newest review of this metric, newest first. */
async function newestOf(tx: Tx, principal: MemberPrincipal, metricId: string) {
  const { rows } = await tx.execute<{ id: string; status: ReviewRow['status'] }>(
    sql`with said as materialized (${saidOfMetrics(principal, [metricId])})
        select test_result_id as id, status from said order by created_at desc, test_result_id limit ${reviewsMax}`,
  );
  return rows;
}

async function countOf(
  tx: Tx,
  principal: MemberPrincipal,
  metricIds: readonly string[],
): Promise<Coincidence[]> {
  if (metricIds.length === 0) return [];
  const { rows } = await tx.execute<{
    metric_id: string;
    passed: boolean | null;
    passes: boolean;
    count: number;
  }>(
    sql`with said as materialized (${saidOfMetrics(principal, metricIds)})
        select s.metric_id, ${saidByMetric(sql`v`)} = 'pass' as passed, s.status = 'Pass' as passes, count(*)::int as count
        from said s join test_verdicts v on v.test_result_id = s.test_result_id and v.metric_id = s.metric_id::uuid
        where v.organization_id = ${principal.organizationId}
        group by 1, 2, 3`,
  );
  return rows.map(({ metric_id, ...rest }) => ({ metricId: metric_id, ...rest }));
}

/**
 * Of each result and metric the newest thing a person said of its verdict. Where a result has one metric alone, a review of the
 * result is one of that metric: there is nothing else it could be about. What was said of results of other projects is left out.
 */
const saidOfMetrics = (principal: MemberPrincipal, metricIds: readonly string[]): SQL => {
  const { organizationId } = principal;
  const ids = sql.join(
    metricIds.map((id) => sql`${id}`),
    sql`, `,
  );
  return sql`
    select distinct on (test_result_id, metric_id) test_result_id, metric_id, status, created_at from (
      select id, test_result_id, target_reference as metric_id, status, created_at from reviews
      where organization_id = ${organizationId} and target_type = 'metric' and target_reference in (${ids})
        and deleted_at is null and ${isOfSeen(principal, sql`reviews.test_result_id`)}
      union all
      select w.id, w.test_result_id, o.metric_id::text, w.status, w.created_at
      from reviews w cross join lateral (${onlyVerdictOf(sql`w.test_result_id`)}) o
      where w.organization_id = ${organizationId} and w.target_type = 'test_result' and w.deleted_at is null
        and o.metric_id::text in (${ids}) and ${isOfSeen(principal, sql`w.test_result_id`)}) each_said
    order by test_result_id, metric_id, created_at desc, id desc`;
};

/** Nobody is asked of each result whether they see it who sees all of them. */
const isOfSeen = (principal: MemberPrincipal, resultId: SQL): SQL =>
  principal.projectId === null
    ? sql`true`
    : sql`exists (select 1 from ${shownResults}
        where ${shownResults.id} = ${resultId} and ${visibleTo(principal, shownResults)})`;

/** The verdict of a result that has no other. */
export const onlyVerdictOf = (resultId: SQL): SQL => sql`
  select v.metric_id, v.metric_name, v.automated_verdict, v.reason_code from test_verdicts v
  where v.test_result_id = ${resultId}
    and not exists (select 1 from test_verdicts b where b.test_result_id = v.test_result_id and b.ordinal <> v.ordinal)`;

/** What a metric said, `pass` or `fail`; a flag as what it would have been. Null where it decided nothing. */
export const saidByMetric = (v: SQL): SQL => sql`
  case when ${v}.reason_code = 'flag' then 'fail' when ${v}.reason_code = 'no_flag' then 'pass'
    when ${v}.automated_verdict in ('pass', 'fail') then ${v}.automated_verdict end`;
