import { pgTable, text, uuid } from 'drizzle-orm/pg-core';

// What other modules may read, joined to tables of theirs. They change nothing here but through the verbs of this one.

export const shownEndpoints = pgTable('endpoints', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id').notNull(),
  name: text('name').notNull(),
});
