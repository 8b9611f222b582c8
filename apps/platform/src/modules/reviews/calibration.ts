import { sql } from 'drizzle-orm';
import type { Database, Tx } from '#kernel/database';
import { reviewsMax, type Coincidence, type ReviewSource } from '#metrics';
import type { TestRunsApi } from '#test-runs';
import type { ReviewRow } from './tables.ts';

interface Options {
  readonly database: Database;
  readonly verdicts: Pick<TestRunsApi['verdicts'], 'scoringInputs'>;
}

/** What people said of the verdicts of metrics, for the metrics: to be fitted to it, and measured by it. */
export function createCalibration({ database, verdicts }: Options): ReviewSource {
  return {
    async items(organizationId, metricId) {
      const rows = await database.tenant(organizationId, (tx) => newestOf(tx, organizationId, metricId));
      const inputs = await verdicts.scoringInputs(
        organizationId,
        rows.map(({ id }) => id),
      );
      return rows.flatMap(({ id, status }) => {
        const item = inputs.get(id);
        return item ? [{ reference: id, item, passes: status === 'Pass' }] : [];
      });
    },
    count: countOf,
  };
}

/** Of each result the newest review of this metric, newest first. */
async function newestOf(tx: Tx, organizationId: string, metricId: string) {
  const { rows } = await tx.execute<{ id: string; status: ReviewRow['status'] }>(
    sql`select id, status from (
          select distinct on (test_result_id) test_result_id as id, status, created_at
          from reviews
          where organization_id = ${organizationId} and target_type = 'metric' and target_reference = ${metricId}
            and deleted_at is null
          order by test_result_id, created_at desc, reviews.id desc) newest
        order by created_at desc, id limit ${reviewsMax}`,
  );
  return rows;
}

async function countOf(tx: Tx, organizationId: string, metricIds: readonly string[]): Promise<Coincidence[]> {
  if (metricIds.length === 0) return [];
  const ids = sql.join(
    metricIds.map((id) => sql`${id}`),
    sql`, `,
  );
  const { rows } = await tx.execute<{ metric_id: string; passed: boolean; passes: boolean; count: number }>(
    sql`with newest as materialized (
          select distinct on (test_result_id, target_reference) test_result_id, target_reference, status
          from reviews
          where organization_id = ${organizationId} and target_type = 'metric' and target_reference in (${ids})
            and deleted_at is null
          order by test_result_id, target_reference, created_at desc, id desc)
        select n.target_reference as metric_id, (v.automated_verdict = 'pass' or coalesce(v.reason_code = 'no_flag', false)) as passed, n.status = 'Pass' as passes,
          count(*)::int as count
        from newest n join test_verdicts v
          on v.test_result_id = n.test_result_id and v.metric_id = n.target_reference::uuid
        where v.organization_id = ${organizationId} 
          and (v.automated_verdict in ('pass', 'fail') or v.reason_code in ('flag', 'no_flag'))
        group by 1, 2, 3`,
  );
  return rows.map(({ metric_id, ...rest }) => ({ metricId: metric_id, ...rest }));
}
