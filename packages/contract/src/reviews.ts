import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id, Timestamp, idParams } from './primitives.ts';
import { word } from './words.ts';

const tag = 'Reviews';

/** What a person judged. Only reviews of a result or of a metric's verdict change anything; the others are evidence. */
export const ReviewTarget = z.strictObject({
  type: word(['test_result', 'metric', 'turn', 'trace']),
  reference: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .nullable()
    .optional()
    .meta({ description: 'Of a metric its id or name, of a turn its number' }),
});

export const reviewStatuses = ['Pass', 'Fail'] as const;
export const Review = z.object({
  id: Id,
  test_result_id: Id.nullable().meta({ description: 'Null of a review of a trace' }),
  trace_db_id: Id.nullable().meta({ description: 'Of a review of a trace the id of its row' }),
  target: z.object({
    type: z.enum(['test_result', 'metric', 'turn', 'trace']),
    reference: z.string().nullable(),
  }),
  status: z.enum(reviewStatuses),
  comment: z.string(),
  resolved: z.boolean(),
  resolved_by: Id.nullable(),
  resolved_at: Timestamp.nullable(),
  author: Id.nullable(),
  is_blind: z.boolean().meta({ description: 'Its author had not seen what the metrics said' }),
  history: z.array(
    z.object({
      status: z.enum(reviewStatuses),
      comment: z.string(),
      changed_by: Id.nullable(),
      changed_at: Timestamp,
      deleted: z.boolean(),
    }),
  ),
  permitted_actions: z.array(z.string()),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Review = z.output<typeof Review>;

const body = z.strictObject({
  target: ReviewTarget.default({ type: 'test_result' }),
  status: word(reviewStatuses),
  comment: z.string().max(10_000).default(''),
});

const reviewParams = z.strictObject({ id: Id, review_id: Id });
const change = z.strictObject({
  status: word(reviewStatuses).optional(),
  comment: z.string().max(10_000).optional(),
  resolved: z.boolean().optional(),
});

export const listReviews = defineOperation({
  id: 'reviews.list',
  method: 'GET',
  path: '/test_results/{id}/reviews',
  tag,
  summary: 'What people said of a result, newest first',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'test_result:read' },
  params: idParams,
  answers: { 200: z.array(Review) },
  problems: ['test_result.not_found'],
});

export const createReview = defineOperation({
  id: 'reviews.create',
  method: 'POST',
  path: '/test_results/{id}/reviews',
  tag,
  summary: 'Say whether a result, or the verdict of one metric, is right; the newest review decides',
  scope: 'project',
  takes: 'moment',
  audit: 'review.created',
  access: { who: 'member', permission: 'test_result:update' },
  params: idParams,
  body,
  answers: { 201: Review },
  problems: ['test_result.not_found', 'test_result.not_ended', 'review.target_unknown'],
  tool: true,
});

export const updateReview = defineOperation({
  id: 'reviews.update',
  method: 'PUT',
  path: '/test_results/{id}/reviews/{review_id}',
  tag,
  summary: 'Change your own review, or mark any as resolved; what it said before stays in its history',
  scope: 'project',
  takes: 'moment',
  audit: 'review.updated',
  aliases: [{ method: 'PATCH' }],
  access: { who: 'member', permission: 'test_result:update' },
  params: reviewParams,
  body: change,
  answers: { 200: Review },
  problems: ['test_result.not_found', 'review.not_found'],
});

export const deleteReview = defineOperation({
  id: 'reviews.delete',
  method: 'DELETE',
  path: '/test_results/{id}/reviews/{review_id}',
  tag,
  summary: 'Delete your own review; the next newest decides again, or the metrics do',
  scope: 'project',
  takes: 'moment',
  audit: 'review.deleted',
  access: { who: 'member', permission: 'test_result:update' },
  params: reviewParams,
  answers: { 200: Review },
  problems: ['test_result.not_found', 'review.not_found'],
});

const traceShared = { tag, scope: 'project', takes: 'moment' } as const;
const traceId = z
  .string()
  .regex(/^([0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i)
  .meta({ description: 'The id of its row, or its trace id' });
const ofTrace = z.strictObject({ id: traceId });
const ofTraceReview = z.strictObject({ id: traceId, review_id: Id });

export const listTraceReviews = defineOperation({
  ...traceShared,
  id: 'reviews.list_of_trace',
  method: 'GET',
  path: '/telemetry/traces/{id}/reviews',
  summary: 'What people said of a trace, newest first',
  access: { who: 'member', permission: 'trace:read' },
  params: ofTrace,
  answers: { 200: z.array(Review) },
  problems: ['trace.not_found'],
});

export const createTraceReview = defineOperation({
  ...traceShared,
  id: 'reviews.create_of_trace',
  method: 'POST',
  path: '/telemetry/traces/{id}/reviews',
  summary: 'Say whether what happened in a trace, or in one turn of its conversation, is right',
  description: 'Evidence for whoever reads it: it changes no verdict and no count.',
  audit: 'review.created',
  access: { who: 'member', permission: 'test_result:update', also: ['trace:read'] },
  params: ofTrace,
  body: body.extend({ target: ReviewTarget.default({ type: 'trace' }) }),
  answers: { 201: Review },
  problems: ['trace.not_found', 'review.target_unknown'],
  tool: true,
});

export const updateTraceReview = defineOperation({
  ...traceShared,
  id: 'reviews.update_of_trace',
  method: 'PUT',
  path: '/telemetry/traces/{id}/reviews/{review_id}',
  summary: 'Change your own review of a trace, or mark any as resolved',
  audit: 'review.updated',
  aliases: [{ method: 'PATCH' }],
  access: { who: 'member', permission: 'test_result:update', also: ['trace:read'] },
  params: ofTraceReview,
  body: change,
  answers: { 200: Review },
  problems: ['trace.not_found', 'review.not_found'],
});

export const deleteTraceReview = defineOperation({
  ...traceShared,
  id: 'reviews.delete_of_trace',
  method: 'DELETE',
  path: '/telemetry/traces/{id}/reviews/{review_id}',
  summary: 'Delete your own review of a trace',
  audit: 'review.deleted',
  access: { who: 'member', permission: 'test_result:update', also: ['trace:read'] },
  params: ofTraceReview,
  answers: { 200: Review },
  problems: ['trace.not_found', 'review.not_found'],
});
