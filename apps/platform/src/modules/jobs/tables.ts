import { boolean, integer, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { JobStatus } from '@sonde/contract';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const jobs = pgTable('jobs', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  createdBy: uuid('created_by'),
  kind: text('kind').notNull(),
  title: text('title').notNull(),
  status: text('status').$type<JobStatus>().notNull(),
  subjectId: uuid('subject_id'),
  endpointId: uuid('endpoint_id'),
  /** The session or API token that it was begun with; none for work in the background. */
  credentialId: uuid('credential_id'),
  sessionId: text('session_id'),
  step: integer('step').notNull(),
  total: integer('total'),
  label: text('label').notNull(),
  result: json('result').$type<Record<string, unknown>>(),
  error: text('error'),
  cancelRequested: boolean('cancel_requested').notNull(),
  queueName: text('queue_name').notNull(),
  queueJobId: uuid('queue_job_id').notNull(),
  createdAt: time('created_at').notNull(),
  startedAt: time('started_at'),
  finishedAt: time('finished_at'),
  updatedAt: time('updated_at').notNull(),
});

export type JobRow = typeof jobs.$inferSelect;
