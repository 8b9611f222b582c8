import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id, JsonObject, Name, Tags, Timestamp, Version, idParams, pageQuery } from './primitives.ts';
import { crudOperations } from './resource.ts';

const tag = 'Metrics';

export const metricBackends = ['builtin', 'judge', 'code', 'sdk'] as const;
export const scoreTypes = ['binary', 'numeric', 'categorical'] as const;
export const metricScopes = ['Single-Turn', 'Multi-Turn', 'Trace'] as const;
export const thresholdOperators = ['=', '<', '>', '<=', '>=', '!='] as const;
export const metricNeeds = [
  'output',
  'expected',
  'context',
  'tool_calls',
  'conversation',
  'others',
  'duration_ms',
] as const;

const word = <const Words extends readonly [string, ...string[]]>(words: Words) => {
  const folded = (text: string): string => text.toLowerCase().replaceAll(/[-_\s]/g, '');
  return z
    .string()
    .max(40)
    .transform((text) => words.find((known) => folded(known) === folded(text)) ?? text)
    .pipe(z.enum(words));
};

const longText = z.string().trim().max(20_000).nullable().optional();
const category = z.string().trim().min(1).max(100);

/** Of every backend. Which of them must be there, and which rules hold between them, follows from `backend`. */
const scoring = {
  threshold: z.number().nullable().optional(),
  threshold_operator: z.enum(thresholdOperators).optional(),
  negate: z
    .boolean()
    .optional()
    .meta({ description: 'Passes when the metric would fail, and the other way round' }),
};
const described = {
  name: Name.min(1),
  description: z.string().trim().max(4000).nullable().optional(),
  tags: Tags.optional(),
  metric_scope: z.array(word(metricScopes)).min(1).max(3),
};
const scored = {
  score_type: word(scoreTypes).optional(),
  min_score: z.number().nullable().optional(),
  max_score: z.number().nullable().optional(),
};
const needs = {
  ground_truth_required: z.boolean().optional(),
  context_required: z.boolean().optional(),
};
const builtin = {
  kind: z.string().min(1).max(60),
  args: JsonObject.optional(),
};
const judge = {
  evaluation_prompt: z.string().trim().min(1).max(20_000),
  evaluation_steps: longText,
  reasoning: longText,
  explanation: longText,
  evaluation_examples: longText,
  categories: z.array(category).max(50).nullable().optional(),
  passing_categories: z.array(category).max(50).nullable().optional(),
  criteria: z.array(z.string().trim().min(1).max(1000)).max(50).nullable().optional().meta({
    description: 'Each is judged by itself, with the turn that shows it; the score is the share that is met',
  }),
  model_id: Id.nullable().optional(),
  votes: z.number().int().min(1).max(9).optional(),
};
const code = { source: z.string().min(1).max(64_000) };
const sdk = {
  function_name: z.string().min(1).max(100),
  environment: word(['Development', 'Staging', 'Production']).optional(),
};

const projectId = { project_id: Id.nullable().optional() };

/** One schema discriminated by `backend`: what a backend does not need is not demanded, and not accepted. */
export const MetricCreate = z.discriminatedUnion('backend', [
  z.strictObject({ backend: z.literal('builtin'), ...described, ...scoring, ...builtin, ...projectId }),
  z.strictObject({
    backend: z.literal('judge'),
    ...described,
    ...scoring,
    ...scored,
    ...needs,
    ...judge,
    ...projectId,
  }),
  z.strictObject({
    backend: z.literal('code'),
    ...described,
    ...scoring,
    ...scored,
    ...needs,
    ...code,
    args: builtin.args,
    ...projectId,
  }),
  z.strictObject({
    backend: z.literal('sdk'),
    ...described,
    ...scoring,
    ...scored,
    ...needs,
    ...sdk,
    args: builtin.args,
    ...projectId,
  }),
]);
export type MetricCreate = z.output<typeof MetricCreate>;

export const MetricUpdate = z
  .strictObject({
    ...described,
    ...scoring,
    ...scored,
    ...needs,
    ...builtin,
    ...judge,
    ...code,
    ...sdk,
    version: Version,
  })
  .partial();
export type MetricUpdate = z.output<typeof MetricUpdate>;

/** What a version holds: everything that decides a verdict. */
export const MetricDefinition = z.object({
  backend: z.enum(metricBackends),
  score_type: z.enum(scoreTypes),
  metric_scope: z.array(z.enum(metricScopes)),
  threshold: z.number().nullable(),
  threshold_operator: z.enum(thresholdOperators).nullable(),
  negate: z.boolean(),
  min_score: z.number().nullable(),
  max_score: z.number().nullable(),
  ground_truth_required: z.boolean(),
  context_required: z.boolean(),
  kind: z.string().nullable(),
  args: JsonObject,
  evaluation_prompt: z.string().nullable(),
  evaluation_steps: z.string().nullable(),
  reasoning: z.string().nullable(),
  explanation: z.string().nullable(),
  evaluation_examples: z.string().nullable(),
  categories: z.array(z.string()).nullable(),
  passing_categories: z.array(z.string()).nullable(),
  criteria: z.array(z.string()).nullable(),
  model_id: Id.nullable(),
  votes: z.number().int(),
  source: z.string().nullable(),
  function_name: z.string().nullable(),
  environment: z.string().nullable(),
});
export type MetricDefinition = z.output<typeof MetricDefinition>;

/** How often two judges say the same, beyond chance (Cohen's κ, with its interval of 95 %). */
export const Agreement = z.object({
  n: z.number().int(),
  agreement: z.number().nullable(),
  kappa: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});
export type Agreement = z.output<typeof Agreement>;

export const ReviewAgreement = Agreement.extend({
  reviewed: z.number().int().meta({
    description:
      'Verdicts that a person reviewed; `n` of them passed, failed or were a flag, and are compared',
  }),
});
export type ReviewAgreement = z.output<typeof ReviewAgreement>;

export const Metric = MetricDefinition.extend({
  id: Id,
  project_id: Id.nullable().meta({ description: 'Without one it is seen from every project' }),
  name: z.string(),
  description: z.string().nullable(),
  tags: z.array(z.string()),
  needs: z.array(z.enum(metricNeeds)),
  requirements: z.array(z.object({ id: Id, name: z.string() })),
  review_agreement: ReviewAgreement.nullable().meta({
    description:
      'With the newest review of each of its verdicts, or of a result that it alone judged, among the results that the caller sees; null before the first, and without `test_result:read`',
  }),
  permitted_actions: z.array(z.string()),
  version: Version,
  created_by: Id.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp.nullable(),
});
export type Metric = z.output<typeof Metric>;

const invalidProblems = ['metric.invalid', 'metric.name_taken'] as const;

export const { listMetrics, getMetric, createMetric, updateMetric, deleteMetric, restoreMetric } =
  crudOperations({
    one: 'metric',
    many: 'metrics',
    tag,
    scope: 'project',
    words: ['a metric', 'metrics'],
    shown: Metric,
    create: MetricCreate,
    update: MetricUpdate,
    restorable: true,
    problems: invalidProblems,
    idProblems: ['metric.deleted'],
    updateProblems: ['version.stale'],
    tool: true,
  });

const common = { tag, scope: 'project', takes: 'moment' } as const;
const reading = { who: 'member', permission: 'metric:read' } as const;
const updating = { who: 'member', permission: 'metric:update' } as const;
const idProblems = ['metric.not_found', 'metric.deleted'] as const;

export const MetricKind = z.object({
  kind: z.string(),
  title: z.string(),
  page: z.string().meta({ description: 'What it looks at and when it misleads, as Markdown' }),
  needs: z.array(z.enum(metricNeeds)),
  args_schema: JsonObject.meta({ description: 'JSON Schema of its arguments' }),
  works_as_is: z.boolean().meta({
    description: 'Whether it judges with no argument given; otherwise it must be told what to look for',
  }),
  threshold: z.number(),
  threshold_operator: z.enum(thresholdOperators),
  flags_only: z.boolean().meta({
    description:
      'Its finding is a flag for a person and neither passes nor fails a test, unless the argument `decides` is true',
  }),
  blind_figures: z
    .object({ sample: z.number().int(), precision: z.number(), recall: z.number(), decided: z.number() })
    .nullable()
    .meta({ description: 'What it reached on answers labelled by people who did not know how it judges' }),
});
export type MetricKind = z.output<typeof MetricKind>;

export const listMetricKinds = defineOperation({
  ...common,
  id: 'metrics.kinds',
  method: 'GET',
  path: '/metrics/kinds',
  summary: 'The kinds of metric that need no model',
  access: reading,
  answers: { 200: z.array(MetricKind) },
  tool: true,
});

const MetricVersion = z.object({
  version: Version,
  name: z.string(),
  definition: MetricDefinition,
  created_by: Id.nullable(),
  created_at: Timestamp,
});
export type MetricVersion = z.output<typeof MetricVersion>;

export const listMetricVersions = defineOperation({
  ...common,
  id: 'metrics.versions',
  method: 'GET',
  path: '/metrics/{id}/versions',
  summary: 'The versions of a metric, newest first; none ever changes',
  access: reading,
  params: idParams,
  query: pageQuery,
  answers: { 200: z.array(MetricVersion) },
  problems: idProblems,
});

export const restoreMetricVersion = defineOperation({
  ...common,
  id: 'metrics.restore_version',
  method: 'POST',
  path: '/metrics/{id}/versions/{version}/restore',
  summary: 'Make an earlier version the next one',
  access: updating,
  audit: 'metric.version_restored',
  params: idParams.extend({ version: z.coerce.number().int().min(1).max(2_000_000_000) }),
  answers: { 200: Metric },
  problems: [...idProblems, 'metric.version_not_found', 'metric.invalid', 'metric.name_taken'],
});
