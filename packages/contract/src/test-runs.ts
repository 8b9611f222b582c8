import { z } from 'zod';
import { defineOperation } from './operation.ts';
import {
  Id,
  JsonObject,
  Name,
  ReportFormat,
  Timestamp,
  Version,
  idParams,
  listQuery,
  restorableListQuery,
} from './primitives.ts';
import { Gates } from './test-sets.ts';
import { MetricReference } from './tests.ts';
import { word } from './words.ts';

const tag = 'Test runs';

export const testRunStatuses = ['Queued', 'Progress', 'Completed', 'Partial', 'Failed', 'Cancelled'] as const;
export const resultStatuses = ['Pass', 'Fail', 'Error', 'NotEvaluated', 'Cancelled'] as const;
export const resultStates = ['waiting', 'running', ...resultStatuses] as const;

const labels = z
  .record(z.string().min(1).max(100), z.string().max(500))
  .refine((value) => Object.keys(value).length <= 20, { error: 'At most 20 labels.' });

const optionFields = {
  execution_mode: word(['Parallel', 'Sequential']).optional(),
  concurrency: z.number().int().min(1).max(200).optional().meta({ description: 'Default 10' }),
  requests_per_minute: z.number().min(1).max(100_000).optional(),
  repeat: z.number().int().min(1).max(50).optional(),
  sample: z
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .meta({ description: 'How many tests, drawn by seed' }),
  seed: z.number().int().min(0).max(2_147_483_647).optional(),
  metrics: z.array(MetricReference).max(50).optional().meta({
    description: 'Judge by these alone, instead of the metrics of tests, set and requirements',
  }),
  reference_test_run_id: Id.optional().meta({
    description: 'Score the outputs of this run again, which has called the same endpoint; nothing is called',
  }),
  only: z.enum(['failed', 'errors', 'not_evaluated']).optional().meta({
    description: 'The tests of which a result of `of_run` is so; the two go together',
  }),
  of_run: Id.optional(),
  environment: z.string().min(1).max(63).optional().meta({
    description: "Whose parameters are used; the endpoint's own when it is left out",
  }),
  experiment_id: Id.optional().meta({
    description: 'With the values of its newest version, or of `version`',
  }),
  version: z.string().min(1).max(64).optional().meta({
    description: '`vN` of the experiment, or a content hash',
  }),
  max_calls: z.number().int().min(1).max(10_000_000).optional(),
  max_minutes: z.number().min(0.1).max(10_080).optional(),
  max_tokens: z.number().int().min(1).optional(),
  execution_model_id: Id.optional(),
  evaluation_model_id: Id.optional(),
};
export const ExecutionOptions = z.strictObject(optionFields);
export type ExecutionOptions = z.output<typeof ExecutionOptions>;

const executeFields = {
  ...optionFields,
  execution_options: ExecutionOptions.optional().meta({ description: 'The same options, one level down' }),
  name: Name.min(1).optional(),
  labels: labels.optional(),
  gates: Gates.optional().meta({
    description: 'Instead of those stored with the set, which count where this is left out',
  }),
};
export const ExecuteBody = z.strictObject(executeFields);
export type ExecuteBody = z.output<typeof ExecuteBody>;

const Counts = z.object({
  total: z.number().int(),
  passed: z.number().int(),
  failed: z.number().int(),
  errors: z.number().int(),
  not_evaluated: z.number().int(),
  cancelled: z.number().int(),
  waiting: z.number().int(),
  running: z.number().int(),
});

export const TestRun = z.object({
  id: Id,
  project_id: Id.nullable(),
  name: z.string(),
  status: z.enum(testRunStatuses),
  stop_reason: z.string().nullable(),
  error: z.string().nullable(),
  test_configuration_id: Id,
  test_set: z.object({ id: Id, name: z.string() }),
  endpoint: z.object({ id: Id, name: z.string() }),
  task_id: Id.nullable(),
  counts: Counts,
  left_out: z.number().int().meta({
    description: 'Tests of the set that were not asked, since they are of another project than the endpoint',
  }),
  pass_rate: z.number().nullable().meta({ description: 'Percent of passed among passed and failed' }),
  pass_rate_low: z.number().nullable(),
  pass_rate_high: z.number().nullable(),
  flagged: z
    .number()
    .int()
    .meta({ description: 'Results, whatever their outcome, with a flag that no person has looked at yet' }),
  only_flagged: z.object({ results: z.number().int(), raised: z.number().int() }).meta({
    description:
      'Results that are not evaluated because nothing but metrics that flag looked at them, and on how many of these one raised a flag',
  }),
  carried: z.number().int().meta({
    description:
      'Results that no metric decided and that follow a review of the same answer in an earlier run',
  }),
  decided_by_people: z.object({ results: z.number().int(), against_metrics: z.number().int() }).meta({
    description:
      'Results whose own newest review is what they count as, and of how many of these the metrics had come to the other verdict',
  }),
  target_calls: z.number().int(),
  gates: Gates.nullable(),
  gate: z.enum(['passed', 'failed']).nullable(),
  gate_reasons: z.array(z.string()).nullable(),
  gate_limits: z.string().nullable().meta({
    description:
      'In words, which limits the gate has, and which of them are those of the test set or came with this run',
  }),
  options: ExecutionOptions,
  labels: z.record(z.string(), z.string()),
  snapshot: JsonObject.meta({
    description:
      'What it was run with. How its endpoint was called is shown with `endpoint:read`, and otherwise its id and name; its parameters with `experiment:read`',
  }),
  parent_run_id: Id.nullable(),
  reference_test_run_id: Id.nullable(),
  is_baseline: z
    .boolean()
    .meta({ description: 'Chosen for later runs of its set and endpoint to be compared with' }),
  version: z.number().int(),
  permitted_actions: z.array(z.string()),
  created_by: Id.nullable(),
  cancelled_by: Id.nullable(),
  cancelled_at: Timestamp.nullable(),
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  finished_at: Timestamp.nullable(),
  updated_at: Timestamp,
  deleted_at: Timestamp.nullable(),
});
export type TestRun = z.output<typeof TestRun>;

/** How a run stands, as whoever watches it hears it. */
export const TestRunProgress = z.object({
  id: Id,
  status: z.enum(testRunStatuses),
  counts: Counts,
  target_calls: z.number().int(),
  started_at: Timestamp.nullable(),
  per_minute: z.number().nullable().meta({ description: 'Results in a minute, since the run began' }),
  seconds_left: z.number().nullable(),
  latest: z.array(
    z.object({ id: Id, test_id: Id, status: z.enum(resultStates), reason: z.string().nullable() }),
  ),
});
export type TestRunProgress = z.output<typeof TestRunProgress>;

const Started = z.object({
  test_run_id: Id,
  test_configuration_id: Id,
  task_id: Id,
  status: z.enum(testRunStatuses),
});
const startProblems = [
  'test_set.not_found',
  'test_set.deleted',
  'test_set.empty',
  'endpoint.not_found',
  'endpoint.deleted',
  'test_run.no_metrics',
  'test_run.not_found',
  'test_run.too_large',
  'test_run.other_endpoint',
  'test_run.not_finished',
  'metric.not_found',
  'environment.not_found',
  'experiment.not_found',
  'experiment.deleted',
  'experiment.version_not_found',
] as const;

export const executeTestSet = defineOperation({
  id: 'test_sets.execute',
  method: 'POST',
  path: '/test_sets/{id}/execute/{endpoint_id}',
  tag,
  summary: 'Run a test set against an endpoint',
  description:
    'With an `Idempotency-Key` header the same request within 24 hours answers the run it has started before, and another one is refused.',
  scope: 'project',
  takes: 'moment',
  audit: 'test_run.started',
  access: { who: 'member', permission: 'test_run:execute' },
  params: z.strictObject({ id: Id, endpoint_id: Id }),
  body: ExecuteBody,
  bodyOptional: true,
  answers: { 202: Started },
  problems: [...startProblems, 'test_run.key_reused'],
  limit: { bucket: 'test_runs', max: 600, windowSeconds: 60, per: 'organization' },
  tool: true,
});

export const createTestRun = defineOperation({
  id: 'test_runs.create',
  method: 'POST',
  path: '/test_runs',
  tag,
  summary: 'Run a test set against an endpoint',
  scope: 'project',
  takes: 'moment',
  audit: 'test_run.started',
  access: { who: 'member', permission: 'test_run:execute' },
  body: z.strictObject({ ...executeFields, test_set_id: Id, endpoint_id: Id }),
  answers: { 202: Started },
  problems: [...startProblems, 'test_run.key_reused'],
  limit: { bucket: 'test_runs', max: 600, windowSeconds: 60, per: 'organization' },
});

const Check = z.object({
  name: z.string(),
  ok: z.boolean(),
  severity: z.enum(['error', 'warning', 'info']),
  message: z.string(),
});
export const preflightCheck = defineOperation({
  id: 'test_runs.preflight',
  method: 'POST',
  path: '/preflight-checks',
  tag,
  summary: 'What a run would do and whether anything stands against it; nothing is called',
  scope: 'project',
  takes: 'moment',
  audit: { none: 'Nothing is changed.' },
  access: { who: 'member', permission: 'test_run:execute' },
  body: z.strictObject({ ...executeFields, test_set_id: Id, endpoint_id: Id }),
  answers: {
    200: z.object({
      ok: z.boolean(),
      checks: z.array(Check),
      tests: z.number().int(),
      results: z.number().int(),
      calls_at_least: z.number().int(),
      calls_at_most: z.number().int(),
    }),
  },
  tool: true,
});

export const listTestRuns = defineOperation({
  id: 'test_runs.list',
  method: 'GET',
  path: '/test_runs',
  tag,
  summary: 'Test runs',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'test_run:read' },
  query: restorableListQuery,
  answers: { 200: z.array(TestRun) },
  tool: true,
});

export const getTestRun = defineOperation({
  id: 'test_runs.get',
  method: 'GET',
  path: '/test_runs/{id}',
  tag,
  summary: 'One test run',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'test_run:read' },
  params: idParams,
  query: z.strictObject({
    merged: z
      .enum(['true', 'false'])
      .default('false')
      .meta({ description: 'Count a retry together with the run it repeats' }),
    $select: z.string().max(1000).optional(),
  }),
  answers: { 200: TestRun },
  problems: ['test_run.not_found', 'test_run.deleted'],
  tool: true,
});

export const updateTestRun = defineOperation({
  id: 'test_runs.update',
  method: 'PUT',
  path: '/test_runs/{id}',
  tag,
  summary: 'Rename or label a test run',
  scope: 'project',
  takes: 'moment',
  audit: 'test_run.updated',
  aliases: [{ method: 'PATCH' }],
  access: { who: 'member', permission: 'test_run:update' },
  params: idParams,
  body: z.strictObject({
    name: Name.min(1).optional(),
    labels: labels.optional(),
    version: Version.optional(),
  }),
  answers: { 200: TestRun },
  problems: ['test_run.not_found', 'test_run.deleted', 'version.stale'],
});

export const deleteTestRun = defineOperation({
  id: 'test_runs.delete',
  method: 'DELETE',
  path: '/test_runs/{id}',
  tag,
  summary: 'Delete a test run; one that is under way is cancelled first',
  scope: 'project',
  takes: 'moment',
  audit: 'test_run.deleted',
  access: { who: 'member', permission: 'test_run:delete' },
  params: idParams,
  answers: { 200: TestRun },
  problems: ['test_run.not_found', 'test_run.deleted'],
});

export const restoreTestRun = defineOperation({
  id: 'test_runs.restore',
  method: 'POST',
  path: '/test_runs/{id}/restore',
  tag,
  summary: 'Take the deletion of a test run back',
  scope: 'project',
  takes: 'moment',
  audit: 'test_run.restored',
  access: { who: 'member', permission: 'test_run:delete' },
  params: idParams,
  answers: { 200: TestRun },
  problems: ['test_run.not_found'],
});

export const cancelTestRun = defineOperation({
  id: 'test_runs.cancel',
  method: 'POST',
  path: '/test_runs/{id}/cancel',
  tag,
  summary: 'Cancel a run that waits or is under way; what is finished stays',
  scope: 'project',
  takes: 'moment',
  audit: 'test_run.cancelled',
  access: { who: 'member', permission: 'test_run:update' },
  params: idParams,
  answers: { 200: TestRun },
  problems: ['test_run.not_found', 'test_run.deleted', 'test_run.finished'],
  tool: true,
});

export const retryTestRun = defineOperation({
  id: 'test_runs.retry',
  method: 'POST',
  path: '/test_runs/{id}/retry',
  tag,
  summary: 'Run the failed, erroneous or undecided tests of a run again',
  scope: 'project',
  takes: 'moment',
  audit: 'test_run.started',
  access: { who: 'member', permission: 'test_run:execute' },
  params: idParams,
  body: z.strictObject({ only: z.enum(['failed', 'errors', 'not_evaluated']).default('failed') }),
  bodyOptional: true,
  answers: { 202: Started },
  problems: [...startProblems, 'test_run.deleted', 'test_run.not_finished', 'test_run.nothing_to_retry'],
});

export const rescoreTestRun = defineOperation({
  id: 'test_runs.rescore',
  method: 'POST',
  path: '/test_runs/{id}/rescore',
  tag,
  summary: 'Judge the stored outputs of a run again; the application is not called',
  scope: 'project',
  takes: 'moment',
  audit: 'test_run.started',
  access: { who: 'member', permission: 'test_run:execute' },
  params: idParams,
  body: z.strictObject({
    metrics: z.array(MetricReference).max(50).optional(),
    evaluation_model_id: Id.optional(),
  }),
  bodyOptional: true,
  answers: { 202: Started },
  problems: [...startProblems, 'test_run.deleted', 'test_run.not_finished'],
  tool: true,
});

const span = z.object({
  field: z.string(),
  start: z.number().int(),
  end: z.number().int(),
  text: z.string(),
});
export const Verdict = z.object({
  metric_id: Id,
  metric_version: z.number().int(),
  name: z.string(),
  shown_name: z.string().meta({ description: 'The name, with the values that it judged this test by' }),
  verdict: z.enum(['pass', 'fail', 'error', 'not_evaluated']),
  flag: z.boolean().nullable().meta({
    description: 'Of a metric that only flags: whether it found something; null of one that decides',
  }),
  automated_verdict: z.enum(['pass', 'fail', 'error', 'not_evaluated']),
  matches_review: z.boolean().nullable(),
  score: z.number().nullable(),
  category: z.string().nullable(),
  threshold: z.number().nullable(),
  reason: z.string(),
  reason_code: z.string().nullable(),
  evidence: z.array(z.union([span, JsonObject])),
  duration_ms: z.number(),
});
export type Verdict = z.output<typeof Verdict>;

const TestName = z.string().nullable().meta({
  description:
    'What the test is called: the `description` of its metadata, which imports take from the file. Null where it has none.',
});

export const TestResult = z.object({
  id: Id,
  test_run_id: Id,
  test_id: Id,
  test_version: z.number().int(),
  repeat: z.number().int(),
  position: z.number().int(),
  status: z.enum(resultStates),
  automated_status: z.enum(resultStatuses).nullable(),
  matches_review: z.boolean().nullable(),
  reason_code: z.string().nullable(),
  reason: z.string().nullable(),
  carried: z
    .object({
      review_id: Id,
      test_result_id: Id.meta({ description: 'The result that was reviewed' }),
      status: z.enum(['Pass', 'Fail']),
      author: Id.nullable(),
      reviewed_at: Timestamp,
    })
    .nullable()
    .meta({
      description:
        'The review of the same answer to the same version of the test that it follows, as it was when the result was evaluated; null where a metric decided or somebody has reviewed it',
    }),
  reviewed: z
    .object({
      review_id: Id,
      status: z.enum(['Pass', 'Fail']),
      author: Id.nullable(),
      author_name: z.string().nullable(),
      comment: z.string().meta({ description: 'Its beginning' }),
      reviewed_at: Timestamp,
    })
    .nullable()
    .meta({
      description:
        'The review by which it has its status; `reason` goes on saying what the metrics said. Null where nobody has reviewed it, or its status is not what the review said.',
    }),
  requirement_id: Id.nullable(),
  category_id: Id.nullable(),
  topic_id: Id.nullable(),
  name: TestName,
  content: z.string().nullable().meta({ description: 'The prompt or the goal, as it was in this version' }),
  flags: z.number().int().meta({ description: 'Metrics that raised a flag for a person to look at' }),
  output_text: z.string().nullable().meta({ description: 'The beginning of the answer' }),
  verdicts: z.array(Verdict),
  calls: z.number().int(),
  status_code: z.number().int().nullable(),
  duration_ms: z.number().nullable(),
  trace_id: z.string().nullable(),
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  finished_at: Timestamp.nullable(),
});
export type TestResult = z.output<typeof TestResult>;

const Turn = z.object({
  turn: z.number().int(),
  sent: z.string(),
  received: z.unknown(),
  is_truncated: z.boolean().meta({
    description: 'Whether `received` is but the beginning of an answer that was too long to be kept whole',
  }),
  status_code: z.number().int().nullable(),
  duration_ms: z.number().nullable(),
  trace_id: z.string().nullable(),
});

export const listTestResults = defineOperation({
  id: 'test_results.list',
  method: 'GET',
  path: '/test_results',
  tag,
  summary: "Test results; one run's by `$filter=test_run_id eq '…'`",
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'test_result:read' },
  query: listQuery,
  answers: { 200: z.array(TestResult) },
  tool: true,
});

export const listResultsOfRun = defineOperation({
  id: 'test_runs.results',
  method: 'GET',
  path: '/test_runs/{id}/results',
  tag,
  summary: 'The results of a run, in the order of its tests',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'test_result:read' },
  params: idParams,
  query: listQuery.extend({
    metric_id: Id.optional().meta({ description: 'Only results this metric did not let pass' }),
    merged: z.enum(['true', 'false']).default('false'),
  }),
  answers: { 200: z.array(TestResult) },
  problems: ['test_run.not_found', 'test_run.deleted'],
});

export const getTestResult = defineOperation({
  id: 'test_results.get',
  method: 'GET',
  path: '/test_results/{id}',
  tag,
  summary: 'One result: what was sent, what came back, each verdict with its evidence',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'test_result:read' },
  params: idParams,
  answers: {
    200: TestResult.extend({
      input: z.unknown(),
      output: z.unknown(),
      expected: z.string().nullable(),
      turns: z.array(Turn),
      about: z
        .object({
          test_run: z.object({ id: Id, name: z.string() }),
          test_set: z.object({ id: Id, name: z.string() }),
          requirement: z.object({ id: Id, name: z.string() }).nullable(),
        })
        .meta({
          description: 'Of which run it is, of which set that was, and for which requirement its test is',
        }),
      judged_by: z
        .array(z.object({ metric_id: Id, name: z.string(), expects: z.array(z.string()) }))
        .meta({ description: 'What each metric held it against, in words, as it was when the run began' }),
    }),
  },
  problems: ['test_result.not_found'],
  tool: true,
});

const Change = z.object({
  test_id: Id,
  name: TestName,
  content: z.string().nullable(),
  requirement_id: Id.nullable(),
  base: z.enum(['pass', 'fail', 'error', 'undecided', 'absent']),
  other: z.enum(['pass', 'fail', 'error', 'undecided', 'absent']),
  is_flaky: z.boolean(),
  is_other_error: z.boolean().meta({
    description:
      'Ends in an error in both, and in `other` in one that `base` did not have: another kind, or another text',
  }),
  is_newly_flagged: z.boolean().meta({
    description:
      'The same version of the test has a flag in `other` that it did not have in `base`, and nobody has looked at it',
  }),
  is_judged_otherwise: z.boolean().meta({
    description:
      'The application said the same in both, and the outcomes differ because a person judged at least one of them; counted as no change',
  }),
  is_worse_by_metric: z.boolean().meta({
    description:
      'Nothing decided it in `base`, and it fails in `other` by a metric that passed it in `base`; counted as got worse where gates and alerts count tests',
  }),
  base_answer: z
    .string()
    .nullable()
    .meta({ description: 'Its beginning, of a conversation the last one; of the first 100 changes' }),
  other_answer: z.string().nullable(),
  by_person: z.array(z.enum(['base', 'other'])).meta({
    description:
      'The sides whose outcome is that of a review, of this answer or of the same one before, where the metrics came to another; of the first 100 changes',
  }),
  metrics: z
    .array(
      z.object({
        name: z.string(),
        shown_name: z.string(),
        base: z.string().nullable(),
        other: z.string().nullable(),
      }),
    )
    .meta({
      description:
        'Those that judged both answers and came to another verdict, whatever a person said of them; of the first 100 changes',
    }),
});
const Comparison = z.object({
  run: Id,
  name: z.string(),
  endpoint: z.object({ id: Id, name: z.string() }),
  conclusion: z
    .enum(['better', 'worse', 'stopped answering', 'answers again', 'no evidence', 'too few tests'])
    .meta({
      description:
        'By the tests that both decided; where these are not `worse`, errors come first: an application that no longer answers is never better, unchanged or too little to tell',
    }),
  sentence: z.string(),
  tests_needed: z.number().int().nullable(),
  p_value: z.number().nullable(),
  difference: z.number().nullable().meta({ description: 'Points of pass rate, other minus base' }),
  difference_low: z.number().nullable(),
  difference_high: z.number().nullable(),
  paired: z.number().int(),
  counts: z.object({
    decided: z
      .number()
      .int()
      .meta({ description: 'Tests that both runs decided: of these the statistics are' }),
    improved: z.number().int(),
    regressed: z.number().int(),
    newly_flagged: z.number().int().meta({
      description:
        'Flagged where it was not before, and looked at by nobody: in no statistics, and counted by its outcome as well',
    }),
    judged_otherwise: z.number().int().meta({
      description:
        'The same answers in both, judged otherwise by a person: neither `improved` nor `regressed`, and in the statistics as unchanged',
    }),
    undecided_then_fail: z.number().int().meta({
      description:
        'Of `undecided`, those that fail in the other by a metric that passed them in the base: in no statistics',
    }),
    passed_then_undecided: z.number().int().meta({
      description: 'Of `undecided`, those that passed in the base: in no statistics, and counted by a gate',
    }),
    unchanged: z.number().int().meta({ description: 'Decided alike in both' }),
    flaky: z.number().int().meta({
      description: 'Passed and failed among its repeats in one of the runs: counted by its outcome as well',
    }),
    undecided: z
      .number()
      .int()
      .meta({ description: 'Undecided in one of them or in both, and counted under none of the errors' }),
    stopped_answering: z
      .number()
      .int()
      .meta({ description: 'Answered in the base, and an error in the other: in no statistics' }),
    passed_then_error: z
      .number()
      .int()
      .meta({ description: 'Of `stopped_answering`, those that passed in the base' }),
    answers_again: z.number().int().meta({ description: 'An error in the base, and answered in the other' }),
    error_in_both: z.number().int(),
    other_error: z
      .number()
      .int()
      .meta({ description: 'Of `error_in_both`, those whose error is another one' }),
    only_in_base: z.number().int(),
    only_in_other: z.number().int(),
    changed_version: z.number().int(),
  }),
  changes: z.array(Change).meta({
    description:
      'What is newly flagged first, then what got worse, then what got better, then other errors and repeats that disagree; at most 500',
  }),
  by_requirement: z.array(
    z.object({
      requirement_id: Id.nullable(),
      name: z.string().nullable(),
      base_passed: z.number().int(),
      base_decided: z.number().int(),
      other_passed: z.number().int(),
      other_decided: z.number().int(),
    }),
  ),
  by_metric: z.array(
    z.object({
      metric_id: Id,
      name: z.string(),
      base_passed: z.number().int(),
      base_decided: z.number().int(),
      other_passed: z.number().int(),
      other_decided: z.number().int(),
    }),
  ),
  latency: z.object({
    base_p50_ms: z.number().nullable(),
    base_p95_ms: z.number().nullable(),
    other_p50_ms: z.number().nullable(),
    other_p95_ms: z.number().nullable(),
  }),
  causes: z
    .array(z.string())
    .meta({ description: 'What differs in endpoint, parameters, tests and metrics' }),
});
export type Comparison = z.output<typeof Comparison>;

const comparedRuns = z.string().max(1000).meta({
  description:
    'Two to ten ids, separated by commas; in place of the first, `baseline` is the one chosen for the set and endpoint of the second, and `last` the run of both before it',
});

export const compareTestRuns = defineOperation({
  id: 'test_runs.compare',
  method: 'GET',
  path: '/test_runs/compare',
  tag,
  summary: 'What became better or worse between runs; the first one is the base',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'test_run:read' },
  query: z.strictObject({ runs: comparedRuns }),
  answers: { 200: z.object({ base: TestRun, comparisons: z.array(Comparison) }) },
  problems: ['test_run.not_found', 'test_run.deleted', 'test_run.not_finished', 'baseline.not_found'],
  tool: true,
});

export const reportOfTestRunComparison = defineOperation({
  id: 'test_runs.compare_report',
  method: 'GET',
  path: '/test_runs/compare/report',
  tag,
  summary: 'A comparison of runs to send on: Markdown, or one self-contained page',
  scope: 'project',
  takes: 'stream',
  access: { who: 'member', permission: 'test_run:read', also: ['test_result:read'] },
  query: z.strictObject({ runs: comparedRuns, format: ReportFormat }),
  answers: { 200: z.string() },
  problems: ['test_run.not_found', 'test_run.deleted', 'test_run.not_finished', 'baseline.not_found'],
  raw: true,
  isDownload: true,
});

export const downloadFormats = ['csv', 'jsonl', 'xlsx', 'junit', 'html', 'markdown'] as const;
export const downloadTestRun = defineOperation({
  id: 'test_runs.download',
  method: 'GET',
  path: '/test_runs/{id}/download',
  tag,
  summary: 'A run as a file: rows, JUnit, a Markdown summary, or one self-contained page',
  scope: 'project',
  takes: 'stream',
  access: { who: 'member', permission: 'test_run:read', also: ['test_result:read'] },
  params: idParams,
  query: z.strictObject({ format: z.enum(downloadFormats).default('csv') }),
  answers: { 200: z.string() },
  problems: ['test_run.not_found', 'test_run.deleted', 'test_run.not_finished'],
  raw: true,
  isDownload: true,
});

export const lastRun = defineOperation({
  id: 'test_sets.last_run',
  method: 'GET',
  path: '/test_sets/{id}/last-run/{endpoint_id}',
  tag,
  summary: 'The newest run of a set against an endpoint',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'test_run:read' },
  params: z.strictObject({ id: Id, endpoint_id: Id }),
  answers: { 200: TestRun },
  problems: ['test_set.not_found', 'test_run.not_found'],
});

export const TestConfiguration = z.object({
  id: Id,
  project_id: Id.nullable(),
  test_set_id: Id,
  endpoint_id: Id,
  options: ExecutionOptions,
  created_by: Id.nullable(),
  created_at: Timestamp,
});
export const listTestConfigurations = defineOperation({
  id: 'test_configurations.list',
  method: 'GET',
  path: '/test_configurations',
  tag,
  summary: 'Immutable records of what was run against what',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'test_run:read' },
  query: listQuery,
  answers: { 200: z.array(TestConfiguration) },
});
export const getTestConfiguration = defineOperation({
  id: 'test_configurations.get',
  method: 'GET',
  path: '/test_configurations/{id}',
  tag,
  summary: 'One record of what was run against what; it stays when the endpoint goes',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'test_run:read' },
  params: idParams,
  answers: { 200: TestConfiguration },
  problems: ['test_configuration.not_found'],
});
