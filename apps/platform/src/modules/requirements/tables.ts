import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const requirements = pgTable('requirements', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  name: text('name').notNull(),
  nameKey: text('name_key').notNull(),
  description: text('description'),
  tags: text('tags').array().notNull(),
  version: integer('version').notNull().default(1),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
  deletedAt: time('deleted_at'),
});

export type RequirementRow = typeof requirements.$inferSelect;
