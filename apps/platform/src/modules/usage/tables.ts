import { bigint, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const usageEvents = pgTable('usage_events', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  resource: text('resource').notNull(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull(),
});
