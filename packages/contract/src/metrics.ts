import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id, JsonObject, Message, Name, Tags, Timestamp, Version, idParams } from './primitives.ts';
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

export const Metric = MetricDefinition.extend({
  id: Id,
  project_id: Id.nullable().meta({ description: 'Without one it is seen from every project' }),
  name: z.string(),
  description: z.string().nullable(),
  tags: z.array(z.string()),
  needs: z.array(z.enum(metricNeeds)),
  requirements: z.array(z.object({ id: Id, name: z.string() })),
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
  threshold: z.number(),
  threshold_operator: z.enum(thresholdOperators),
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
  summary: 'All versions of a metric, the newest first; none ever changes',
  access: reading,
  params: idParams,
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

const text = z.string().max(1_000_000);
const list = z.array(z.unknown()).max(1000);

/** What is scored. Nothing of it is stored. */
const tried = {
  input: text.nullable().optional(),
  output: z.union([text, JsonObject, list]).nullable().optional(),
  expected: z.union([text, JsonObject, list]).nullable().optional(),
  context: z.union([text, list]).nullable().optional(),
  tool_calls: list.nullable().optional(),
  metadata: JsonObject.nullable().optional(),
  duration_ms: z.number().min(0).nullable().optional(),
  conversation: list.nullable().optional(),
  others: z
    .array(
      z.strictObject({
        relation: z.enum([
          'paraphrase',
          'typo',
          'case',
          'spacing',
          'order',
          'length',
          'unicode',
          'encoding',
          'language',
          'frame',
          'negation',
          'repeat',
        ]),
        output: text.nullable(),
        verdict: z.string().max(40).nullable().optional(),
        duration_ms: z.number().min(0).nullable().optional(),
      }),
    )
    .max(100)
    .nullable()
    .optional(),
  scores: z.record(z.string().max(200), z.number().nullable()).optional(),
  args: JsonObject.optional(),
  threshold: z.number().optional(),
  negate: z.boolean().optional(),
};

export const MetricEvidence = z.object({
  field: z.string(),
  index: z.number().int().optional(),
  start: z.number().int(),
  end: z.number().int(),
  text: z.string(),
});

export const MetricTrial = z.object({
  verdict: z.enum(['pass', 'fail', 'not_evaluated', 'error']),
  score: z.number().nullable(),
  category: z.string().nullable(),
  threshold: z.number().nullable(),
  threshold_operator: z.enum(thresholdOperators).nullable(),
  reason: z.string(),
  reason_code: z.string().nullable(),
  evidence: z.array(MetricEvidence),
  detail: JsonObject.nullable(),
  metric_version: Version.nullable(),
  duration_ms: z.number(),
});
export type MetricTrial = z.output<typeof MetricTrial>;

const trying = {
  tag,
  scope: 'project',
  takes: 'target',
  access: reading,
  audit: { none: 'it scores what it is given and stores nothing' },
  answers: { 200: MetricTrial },
  limit: { bucket: 'metric-try', max: 600, windowSeconds: 60, per: 'organization' },
  bodyLimitBytes: 8 * 1024 * 1024,
} as const;

export const tryMetric = defineOperation({
  ...trying,
  id: 'metrics.try',
  method: 'POST',
  path: '/metrics/{id}/try',
  summary: 'Score an answer with a metric, without storing anything',
  params: idParams,
  body: z.strictObject(tried),
  problems: [...idProblems, 'metric.invalid'],
  tool: true,
});

export const tryMetricDraft = defineOperation({
  ...trying,
  id: 'metrics.try_draft',
  method: 'POST',
  path: '/metrics/try',
  summary: 'Score an answer with a metric that is not saved',
  body: z.strictObject({ metric: MetricCreate, ...tried }),
  problems: ['metric.invalid'],
});

const promptBody = z.string().trim().min(3).max(4000);

export const generateMetric = defineOperation({
  tag,
  scope: 'project',
  takes: 'target',
  id: 'metrics.generate',
  method: 'POST',
  path: '/metrics/generate',
  summary: 'Make a metric from what it is to check, in plain words',
  description:
    'Rules find a built-in kind in the words; with a model configured, what no rule finds becomes a judge. Nothing is made of words that neither understands.',
  access: { who: 'member', permission: 'metric:create' },
  audit: 'metric.created',
  body: z.strictObject({ prompt: promptBody, ...projectId }),
  answers: { 201: Metric },
  problems: ['metric.not_understood', 'metric.name_taken', 'metric.invalid'],
  limit: { bucket: 'metric-generate', max: 60, windowSeconds: 60, per: 'organization' },
});

const Agreement = z.object({
  n: z.number().int(),
  agreement: z.number().nullable(),
  kappa: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});

export const improveMetric = defineOperation({
  tag,
  scope: 'project',
  takes: 'target',
  id: 'metrics.improve',
  method: 'POST',
  path: '/metrics/{id}/improve',
  summary: 'Improve a metric from an instruction and from the reviews of its verdicts',
  description:
    'Answers the metric in its next version, what changed, which verdicts flip, and its agreement with reviews that were held out. With `dry_run` nothing is saved.',
  access: updating,
  audit: 'metric.improved',
  params: idParams,
  body: z.strictObject({ prompt: promptBody, dry_run: z.boolean().default(false) }),
  answers: {
    200: Metric.extend({
      dry_run: z.boolean(),
      changes: z.array(
        z.object({ field: z.string(), before: z.unknown(), after: z.unknown(), why: z.string() }),
      ),
      flips: z.array(
        z.object({ reference: z.string(), before: z.string(), after: z.string(), review: z.string() }),
      ),
      agreement: z.object({ before: Agreement, after: Agreement }).nullable().meta({
        description: 'With reviews held out from the fit; null without any',
      }),
    }),
  },
  problems: [...idProblems, 'metric.not_improvable', 'metric.invalid', 'metric.name_taken'],
  limit: { bucket: 'metric-generate', max: 60, windowSeconds: 60, per: 'organization' },
});

const linkParams = z.strictObject({ id: Id, metric_id: Id });
const linkProblems = [
  'metric.not_found',
  'metric.deleted',
  'requirement.not_found',
  'requirement.deleted',
] as const;

export const linkRequirementMetric = defineOperation({
  ...common,
  id: 'requirements.link_metric',
  method: 'POST',
  path: '/requirements/{id}/metrics/{metric_id}',
  summary: 'Judge a requirement by a metric',
  access: updating,
  audit: 'requirement.metric_linked',
  params: linkParams,
  answers: { 200: Message },
  problems: linkProblems,
});

export const unlinkRequirementMetric = defineOperation({
  ...common,
  id: 'requirements.unlink_metric',
  method: 'DELETE',
  path: '/requirements/{id}/metrics/{metric_id}',
  summary: 'Judge a requirement no longer by a metric',
  access: updating,
  audit: 'requirement.metric_unlinked',
  params: linkParams,
  answers: { 200: Message },
  problems: linkProblems,
});

const requirementParams = z.strictObject({ id: Id, requirement_id: Id });

export const linkMetricRequirement = defineOperation({
  ...common,
  id: 'metrics.link_requirement',
  method: 'POST',
  path: '/metrics/{id}/requirements/{requirement_id}',
  summary: 'Judge a requirement by this metric',
  access: updating,
  audit: 'requirement.metric_linked',
  params: requirementParams,
  answers: { 200: Message },
  problems: linkProblems,
});

export const unlinkMetricRequirement = defineOperation({
  ...common,
  id: 'metrics.unlink_requirement',
  method: 'DELETE',
  path: '/metrics/{id}/requirements/{requirement_id}',
  summary: 'Judge a requirement no longer by this metric',
  access: updating,
  audit: 'requirement.metric_unlinked',
  params: requirementParams,
  answers: { 200: Message },
  problems: linkProblems,
});

export const listRequirementMetrics = defineOperation({
  ...common,
  id: 'requirements.metrics',
  method: 'GET',
  path: '/requirements/{id}/metrics',
  summary: 'The metrics that judge a requirement',
  access: reading,
  params: idParams,
  answers: { 200: z.array(Metric) },
  problems: ['requirement.not_found', 'requirement.deleted'],
});

export const listMetricRequirements = defineOperation({
  ...common,
  id: 'metrics.requirements',
  method: 'GET',
  path: '/metrics/{id}/requirements',
  summary: 'The requirements that a metric judges',
  access: reading,
  params: idParams,
  answers: { 200: z.array(z.object({ id: Id, name: z.string() })) },
  problems: idProblems,
});
