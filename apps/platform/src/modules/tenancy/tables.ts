import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Role } from '@sonde/contract';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const organizations = pgTable('organizations', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  defaultGenerationModelId: uuid('default_generation_model_id'),
  requireSecondFactor: boolean('require_second_factor').notNull().default(false),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
});

export const projects = pgTable('projects', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  name: text('name').notNull(),
  description: text('description'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
  deletedAt: time('deleted_at'),
});

export const invitations = pgTable('invitations', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  email: text('email').notNull(),
  role: text('role').$type<Role>().notNull(),
  invitedBy: uuid('invited_by'),
  createdAt: time('created_at').notNull(),
  expiresAt: time('expires_at').notNull(),
  acceptedAt: time('accepted_at'),
});
