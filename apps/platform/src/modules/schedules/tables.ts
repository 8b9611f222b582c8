import { boolean, integer, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Schedule } from '@sonde/contract';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const schedules = pgTable('schedules', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  name: text('name').notNull(),
  testSetId: uuid('test_set_id').notNull(),
  endpointId: uuid('endpoint_id').notNull(),
  cron: text('cron').notNull(),
  timezone: text('timezone').notNull(),
  options: json('options').$type<Schedule['options']>().notNull(),
  jitterSeconds: integer('jitter_seconds').notNull(),
  isPaused: boolean('is_paused').notNull(),
  stopReason: text('stop_reason').$type<Schedule['stop_reason']>(),
  nextAt: time('next_at'),
  lastTime: time('last_time'),
  lastTestRunId: uuid('last_test_run_id'),
  lastError: text('last_error'),
  version: integer('version').notNull().default(1),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
});

export type ScheduleRow = typeof schedules.$inferSelect;
