import { z } from 'zod';
import { Agreement, Metric, MetricCreate, thresholdOperators } from './metrics.ts';
import { defineOperation } from './operation.ts';
import { Id, JsonObject, Version, idParams } from './primitives.ts';

const tag = 'Metrics';
/** Trying spends what scoring spends: tokens of a model, time of the machine, calls of a connected program. */
const trier = { who: 'member', permission: 'metric:update' } as const;
/** What it is fitted to are answers and what people said of them: words of theirs come out as what changed. */
const improving = { who: 'member', permission: 'metric:update', also: ['test_result:read'] } as const;
const idProblems = ['metric.not_found', 'metric.deleted'] as const;
const projectId = { project_id: Id.nullable().optional() };

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
  flag: z.boolean().nullable().meta({
    description: 'Of a metric that only flags: whether it found something; null of one that decides',
  }),
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
  access: trier,
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
  access: { who: 'member', permission: 'metric:create' },
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

export const improveMetric = defineOperation({
  tag,
  scope: 'project',
  takes: 'target',
  id: 'metrics.improve',
  method: 'POST',
  path: '/metrics/{id}/improve',
  summary: 'Improve a metric from an instruction and from the reviews of its verdicts',
  description:
    'Answers the metric in its next version, what changed, which verdicts flip, and its agreement with reviews that were held out. Only reviews of results that the caller sees count. With `dry_run` nothing is saved.',
  access: improving,
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
