import type { ByPeople, TestResult, TestRun, TestRunProgress, Verdict } from '@sonde/contract';
import { shortened } from '#kernel/cut-text';
import type { MemberPrincipal } from '#kernel/http';
import { permittedActions } from '#kernel/resource';
import { flagOf } from '#metrics';
import { textOf } from './execution/output.ts';
import type { Followed } from './carried-reviews.ts';
import type { RunFlags } from './flags.ts';
import { limitsOf } from './gate-limits.ts';
import { rateOf } from './rate.ts';
import type { ReviewedTargets } from './reviewed-targets.ts';
import type { ShownVerdict } from './store.ts';
import type { ConfigurationRow, ResultRow, RunRow, StoredInput, StoredOutput, VerdictRow } from './tables.ts';

/** A run on the wire. `running` is counted in the results; what remains of the plan waits. */
export function presentRun(
  principal: MemberPrincipal,
  row: RunRow,
  {
    options,
    running,
    isBaseline,
    carried,
    byPeople,
    flags,
  }: {
    options: ConfigurationRow['options'];
    running: number;
    isBaseline: boolean;
    carried: number;
    byPeople: ByPeople;
    flags: RunFlags;
  },
): TestRun {
  return {
    id: row.id,
    project_id: row.projectId,
    name: row.name,
    status: row.status,
    stop_reason: row.stopReason,
    error: row.error,
    test_configuration_id: row.testConfigurationId,
    test_set: { id: row.testSetId, name: row.snapshot.test_set.name },
    endpoint: { id: row.endpointId, name: row.snapshot.endpoint.name },
    task_id: row.taskId,
    counts: countsOf(row, running),
    left_out: row.snapshot.left_out ?? 0,
    ...rateOf(row),
    ...flags,
    carried,
    decided_by_people: byPeople,
    target_calls: row.targetCalls,
    gates: row.gates,
    gate: row.gate,
    gate_reasons: row.gateReasons,
    gate_limits: limitsOf(row),
    options,
    labels: row.labels,
    snapshot: shownSnapshot(principal, row),
    parent_run_id: row.parentRunId,
    reference_test_run_id: row.referenceTestRunId,
    is_baseline: isBaseline,
    version: row.version,
    permitted_actions: permittedActions(principal, 'test_run', row),
    created_by: row.createdBy,
    cancelled_by: row.cancelledBy,
    cancelled_at: row.cancelledAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
    updated_at: row.updatedAt.toISOString(),
    deleted_at: row.deletedAt?.toISOString() ?? null,
  };
}

/**
 * What a run was run against is part of the run. How the endpoint is called, and the values of an experiment, are told to
 * whoever may read those, and a run tells nobody more.
 */
function shownSnapshot(
  { permissions }: MemberPrincipal,
  { snapshot }: Pick<RunRow, 'snapshot'>,
): TestRun['snapshot'] {
  const { endpoint, parameters, ...rest } = snapshot;
  return {
    ...rest,
    endpoint: permissions.has('endpoint:read') ? endpoint : { id: endpoint.id, name: endpoint.name },
    ...(permissions.has('experiment:read') ? { parameters } : {}),
  };
}

/** How a run stands: its counts, its rate, and how long it will take at that rate. */
export function presentProgress(
  row: RunRow,
  at: {
    running: number;
    latest: readonly Pick<ResultRow, 'id' | 'testId' | 'status' | 'reason'>[];
    now: number;
  },
): TestRunProgress {
  const ended = row.passed + row.failed + row.errors + row.notEvaluated + row.cancelled;
  const until = row.finishedAt?.getTime() ?? at.now;
  const minutes = row.startedAt ? (until - row.startedAt.getTime()) / 60_000 : 0;
  const perMinute = minutes > 0 && ended > 0 ? ended / minutes : null;
  const left = row.planned - ended;
  return {
    id: row.id,
    status: row.status,
    counts: countsOf(row, at.running),
    target_calls: row.targetCalls,
    started_at: row.startedAt?.toISOString() ?? null,
    per_minute: perMinute === null ? null : Math.round(perMinute),
    seconds_left: row.status === 'Progress' && perMinute !== null ? Math.ceil((left / perMinute) * 60) : null,
    latest: at.latest.map(({ id, testId, status, reason }) => ({
      id,
      test_id: testId,
      status: status === 'answered' ? 'running' : status,
      reason: reason === null ? null : shortened(reason, 300),
    })),
  };
}

function countsOf(row: RunRow, running: number): TestRun['counts'] {
  const ended = row.passed + row.failed + row.errors + row.notEvaluated + row.cancelled;
  return {
    total: row.planned,
    passed: row.passed,
    failed: row.failed,
    errors: row.errors,
    not_evaluated: row.notEvaluated,
    cancelled: row.cancelled,
    running,
    waiting: Math.max(0, row.planned - ended - running),
  };
}

/** Whole per cents where they tell a rate from what is asked of it; more decimals only as far as they are needed for that. */
export function shortOf(rate: number, asked: number): string {
  const digits = [0, 1, 2].find((count) => Number(rate.toFixed(count)) < asked) ?? 3;
  return rate.toFixed(digits);
}

export interface ResultParts {
  readonly row: ResultRow;
  readonly content: string | null;
  readonly name: string | null;
  readonly output: StoredOutput | null;
  readonly verdicts: readonly ShownVerdict[];
  readonly reviewed: ReviewedTargets | undefined;
  /** Of the people who have reviewed, by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly follows: Followed | undefined;
}

const shownCharacters = 500;

export function presentResult(parts: ResultParts): TestResult {
  const { row, content, name, output, verdicts, reviewed, names, follows } = parts;
  const said = reviewed?.result ?? null;
  return {
    id: row.id,
    test_run_id: row.testRunId,
    test_id: row.testId,
    test_version: row.testVersion,
    repeat: row.repeat,
    position: row.position,
    // A stored output that no metric has seen yet is still under way to whoever looks.
    status: row.status === 'answered' ? 'running' : row.status,
    automated_status: row.automatedStatus,
    matches_review: said === null ? null : row.automatedStatus === said,
    reason_code: row.reasonCode,
    reason: follows?.sentence ?? row.reason,
    carried: follows ? presentCarried(follows) : null,
    reviewed: reviewed?.newest?.status === row.status ? presentReview(reviewed.newest, names) : null,
    requirement_id: row.requirementId,
    category_id: row.categoryId,
    topic_id: row.topicId,
    name,
    content,
    flags: row.flags,
    output_text: output && shortened(textOf(output.output), shownCharacters),
    verdicts: verdicts.map((verdict) => presentVerdict(verdict, reviewed?.metrics.get(verdict.metricId))),
    calls: row.calls,
    status_code: row.statusCode,
    duration_ms: row.durationMs,
    trace_id: row.traceId,
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}

const presentCarried = ({ sentence: _sentence, ...review }: Followed): TestResult['carried'] => review;

const presentReview = (
  { reviewId, status, author, comment, at }: NonNullable<ReviewedTargets['newest']>,
  names: ReadonlyMap<string, string>,
): TestResult['reviewed'] => ({
  review_id: reviewId,
  status,
  author,
  author_name: names.get(author ?? '') ?? null,
  comment: shortened(comment, shownCharacters),
  reviewed_at: at.toISOString(),
});

/** What a flag comes to, for people to compare it with what they say. */
function saidBy({ automatedVerdict, reasonCode }: VerdictRow): VerdictRow['automatedVerdict'] {
  const flag = flagOf(reasonCode);
  return flag === null ? automatedVerdict : flag ? 'fail' : 'pass';
}

const presentVerdict = (row: ShownVerdict, said: 'Pass' | 'Fail' | undefined): Verdict => ({
  metric_id: row.metricId,
  metric_version: row.metricVersion,
  name: row.metricName,
  shown_name: row.shownName,
  verdict: row.verdict,
  flag: flagOf(row.reasonCode),
  automated_verdict: row.automatedVerdict,
  matches_review: said === undefined ? null : saidBy(row) === said.toLowerCase(),
  score: row.score,
  category: row.category,
  threshold: row.threshold,
  reason: row.reason,
  reason_code: row.reasonCode,
  evidence: [...row.evidence],
  duration_ms: row.durationMs,
});

export const presentStored = (input: StoredInput | null, output: StoredOutput | null) => ({
  input: input?.text ?? null,
  expected: input?.expected ?? null,
  output,
});
