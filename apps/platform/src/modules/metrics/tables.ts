import { integer, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { MetricDefinition } from '@sonde/contract';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const metrics = pgTable('metrics', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  name: text('name').notNull(),
  nameKey: text('name_key').notNull(),
  description: text('description'),
  tags: text('tags').array().notNull(),
  backend: text('backend').$type<MetricDefinition['backend']>().notNull(),
  kind: text('kind'),
  scoreType: text('score_type').$type<MetricDefinition['score_type']>().notNull(),
  metricScope: text('metric_scope').array().notNull(),
  definition: json('definition').$type<MetricDefinition>().notNull(),
  version: integer('version').notNull().default(1),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
  deletedAt: time('deleted_at'),
});
export type MetricRow = typeof metrics.$inferSelect;

export const metricVersions = pgTable('metric_versions', {
  organizationId: uuid('organization_id').notNull(),
  metricId: uuid('metric_id').notNull(),
  version: integer('version').notNull(),
  name: text('name').notNull(),
  definition: json('definition').$type<MetricDefinition>().notNull(),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull(),
});
export type MetricVersionRow = typeof metricVersions.$inferSelect;

export const requirementMetrics = pgTable('requirement_metrics', {
  organizationId: uuid('organization_id').notNull(),
  requirementId: uuid('requirement_id').notNull(),
  metricId: uuid('metric_id').notNull(),
  createdAt: time('created_at').notNull(),
});
