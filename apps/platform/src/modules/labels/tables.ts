import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const labels = pgTable('labels', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  kind: text('kind').$type<LabelKind>().notNull(),
  name: text('name').notNull(),
  nameKey: text('name_key').notNull(),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
});

export type LabelKind = 'category' | 'topic';
export type LabelRow = typeof labels.$inferSelect;
