import { date, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';

// Written by the database itself, in the transaction that settles a result, writes a verdict or lets a review decide.

export const insightResultCounts = pgTable('insight_result_counts', {
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  testRunId: uuid('test_run_id').notNull(),
  day: date('day').notNull(),
  requirementId: uuid('requirement_id'),
  categoryId: uuid('category_id'),
  topicId: uuid('topic_id'),
  status: text('status').notNull(),
  automatedStatus: text('automated_status').notNull(),
  count: integer('count').notNull(),
});

export const insightMetricCounts = pgTable('insight_metric_counts', {
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  testRunId: uuid('test_run_id').notNull(),
  day: date('day').notNull(),
  requirementId: uuid('requirement_id'),
  metricId: uuid('metric_id').notNull(),
  metricName: text('metric_name').notNull(),
  verdict: text('verdict').notNull(),
  automatedVerdict: text('automated_verdict').notNull(),
  count: integer('count').notNull(),
});

export const insightLatencyCounts = pgTable('insight_latency_counts', {
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  testRunId: uuid('test_run_id').notNull(),
  day: date('day').notNull(),
  step: smallint('step').notNull(),
  count: integer('count').notNull(),
});

export const insightRepeatCounts = pgTable('insight_repeat_counts', {
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  testRunId: uuid('test_run_id').notNull(),
  testId: uuid('test_id').notNull(),
  day: date('day').notNull(),
  requirementId: uuid('requirement_id'),
  categoryId: uuid('category_id'),
  topicId: uuid('topic_id'),
  passed: integer('passed').notNull(),
  failed: integer('failed').notNull(),
});
