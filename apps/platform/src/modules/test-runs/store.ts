import { and, asc, desc, eq, gt, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { metricNameWithValue } from '@sonde/contract/metric-name';
import { stoppedEarly, type otherEnds } from '@sonde/contract/run-ends';
import { shortened } from '#kernel/cut-text';
import type { Tx } from '#kernel/database';
import { jsonText } from '#kernel/json-text';
import { lockRun, releasePlaces, forgetOwnPace } from '#runs';
import { testVersions } from '#tests';
import { followedBy, type Followed } from './carried-reviews.ts';
import { isOfPair, type Pair } from './last-run.ts';
import { testRunRows } from './run-kind.ts';
import {
  testConfigurations,
  testOutputs,
  testResults,
  testRuns,
  testRunScorers,
  testVerdicts,
  type ConfigurationRow,
  type ResultRow,
  type RunRow,
  type StoredInput,
  type StoredOutput,
  type VerdictRow,
} from './tables.ts';

export async function insertConfiguration(tx: Tx, row: ConfigurationRow): Promise<void> {
  await tx.insert(testConfigurations).values(row);
}

export async function insertRun(tx: Tx, row: RunRow): Promise<void> {
  await tx.insert(testRuns).values(row);
}

export async function findByKey(tx: Tx, organizationId: string, key: string, since: Date) {
  const [row] = await tx
    .select()
    .from(testRuns)
    .where(
      and(
        eq(testRuns.organizationId, organizationId),
        eq(testRuns.idempotencyKey, key),
        sql`${testRuns.createdAt} > ${since.toISOString()}::timestamptz`,
      ),
    );
  return row;
}

/** A key that was used long ago may be used again. */
export async function forgetKey(tx: Tx, organizationId: string, key: string, before: Date): Promise<void> {
  await tx
    .update(testRuns)
    .set({ idempotencyKey: null })
    .where(
      and(
        eq(testRuns.organizationId, organizationId),
        eq(testRuns.idempotencyKey, key),
        sql`${testRuns.createdAt} <= ${before.toISOString()}::timestamptz`,
      ),
    );
}

export async function findRun(
  tx: Tx,
  organizationId: string,
  id: string,
  options: { forUpdate?: boolean } = {},
): Promise<RunRow | undefined> {
  const query = tx
    .select()
    .from(testRuns)
    .where(and(eq(testRuns.organizationId, organizationId), eq(testRuns.id, id)));
  const [row] = await (options.forUpdate ? query.for('update') : query);
  return row;
}

export async function findRunOfTask(tx: Tx, organizationId: string, taskId: string) {
  const [row] = await tx
    .select()
    .from(testRuns)
    .where(and(eq(testRuns.organizationId, organizationId), eq(testRuns.taskId, taskId)));
  return row;
}

/** The last run that called an endpoint to its end, among those ended since; what is only scored again calls nothing. */
export async function lastEndedOn(
  tx: Tx,
  organizationId: string,
  { endpointId, since }: { endpointId: string; since: Date },
): Promise<Pick<RunRow, 'status' | 'createdAt'> | undefined> {
  const [row] = await tx
    .select({ status: testRuns.status, createdAt: testRuns.createdAt })
    .from(testRuns)
    .where(
      and(
        eq(testRuns.organizationId, organizationId),
        eq(testRuns.endpointId, endpointId),
        isNull(testRuns.deletedAt),
        gt(testRuns.finishedAt, since),
        gt(testRuns.targetCalls, 0),
        inArray(testRuns.status, ['Completed', 'Partial', 'Failed']),
      ),
    )
    .orderBy(desc(testRuns.createdAt), desc(testRuns.id))
    .limit(1);
  return row;
}

export async function updateRun(
  tx: Tx,
  organizationId: string,
  id: string,
  changes: Partial<RunRow>,
): Promise<RunRow | undefined> {
  const [row] = await tx
    .update(testRuns)
    .set(changes)
    .where(and(eq(testRuns.organizationId, organizationId), eq(testRuns.id, id)))
    .returning();
  return row;
}

/** Ends a run that has not ended, and with it every result that has not; what is finished stays as it is. */
export async function cancelRun(
  tx: Tx,
  organizationId: string,
  id: string,
  { by, at, reason }: { by: string | null; at: Date; reason: string | null },
): Promise<RunRow | undefined> {
  await lockRun(tx, { kind: testRunRows, organizationId, runId: id }, 'alone');
  const [run] = await tx
    .update(testRuns)
    .set({
      status: 'Cancelled',
      cancelledBy: by,
      cancelledAt: at,
      finishedAt: at,
      updatedAt: at,
      stopReason: reason,
    })
    .where(
      and(
        eq(testRuns.organizationId, organizationId),
        eq(testRuns.id, id),
        inArray(testRuns.status, ['Queued', 'Progress']),
      ),
    )
    .returning();
  if (!run) return undefined;
  const ended = await tx
    .update(testResults)
    .set({ status: 'Cancelled', automatedStatus: 'Cancelled', reasonCode: 'cancelled', finishedAt: at })
    .where(
      and(
        eq(testResults.organizationId, organizationId),
        eq(testResults.testRunId, id),
        inArray(testResults.status, ['waiting', 'running', 'answered']),
      ),
    )
    .returning({ id: testResults.id });
  await releasePlaces(tx, { organizationId, runId: id });
  await forgetOwnPace(tx, { organizationId, runId: id });
  return updateRun(tx, organizationId, id, {
    cancelled: run.cancelled + ended.length,
    ...gateOfStopped(run),
  });
}

/** A gate is passed by a whole run alone, so nothing need be counted or compared where one was stopped. */
function gateOfStopped({ gates, status, stopReason }: RunRow): Partial<RunRow> {
  const why = stoppedEarly({ status, stop_reason: stopReason });
  return gates === null || why === null ? {} : { gate: 'failed', gateReasons: [why] };
}

export async function runningOf(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: testResults.testRunId, running: sql<number>`count(*)::int` })
    .from(testResults)
    .where(
      and(
        eq(testResults.organizationId, organizationId),
        inArray(testResults.testRunId, [...ids]),
        inArray(testResults.status, ['running', 'answered']),
      ),
    )
    .groupBy(testResults.testRunId);
  return new Map(rows.map(({ id, running }) => [id, running]));
}

export async function optionsOf(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ConfigurationRow['options']>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: testConfigurations.id, options: testConfigurations.options })
    .from(testConfigurations)
    .where(
      and(eq(testConfigurations.organizationId, organizationId), inArray(testConfigurations.id, [...ids])),
    );
  return new Map(rows.map(({ id, options }) => [id, options]));
}

/** All of a run, or those of these ordinals. */
export async function readScorers(
  tx: Tx,
  organizationId: string,
  runId: string,
  ordinals?: readonly number[],
) {
  const rows = await tx
    .select()
    .from(testRunScorers)
    .where(
      and(
        eq(testRunScorers.organizationId, organizationId),
        eq(testRunScorers.testRunId, runId),
        ordinals && inArray(testRunScorers.ordinal, [...ordinals]),
      ),
    );
  return new Map(rows.map(({ ordinal, snapshot }) => [ordinal, snapshot]));
}

export async function findResult(tx: Tx, organizationId: string, id: string): Promise<ResultRow | undefined> {
  const [row] = await tx
    .select()
    .from(testResults)
    .where(and(eq(testResults.organizationId, organizationId), eq(testResults.id, id)));
  return row;
}

/** A verdict with the name of its metric as people are shown it: with the values of this test. */
export interface ShownVerdict extends VerdictRow {
  readonly shownName: string;
}

export interface Detail {
  readonly content: string | null;
  /** What the file that a test came from calls it. */
  readonly described: string | null;
  readonly input: StoredInput | null;
  readonly output: StoredOutput | null;
  readonly verdicts: ShownVerdict[];
  /** The review of another result that it follows. */
  readonly follows: Followed | undefined;
}

const contentMost = 2000;
const contentOf = (content: string | undefined): string | null =>
  content === undefined ? null : shortened(content, contentMost);

interface Judging {
  readonly metricId: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** By what the metrics of each of these results judge, in the order of its scorers. */
export async function readArguments(
  tx: Tx,
  organizationId: string,
  rows: readonly Pick<ResultRow, 'id' | 'testRunId' | 'scorers'>[],
): Promise<ReadonlyMap<string, readonly Judging[]>> {
  const ordinals = [...new Set(rows.flatMap(({ scorers }) => scorers))];
  if (ordinals.length === 0) return new Map();
  const found = await tx
    .select({
      run: testRunScorers.testRunId,
      ordinal: testRunScorers.ordinal,
      metricId: jsonText(sql`${testRunScorers.snapshot}`, 'metric_id'),
      args: jsonText(sql`${testRunScorers.snapshot}`, 'definition', 'args'),
    })
    .from(testRunScorers)
    .where(
      and(
        eq(testRunScorers.organizationId, organizationId),
        inArray(testRunScorers.testRunId, [...new Set(rows.map(({ testRunId }) => testRunId))]),
        inArray(testRunScorers.ordinal, ordinals),
      ),
    );
  const judging = new Map(
    found.map(({ run, ordinal, metricId, args }) => [
      `${run} ${ordinal}`,
      { metricId: metricId ?? '', args: JSON.parse(args ?? '{}') as Judging['args'] },
    ]),
  );
  return new Map(
    rows.map(({ id, testRunId, scorers }) => [
      id,
      scorers.flatMap((ordinal) => judging.get(`${testRunId} ${ordinal}`) ?? []),
    ]),
  );
}

/** A test may be judged by one metric twice, with other values: then each of its verdicts takes the next of them. */
export function withShownNames<V extends Pick<VerdictRow, 'metricId' | 'metricName'>>(
  verdicts: readonly V[],
  judging: readonly Judging[],
): (V & { readonly shownName: string })[] {
  const left = Map.groupBy(judging, ({ metricId }) => metricId);
  return verdicts.map((verdict) => ({
    ...verdict,
    shownName: metricNameWithValue(verdict.metricName, left.get(verdict.metricId)?.shift()?.args),
  }));
}

/** What a test is called, where the file that it came from says so. */
export const describedIn = (definition: SQL): SQL<string | null> =>
  sql`nullif(btrim(left(${jsonText(definition, 'metadata', 'description')}, 300)), '')`;

/** What stands beside the rows of results: the text of the test's version, the output, the verdicts in order. */
export async function readDetails(
  tx: Tx,
  organizationId: string,
  rows: readonly ResultRow[],
): Promise<ReadonlyMap<string, Detail>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ id }) => id);
  const [outputs, verdicts, contents, followed, argsOf] = await Promise.all([
    tx
      .select()
      .from(testOutputs)
      .where(and(eq(testOutputs.organizationId, organizationId), inArray(testOutputs.testResultId, ids))),
    tx
      .select()
      .from(testVerdicts)
      .where(and(eq(testVerdicts.organizationId, organizationId), inArray(testVerdicts.testResultId, ids)))
      .orderBy(asc(testVerdicts.testResultId), asc(testVerdicts.ordinal)),
    readContents(tx, organizationId, rows),
    followedBy(tx, organizationId, rows),
    readArguments(tx, organizationId, rows),
  ]);
  const outputOf = new Map(outputs.map((row) => [row.testResultId, row]));
  const verdictsOf = Map.groupBy(verdicts, ({ testResultId }) => testResultId);
  return new Map(
    rows.map(({ id, testId, testVersion }) => [
      id,
      {
        content: contentOf(contents.get(`${testId}:${testVersion}`)?.content),
        described: contents.get(`${testId}:${testVersion}`)?.described ?? null,
        input: outputOf.get(id)?.input ?? null,
        output: outputOf.get(id)?.output ?? null,
        verdicts: withShownNames(verdictsOf.get(id) ?? [], argsOf.get(id) ?? []),
        follows: followed.get(id),
      },
    ]),
  );
}

/**
 * By what the rows name of tests, and not by joining their table once more: the planner would go through all results that a
 * test ever had.
 */
async function readContents(
  tx: Tx,
  organizationId: string,
  rows: readonly Pick<ResultRow, 'testId' | 'testVersion'>[],
): Promise<ReadonlyMap<string, { readonly content: string; readonly described: string | null }>> {
  const wanted = JSON.stringify(
    rows.map(({ testId, testVersion }) => ({ test: testId, version: testVersion })),
  );
  const found = await tx.execute<{
    test_id: string;
    version: number;
    content: string;
    described: string | null;
  }>(
    sql`select v.test_id, v.version, left(v.content, ${contentMost + 1}) as content,
          ${describedIn(sql`v.definition`)} as described
        from (select distinct test, version from json_to_recordset(${wanted}::json) as k(test uuid, version int)) w
          join ${testVersions} v on v.test_id = w.test and v.version = w.version
        where v.organization_id = ${organizationId}`,
  );
  return new Map(found.rows.map((row) => [`${row.test_id}:${row.version}`, row]));
}

/** The newest run of a set against an endpoint, whatever it was of. */
export async function findNewestRun(tx: Tx, organizationId: string, pair: Pair): Promise<RunRow | undefined> {
  const [row] = await tx
    .select()
    .from(testRuns)
    .where(isOfPair(organizationId, pair))
    .orderBy(desc(testRuns.createdAt), desc(testRuns.id))
    .limit(1);
  return row;
}

/** A run for which nobody works any more ends as failed, and what it had not settled as errors. */
export async function failRun(
  tx: Tx,
  organizationId: string,
  id: string,
  { at, error }: { at: Date; error: string },
): Promise<RunRow | undefined> {
  await lockRun(tx, { kind: testRunRows, organizationId, runId: id }, 'alone');
  await releasePlaces(tx, { organizationId, runId: id });
  await forgetOwnPace(tx, { organizationId, runId: id });
  await tx
    .update(testResults)
    .set({
      status: 'Error',
      automatedStatus: 'Error',
      reasonCode: 'worker_lost',
      reason: error,
      finishedAt: at,
    })
    .where(
      and(
        eq(testResults.organizationId, organizationId),
        eq(testResults.testRunId, id),
        inArray(testResults.status, ['waiting', 'running', 'answered']),
      ),
    );
  const counts = await countSettled(tx, organizationId, id);
  const [failed] = await tx
    .update(testRuns)
    .set({
      ...counts,
      status: 'Failed',
      stopReason: 'lost' satisfies keyof typeof otherEnds,
      error,
      finishedAt: at,
      updatedAt: at,
    })
    .where(
      and(
        eq(testRuns.organizationId, organizationId),
        eq(testRuns.id, id),
        inArray(testRuns.status, ['Queued', 'Progress']),
      ),
    )
    .returning();
  return failed && updateRun(tx, organizationId, id, { updatedAt: at, ...gateOfStopped(failed) });
}

/** The counts of a run, from its results. */
export async function countSettled(
  tx: Tx,
  organizationId: string,
  runId: string,
): Promise<Pick<RunRow, 'passed' | 'failed' | 'errors' | 'notEvaluated' | 'cancelled'>> {
  const rows = await tx
    .select({ status: testResults.status, count: sql<number>`count(*)::int` })
    .from(testResults)
    .where(and(eq(testResults.organizationId, organizationId), eq(testResults.testRunId, runId)))
    .groupBy(testResults.status);
  const of = (status: ResultRow['status']): number => rows.find((row) => row.status === status)?.count ?? 0;
  return {
    passed: of('Pass'),
    failed: of('Fail'),
    errors: of('Error'),
    notEvaluated: of('NotEvaluated'),
    cancelled: of('Cancelled'),
  };
}

/** A run, those of which it repeats a part, and all that repeat a part of these, a repetition of a repetition too; oldest first. */
export async function listFamily(tx: Tx, organizationId: string, run: RunRow): Promise<RunRow[]> {
  return tx
    .select()
    .from(testRuns)
    .where(
      and(
        eq(testRuns.organizationId, organizationId),
        sql`${testRuns.id} in (
          with recursive above as (
              select id, parent_run_id from test_runs where organization_id = ${organizationId} and id = ${run.id}
              union select p.id, p.parent_run_id from test_runs p join above a on p.id = a.parent_run_id
              where p.organization_id = ${organizationId}),
            family as (
              select id from above
              union select c.id from test_runs c join family f on c.parent_run_id = f.id
              where c.organization_id = ${organizationId})
          select id from family)`,
        isNull(testRuns.deletedAt),
      ),
    )
    .orderBy(asc(testRuns.createdAt), asc(testRuns.id));
}

/** The results that were settled last. */
export const latestOf = (tx: Tx, organizationId: string, runId: string): Promise<ResultRow[]> =>
  tx
    .select()
    .from(testResults)
    .where(
      and(
        eq(testResults.organizationId, organizationId),
        eq(testResults.testRunId, runId),
        sql`${testResults.finishedAt} is not null`,
      ),
    )
    .orderBy(desc(testResults.finishedAt), desc(testResults.id))
    .limit(5);
