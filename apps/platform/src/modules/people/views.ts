import type { Role } from '@sonde/contract';
import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

// What other modules may read, joined to tables of theirs. They change nothing here but through the verbs of this one.

export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull(),
  name: text('name'),
  isEmailVerified: boolean('is_email_verified').notNull(),
});

export const memberships = pgTable('memberships', {
  userId: uuid('user_id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  role: text('role').$type<Role>().notNull(),
  isActive: boolean('is_active').notNull(),
  joinedAt: timestamp('joined_at', { withTimezone: true, mode: 'date' }).notNull(),
});

/** A view: people who may act at this moment, with the organization they act in. */
export const activeSubjects = pgTable('active_subjects', {
  userId: uuid('user_id').notNull(),
  email: text('email').notNull(),
  name: text('name'),
  isEmailVerified: boolean('is_email_verified').notNull(),
  hasPassword: boolean('has_password').notNull(),
  organizationId: uuid('organization_id'),
  role: text('role').$type<Role>(),
  /** Their organization asks for a second factor and there is none: until then they act for no organization. */
  awaitsSecondFactor: boolean('awaits_second_factor').notNull(),
});
