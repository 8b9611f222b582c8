import { sql, type SQL } from 'drizzle-orm';
import type { TestRun } from '@sonde/contract';
import type { Tx } from '#kernel/database';

export type RunFlags = Pick<TestRun, 'flagged' | 'only_flagged'>;

export const noFlags: RunFlags = { flagged: 0, only_flagged: { results: 0, raised: 0 } };

/**
 * A person has looked at a result that was reviewed, or whose answer was, or a metric of which was: a review takes a flag to a
 * verdict, whatever it says.
 */
export const nobodyHasLooked = sql`carried is null and status is not distinct from automated_status
  and not exists (select 1 from reviewed_answers a where a.test_result_id = test_results.id)
  and exists (select 1 from test_verdicts v
    where v.test_result_id = test_results.id and v.reason_code = 'flag' and v.verdict = v.automated_verdict)`;

/** A metric raised a flag, which stays so when a person decides. */
export const wasFlagged = sql`exists (select 1 from test_verdicts v
    where v.test_result_id = test_results.id and v.reason_code = 'flag')`;

const onlyFlags = sql`status = 'NotEvaluated' and reason_code in ('flag', 'no_flag')`;

/** Of results that are chosen among those of an organization, by what `key` tells them apart. */
export async function countFlags(
  tx: Tx,
  organizationId: string,
  { key, among }: { key: SQL; among: SQL },
): Promise<ReadonlyMap<string, RunFlags>> {
  const { rows } = await tx.execute<{ key: string; flagged: number; results: number; raised: number }>(
    sql`select ${key}::text as key, (count(*) filter (where flags > 0 and ${nobodyHasLooked}))::int as flagged,
          (count(*) filter (where ${onlyFlags}))::int as results,
          (count(*) filter (where ${onlyFlags} and reason_code = 'flag'))::int as raised
        from test_results
        where organization_id = ${organizationId} and ${among} and (flags > 0 or reason_code = 'no_flag')
        group by 1`,
  );
  return new Map(
    rows.map(({ key: of, flagged, results, raised }) => [of, { flagged, only_flagged: { results, raised } }]),
  );
}

export const flagsOf = async (
  tx: Tx,
  organizationId: string,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, RunFlags>> =>
  runIds.length === 0
    ? new Map()
    : countFlags(tx, organizationId, {
        key: sql`test_run_id`,
        among: sql`test_run_id in (${sql.join(
          runIds.map((id) => sql`${id}::uuid`),
          sql`, `,
        )})`,
      });
