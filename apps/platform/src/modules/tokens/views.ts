import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

// What other modules may read, joined to tables of theirs. They change nothing here but through the verbs of this one.

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const sessionFamilies = pgTable('session_families', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  device: text('device').notNull(),
  ip: text('ip'),
  createdAt: time('created_at').notNull(),
  lastUsedAt: time('last_used_at').notNull(),
  expiresAt: time('expires_at').notNull(),
  revokedAt: time('revoked_at'),
});

export const apiTokens = pgTable('api_tokens', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  userId: uuid('user_id').notNull(),
  projectId: uuid('project_id'),
  name: text('name').notNull(),
  tokenObfuscated: text('token_obfuscated').notNull(),
  permissions: text('permissions').array(),
  createdAt: time('created_at').notNull(),
  expiresAt: time('expires_at'),
  lastUsedAt: time('last_used_at'),
  revokedAt: time('revoked_at'),
});
