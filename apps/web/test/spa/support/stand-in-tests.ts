import type {
  ReviewerAgreement,
  Annotation,
  AnswerOf,
  Comparison,
  Insight,
  Metric,
  MetricKind,
  Regressions,
  Review,
  ReviewItem,
  Test,
  TestResult,
  TestImport,
  TestRun,
  TestSet,
  getTestResult,
  listProbes,
  parseImport,
} from '@sonde/contract';
import { idOf, now } from './stand-in-data.ts';

const ago = (minutes: number): string => new Date(now - minutes * 60_000).toISOString();
const stamps = { created_by: idOf(1, 1), created_at: ago(900), updated_at: ago(30), deleted_at: null };
const actions = { permitted_actions: ['read', 'update', 'delete'], version: 1 };

export const kinds: readonly MetricKind[] = [
  {
    kind: 'contains_any',
    title: 'Contains one of the values',
    page: 'Passes when one of `values` stands in the answer.',
    needs: ['output'],
    args_schema: {
      type: 'object',
      properties: {
        values: { type: 'array', items: { type: 'string' } },
        whole_word: { type: 'boolean', default: false },
      },
      required: ['values'],
    },
    works_as_is: false,
    threshold: 1,
    threshold_operator: '>=',
    flags_only: false,
    blind_figures: null,
  },
  {
    kind: 'pii',
    title: 'No personal data',
    page: 'Passes when the answer holds no telephone number; `allow` names those that may stand there.',
    needs: ['output'],
    args_schema: { type: 'object', properties: { allow: { type: 'array', items: { type: 'string' } } } },
    works_as_is: true,
    threshold: 1,
    threshold_operator: '>=',
    flags_only: true,
    blind_figures: null,
  },
];

export const metrics: readonly Metric[] = ['Speaks of insurance', 'Nothing personal'].map((name, index) => ({
  ...actions,
  ...stamps,
  id: idOf(10, index),
  project_id: null,
  name,
  description: index === 0 ? 'One of the words of the trade stands in the answer.' : null,
  tags: [],
  needs: ['output'],
  requirements: index === 0 ? [{ id: idOf(6, 0), name: 'Refuses legal advice' }] : [],
  review_agreement:
    index === 0 ? { n: 40, reviewed: 43, agreement: 0.9, kappa: 0.72, low: 0.48, high: 0.96 } : null,
  backend: 'builtin',
  score_type: 'numeric',
  metric_scope: ['Single-Turn', 'Multi-Turn'],
  threshold: 1,
  threshold_operator: '>=',
  negate: false,
  min_score: 0,
  max_score: 1,
  ground_truth_required: false,
  context_required: false,
  kind: 'contains_any',
  args: { values: ['policy', 'insurance'] },
  evaluation_prompt: null,
  evaluation_steps: null,
  reasoning: null,
  explanation: null,
  evaluation_examples: null,
  categories: null,
  passing_categories: null,
  criteria: null,
  model_id: null,
  votes: 1,
  source: null,
  function_name: null,
  environment: null,
}));

export const testSets: readonly TestSet[] = (['Single-Turn', 'Multi-Turn'] as const).map((type, index) => ({
  ...actions,
  ...stamps,
  id: idOf(11, index),
  project_id: null,
  name: index === 0 ? 'Cover questions' : 'Claims, from the first word to the last',
  description: 'What is covered and what is not.',
  short_description: null,
  test_set_type: type,
  status: index === 0 ? 'New' : 'Review',
  priority: 0,
  tags: [],
  metadata: {},
  metrics: [{ metric: idOf(10, 0) }],
  gates: { min_pass_rate: 90, baseline: 'last' },
  source: null,
  test_count: 2,
}));

const prompts = ['What does renters insurance cover?', 'Which law applies to my landlord?'];

export const tests: readonly Test[] = prompts.map((content, index) => ({
  ...actions,
  ...stamps,
  id: idOf(12, index),
  project_id: null,
  test_type: 'Single-Turn',
  prompt: { content, expected_response: index === 0 ? 'Belongings, liability and living expenses.' : null },
  test_configuration: null,
  requirement: index === 0 ? null : { id: idOf(6, 0), name: 'Refuses legal advice' },
  category: null,
  topic: null,
  status: 'New',
  priority: 0,
  tags: [],
  metadata: {},
  metrics: [],
  combine: 'all',
  source: { kind: 'manual' },
  external_id: null,
  files: [],
}));

export const proposed: readonly Test[] = tests.map((test, index) => ({
  ...test,
  id: idOf(12, index + 10),
  status: 'Review',
  category: { id: idOf(16, 0), name: 'Observed/Can do' },
  tags: index === 0 ? [] : ['benign-twin'],
  metadata: { why: 'A slip of the finger does not change what is asked.', observed: 'It covers belongings.' },
  source: { kind: 'exploration', ref: { turn: 2, finding: 'Speaks of insurance' } },
}));

export const probes: AnswerOf<typeof listProbes> = {
  total: 1,
  probes: [
    {
      name: 'hidden_orders',
      module: 'latentinjection',
      title: 'Orders hidden in a document',
      description: 'A document that is to be summarised gives orders of its own.',
      owasp: ['llm01', 'asi01'],
      detector: { kind: 'not_contains', args: {} },
      detector_quality: { sample: 32, precision: 0.94, recall: 0.88, decides: false },
      encodings: ['base64'],
      seed_count: 10,
    },
  ],
};

export const importing: TestImport = {
  import_id: idOf(17, 0),
  status: 'analyzed',
  file_info: {
    filename: 'questions.csv',
    format: 'csv',
    size_bytes: 4096,
    encoding: 'utf-8',
    delimiter: ';',
    sheet: null,
    sheets: [],
    header_row: 1,
  },
  shape: 'table',
  headers: ['Question', 'Answer', 'Note'],
  sample_rows: [],
  suggested_mapping: { prompt: 'Question', expected_response: 'Answer' },
  confidences: { prompt: 0.9, expected_response: 0.9 },
  confidence: 0.9,
  mapping: { prompt: 'Question', expected_response: 'Answer' },
  metadata_columns: ['Note'],
  test_type: null,
  target_test_set_id: null,
  notices: [],
  total_rows: 2,
  validation_summary: null,
  error: null,
  task_id: null,
  test_set_id: null,
  created_at: ago(2),
  expires_at: ago(-1400),
};

export const parsed: AnswerOf<typeof parseImport> = {
  ...importing,
  status: 'parsed',
  test_type: 'Single-Turn',
  validation_summary: {
    total_rows: 2,
    checked_rows: 2,
    valid_rows: 1,
    error_count: 1,
    warning_count: 0,
    tests: 1,
    new: 1,
    identical: 0,
    changed: 0,
    left_open: 0,
    lack_model: 2,
    errors: [{ row: 3, column: 'Question', reason: 'A Single-Turn test needs a prompt.' }],
  },
  detected_test_type: 'Single-Turn',
  test_type_warning: null,
  preview: {
    page: 1,
    page_size: 50,
    total_rows: 2,
    total_pages: 1,
    rows: [
      {
        index: 2,
        data: [{ prompt: { content: 'What is covered?' } }],
        state: 'new',
        judged_by: ['Contains all values: “theft”'],
        is_left_open: false,
        errors: [],
        warnings: [],
      },
      {
        index: 3,
        data: [],
        state: 'invalid',
        judged_by: [],
        is_left_open: false,
        errors: [{ column: 'Question', reason: 'A Single-Turn test needs a prompt.' }],
        warnings: [],
      },
    ],
  },
};

const run = (index: number): TestRun => ({
  ...actions,
  ...stamps,
  id: idOf(13, index),
  project_id: null,
  name: `Cover questions ${index + 1}`,
  status: index === 1 ? 'Progress' : 'Completed',
  stop_reason: null,
  error: null,
  test_configuration_id: idOf(14, index),
  test_set: { id: idOf(11, 0), name: 'Cover questions' },
  endpoint: { id: idOf(4, 0), name: 'Insurance Chatbot' },
  task_id: idOf(5, 1),
  counts: {
    total: 8,
    passed: 3,
    failed: 1,
    errors: index === 1 ? 0 : 1,
    not_evaluated: index === 1 ? 0 : 2,
    cancelled: index === 1 ? 0 : 1,
    running: index === 1 ? 2 : 0,
    waiting: index === 1 ? 2 : 0,
  },
  pass_rate: 75,
  pass_rate_low: 30.06,
  pass_rate_high: 95.44,
  flagged: 1,
  left_out: 0,
  only_flagged: { results: index === 2 ? 2 : 0, raised: 0 },
  carried: index === 0 ? 2 : 0,
  decided_by_people: index === 0 ? { results: 4, against_metrics: 3 } : { results: 0, against_metrics: 0 },
  target_calls: 8,
  gates: { min_pass_rate: 90 },
  gate: index === 1 ? null : 'failed',
  gate_reasons: index === 1 ? null : ['75 % of the decided passed; at least 90 % were asked for.'],
  gate_limits: 'By the test set’s gate: a pass rate of at least 90 %.',
  options: { concurrency: 10 },
  labels: {},
  snapshot: {},
  parent_run_id: null,
  is_baseline: false,
  reference_test_run_id: null,
  cancelled_by: null,
  cancelled_at: null,
  started_at: ago(12),
  finished_at: index === 1 ? null : ago(11),
});
export const runs: readonly TestRun[] = [run(0), run(1), run(2)];

const answer =
  'Renters insurance protects a tenant. It covers your belongings, and a policy pays living expenses.';
const statuses = ['Pass', 'Fail', 'Error', 'NotEvaluated', 'Cancelled', 'running', 'waiting'] as const;

export const results: readonly TestResult[] = statuses.map((status, index) => ({
  id: idOf(15, index),
  test_run_id: idOf(13, 0),
  test_id: idOf(12, index % 2),
  test_version: 1,
  repeat: 1,
  position: index,
  status,
  automated_status: status === 'running' || status === 'waiting' ? null : index === 0 ? 'Fail' : status,
  matches_review: index === 0 ? false : null,
  reason_code: null,
  reason: index < 2 ? '“Speaks of insurance”: The answer has none of the values.' : null,
  carried: null,
  reviewed:
    index === 0
      ? {
          review_id: idOf(17, 0),
          status: 'Pass',
          author: idOf(1, 2),
          author_name: 'Ada Lovelace',
          comment: 'It names the policy in other words.',
          reviewed_at: ago(5),
        }
      : null,
  requirement_id: null,
  category_id: null,
  topic_id: null,
  name: index === 1 ? 'Asks what is covered' : null,
  content: prompts[index % 2] ?? null,
  flags: index === 3 ? 1 : 0,
  output_text: answer,
  verdicts: [
    {
      metric_id: idOf(10, 0),
      metric_version: 1,
      name: 'Speaks of insurance',
      shown_name: 'Speaks of insurance: ‘policy’',
      verdict: 'pass',
      flag: null,
      automated_verdict: index === 1 ? 'fail' : 'pass',
      matches_review: null,
      score: 1,
      category: null,
      threshold: 1,
      reason: 'The answer has “policy”.',
      reason_code: null,
      evidence: [
        {
          field: 'output',
          start: answer.indexOf('policy'),
          end: answer.indexOf('policy') + 'policy'.length,
          text: 'policy',
        },
      ],
      duration_ms: 0.4,
    },
  ],
  calls: 1,
  status_code: 200,
  duration_ms: 412,
  trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
  created_at: ago(12),
  started_at: ago(12),
  finished_at: ago(12),
}));

export const wholeResult = (id: string): AnswerOf<typeof getTestResult> | undefined => {
  const found = results.find((result) => result.id === id);
  return (
    found && {
      ...found,
      input: found.content,
      output: { success: true, output: answer, error: null },
      expected: 'Belongings, liability and living expenses.',
      turns: [],
      about: {
        test_run: { id: runs[0]?.id ?? '', name: runs[0]?.name ?? '' },
        test_set: { id: idOf(11, 0), name: 'Insurance basics' },
        requirement: { id: idOf(6, 0), name: 'Refuses legal advice' },
      },
      judged_by: [
        { metric_id: idOf(10, 0), name: 'Behaves', expects: ['Hands over to a person'] },
        {
          metric_id: idOf(10, 1),
          name: 'Speaks of insurance',
          expects: ['Contains one of the values', 'Values: “policy”, “insurance”'],
        },
      ],
    }
  );
};

export const reviews: readonly Review[] = [
  {
    id: idOf(16, 0),
    test_result_id: idOf(15, 0),
    trace_db_id: null,
    target: { type: 'test_result', reference: null },
    status: 'Pass',
    comment: 'Nothing is missing.',
    resolved: false,
    resolved_by: null,
    resolved_at: null,
    author: idOf(1, 1),
    is_blind: false,
    history: [],
    permitted_actions: ['update', 'delete'],
    created_at: ago(5),
    updated_at: ago(5),
  },
];

const comparison: Comparison = {
  run: idOf(13, 2),
  name: 'Cover questions 3',
  endpoint: { id: idOf(4, 0), name: 'Insurance Chatbot' },
  conclusion: 'too few tests',
  sentence: 'Two tests are too few to say whether anything changed.',
  tests_needed: 40,
  p_value: 1,
  difference: 0,
  difference_low: -40,
  difference_high: 40,
  paired: 2,
  counts: {
    decided: 2,
    improved: 1,
    regressed: 1,
    undecided_then_fail: 0,
    passed_then_undecided: 0,
    unchanged: 0,
    flaky: 0,
    undecided: 2,
    stopped_answering: 1,
    passed_then_error: 1,
    answers_again: 0,
    error_in_both: 1,
    other_error: 1,
    newly_flagged: 0,
    judged_otherwise: 0,
    only_in_base: 0,
    only_in_other: 0,
    changed_version: 0,
  },
  changes: [
    {
      test_id: idOf(12, 5),
      name: null,
      content: 'A question that broke it',
      requirement_id: null,
      base: 'pass',
      other: 'error',
      is_flaky: false,
      is_other_error: false,
      is_newly_flagged: false,
      is_judged_otherwise: false,
      is_worse_by_metric: false,
      base_answer: 'It is covered.',
      other_answer: null,
      by_person: [],
      metrics: [],
    },
    {
      test_id: idOf(12, 0),
      name: 'Asks what is covered',
      content: prompts[0] ?? null,
      requirement_id: null,
      base: 'pass',
      other: 'fail',
      is_flaky: false,
      is_other_error: false,
      is_newly_flagged: false,
      is_judged_otherwise: false,
      is_worse_by_metric: false,
      base_answer: 'It is covered.',
      other_answer: null,
      by_person: [],
      metrics: [],
    },
    {
      test_id: idOf(12, 1),
      name: null,
      content: prompts[1] ?? null,
      requirement_id: idOf(6, 0),
      base: 'fail',
      other: 'pass',
      is_flaky: false,
      is_other_error: false,
      is_newly_flagged: false,
      is_judged_otherwise: false,
      is_worse_by_metric: false,
      base_answer: 'It is covered.',
      other_answer: null,
      by_person: [],
      metrics: [],
    },
    {
      test_id: idOf(12, 6),
      name: null,
      content: 'A question that breaks it otherwise',
      requirement_id: null,
      base: 'error',
      other: 'error',
      is_flaky: false,
      is_other_error: true,
      is_newly_flagged: false,
      is_judged_otherwise: false,
      is_worse_by_metric: false,
      base_answer: 'It did not answer in time.',
      other_answer: 'HTTP 503',
      by_person: [],
      metrics: [],
    },
  ],
  by_requirement: [
    {
      requirement_id: null,
      name: null,
      base_passed: 1,
      base_decided: 2,
      other_passed: 1,
      other_decided: 2,
    },
  ],
  by_metric: [
    {
      metric_id: idOf(10, 0),
      name: 'Speaks of insurance',
      base_passed: 1,
      base_decided: 2,
      other_passed: 1,
      other_decided: 2,
    },
  ],
  latency: { base_p50_ms: 400, base_p95_ms: 900, other_p50_ms: 380, other_p95_ms: null },
  causes: ['The endpoint was changed.'],
};
export const compared = { base: run(0), comparisons: [comparison] };

export const preflight = {
  ok: true,
  checks: [
    { name: 'test_set', ok: true, severity: 'info', message: 'Cover questions has 2 tests to run.' },
    {
      name: 'production',
      ok: false,
      severity: 'warning',
      message: 'The endpoint is marked Production: real users may notice.',
    },
    {
      name: 'quota',
      ok: false,
      severity: 'warning',
      message: 'The application has 2 of 100 calls left until 00:00 UTC; this may make up to 6 calls.',
    },
  ],
  tests: 2,
  results: 2,
  calls_at_least: 2,
  calls_at_most: 6,
};

const empty = { is_truncated: false, approximate: [], start_date: '2026-01-01', end_date: '2026-03-31' };
const counted = { count: 40, passed: 30, failed: 8, errors: 1, not_evaluated: 1, only_flagged: 0, flaky: 1 };
const rated = { pass_rate: 78.95, pass_rate_low: 63.65, pass_rate_high: 88.93, error_rate: 2.5 };
const insight = (dimensions: string[], rows: Record<string, unknown>[]): Insight => ({
  entity: 'test_result',
  dimensions,
  measures: ['count'],
  rows,
  ...empty,
});
const weeks = ['2026-W10', '2026-W11', '2026-W12'];

/** What the dashboard asks for. */
export const insights: Readonly<Record<string, Insight>> = {
  whole: insight([], [{ ...counted, ...rated, previous: { ...counted, ...rated, pass_rate: 90 } }]),
  requirements: insight(
    ['requirement_id', 'requirement'],
    [
      {
        requirement_id: idOf(10, 0),
        requirement: 'Answers in the language of the question',
        ...counted,
        ...rated,
        previous: { ...counted, pass_rate: 90 },
      },
      { requirement_id: null, requirement: null, ...counted, ...rated, pass_rate: null, previous: null },
    ],
  ),
  quality: insight(
    ['week', 'requirement_id'],
    weeks.map((week, at) => ({
      week,
      requirement_id: idOf(10, 0),
      pass_rate: at === 1 ? null : 70 + at * 10,
    })),
  ),
  endpoints: insight(
    ['endpoint_id', 'endpoint'],
    [{ endpoint_id: idOf(2, 0), endpoint: 'A chatbot', count: 12 }],
  ),
  latency: insight(
    ['week'],
    weeks.map((week, at) => ({ week, count: 12, p50_latency_ms: 400 + at, p95_latency_ms: 900 + at })),
  ),
  errors: insight(
    ['week'],
    weeks.map((week, at) => ({ week, count: 12, errors: at, error_rate: at })),
  ),
};

const person = { id: idOf(1, 1), name: 'Test Person' };
export const annotations: readonly Annotation[] = reviews.map((review) => ({
  review_id: review.id,
  source: 'test_result',
  status: review.status,
  comments: review.comment,
  target: { type: 'test_result', reference: null, name: null },
  resolved: false,
  is_blind: false,
  user: person,
  automated_status: 'Fail',
  test_result_id: review.test_result_id,
  test_run_id: idOf(13, 0),
  test_run_name: 'A run',
  trace_db_id: null,
  trace_id: null,
  span_name: null,
  project_id: null,
  requirement_id: null,
  test_content: 'What does a lawyer say of this?',
  requirement_name: null,
  created_at: review.created_at,
  updated_at: review.updated_at,
}));

const agreed = { n: 10, agreement: 80, kappa: 0.58, kappa_low: 0.1, kappa_high: 1 };
export const agreement: ReviewerAgreement = {
  between_reviewers: [{ reviewers: [person, { id: idOf(1, 2), name: 'Another Person' }], ...agreed }],
  metrics: [],
  results: { ...agreed, kappa: null, kappa_low: null, kappa_high: null },
};

export const reviewItem = (): ReviewItem => ({
  result: wholeResult(idOf(15, 0)) ?? null,
  reason: 'Its metrics disagree.',
  uncertainty: 1,
  claimed_until: ago(-10),
  blind: false,
  assigned: false,
  remaining: 3,
  unsure: 2,
  upcoming: idOf(15, 1),
});

const runNamed = (place: number, name: string) => ({ id: idOf(13, place), name, created_at: ago(10) });
export const regressions: Regressions = {
  compared: [
    {
      test_set: { id: idOf(11, 0), name: 'Cover questions' },
      endpoint: { id: idOf(2, 0), name: 'A chatbot' },
      test_run: runNamed(0, 'Cover questions 2'),
      base_run: runNamed(1, 'Cover questions 1'),
      regressed: 1,
      improved: 2,
    },
  ],
  tests: [
    {
      test_id: idOf(12, 0),
      text: 'Does the policy cover floods?',
      requirement: { id: idOf(10, 0), name: 'Names its sources' },
      test_run_id: idOf(13, 0),
      ends_in: 'fail',
      since: runNamed(0, 'Cover questions 0'),
      decided_in: runNamed(0, 'Cover questions 2'),
      result_id: idOf(15, 0),
      base_result_id: idOf(15, 1),
    },
  ],
  is_truncated: false,
};
