import { pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';

// What other modules may read, joined to tables of theirs. They change nothing here but through the verbs of this one.

export const testVerdicts = pgTable('test_verdicts', {
  testResultId: uuid('test_result_id').notNull(),
  ordinal: smallint('ordinal').notNull(),
  organizationId: uuid('organization_id').notNull(),
  metricId: uuid('metric_id').notNull(),
  automatedVerdict: text('automated_verdict').$type<'pass' | 'fail' | 'error' | 'not_evaluated'>().notNull(),
});
