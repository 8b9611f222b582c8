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
  source: z.enum(['test_result', 'trace']),
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
  test_result_id: Id.nullable(),
  test_run_id: Id.nullable(),
  test_run_name: z.string().nullable(),
  trace_db_id: Id.nullable(),
  trace_id: z.string().nullable(),
  span_name: z.string().nullable().meta({ description: 'Of a trace what it is called' }),
  project_id: Id.nullable(),
  test_content: z.string().nullable().meta({ description: 'Of a result what its test asks, shortened' }),
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
  summary: 'What people said of results and traces, everywhere, newest first',
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
    trace_id: z.string().max(64).optional(),
    trace_db_id: Id.optional(),
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
  reason: z.string().nullable().meta({ description: 'Why this one; null where that is not to be known' }),
  uncertainty: z.number().min(0).max(1).nullable(),
  claimed_until: Timestamp.nullable(),
  blind: z.boolean(),
  assigned: z.boolean().meta({ description: 'Somebody wants you in particular to judge it' }),
  upcoming: Id.nullable().meta({
    description: 'What will most likely come next; it is not claimed yet, and may be read ahead',
  }),
  remaining: z.number().int().meta({ description: 'What waits for you besides this, up to 1,000' }),
  unsure: z.number().int().nullable().meta({
    description:
      'Of these, the ones whose metrics decided nothing, disagree, raised a flag or came near a threshold; null where what metrics said is not to be known: what comes first is what they are least sure of',
  }),
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
    'Each person holds one claim at a time, and nobody else is given the same result meanwhile. Whoever asks again before they have reviewed it is given the same one. A review ends the claim, so does time. What is assigned to you comes before all others, and what is assigned to others alone never comes to you. Where no run is named, a result whose same answer to the same test has been reviewed in another run does not come.',
  scope: 'project',
  takes: 'moment',
  audit: { none: 'A claim is a matter of minutes; the review is written down.' },
  access: { who: 'member', permission: 'test_result:update', also: ['test_result:read'] },
  body: z.strictObject({
    ...queue,
    undecided: z.boolean().default(false).meta({
      description: 'Only results that are not evaluated: neither metrics nor a person has decided them',
    }),
    failed: z.boolean().default(false).meta({
      description:
        'Only results that failed, unless it is by your or a colleague’s review of the same answer; with `undecided`, these as well as those',
    }),
    flags: z.enum(['only', 'without']).optional().meta({
      description:
        'Of those that are not evaluated, only what no metric but those that flag has judged, or all but that',
    }),
    showing: Id.optional().meta({
      description:
        'The result that is shown already: it comes first, unless somebody else has it or you have reviewed it',
    }),
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
      failed_unreviewed: z.number().int().meta({
        description:
          'Results that failed and that no person has reviewed, neither here nor where the same answer was given before',
      }),
      reviewers: z.array(
        z.object({
          id: Id,
          name: z.string().nullable(),
          results: z.number().int(),
          assigned: z
            .number()
            .int()
            .meta({ description: 'How many results of the run were assigned to them' }),
          done: z.number().int().meta({ description: 'How many of those they have reviewed' }),
        }),
      ),
    }),
  },
  problems: ['test_run.not_found'],
});

export const ReviewAssignment = z.object({
  test_run_id: Id,
  results: z.number().int().meta({ description: 'How many results of the run are assigned to somebody' }),
  reviewers: z.array(
    z.object({
      id: Id,
      name: z.string().nullable(),
      assigned: z.number().int(),
      done: z.number().int().meta({ description: 'How many of those they have reviewed' }),
    }),
  ),
});
export type ReviewAssignment = z.output<typeof ReviewAssignment>;

export const getReviewAssignment = defineOperation({
  id: 'review_queue.assignment',
  method: 'GET',
  path: '/review_queue/assignments/{test_run_id}',
  tag,
  summary: 'Who is to review the results of a run, and how far they are',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'test_result:read' },
  params: z.strictObject({ test_run_id: Id }),
  answers: { 200: ReviewAssignment },
  problems: ['test_run.not_found'],
});

export const putReviewAssignment = defineOperation({
  id: 'review_queue.assign',
  method: 'PUT',
  path: '/review_queue/assignments/{test_run_id}',
  tag,
  summary: 'Divide the results of a run among reviewers, each result to one or several of them',
  description:
    'Takes the place of what was assigned before; what somebody has reviewed already stays theirs. Shares are equal, and who judges together changes from result to result. Without reviewers nothing is assigned any more.',
  scope: 'project',
  takes: 'moment',
  audit: 'review.assigned',
  access: { who: 'member', permission: 'test_result:update' },
  params: z.strictObject({ test_run_id: Id }),
  body: z.strictObject({
    reviewer_ids: z.array(Id).max(20),
    reviews_each: z
      .number()
      .int()
      .min(1)
      .max(20)
      .default(1)
      .meta({ description: 'How many people judge each result' }),
    most: z
      .number()
      .int()
      .min(1)
      .max(5000)
      .default(500)
      .meta({ description: 'So many results, the least certain first' }),
  }),
  answers: { 200: ReviewAssignment },
  problems: ['test_run.not_found', 'review.reviewer_unknown', 'review.too_few_reviewers'],
});
