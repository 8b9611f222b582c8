import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

// What other modules may read, joined to tables of theirs. They change nothing here but through the verbs of this one.

export const organizations = pgTable('organizations', {
  id: uuid('id').primaryKey(),
  requireSecondFactor: boolean('require_second_factor').notNull(),
});

export const projects = pgTable('projects', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  name: text('name').notNull(),
  deletedAt: timestamp('deleted_at', { withTimezone: true, mode: 'date' }),
});

export const invitations = pgTable('invitations', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
  acceptedAt: timestamp('accepted_at', { withTimezone: true, mode: 'date' }),
});
