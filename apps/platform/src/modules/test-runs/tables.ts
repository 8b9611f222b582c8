import {
  bigint,
  boolean,
  doublePrecision,
  integer,
  json,
  pgTable,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ExecuteTest, ExecutionOptions, Gates, TestRun, TestResult, Verdict } from '@sonde/contract';
import type { ParameterSource } from '#experiments';
import type { ScorerSnapshot } from '#metrics';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const testConfigurations = pgTable('test_configurations', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  testSetId: uuid('test_set_id').notNull(),
  endpointId: uuid('endpoint_id').notNull(),
  options: json('options').$type<ExecutionOptions>().notNull(),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull(),
});
export type ConfigurationRow = typeof testConfigurations.$inferSelect;

/** What was run against what, as it was when the run was asked for. Secrets are in it by name only. */
export interface RunSnapshot {
  readonly test_set: {
    readonly id: string;
    readonly name: string;
    readonly version: number;
    /** What the set asked for then; runs from before this was kept do not tell. */
    readonly gates?: Gates | null;
  };
  readonly endpoint: Readonly<Record<string, unknown>> & { readonly id: string; readonly name: string };
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Runs from before there were experiments have none. */
  readonly parameter_source?: ParameterSource;
  readonly environment: string;
  readonly tests: number;
  /** Tests of the set that are of other projects; runs from before this was looked at have left out none. */
  readonly left_out?: number;
}

export const testRuns = pgTable('test_runs', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  testConfigurationId: uuid('test_configuration_id').notNull(),
  testSetId: uuid('test_set_id').notNull(),
  endpointId: uuid('endpoint_id').notNull(),
  taskId: uuid('task_id'),
  name: text('name').notNull(),
  status: text('status').$type<TestRun['status']>().notNull(),
  owner: uuid('owner'),
  stopReason: text('stop_reason'),
  error: text('error'),
  planned: integer('planned').notNull(),
  passed: integer('passed').notNull(),
  failed: integer('failed').notNull(),
  errors: integer('errors').notNull(),
  notEvaluated: integer('not_evaluated').notNull(),
  cancelled: integer('cancelled').notNull(),
  targetCalls: integer('target_calls').notNull(),
  targetTokens: bigint('target_tokens', { mode: 'number' }).notNull(),
  snapshot: json('snapshot').$type<RunSnapshot>().notNull(),
  /** False in a row of a former version whose snapshot has not been looked through for literal credentials yet. */
  literalsMoved: boolean('literals_moved').notNull(),
  labels: json('labels').$type<Record<string, string>>().notNull(),
  gates: json('gates').$type<Gates>(),
  gate: text('gate').$type<'passed' | 'failed'>(),
  gateReasons: json('gate_reasons').$type<string[]>(),
  /** The run it was compared with for its gate. */
  gateBaseRunId: uuid('gate_base_run_id'),
  parentRunId: uuid('parent_run_id'),
  referenceTestRunId: uuid('reference_test_run_id'),
  experimentId: uuid('experiment_id'),
  experimentVersion: integer('experiment_version'),
  idempotencyKey: text('idempotency_key'),
  idempotencyFingerprint: text('idempotency_fingerprint'),
  version: integer('version').notNull(),
  createdBy: uuid('created_by'),
  cancelledBy: uuid('cancelled_by'),
  cancelledAt: time('cancelled_at'),
  createdAt: time('created_at').notNull(),
  startedAt: time('started_at'),
  finishedAt: time('finished_at'),
  updatedAt: time('updated_at').notNull(),
  deletedAt: time('deleted_at'),
});
export type RunRow = typeof testRuns.$inferSelect;

/** The metrics of a run, frozen. Results name theirs by ordinal, so that a thousand tests share one snapshot. */
export const testRunScorers = pgTable('test_run_scorers', {
  testRunId: uuid('test_run_id').notNull(),
  ordinal: integer('ordinal').notNull(),
  organizationId: uuid('organization_id').notNull(),
  snapshot: json('snapshot').$type<ScorerSnapshot>().notNull(),
});

/** A review as it was when it was carried over. */
export interface CarriedReview {
  readonly review_id: string;
  readonly test_result_id: string;
  readonly status: 'Pass' | 'Fail';
  readonly author: string | null;
  readonly reviewed_at: string;
}

export type ResultState = TestResult['status'] | 'answered';

export const testResults = pgTable('test_results', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  testRunId: uuid('test_run_id').notNull(),
  endpointId: uuid('endpoint_id').notNull(),
  testId: uuid('test_id').notNull(),
  testVersion: integer('test_version').notNull(),
  requirementId: uuid('requirement_id'),
  categoryId: uuid('category_id'),
  topicId: uuid('topic_id'),
  position: integer('position').notNull(),
  repeat: integer('repeat').notNull(),
  scorers: integer('scorers').array().notNull(),
  status: text('status').$type<ResultState>().notNull(),
  automatedStatus: text('automated_status').$type<TestResult['automated_status']>(),
  reasonCode: text('reason_code'),
  reason: text('reason'),
  attempts: integer('attempts').notNull(),
  calls: integer('calls').notNull(),
  firstAttemptAt: time('first_attempt_at'),
  notBefore: time('not_before'),
  flags: smallint('flags').notNull().default(0),
  /** The review of the same answer that it follows, since no metric decided. */
  carried: json('carried').$type<CarriedReview>(),
  statusCode: integer('status_code'),
  durationMs: doublePrecision('duration_ms'),
  traceId: text('trace_id'),
  createdAt: time('created_at').notNull(),
  startedAt: time('started_at'),
  finishedAt: time('finished_at'),
});
export type ResultRow = typeof testResults.$inferSelect;

/** What was sent and what came back; texts lie in objects, since a bare string in a json column would be parsed twice. */
export interface StoredOutput {
  readonly success: boolean;
  readonly stage: string;
  readonly output: unknown;
  readonly context: unknown;
  readonly metadata: unknown;
  readonly tool_calls: unknown;
  readonly conversation_id: string | null;
  readonly error: { readonly type: string; readonly message: string; readonly hint: string | null } | null;
  readonly warnings: readonly string[];
  /** This is the beginning; the whole lies in a file. */
  readonly is_truncated?: true;
  readonly file_id?: string;
  readonly file_bytes?: number;
  /** Of a conversation: why it ended. */
  readonly stop_reason?: string;
  /** Who played the user: `builtin`, or a model. */
  readonly simulator?: string;
}
export interface StoredInput {
  readonly text: string;
  readonly expected: string | null;
}

export const testOutputs = pgTable('test_outputs', {
  testResultId: uuid('test_result_id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  input: json('input').$type<StoredInput>().notNull(),
  output: json('output').$type<StoredOutput>().notNull(),
  answerHash: text('answer_hash'),
});

export interface ReceivedTurn {
  readonly output: unknown;
  readonly error: string | null;
  /** This is the beginning; the rest of it is kept nowhere. */
  readonly is_truncated?: true;
}

export const testTurns = pgTable('test_turns', {
  testResultId: uuid('test_result_id').notNull(),
  turn: integer('turn').notNull(),
  organizationId: uuid('organization_id').notNull(),
  sent: json('sent').$type<{ text: string }>().notNull(),
  received: json('received').$type<ReceivedTurn>(),
  statusCode: integer('status_code'),
  durationMs: doublePrecision('duration_ms'),
  traceId: text('trace_id'),
  sentAt: time('sent_at').notNull(),
  finishedAt: time('finished_at'),
});
export type TurnRow = typeof testTurns.$inferSelect;

export const testVerdicts = pgTable('test_verdicts', {
  testResultId: uuid('test_result_id').notNull(),
  ordinal: smallint('ordinal').notNull(),
  organizationId: uuid('organization_id').notNull(),
  metricId: uuid('metric_id').notNull(),
  metricVersion: integer('metric_version').notNull(),
  metricName: text('metric_name').notNull(),
  verdict: text('verdict').$type<Verdict['verdict']>().notNull(),
  automatedVerdict: text('automated_verdict').$type<Verdict['verdict']>().notNull(),
  score: doublePrecision('score'),
  category: text('category'),
  threshold: doublePrecision('threshold'),
  reason: text('reason').notNull(),
  reasonCode: text('reason_code'),
  evidence: json('evidence').$type<Verdict['evidence']>().notNull(),
  durationMs: doublePrecision('duration_ms').notNull(),
});
export type VerdictRow = typeof testVerdicts.$inferSelect;

/** The run that later ones of a set against an endpoint are compared with. */
export const runBaselines = pgTable('run_baselines', {
  organizationId: uuid('organization_id').notNull(),
  testSetId: uuid('test_set_id').notNull(),
  endpointId: uuid('endpoint_id').notNull(),
  testRunId: uuid('test_run_id').notNull(),
  setBy: uuid('set_by'),
  setAt: time('set_at').notNull(),
});
export type BaselineRow = typeof runBaselines.$inferSelect;

/** A conversation that a job is to hold for somebody, and that is kept nowhere else. */
export const testTrials = pgTable('test_trials', {
  taskId: uuid('task_id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  userId: uuid('user_id').notNull(),
  request: json('request').$type<ExecuteTest>().notNull(),
  createdAt: time('created_at').notNull(),
});

/** What people have decided, by the answer it was said of; written whenever the reviews of a result change. */
export const reviewedAnswers = pgTable('reviewed_answers', {
  testResultId: uuid('test_result_id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  testId: uuid('test_id').notNull(),
  testVersion: integer('test_version').notNull(),
  answerHash: text('answer_hash').notNull(),
  reviewId: uuid('review_id').notNull(),
  /** Where it was about one metric, and not about the whole result. */
  metricId: uuid('metric_id'),
  status: text('status').$type<'Pass' | 'Fail'>().notNull(),
  author: uuid('author'),
  reviewedAt: time('reviewed_at').notNull(),
});
