import { sql, type SQL } from 'drizzle-orm';
import { doublePrecision, integer, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

// What other modules may read, joined to tables of theirs. They change nothing here but through the verbs of this one.

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const shownRuns = pgTable('test_runs', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  testConfigurationId: uuid('test_configuration_id').notNull(),
  testSetId: uuid('test_set_id').notNull(),
  endpointId: uuid('endpoint_id').notNull(),
  name: text('name').notNull(),
  status: text('status').notNull(),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull(),
  deletedAt: time('deleted_at'),
});

export const shownConfigurations = pgTable('test_configurations', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  options: json('options').notNull(),
});

export const shownResults = pgTable('test_results', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  testRunId: uuid('test_run_id').notNull(),
  testId: uuid('test_id').notNull(),
  requirementId: uuid('requirement_id'),
  categoryId: uuid('category_id'),
  topicId: uuid('topic_id'),
  repeat: integer('repeat').notNull(),
  status: text('status').notNull(),
  automatedStatus: text('automated_status'),
  /** The review of the same answer that it follows; null where it follows none. */
  carried: json('carried'),
  durationMs: doublePrecision('duration_ms'),
  createdAt: time('created_at').notNull(),
  finishedAt: time('finished_at'),
});

/** Which answers are the same, not what they say. */
export const shownOutputs = pgTable('test_outputs', {
  testResultId: uuid('test_result_id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  answerHash: text('answer_hash'),
});

/**
 * What was said in all repeats of a test together, null where not all of it is known whole. Who says “no” more often than before
 * says something else, though both words were there before; of one answer it does not matter how often it came.
 */
export const answersOfRepeats = (hash: SQL): SQL<string | null> => sql`
  case when bool_and(${hash} is not null) then
    case when min(${hash}) = max(${hash}) then min(${hash}) else string_agg(${hash}, ' ' order by ${hash}) end end`;

/** The answers that people have judged, each by the newest review that decides. */
export const shownReviewedAnswers = pgTable('reviewed_answers', {
  testResultId: uuid('test_result_id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  testId: uuid('test_id').notNull(),
  testVersion: integer('test_version').notNull(),
  answerHash: text('answer_hash').notNull(),
});

export const shownVerdicts = pgTable('test_verdicts', {
  testResultId: uuid('test_result_id').notNull(),
  organizationId: uuid('organization_id').notNull(),
  metricId: uuid('metric_id').notNull(),
  metricName: text('metric_name').notNull(),
  verdict: text('verdict').notNull(),
  automatedVerdict: text('automated_verdict').notNull(),
  score: doublePrecision('score'),
  threshold: doublePrecision('threshold'),
});
