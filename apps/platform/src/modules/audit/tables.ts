import { jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const auditEvents = pgTable('audit_events', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id'),
  at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull(),
  action: text('action').notNull(),
  outcome: text('outcome').$type<'success' | 'refused'>().notNull(),
  actorId: uuid('actor_id'),
  actorEmail: text('actor_email'),
  targetType: text('target_type'),
  targetId: text('target_id'),
  ip: text('ip'),
  userAgent: text('user_agent'),
  details: jsonb('details').$type<Record<string, unknown>>().notNull(),
});
