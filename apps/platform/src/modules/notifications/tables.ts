import type { NotificationKind, NotificationSection, NotificationStatus } from '@sonde/contract';
import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const notifications = pgTable('notifications', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  userId: uuid('user_id').notNull(),
  kind: text('kind').$type<NotificationKind>().notNull(),
  status: text('status').$type<NotificationStatus>().notNull(),
  section: text('section').$type<NotificationSection>().notNull(),
  title: text('title').notNull(),
  body: text('body').notNull(),
  link: text('link'),
  entityType: text('entity_type'),
  entityId: uuid('entity_id'),
  isFailure: boolean('is_failure').notNull(),
  itemCount: integer('item_count').notNull(),
  readAt: time('read_at'),
  createdAt: time('created_at').notNull(),
});

export const notificationPreferences = pgTable('notification_preferences', {
  userId: uuid('user_id').notNull(),
  organizationId: uuid('organization_id').notNull(),
  kind: text('kind').$type<NotificationKind>().notNull(),
  inApp: boolean('in_app'),
  email: boolean('email'),
});

export type NotificationRow = typeof notifications.$inferSelect;
