import type { DevelopmentMail, ListQuery } from '@sonde/contract';
import { eq, lt, sql } from 'drizzle-orm';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import type { Page } from '#kernel/http';
import { newId } from '#kernel/ids';
import type { Mail } from '#kernel/mailer';
import { planList, readList, type ListFields } from '#kernel/resource';
import { developmentMail } from './tables.ts';

const keptDays = 7;

/** Where mail goes while there is no SMTP server, outside production: a table that a developer can read. */
export function createMailbox({ database, clock }: { database: Database; clock: Clock }) {
  return {
    async store(mail: Mail): Promise<void> {
      const now = clock.now();
      await database.query
        .delete(developmentMail)
        .where(lt(developmentMail.sentAt, new Date(now - keptDays * 24 * 3600 * 1000)));
      await database.query.insert(developmentMail).values({
        id: newId(),
        recipient: mail.to,
        subject: mail.subject,
        bodyText: mail.text,
        bodyHtml: mail.html,
        sentAt: new Date(now),
      });
    },

    async list(query: ListQuery & { to?: string | undefined }): Promise<Page<DevelopmentMail>> {
      const plan = planList(query, fields, 'sent_at');
      const within = query.to
        ? eq(sql`lower(${developmentMail.recipient})`, query.to.toLowerCase())
        : undefined;
      return readList(database.query, developmentMail, { plan, within, present });
    },
  };
}

const fields: ListFields = {
  id: { column: developmentMail.id, type: 'id' },
  to: { column: developmentMail.recipient, type: 'text', isSearched: true },
  subject: { column: developmentMail.subject, type: 'text', isSearched: true },
  sent_at: { column: developmentMail.sentAt, type: 'time' },
};

const present = (row: typeof developmentMail.$inferSelect): DevelopmentMail => ({
  id: row.id,
  to: row.recipient,
  subject: row.subject,
  text: row.bodyText,
  html: row.bodyHtml,
  links: row.bodyText.match(/https?:\/\/\S+/g) ?? [],
  sent_at: row.sentAt.toISOString(),
});
