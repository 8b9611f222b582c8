import {
  boolean,
  doublePrecision,
  integer,
  json,
  pgTable,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AlertDelivery, AlertRule } from '@sonde/contract';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Secret and address are sealed, bound to their rule; `url` shows the origin. Without a sealed one, the row is of a former version. */
export type StoredChannel = { readonly kind: 'notification' } | { readonly kind: 'email' } | StoredWebhook;

export interface StoredWebhook {
  readonly kind: 'webhook';
  readonly url: string;
  readonly secret: string;
  readonly sealedUrl?: string | undefined;
}

export const alertRules = pgTable('alert_rules', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  name: text('name').notNull(),
  testSetId: uuid('test_set_id'),
  endpointId: uuid('endpoint_id'),
  trigger: text('trigger').$type<AlertRule['on']>().notNull(),
  threshold: doublePrecision('threshold').notNull(),
  channels: json('channels').$type<StoredChannel[]>().notNull(),
  isPaused: boolean('is_paused').notNull(),
  lastRaisedAt: time('last_raised_at'),
  version: integer('version').notNull().default(1),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
});
export type RuleRow = typeof alertRules.$inferSelect;

export const alertDeliveries = pgTable('alert_deliveries', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  alertRuleId: uuid('alert_rule_id').notNull(),
  testRunId: uuid('test_run_id').notNull(),
  ordinal: smallint('ordinal').notNull(),
  channel: text('channel').$type<AlertDelivery['channel']>().notNull(),
  url: text('url'),
  sealedUrl: text('sealed_url'),
  secret: text('secret'),
  reason: text('reason').notNull(),
  message: json('message').$type<Record<string, unknown>>().notNull(),
  status: text('status').$type<AlertDelivery['status']>().notNull(),
  attempts: integer('attempts').notNull(),
  lastStatusCode: integer('last_status_code'),
  lastError: text('last_error'),
  createdAt: time('created_at').notNull(),
  deliveredAt: time('delivered_at'),
});
export type DeliveryRow = typeof alertDeliveries.$inferSelect;
