import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

// What other modules may read, joined to tables of theirs. They change nothing here but through the verbs of this one.

export const shownReviews = pgTable('reviews', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  testResultId: uuid('test_result_id'),
  targetType: text('target_type').notNull(),
  targetReference: text('target_reference'),
  status: text('status').notNull(),
  author: uuid('author'),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
  deletedAt: timestamp('deleted_at', { withTimezone: true, mode: 'date' }),
});
