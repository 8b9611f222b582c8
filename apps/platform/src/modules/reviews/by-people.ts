import { sql, type SQL } from 'drizzle-orm';
import type { ByPeople } from '@sonde/contract';
import type { Tx } from '#kernel/database';
import { shownResults } from '#test-runs';

/**
 * How many results count as their newest review says, and how many of these the metrics had decided otherwise. A review of
 * the whole result comes before those of its metrics, as where it decides.
 */
export async function countByPeople(
  tx: Tx,
  organizationId: string,
  { key, among }: { readonly key: SQL; readonly among: SQL },
): Promise<ReadonlyMap<string, ByPeople>> {
  const { rows } = await tx.execute<{ key: string; results: number; against: number }>(
    sql`select key, count(*)::int as results,
          (count(*) filter (where automated in ('Pass', 'Fail') and automated <> status))::int as against
        from (
          select distinct on (${shownResults.id}) ${key}::text as key, ${shownResults.status} as status,
            ${shownResults.automatedStatus} as automated, w.status as said
          from reviews w join ${shownResults} on ${shownResults.id} = w.test_result_id
          where w.organization_id = ${organizationId} and w.deleted_at is null
            and w.target_type in ('test_result', 'metric')
            and ${shownResults.organizationId} = ${organizationId} and ${among}
          order by ${shownResults.id}, w.target_type = 'test_result' desc, w.created_at desc, w.id desc) newest
        where said = status
        group by key`,
  );
  return new Map(rows.map(({ key: of, results, against }) => [of, { results, against_metrics: against }]));
}
