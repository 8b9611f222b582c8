import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const developmentMail = pgTable('development_mail', {
  id: uuid('id').primaryKey(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  bodyText: text('body_text').notNull(),
  bodyHtml: text('body_html').notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true, mode: 'date' }).notNull(),
});
