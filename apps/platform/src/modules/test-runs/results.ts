import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { ListQuery, TestResult } from '@sonde/contract';
import type { Database, Tx } from '#kernel/database';
import { Page, type MemberPrincipal } from '#kernel/http';
import { planList, readList, visibleTo } from '#kernel/resource';
import { isCut, listTurns } from './execution/turn-log.ts';
import { namesOf } from './carried-reviews.ts';
import { countsAmong } from './merging.ts';
import { presentResult, presentStored } from './present.ts';
import { resultNotFound } from './problems.ts';
import { resultFields } from './resource.ts';
import type { ReviewsOf } from './reviewed-targets.ts';
import { expectationOf, type ScorerSnapshot } from '#metrics';
import { requirementsTable } from '#requirements';
import { findResult, findRun, readDetails, readScorers } from './store.ts';
import { testResults, type ResultRow } from './tables.ts';

export interface ResultsOptions {
  readonly database: Database;
  readonly reviewsOf: ReviewsOf;
}

export type Results = ReturnType<typeof createResults>;

export interface Narrowing {
  readonly runIds?: readonly string[];
  /** Only results that this metric did not let pass. */
  readonly metricId?: string | undefined;
  /** Of several runs, the result of each test and repeat that counts. */
  readonly isMerged?: boolean;
}

/** Results as people read them: each with the beginning of its answer and its verdicts. */
export function createResults({ database, reviewsOf }: ResultsOptions) {
  async function presentAll(
    tx: Tx,
    organizationId: string,
    rows: readonly ResultRow[],
  ): Promise<TestResult[]> {
    const details = await readDetails(tx, organizationId, rows);
    const reviews = await reviewsOf(
      tx,
      organizationId,
      rows.map(({ id }) => id),
    );
    const names = await namesOf(
      tx,
      [...reviews.values()].flatMap(({ newest }) => newest?.author ?? []),
    );
    return rows.map((row) => {
      const detail = details.get(row.id);
      return presentResult({
        row,
        content: detail?.content ?? null,
        name: detail?.described ?? null,
        output: detail?.output ?? null,
        verdicts: detail?.verdicts ?? [],
        reviewed: reviews.get(row.id),
        names,
        follows: detail?.follows,
      });
    });
  }

  return {
    presentAll,

    list: (
      principal: MemberPrincipal,
      query: ListQuery,
      narrowing: Narrowing = {},
    ): Promise<Page<TestResult>> => {
      const plan = planList(query, resultFields, narrowing.runIds ? 'position' : 'created_at');
      return database.tenant(principal.organizationId, async (tx) => {
        const page = await readList(tx, testResults, {
          plan,
          within: and(visibleTo(principal, testResults), narrowed(narrowing)),
          present: (row) => row,
        });
        return new Page(await presentAll(tx, principal.organizationId, page.rows), page.total, page);
      });
    },

    get: (principal: MemberPrincipal, id: string) =>
      database.tenant(principal.organizationId, async (tx) => {
        const row = await requireVisible(tx, principal, id);
        const [shown] = await presentAll(tx, principal.organizationId, [row]);
        const details = await readDetails(tx, principal.organizationId, [row]);
        const detail = details.get(id);
        const turns = await listTurns(tx, principal.organizationId, id);
        const about = await aboutOf(tx, principal, row);
        const judges = await readScorers(tx, principal.organizationId, row.testRunId, row.scorers);
        return {
          ...(shown as TestResult),
          ...presentStored(detail?.input ?? null, detail?.output ?? null),
          turns: turns.map((turn) => ({
            turn: turn.turn,
            sent: turn.sent.text,
            received: turn.received?.output ?? null,
            is_truncated: turn.received !== null && isCut(turn.received),
            status_code: turn.statusCode,
            duration_ms: turn.durationMs,
            trace_id: turn.traceId,
          })),
          about,
          judged_by: row.scorers.flatMap((ordinal) => {
            const judge = judges.get(ordinal);
            return judge === undefined
              ? []
              : [{ metric_id: judge.metric_id, name: judge.name, expects: expectationOf(asFrozen(judge)) }];
          }),
        };
      }),
  };
}

/** In the words of its run, which are those of when it began; a requirement as it is called now. */
async function aboutOf(tx: Tx, principal: MemberPrincipal, row: ResultRow) {
  const run = await findRun(tx, principal.organizationId, row.testRunId);
  if (!run) throw new Error(`The run ${row.testRunId} of a result has no row.`);
  const [requirement] =
    row.requirementId === null
      ? []
      : await tx
          .select({ id: requirementsTable.id, name: requirementsTable.name })
          .from(requirementsTable)
          .where(and(visibleTo(principal, requirementsTable), eq(requirementsTable.id, row.requirementId)));
  return {
    test_run: { id: run.id, name: run.name },
    test_set: { id: run.testSetId, name: run.snapshot.test_set.name },
    requirement: requirement ?? null,
  };
}

export async function requireVisible(tx: Tx, principal: MemberPrincipal, id: string): Promise<ResultRow> {
  const row = await findResult(tx, principal.organizationId, id);
  if (!row || !isVisible(principal, row)) throw resultNotFound();
  return row;
}

/** Whoever is narrowed to a project sees of the others no more than of what is not there. */
export const isVisible = (
  { projectId }: Pick<MemberPrincipal, 'projectId'>,
  row: { readonly projectId: string | null },
): boolean => projectId === null || row.projectId === null || row.projectId === projectId;

function narrowed({ runIds, metricId, isMerged }: Narrowing): SQL | undefined {
  return and(
    runIds && (isMerged ? countsAmong(runIds) : inArray(testResults.testRunId, [...runIds])),
    metricId === undefined
      ? undefined
      : sql`exists (select 1 from test_verdicts v where v.test_result_id = ${testResults.id}
              and v.metric_id = ${metricId} and v.verdict <> 'pass')`,
  );
}

/** As it judged: a test may turn a metric around, or hold it to another threshold. */
const asFrozen = ({ definition, negate, threshold, threshold_operator }: ScorerSnapshot) => ({
  ...definition,
  negate,
  threshold,
  threshold_operator,
});
