import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const comments = pgTable('comments', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  entityType: text('entity_type').notNull(),
  entityId: uuid('entity_id').notNull(),
  content: text('content').notNull(),
  mentions: uuid('mentions').array().notNull(),
  /** Everybody who was ever told of a mention in it. */
  told: uuid('told').array().notNull(),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
});
export type CommentRow = typeof comments.$inferSelect;

export const commentEmojis = pgTable('comment_emojis', {
  organizationId: uuid('organization_id').notNull(),
  commentId: uuid('comment_id').notNull(),
  emoji: text('emoji').notNull(),
  userId: uuid('user_id').notNull(),
});
