import { boolean, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Review } from '@sonde/contract';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const reviews = pgTable('reviews', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  /** Of what it is: one of the two. */
  testResultId: uuid('test_result_id'),
  traceId: uuid('trace_id'),
  targetType: text('target_type').$type<Review['target']['type']>().notNull(),
  targetReference: text('target_reference'),
  status: text('status').$type<Review['status']>().notNull(),
  comment: text('comment').notNull(),
  resolvedBy: uuid('resolved_by'),
  resolvedAt: time('resolved_at'),
  author: uuid('author'),
  isBlind: boolean('is_blind').notNull(),
  history: json('history').$type<Review['history']>().notNull(),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
  deletedAt: time('deleted_at'),
});
export type ReviewRow = typeof reviews.$inferSelect;

export const reviewClaims = pgTable('review_claims', {
  organizationId: uuid('organization_id').notNull(),
  userId: uuid('user_id').notNull(),
  testResultId: uuid('test_result_id').notNull(),
  isBlind: boolean('is_blind').notNull(),
  claimedUntil: time('claimed_until').notNull(),
});

export const reviewSkips = pgTable('review_skips', {
  organizationId: uuid('organization_id').notNull(),
  userId: uuid('user_id').notNull(),
  testResultId: uuid('test_result_id').notNull(),
  skippedAt: time('skipped_at').notNull(),
});

export const reviewAssignments = pgTable('review_assignments', {
  organizationId: uuid('organization_id').notNull(),
  testRunId: uuid('test_run_id').notNull(),
  testResultId: uuid('test_result_id').notNull(),
  userId: uuid('user_id').notNull(),
  assignedBy: uuid('assigned_by'),
  assignedAt: time('assigned_at').notNull(),
});
