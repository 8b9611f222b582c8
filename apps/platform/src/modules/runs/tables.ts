import { doublePrecision, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** How often an endpoint is called over all runs and processes. */
export const endpointRates = pgTable('endpoint_rates', {
  endpointId: uuid('endpoint_id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  requestsPerMinute: doublePrecision('requests_per_minute'),
  tokens: doublePrecision('tokens').notNull(),
  refilledAt: time('refilled_at').notNull(),
  blockedUntil: time('blocked_until'),
});

/** What of an endpoint that bears only so many calls at once is taken. */
export const callsUnderWay = pgTable('calls_under_way', {
  runId: uuid('run_id').notNull(),
  step: text('step').notNull(),
  organizationId: uuid('organization_id').notNull(),
  endpointId: uuid('endpoint_id').notNull(),
  until: time('until').notNull(),
});
