import { doublePrecision, boolean, integer, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Combine, ExplorerTest } from '@sonde/contract';
import type { MetricReference } from '#metrics';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const explorerSets = pgTable('explorer_sets', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  name: text('name').notNull(),
  description: text('description'),
  tags: text('tags').array().notNull(),
  defaultEndpointId: uuid('default_endpoint_id'),
  metricIds: uuid('metric_ids').array().notNull(),
  version: integer('version').notNull().default(1),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
  deletedAt: time('deleted_at'),
});
export type SetRow = typeof explorerSets.$inferSelect;

export const explorerTopics = pgTable('explorer_topics', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  explorerSetId: uuid('explorer_set_id').notNull(),
  path: text('path').notNull(),
  pathKey: text('path_key').notNull(),
  createdAt: time('created_at').notNull(),
});
export type TopicRow = typeof explorerTopics.$inferSelect;

export interface SuggestionOrigin {
  readonly made_by: 'mutation' | 'neighbour' | 'model' | 'given';
  readonly why: string | null;
  readonly near_test_id: string | null;
  readonly diversity_score: number | null;
}

/** What a test that came from a test set is judged by there, beside what is set for all. */
export interface Judging {
  readonly metrics: readonly MetricReference[];
  readonly combine: Combine;
  readonly expected: string | null;
}

export const explorerTests = pgTable('explorer_tests', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  explorerSetId: uuid('explorer_set_id').notNull(),
  topicId: uuid('topic_id'),
  state: text('state').$type<'test' | 'suggested' | 'rejected'>().notNull(),
  input: text('input').notNull(),
  inputHash: text('input_hash').notNull(),
  /** With how long the endpoint took, where one was asked. */
  output: json('output').$type<{ readonly text: string; readonly duration_ms?: number }>(),
  label: text('label').$type<ExplorerTest['label']>().notNull(),
  labeler: text('labeler').notNull(),
  toEval: boolean('to_eval').notNull(),
  modelScore: doublePrecision('model_score'),
  metrics: json('metrics').$type<NonNullable<ExplorerTest['metrics']>>(),
  error: text('error'),
  judging: json('judging').$type<Judging>(),
  scoredAt: time('scored_at'),
  suggestion: json('suggestion').$type<SuggestionOrigin>(),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
});
export type TestRow = typeof explorerTests.$inferSelect;

/** What a job does with each of its tests, and with what. */
export interface ExplorerWork {
  /** Made first, when there is something to suggest. */
  readonly suggest: {
    readonly topic: string | null;
    readonly num_examples: number;
    readonly num_suggestions: number;
    readonly user_feedback: string | null;
  } | null;
  readonly endpointId: string | null;
  /** By which all tests are judged. */
  readonly metrics: readonly MetricReference[];
  /** Each test by what it brought along as well. Without it and without metrics nothing is scored. */
  readonly withOwn?: boolean;
}

export const explorerJobs = pgTable('explorer_jobs', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  userId: uuid('user_id').notNull(),
  explorerSetId: uuid('explorer_set_id').notNull(),
  request: json('request').$type<ExplorerWork>().notNull(),
  /** The worker that may write. */
  owner: uuid('owner'),
  endedAt: time('ended_at'),
  createdAt: time('created_at').notNull(),
});
export type JobRow = typeof explorerJobs.$inferSelect;

export const explorerJobTests = pgTable('explorer_job_tests', {
  explorerJobId: uuid('explorer_job_id').notNull(),
  explorerTestId: uuid('explorer_test_id').notNull(),
  organizationId: uuid('organization_id').notNull(),
  position: integer('position').notNull(),
  state: text('state').$type<'waiting' | 'calling' | 'called' | 'scoring' | 'done' | 'failed'>().notNull(),
  error: text('error'),
});
