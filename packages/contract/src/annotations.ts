import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id, Timestamp } from './primitives.ts';
import { reviewStatuses } from './reviews.ts';
import { getTestResult } from './test-runs.ts';
import { word } from './words.ts';

const tag = 'Reviews';
const Person = z.object({ id: Id, name: z.string().nullable() });

export const Annotation = z.object({
  review_id: Id,
  source: z.literal('test_result'),
  status: z.enum(reviewStatuses),
  comments: z.string(),
  target: z.object({
    type: z.enum(['test_result', 'metric', 'turn', 'trace']),
    reference: z.string().nullable(),
    name: z.string().nullable().meta({ description: 'Of a metric its name, of a turn `Turn N`' }),
  }),
  resolved: z.boolean(),
  is_blind: z.boolean(),
  user: Person.nullable(),
  automated_status: z
    .string()
    .nullable()
    .meta({ description: 'What the metrics said of the same: of the result, or of this metric' }),
  test_result_id: Id,
  test_run_id: Id,
  test_run_name: z.string(),
  project_id: Id.nullable(),
  requirement_id: Id.nullable(),
  requirement_name: z.string().nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Annotation = z.output<typeof Annotation>;

export const listAnnotations = defineOperation({
  id: 'annotations.list',
  method: 'GET',
  path: '/annotations',
  tag,
  summary: 'What people said of results, everywhere, newest first',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'test_result:read' },
  query: z.strictObject({
    skip: z.coerce.number().int().min(0).max(1_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(100).default(50),
    source: z.enum(['test_result', 'trace']).optional(),
    search: z.string().max(200).optional().meta({ description: 'In the comment, in any case' }),
    resolved: z.enum(['true', 'false']).optional(),
    rating: word(reviewStatuses).optional(),
    target_type: word(['test_result', 'metric', 'turn', 'trace']).optional(),
    user_id: Id.optional(),
    test_run_id: Id.optional(),
    test_result_id: Id.optional(),
    metric_id: Id.optional(),
  }),
  answers: { 200: z.array(Annotation) },
  tool: true,
});

const agreed = {
  n: z.number().int(),
  agreement: z.number().nullable().meta({ description: 'Percent of equal verdicts' }),
  kappa: z.number().nullable().meta({
    description: "Cohen's κ, agreement beyond chance; null where one of the two always says the same",
  }),
  kappa_low: z.number().nullable().meta({ description: '95 %' }),
  kappa_high: z.number().nullable(),
};
export const ReviewerAgreement = z.object({
  between_reviewers: z.array(z.object({ reviewers: z.tuple([Person, Person]), ...agreed })),
  metrics: z
    .array(z.object({ metric_id: Id, metric_name: z.string(), ...agreed }))
    .meta({ description: 'Each metric with the newest review of its verdict' }),
  results: z.object(agreed).meta({ description: 'Whole results: their metrics with the newest review' }),
});
export type ReviewerAgreement = z.output<typeof ReviewerAgreement>;

export const reviewAgreement = defineOperation({
  id: 'annotations.agreement',
  method: 'GET',
  path: '/annotations/agreement',
  tag,
  summary: 'How far people agree with each other, and with each metric',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'test_result:read' },
  query: z.strictObject({ test_run_id: Id.optional(), metric_id: Id.optional() }),
  answers: { 200: ReviewerAgreement },
  tool: true,
});

const whole = getTestResult.answers[200];
/** A result to be judged. Blind, it says nothing of what the metrics said. */
export const ReviewItem = z.object({
  result: whole
    .extend({ status: whole.shape.status.nullable() })
    .nullable()
    .meta({ description: 'Null when nothing is left' }),
  reason: z.string().nullable().meta({ description: 'Why this one' }),
  uncertainty: z.number().min(0).max(1).nullable(),
  claimed_until: Timestamp.nullable(),
  blind: z.boolean(),
  upcoming: Id.nullable().meta({
    description: 'What will most likely come next; it is not claimed yet, and may be read ahead',
  }),
  remaining: z.number().int().meta({ description: 'What waits for you besides this, up to 1,000' }),
});
export type ReviewItem = z.output<typeof ReviewItem>;

const queue = { test_run_id: Id.optional(), metric_id: Id.optional() };
export const nextReview = defineOperation({
  id: 'review_queue.next',
  method: 'POST',
  path: '/review_queue/next',
  tag,
  summary: 'Claim the result whose verdict is least certain, those that nobody has reviewed first',
  description:
    'Each person holds one claim at a time, and nobody else is given the same result meanwhile. Whoever asks again before they have reviewed it is given the same one. A review ends the claim, so does time.',
  scope: 'project',
  takes: 'moment',
  audit: { none: 'A claim is a matter of minutes; the review is written down.' },
  access: { who: 'member', permission: 'test_result:update' },
  body: z.strictObject({
    ...queue,
    blind: z.boolean().default(false).meta({
      description: 'Hide what the metrics said until you have reviewed it',
    }),
  }),
  bodyOptional: true,
  answers: { 200: ReviewItem },
  problems: ['test_run.not_found'],
});

export const releaseReview = defineOperation({
  id: 'review_queue.release',
  method: 'POST',
  path: '/review_queue/release',
  tag,
  summary: 'Give your claim back; what you have put aside comes to you last',
  scope: 'project',
  takes: 'moment',
  audit: { none: 'A claim is a matter of minutes.' },
  access: { who: 'member', permission: 'test_result:update' },
  body: z.strictObject({
    test_result_id: Id.optional().meta({ description: 'Only if this is what you hold' }),
    skip: z.boolean().default(true),
  }),
  bodyOptional: true,
  answers: { 200: z.object({ released: z.boolean() }) },
});

export const reviewProgress = defineOperation({
  id: 'review_queue.progress',
  method: 'GET',
  path: '/review_queue/progress',
  tag,
  summary: 'How many results of a run people have reviewed, and who how many',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'test_result:read' },
  query: z.strictObject({ test_run_id: Id }),
  answers: {
    200: z.object({
      results: z.number().int(),
      reviewed: z.number().int(),
      remaining: z.number().int(),
      reviewers: z.array(z.object({ id: Id, name: z.string().nullable(), results: z.number().int() })),
    }),
  },
  problems: ['test_run.not_found'],
});
