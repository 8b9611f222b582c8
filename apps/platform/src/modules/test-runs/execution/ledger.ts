import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Tx } from '#kernel/database';
import type { Clock } from '#kernel/clock';
import { storableJson, storableText } from '#kernel/json-text';
import {
  grantCalls,
  holdToBegin,
  holdToWrite,
  releasePlaces,
  slowDown,
  takeOver,
  takePlaces,
  type Charge,
  type EndpointLimits,
} from '#runs';
import { flagOf } from '#metrics';
import { readTestVersions, type RunnableTest } from '#tests';
import { findCarried, notAsked, notFollowed } from '../carried-reviews.ts';
import { testRunRows } from '../run-kind.ts';
import { findRun } from '../store.ts';
import { testRuns, testResults, type RunRow, type ResultRow } from '../tables.ts';
import { flagsIn, countsOf, emptyTally, type ScoredMetric, type Settled, type Tally } from './settled.ts';

export interface Claimed {
  readonly result: ResultRow;
  readonly test: RunnableTest;
}

export type Claim =
  | { readonly kind: 'claimed'; readonly items: readonly Claimed[]; readonly waitMs: number }
  | { readonly kind: 'stopped' };

export interface LedgerOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly organizationId: string;
  readonly runId: string;
  /** This worker's mark on the run. */
  readonly owner: string;
}

export type Ledger = ReturnType<typeof createLedger>;

/**
 * The written side of a run: a test is marked before its call begins, its output is stored before a metric sees it, and
 * its result is settled once. Nothing is written unless this worker is still in charge.
 */
export function createLedger(options: LedgerOptions) {
  const { database, clock, organizationId, runId, owner } = options;
  const charge: Charge = { kind: testRunRows, organizationId, runId, owner };
  /** Steps that have a place at an endpoint which bears only so many calls at once. */
  const placed = new Set<string>();
  const now = (): Date => new Date(clock.now());
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => database.tenant(organizationId, work);
  const own = and(eq(testRuns.organizationId, organizationId), eq(testRuns.id, runId));

  return {
    organizationId,
    runId,
    charge,

    /** Takes charge, unless the run has ended. What a lost worker was in the middle of is settled or set back. */
    takeOver: (isIdempotent: (run: RunRow) => boolean): Promise<RunRow | undefined> =>
      inTenant(async (tx) => {
        if (!(await takeOver(tx, charge))) return undefined;
        const at = now();
        const [run] = await tx
          .update(testRuns)
          .set({
            status: 'Progress',
            startedAt: sql`coalesce(${testRuns.startedAt}, ${at.toISOString()}::timestamptz)`,
            updatedAt: at,
          })
          .where(own)
          .returning();
        if (!run) return undefined;
        if (isIdempotent(run)) {
          await setBack(tx, organizationId, runId);
          return run;
        }
        // With the calls of the lost worker, which count toward its ceiling.
        await addToRun(tx, options, await interrupt(tx, organizationId, runId, at));
        return findRun(tx, organizationId, runId);
      }),

    /** Marks up to `wanted` tests as begun, as many as the limits of the endpoint let through. */
    claim: (ask: {
      wanted: number;
      callsMax: number;
      endpointId: string;
      limits: EndpointLimits;
    }): Promise<Claim> =>
      inTenant(async (tx) => {
        if (!(await holdToBegin(tx, charge))) return { kind: 'stopped' };
        const wanted = Math.min(ask.wanted, ask.callsMax);
        const grant = await grantCalls(
          tx,
          { organizationId, endpointId: ask.endpointId },
          { wanted, limits: ask.limits, now: now() },
        );
        if (grant.calls === 0) return { kind: 'claimed', items: [], waitMs: grant.waitMs };
        const rows = await begin(tx, organizationId, runId, { most: grant.calls, at: now() });
        if (ask.limits.maxConcurrency !== null) {
          const steps = rows.map(({ id }) => id);
          await takePlaces(
            tx,
            { organizationId, runId, endpointId: ask.endpointId },
            { steps, now: now(), forMs: ask.limits.placeMaxMs },
          );
          for (const step of steps) placed.add(step);
        }
        const tests = await readTestVersions(tx, organizationId, rows);
        return {
          kind: 'claimed',
          waitMs: 0,
          items: rows.flatMap((result) => {
            const test = tests.get(`${result.testId}:${result.testVersion}`);
            return test ? [{ result, test }] : [];
          }),
        };
      }),

    /** When the next test that waits for its time may begin; null when none waits. */
    nextDue: (): Promise<Date | null> =>
      inTenant(async (tx) => {
        const { rows } = await tx.execute<{ due: string | Date | null }>(
          sql`select min(not_before) as due from test_results
              where organization_id = ${organizationId} and test_run_id = ${runId} and status = 'waiting'`,
        );
        const due = rows[0]?.due;
        return due ? new Date(due) : null;
      }),

    countWaiting: (): Promise<number> =>
      inTenant(async (tx) => {
        const { rows } = await tx.execute<{ waiting: number }>(
          sql`select count(*)::int as waiting from test_results
              where organization_id = ${organizationId} and test_run_id = ${runId} and status = 'waiting'`,
        );
        return rows[0]?.waiting ?? 0;
      }),

    /** The target has refused a call; it is made again once its row says that the time has come. */
    slowDown: (endpointId: string, observedPerMinute: number, afterMs: number): Promise<void> =>
      inTenant((tx) =>
        slowDown(tx, { organizationId, endpointId }, { observedPerMinute, afterMs, now: now() }),
      ),

    /** Everything that came in since the last time, in one transaction. Answers what it really settled. */
    write: (batch: readonly Settled[]): Promise<{ tally: Tally; kept: ReadonlySet<string> }> =>
      inTenant(async (tx) => {
        await holdToWrite(tx, charge);
        const decided = await withCarried(tx, organizationId, batch);
        const kept = await writeBatch(tx, options, decided, now());
        const over = batch.flatMap(({ id }) => (placed.has(id) ? [id] : []));
        await releasePlaces(tx, charge, over);
        const tally = countsOf(decided.filter(({ id }) => kept.has(id)));
        await addToRun(tx, options, tally);
        for (const id of over) placed.delete(id);
        return { tally, kept };
      }),

    /** The tests that will not begin any more, each with its reason. */
    settleWaiting: (settled: { status: 'NotEvaluated' | 'Error'; code: string; reason: string }) =>
      inTenant(async (tx) => {
        await holdToWrite(tx, charge);
        const rows = await tx
          .update(testResults)
          .set({
            status: settled.status,
            automatedStatus: settled.status,
            reasonCode: settled.code,
            reason: settled.reason,
            finishedAt: now(),
          })
          .where(
            and(
              eq(testResults.organizationId, organizationId),
              eq(testResults.testRunId, runId),
              eq(testResults.status, 'waiting'),
            ),
          )
          .returning({ id: testResults.id });
        const tally = emptyTally();
        if (settled.status === 'Error') tally.errors = rows.length;
        else tally.notEvaluated = rows.length;
        await addToRun(tx, options, tally);
      }),
  };
}

/**
 * What no metric decided follows what a person has said of the same answer. What a metric decided otherwise stands, and says so:
 * nobody's word is overruled unseen.
 */
async function withCarried(
  tx: Tx,
  organizationId: string,
  batch: readonly Settled[],
): Promise<readonly Settled[]> {
  const alone = batch.filter(
    ({ status, isOfAnswerAlone }) =>
      isOfAnswerAlone && (status === 'NotEvaluated' || status === 'Pass' || status === 'Fail'),
  );
  const found = await findCarried(
    tx,
    organizationId,
    alone.map(({ id, status, verdicts = [] }) => ({
      id,
      open: status === 'NotEvaluated' ? verdicts.flatMap((one) => (isLeftOpen(one) ? one.metricId : [])) : [],
    })),
  );
  return batch.map((item) => {
    const earlier = found.get(item.id);
    if (!earlier || earlier.review.status === item.status) return item;
    const { review: carried, wasAskedAll } = earlier;
    if (!wasAskedAll) return { ...item, reason: [item.reason, notAsked(carried)].filter(Boolean).join(' ') };
    if (item.status === 'NotEvaluated') return { ...item, status: carried.status, carried };
    return { ...item, reason: [item.reason, notFollowed(carried)].filter(Boolean).join(' ') };
  });
}

/** A metric that only flags asks nobody to decide. */
const isLeftOpen = ({ verdict, reasonCode }: ScoredMetric): boolean =>
  verdict === 'not_evaluated' && flagOf(reasonCode) === null;

async function begin(
  tx: Tx,
  organizationId: string,
  runId: string,
  { most, at }: { most: number; at: Date },
): Promise<ResultRow[]> {
  const now = at.toISOString();
  // Chosen once and kept: an `in (select … limit)` may be asked again for each row, and then more than `most` are begun.
  const { rows: begun } = await tx.execute<{ id: string }>(
    sql`with due as materialized (
          select id from test_results
          where organization_id = ${organizationId} and test_run_id = ${runId} and status = 'waiting'
            and (not_before is null or not_before <= ${now}::timestamptz)
          order by position, repeat limit ${most} for update skip locked)
        update test_results r set status = 'running', attempts = r.attempts + 1, not_before = null,
          started_at = coalesce(r.started_at, ${now}::timestamptz),
          first_attempt_at = coalesce(r.first_attempt_at, ${now}::timestamptz)
        from due where r.id = due.id and r.organization_id = ${organizationId}
        returning r.id`,
  );
  if (begun.length === 0) return [];
  const rows = await tx
    .select()
    .from(testResults)
    .where(
      and(
        eq(testResults.organizationId, organizationId),
        inArray(
          testResults.id,
          begun.map(({ id }) => id),
        ),
      ),
    );
  return rows.toSorted((a, b) => a.position - b.position || a.repeat - b.repeat);
}

/** The endpoint says that a call may be made twice: what was in flight begins anew. */
async function setBack(tx: Tx, organizationId: string, runId: string): Promise<void> {
  await tx.execute(
    sql`delete from test_turns using test_results r
        where r.id = test_turns.test_result_id and r.organization_id = ${organizationId}
          and r.test_run_id = ${runId} and r.status = 'running'`,
  );
  await tx.execute(
    sql`update test_results set status = 'waiting', not_before = null
        where organization_id = ${organizationId} and test_run_id = ${runId} and status = 'running'`,
  );
}

async function interrupt(tx: Tx, organizationId: string, runId: string, at: Date): Promise<Tally> {
  const rows = await tx
    .update(testResults)
    .set({
      status: 'Error',
      automatedStatus: 'Error',
      reasonCode: 'interrupted',
      reason:
        'Sonde was stopped, restarted or too busy to follow this call. The application may have received it, so it is not sent again.',
      calls: sql`${testResults.calls} + 1`,
      finishedAt: at,
    })
    .where(
      and(
        eq(testResults.organizationId, organizationId),
        eq(testResults.testRunId, runId),
        eq(testResults.status, 'running'),
      ),
    )
    .returning({ id: testResults.id });
  return { ...emptyTally(), errors: rows.length, calls: rows.length };
}

/** The counts stand beside the results in the same transaction, so that they add up at every moment. */
async function addToRun(tx: Tx, { organizationId, runId }: LedgerOptions, tally: Tally): Promise<void> {
  await tx
    .update(testRuns)
    .set({
      passed: sql`${testRuns.passed} + ${tally.passed}`,
      failed: sql`${testRuns.failed} + ${tally.failed}`,
      errors: sql`${testRuns.errors} + ${tally.errors}`,
      notEvaluated: sql`${testRuns.notEvaluated} + ${tally.notEvaluated}`,
      targetCalls: sql`${testRuns.targetCalls} + ${tally.calls}`,
      targetTokens: sql`${testRuns.targetTokens} + ${tally.tokens}`,
    })
    .where(and(eq(testRuns.organizationId, organizationId), eq(testRuns.id, runId)));
}

/** Three statements whatever the size of the batch; texts travel as JSON, since arrays differ between the drivers. */
async function writeBatch(
  tx: Tx,
  { organizationId, runId }: LedgerOptions,
  batch: readonly Settled[],
  at: Date,
): Promise<ReadonlySet<string>> {
  const results = JSON.stringify(batch.map((item) => rowOf(item, at)));
  const { rows } = await tx.execute<{ id: string }>(
    sql`update test_results r set
          status = d.status, automated_status = d.automated_status, reason_code = d.reason_code, reason = d.reason,
          not_before = d.not_before, calls = r.calls + d.calls, status_code = coalesce(d.status_code, r.status_code),
          flags = d.flags, carried = d.carried::json, duration_ms = coalesce(d.duration_ms, r.duration_ms), trace_id = coalesce(d.trace_id, r.trace_id),
          finished_at = d.finished_at
        from json_to_recordset(${results}::json) as d(
          id uuid, status text, automated_status text, reason_code text, reason text, flags smallint, carried text, not_before timestamptz, calls int,
          status_code int, duration_ms double precision, trace_id text, finished_at timestamptz)
        where r.id = d.id and r.organization_id = ${organizationId} and r.test_run_id = ${runId}
          and r.status in ('running', 'answered')
        returning r.id`,
  );
  const kept = new Set(rows.map(({ id }) => id));
  await insertOutputs(
    tx,
    organizationId,
    batch.filter(({ id }) => kept.has(id)),
  );
  await insertVerdicts(
    tx,
    organizationId,
    batch.filter(({ id }) => kept.has(id)),
  );
  return kept;
}

const rowOf = (item: Settled, at: Date) => ({
  id: item.id,
  status: item.status,
  automated_status:
    item.status === 'waiting' || item.status === 'answered'
      ? null
      : item.carried
        ? 'NotEvaluated'
        : item.status,
  carried: item.carried ? JSON.stringify(item.carried) : null,
  reason_code: item.reasonCode ?? null,
  reason: storable(item.reason),
  flags: flagsIn(item),
  not_before: item.notBefore?.toISOString() ?? null,
  calls: item.calls ?? 0,
  status_code: item.statusCode ?? null,
  duration_ms: item.durationMs ?? null,
  trace_id: item.traceId ?? null,
  finished_at: item.status === 'waiting' || item.status === 'answered' ? null : at.toISOString(),
});

async function insertOutputs(tx: Tx, organizationId: string, batch: readonly Settled[]): Promise<void> {
  const outputs = batch.flatMap(({ id, input, output, answerHash = null }) =>
    output && input ? [{ id, input: storableJson(input), output: storableJson(output), answerHash }] : [],
  );
  if (outputs.length === 0) return;
  await tx.execute(
    sql`insert into test_outputs (test_result_id, organization_id, input, output, answer_hash)
        select d.id, ${organizationId}, d.input::json, d.output::json, d."answerHash"
        from json_to_recordset(${JSON.stringify(outputs)}::json) as d(id uuid, input text, output text, "answerHash" text)
        on conflict (test_result_id) do nothing`,
  );
}

async function insertVerdicts(tx: Tx, organizationId: string, batch: readonly Settled[]): Promise<void> {
  const verdicts = batch.flatMap(({ id, verdicts: own = [] }) =>
    own.map((verdict, ordinal) => ({
      id,
      ordinal,
      metric_id: verdict.metricId,
      metric_version: verdict.metricVersion,
      metric_name: verdict.name,
      verdict: verdict.verdict,
      score: verdict.score,
      category: storable(verdict.category),
      threshold: verdict.threshold,
      reason: storable(verdict.reason) ?? '',
      reason_code: storable(verdict.reasonCode),
      evidence: JSON.stringify(verdict.evidence),
      duration_ms: verdict.durationMs,
    })),
  );
  if (verdicts.length === 0) return;
  await tx.execute(
    sql`insert into test_verdicts (test_result_id, ordinal, organization_id, metric_id, metric_version, metric_name,
          verdict, automated_verdict, score, category, threshold, reason, reason_code, evidence, duration_ms)
        select d.id, d.ordinal, ${organizationId}, d.metric_id, d.metric_version, d.metric_name, d.verdict, d.verdict,
          d.score, d.category, d.threshold, d.reason, d.reason_code, d.evidence::json, d.duration_ms
        from json_to_recordset(${JSON.stringify(verdicts)}::json) as d(
          id uuid, ordinal smallint, metric_id uuid, metric_version int, metric_name text, verdict text,
          score double precision, category text, threshold double precision, reason text, reason_code text,
          evidence text, duration_ms double precision)
        on conflict (test_result_id, ordinal) do nothing`,
  );
}

const storable = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : storableText(text);
