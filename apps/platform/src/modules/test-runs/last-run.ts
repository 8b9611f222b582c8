import { and, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import { testRuns, type RunRow } from './tables.ts';

/**
 * Runs that stand for what their set and endpoint come to: those that were asked for as runs of the set. One that repeats what
 * another left open or lost, or that only scores stored answers again, says nothing of the rest of the set.
 * Of a table of runs under this name.
 */
export const isOfItsOwn = (run: SQL): SQL =>
  sql`(${run}.parent_run_id is null and ${run}.reference_test_run_id is null and not exists (
    select 1 from test_configurations c
    where c.id = ${run}.test_configuration_id and json_text_at(c.options, 'of_run') is not null))`;

/** Runs of the whole set, or of the same draw of it as this one: a smaller draw would leave most tests uncompared. */
const coversAsMuch = (run: SQL, configurationId: string): SQL =>
  sql`exists (
    select 1 from test_configurations c, test_configurations own
    where c.id = ${run}.test_configuration_id and own.id = ${configurationId}
      and (json_text_at(c.options, 'sample') is null
        or (json_text_at(c.options, 'sample') = json_text_at(own.options, 'sample')
          and coalesce(json_text_at(c.options, 'seed'), '0') = coalesce(json_text_at(own.options, 'seed'), '0'))))`;

export interface Pair {
  readonly testSetId: string;
  readonly endpointId: string;
}

export const isOfPair = (organizationId: string, { testSetId, endpointId }: Pair) =>
  and(
    eq(testRuns.organizationId, organizationId),
    eq(testRuns.testSetId, testSetId),
    eq(testRuns.endpointId, endpointId),
    isNull(testRuns.deletedAt),
  );

/**
 * The last run before this one that it can be held against: one of the same set and endpoint that covers as much and came to its
 * end. Where none did, the last one that a ceiling ended is more than nothing.
 */
export async function findLastRun(tx: Tx, run: RunRow): Promise<RunRow | undefined> {
  const [row] = await tx
    .select()
    .from(testRuns)
    .where(
      and(
        isOfPair(run.organizationId, run),
        sql`${testRuns.createdAt} < ${run.createdAt.toISOString()}::timestamptz`,
        inArray(testRuns.status, ['Completed', 'Partial']),
        isOfItsOwn(sql`${testRuns}`),
        coversAsMuch(sql`${testRuns}`, run.testConfigurationId),
      ),
    )
    .orderBy(desc(isNull(testRuns.stopReason)), desc(testRuns.createdAt), desc(testRuns.id))
    .limit(1);
  return row;
}
