import { json, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { GenerateTests } from '@sonde/contract';

/** As it was asked for, and by whom it was asked: a job has the rights of a person, and a token may have had fewer. */
interface Asked extends GenerateTests {
  readonly may_make_metrics?: boolean;
}

export const testGenerations = pgTable('test_generations', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  userId: uuid('user_id').notNull(),
  testSetId: uuid('test_set_id').notNull(),
  request: json('request').$type<Asked>().notNull(),
  result: json('result').$type<Record<string, unknown>>(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
});
export type GenerationRow = typeof testGenerations.$inferSelect;
