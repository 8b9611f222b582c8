import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '#kernel/database';
import { flagOf } from '#metrics';
import { textOf } from '../execution/output.ts';
import { portionsOf, storedBytes } from '../portions.ts';
import { readDetails, type Detail } from '../store.ts';
import type { ReviewsOf } from '../reviewed-targets.ts';
import { decidedByPeople, type DecidedByPerson } from './decided-by-person.ts';
import { placeByOutcome } from '../resource.ts';
import { testResults, type ResultRow, type RunRow } from '../tables.ts';

export interface DownloadedResult {
  readonly row: ResultRow;
  readonly detail: Detail | undefined;
  readonly decided: DecidedByPerson | undefined;
}

const atOnce = 500;

/**
 * The results of a run in the order of its tests, or for people what failed first; what was answered is read for as many
 * as fit into a portion.
 */
export async function* readResults(
  database: Database,
  reviewsOf: ReviewsOf,
  run: RunRow,
  order: 'tests' | 'outcome' = 'tests',
): AsyncGenerator<DownloadedResult> {
  const { organizationId } = run;
  let last: { readonly row: ResultRow; readonly place: number } | undefined;
  do {
    const { found, bytesOf } = await database.tenant(organizationId, async (tx) => {
      const rows = await tx
        .select({ row: testResults, place: placeByOutcome.mapWith(Number) })
        .from(testResults)
        .where(
          and(
            eq(testResults.organizationId, organizationId),
            eq(testResults.testRunId, run.id),
            last && (order === 'tests' ? isBehind(last.row) : sql`${placeByOutcome} > ${last.place}`),
          ),
        )
        .orderBy(
          ...(order === 'tests'
            ? [asc(testResults.position), asc(testResults.repeat)]
            : [asc(placeByOutcome)]),
        )
        .limit(atOnce);
      const ids = rows.map(({ row }) => row.id);
      return { found: rows, bytesOf: await storedBytes(tx, organizationId, ids) };
    });
    const rows = found.map(({ row }) => row);
    for (const portion of portionsOf(rows, bytesOf)) {
      const { details, decided } = await database.tenant(organizationId, async (tx) => ({
        details: await readDetails(tx, organizationId, portion),
        decided: await decidedByPeople(tx, organizationId, reviewsOf, portion),
      }));
      for (const row of portion) yield { row, detail: details.get(row.id), decided: decided.get(row.id) };
    }
    last = found.length < atOnce ? undefined : found.at(-1);
  } while (last);
}

/** An index serves it, however many results a run has. */
const isBehind = ({ position, repeat }: ResultRow) =>
  sql`(${testResults.position}, ${testResults.repeat}) > (${position}, ${repeat})`;

export const columns = [
  'test_id',
  'test_version',
  'repeat',
  'status',
  'input',
  'expected',
  'output',
  'reason',
  'reason_code',
  'duration_ms',
  'status_code',
  'flags',
  'verdicts',
  'automated_status',
  'decided_by',
  'decided_at',
  'review_comment',
] as const;

/** One result as a flat row; the verdicts stand in one cell as JSON. */
export const flatRow = ({ row, detail, decided }: DownloadedResult) => ({
  test_id: row.testId,
  test_version: row.testVersion,
  repeat: row.repeat,
  status: row.status,
  input: detail?.input?.text ?? detail?.content ?? '',
  expected: detail?.input?.expected ?? '',
  output: textOf(detail?.output?.output),
  reason: detail?.follows?.sentence ?? row.reason ?? '',
  reason_code: row.reasonCode ?? '',
  duration_ms: row.durationMs,
  status_code: row.statusCode,
  flags: flagsOf(detail).join('\n'),
  verdicts: JSON.stringify(verdictsOf(detail)),
  automated_status: row.automatedStatus ?? '',
  decided_by: decided?.by ?? '',
  decided_at: decided?.at ?? '',
  review_comment: decided?.comment ?? '',
});

/** What only flags and found something, a line each. */
export const flagsOf = (detail: Detail | undefined): string[] =>
  (detail?.verdicts ?? []).flatMap(({ shownName, reason, reasonCode }) =>
    flagOf(reasonCode) === true ? [`${shownName}: ${reason}`] : [],
  );

export const verdictsOf = (detail: Detail | undefined) =>
  (detail?.verdicts ?? []).map((verdict) => ({
    metric: verdict.metricName,
    shown_name: verdict.shownName,
    metric_id: verdict.metricId,
    metric_version: verdict.metricVersion,
    verdict: verdict.verdict,
    flag: flagOf(verdict.reasonCode),
    score: verdict.score,
    threshold: verdict.threshold,
    reason: verdict.reason,
    reason_code: verdict.reasonCode,
  }));
