import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { requireWithinReach } from '#kernel/resource';
import type { ScoringInput } from '#metrics';
import { lockRun } from '#runs';
import { readTestVersions } from '#tests';
import { combineVerdicts, countedScore, inScoringOrder } from './execution/judging.ts';
import type { LargeOutputs } from './execution/large-outputs.ts';
import { readStored, scoringInputOf, type StoredResult } from './execution/scoring-inputs.ts';
import { keepReviewed } from './carried-reviews.ts';
import { judgeRun } from './judge-run.ts';
import type { ReviewedTargets } from './reviewed-targets.ts';
import { resultNotEnded } from './problems.ts';
import { requireVisible } from './results.ts';
import { testRunRows } from './run-kind.ts';
import { readScorers, updateRun } from './store.ts';
import { testResults, testRuns, testTurns, testVerdicts, type ResultRow, type VerdictRow } from './tables.ts';

interface VerdictsOptions {
  readonly database: Database;
  readonly outputs: LargeOutputs;
}

export type Verdicts = ReturnType<typeof createVerdicts>;

/** What reviews may do to results: nobody else changes one that has ended. */
export function createVerdicts({ database, outputs }: VerdictsOptions) {
  return {
    /**
     * What metrics saw of results, to judge them again: in the order of their ids, of those that have an output. Each is read when its turn
     * comes, since an answer may be megabytes long and there may be hundreds.
     */
    async *scoringInputs(
      organizationId: string,
      ids: readonly string[],
    ): AsyncGenerator<readonly [id: string, input: ScoringInput]> {
      for (let from = 0; from < ids.length; from += readAtOnce) {
        const some = ids.slice(from, from + readAtOnce);
        const stored = await database.tenant(organizationId, (tx) => readByRun(tx, organizationId, some));
        const byId = new Map(stored.map((one) => [one.row.id, one]));
        for (const id of some) {
          const one = byId.get(id);
          if (one) yield [id, await scoringInputOf(one, outputs)];
        }
      }
    },

    requireVisible,

    /** Locks a result that has ended, and tells what of it can be reviewed. */
    async lock(tx: Tx, principal: MemberPrincipal, id: string) {
      const row = await requireVisible(tx, principal, id);
      requireWithinReach(principal, row);
      if (!reviewable.has(row.status)) throw resultNotEnded();
      // First the run, then its results, as everybody does, so that the two only ever wait.
      const { organizationId } = principal;
      await lockRun(tx, { kind: testRunRows, organizationId, runId: row.testRunId }, 'to write');
      await tx
        .select({ id: testResults.id })
        .from(testResults)
        .where(and(eq(testResults.organizationId, principal.organizationId), eq(testResults.id, id)))
        .for('update');
      const verdicts = await readVerdicts(tx, principal.organizationId, id);
      const [turns] = await tx
        .select({ count: sql<number>`count(*)::int` })
        .from(testTurns)
        .where(and(eq(testTurns.organizationId, principal.organizationId), eq(testTurns.testResultId, id)));
      return {
        metrics: verdicts.map(({ metricId, metricName }) => ({ id: metricId, name: metricName })),
        turns: turns?.count ?? 0,
      };
    },

    /**
     * Lets what people said decide. A review of the result decides it; without one the metrics do, each as its own newest
     * review says, or else as it said itself. The counts of the run and its gate follow in the same transaction.
     */
    async override(tx: Tx, organizationId: string, id: string, said: ReviewedTargets): Promise<void> {
      const [row] = await tx
        .select()
        .from(testResults)
        .where(and(eq(testResults.organizationId, organizationId), eq(testResults.id, id)));
      if (!row) return;
      const verdicts = (await readVerdicts(tx, organizationId, id)).map((verdict) => ({
        ...verdict,
        verdict: overridden(verdict, said),
      }));
      const judged = await judgedBy(tx, row, verdicts, said);
      const status = said.result ?? judged.status;
      // What followed a review of another result tells by itself why it is as it is now.
      const reason = row.carried === null ? row.reason : judged.reason;
      if (status !== row.status || reason !== row.reason)
        await tx
          .update(testResults)
          .set({ status, reason })
          .where(and(eq(testResults.organizationId, organizationId), eq(testResults.id, id)));
      await writeVerdicts(tx, organizationId, id, verdicts);
      await keepReviewed(
        tx,
        row,
        said,
        verdicts.map(({ metricId }) => metricId),
        status,
      );
      if (status !== row.status) await recount(tx, organizationId, row.testRunId, row.status, status);
    },
  };
}

/** Rows of results, with those that they are compared with. */
const readAtOnce = 20;

/** Partners are looked for within a run, so results are read run by run. */
async function readByRun(tx: Tx, organizationId: string, ids: readonly string[]): Promise<StoredResult[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select()
    .from(testResults)
    .where(and(eq(testResults.organizationId, organizationId), inArray(testResults.id, [...ids])));
  const found: StoredResult[] = [];
  for (const ofRun of Map.groupBy(rows, ({ testRunId }) => testRunId).values())
    found.push(...(await readStored(tx, organizationId, ofRun)));
  return found;
}

const reviewable: ReadonlySet<string> = new Set(['Pass', 'Fail', 'Error', 'NotEvaluated']);

const readVerdicts = (tx: Tx, organizationId: string, id: string): Promise<VerdictRow[]> =>
  tx
    .select()
    .from(testVerdicts)
    .where(and(eq(testVerdicts.organizationId, organizationId), eq(testVerdicts.testResultId, id)))
    .orderBy(asc(testVerdicts.ordinal));

function overridden(verdict: VerdictRow, { metrics }: ReviewedTargets): VerdictRow['verdict'] {
  const said = metrics.get(verdict.metricId);
  if (said === undefined) return verdict.automatedVerdict;
  return said === 'Pass' ? 'pass' : 'fail';
}

/** In one statement, so that what is counted of them is counted in one order. */
async function writeVerdicts(tx: Tx, organizationId: string, id: string, verdicts: readonly VerdictRow[]) {
  const rows = JSON.stringify(verdicts.map(({ ordinal, verdict }) => ({ ordinal, verdict })));
  await tx.execute(
    sql`update test_verdicts v set verdict = d.verdict
        from json_to_recordset(${rows}::json) as d(ordinal smallint, verdict text)
        where v.organization_id = ${organizationId} and v.test_result_id = ${id} and v.ordinal = d.ordinal
          and v.verdict <> d.verdict`,
  );
}

async function judgedBy(
  tx: Tx,
  row: ResultRow,
  verdicts: readonly VerdictRow[],
  { metrics }: ReviewedTargets,
): Promise<Pick<ResultRow, 'status' | 'reason'>> {
  const { carried } = row;
  const automated = { status: carried?.status ?? row.automatedStatus ?? row.status, reason: row.reason };
  if (verdicts.length === 0 || (metrics.size === 0 && carried === null)) return automated;
  const versions = await readTestVersions(tx, row.organizationId, [row]);
  const definition = versions.get(`${row.testId}:${row.testVersion}`)?.definition;
  // A weighted mean is made of scores, and a review has none: it counts as the end of the scale that it names.
  const scorers = await readScorers(tx, row.organizationId, row.testRunId);
  const inOrder = inScoringOrder(row.scorers.flatMap((ordinal) => scorers.get(ordinal) ?? []));
  const weighed = verdicts.map((verdict) => {
    const said = metrics.get(verdict.metricId);
    return {
      ...verdict,
      name: verdict.metricName,
      ...(said === undefined
        ? { score: countedScore(verdict, inOrder[verdict.ordinal]) }
        : { score: Number(said === 'Pass'), reason: `A person has reviewed it as ${said}.` }),
    };
  });
  const { status, reason } = combineVerdicts(weighed, definition?.combine ?? 'all', definition?.metrics);
  // Who agrees with it about one metric leaves the others to the review that the result follows.
  const isFollowing =
    carried !== null &&
    status === 'NotEvaluated' &&
    [...metrics.values()].every((said) => said === carried.status);
  return { status: isFollowing ? carried.status : status, reason };
}

const columns = {
  Pass: testRuns.passed,
  Fail: testRuns.failed,
  Error: testRuns.errors,
  NotEvaluated: testRuns.notEvaluated,
} as const;
const keys = { Pass: 'passed', Fail: 'failed', Error: 'errors', NotEvaluated: 'notEvaluated' } as const;

async function recount(
  tx: Tx,
  organizationId: string,
  runId: string,
  from: ResultRow['status'],
  to: ResultRow['status'],
): Promise<void> {
  if (!isCounted(from) || !isCounted(to)) return;
  const [run] = await tx
    .update(testRuns)
    .set({ [keys[from]]: sql`${columns[from]} - 1`, [keys[to]]: sql`${columns[to]} + 1` })
    .where(and(eq(testRuns.organizationId, organizationId), eq(testRuns.id, runId)))
    .returning();
  // One that is under way is judged at its end, and without a gate never.
  if (!run?.gates || run.gate === null) return;
  await updateRun(tx, organizationId, runId, await judgeRun(tx, run, run.gates));
}

const isCounted = (status: ResultRow['status']): status is keyof typeof keys => status in keys;
