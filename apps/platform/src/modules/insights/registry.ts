import { resultStatuses, testRunStatuses } from '@sonde/contract';

/** The names that a question may use. What they mean in SQL stands in `dimensions.ts` and `filters.ts`. */
export const entities = ['test_result', 'metric', 'test_run', 'test'] as const;
export type Entity = (typeof entities)[number];

const times = ['day', 'week', 'month', 'year'] as const;
const ofRuns = [
  'test_run',
  'test_run_id',
  'test_set',
  'test_set_id',
  'endpoint',
  'endpoint_id',
  'executor',
  'executor_id',
] as const;
const sorted = ['requirement', 'requirement_id', 'category', 'category_id', 'topic', 'topic_id'] as const;

export type Dimension =
  | (typeof times)[number]
  | (typeof ofRuns)[number]
  | (typeof sorted)[number]
  | 'status'
  | 'automated_status'
  | 'metric_name'
  | 'metric_id'
  | 'test_type'
  | 'is_unrun';

export const dimensions: Readonly<Record<Entity, readonly Dimension[]>> = {
  test_result: [...sorted, ...ofRuns, 'status', 'automated_status', ...times],
  metric: ['metric_name', 'metric_id', 'requirement', 'requirement_id', ...ofRuns, 'status', ...times],
  test_run: ['status', ...ofRuns, ...times],
  test: [...sorted, 'test_type', 'status', 'is_unrun', ...times],
};

const outcomes = ['count', 'passed', 'failed', 'errors', 'not_evaluated', 'cancelled'] as const;
const rates = ['pass_rate', 'error_rate'] as const;
const automated = ['automated_passed', 'automated_failed', 'human_review_count'] as const;
const latencies = ['p50_latency_ms', 'p95_latency_ms'] as const;

export type Measure =
  | (typeof outcomes)[number]
  | (typeof rates)[number]
  | (typeof automated)[number]
  | (typeof latencies)[number]
  | 'flaky'
  | 'only_flagged'
  | 'results'
  | 'run_count'
  | 'unrun_count';

export const measures: Readonly<Record<Entity, readonly Measure[]>> = {
  test_result: [...outcomes, 'only_flagged', ...rates, ...automated, 'flaky', ...latencies],
  metric: [...outcomes, ...rates, ...automated],
  test_run: [...outcomes, 'results', ...rates, 'flaky', ...latencies],
  test: ['count', 'run_count', 'unrun_count', ...outcomes.slice(1), ...rates],
};

export type Filter =
  | 'test_run_ids'
  | 'requirement_ids'
  | 'category_ids'
  | 'topic_ids'
  | 'statuses'
  | 'test_ids'
  | 'test_types'
  | 'test_set_ids'
  | 'endpoint_ids'
  | 'executor_ids'
  | 'owner_ids'
  | 'tags'
  | 'metric_names'
  | 'metric_ids';

const ofResults: readonly Filter[] = [
  'test_run_ids',
  'test_set_ids',
  'endpoint_ids',
  'executor_ids',
  'requirement_ids',
  'test_ids',
  'test_types',
  'owner_ids',
  'tags',
];
export const filters: Readonly<Record<Entity, readonly Filter[]>> = {
  test_result: [...ofResults, 'category_ids', 'topic_ids', 'statuses'],
  metric: [...ofResults, 'statuses', 'metric_names', 'metric_ids'],
  test_run: ['test_run_ids', 'test_set_ids', 'endpoint_ids', 'executor_ids', 'statuses'],
  test: [
    'requirement_ids',
    'category_ids',
    'topic_ids',
    'statuses',
    'test_ids',
    'test_types',
    'test_set_ids',
    'owner_ids',
    'tags',
  ],
};

/** Other names under which clients know a filter. A test has one prompt, so the one stands for the other. */
export const otherNames: Readonly<Record<string, Filter>> = {
  status_ids: 'statuses',
  status_names: 'statuses',
  test_type_ids: 'test_types',
  user_ids: 'executor_ids',
  prompt_ids: 'test_ids',
};

/** Filters whose values are words rather than ids. */
export const spelled: ReadonlySet<Filter> = new Set(['statuses', 'test_types', 'tags', 'metric_names']);

export const statusWords: Readonly<Partial<Record<Entity, readonly string[]>>> = {
  test_result: resultStatuses,
  metric: ['pass', 'fail', 'error', 'not_evaluated'],
  test_run: testRunStatuses,
};

/** What only results themselves know; counts are kept apart from it. */
export const needResults: ReadonlySet<Filter> = new Set(['test_ids', 'test_types', 'owner_ids', 'tags']);
/** What a run knows of itself, whatever its results. */
export const runFilters: ReadonlySet<Filter> = new Set([
  'test_run_ids',
  'test_set_ids',
  'endpoint_ids',
  'executor_ids',
]);
export const runDimensions: ReadonlySet<Dimension> = new Set([...times, ...ofRuns]);
