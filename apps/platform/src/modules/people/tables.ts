import type { Role } from '@sonde/contract';
import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull(),
  name: text('name'),
  passwordHash: text('password_hash'),
  isEmailVerified: boolean('is_email_verified').notNull(),
  isVouchedFor: boolean('is_vouched_for').notNull().default(false),
  mayFound: boolean('may_found').notNull().default(false),
  failedLogins: integer('failed_logins').notNull().default(0),
  lockedUntil: time('locked_until'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
});

export const memberships = pgTable('memberships', {
  userId: uuid('user_id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  role: text('role').$type<Role>().notNull(),
  isActive: boolean('is_active').notNull().default(true),
  joinedAt: time('joined_at').notNull(),
});
