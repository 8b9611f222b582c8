import type { Task } from '@sonde/contract';
import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const tasks = pgTable('tasks', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  title: text('title').notNull(),
  description: text('description'),
  status: text('status').$type<Task['status']>().notNull(),
  priority: text('priority').$type<Task['priority']>().notNull(),
  assigneeId: uuid('assignee_id'),
  entityType: text('entity_type'),
  entityId: uuid('entity_id'),
  entityName: text('entity_name'),
  entityTraceId: text('entity_trace_id'),
  completedAt: time('completed_at'),
  version: integer('version').notNull().default(1),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
  deletedAt: time('deleted_at'),
});
export type TaskRow = typeof tasks.$inferSelect;
