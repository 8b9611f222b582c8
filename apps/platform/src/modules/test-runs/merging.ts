import { sql, type SQL } from 'drizzle-orm';
import { testResults } from './tables.ts';

/**
 * Of the results of a run and of those that repeat a part of it, the one of each test and repeat that counts: the newest. A
 * repetition that was cancelled has decided nothing, so it counts only where there is nothing else.
 */
export function countsAmong(runIds: readonly string[]): SQL {
  const family = sql`(${sql.join(
    runIds.map((id) => sql`${id}::uuid`),
    sql`, `,
  )})`;
  return sql`${testResults.testRunId} in ${family} and not exists (
    select 1 from test_results other
    where other.test_run_id in ${family} and other.test_id = ${testResults.testId} and other.repeat = ${testResults.repeat}
      and (other.status <> 'Cancelled', other.created_at, other.id)
        > (${testResults.status} <> 'Cancelled', ${testResults.createdAt}, ${testResults.id}))`;
}
