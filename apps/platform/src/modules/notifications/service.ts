import type { ListQuery, Notification } from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import { and, eq, isNull, lt, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { Events } from '#kernel/events';
import type { MemberPrincipal, Page } from '#kernel/http';
import { newId } from '#kernel/ids';
import type { Jobs } from '#kernel/jobs';
import { planList, readList, type ListFields } from '#kernel/resource';
import { notifications as table, type NotificationRow } from './tables.ts';

export interface NewNotice {
  readonly organizationId: string;
  readonly userId: string;
  readonly kind: string;
  readonly title: string;
  readonly body: string;
  /** A path of the web app. */
  readonly link: string | null;
}

export interface NotificationsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: Events;
  readonly jobs: Jobs;
}

export type Notifications = ReturnType<typeof createNotifications>;

const cleanUp = { name: 'remove-old-notifications', payload: z.object({}), cron: '37 3 * * *' };
const retentionMs = 90 * 24 * 3600 * 1000;

/** Notices to one person. They are stored first and pushed second: who is away finds them later. */
export function createNotifications({ database, clock, events, jobs }: NotificationsOptions) {
  const ownOf = ({ organizationId, userId }: Pick<MemberPrincipal, 'organizationId' | 'userId'>): SQL =>
    and(eq(table.organizationId, organizationId), eq(table.userId, userId)) as SQL;

  const notifications = {
    /** In the transaction of what it tells about, so that there is no notice of something that did not happen. */
    async create(tx: Tx, notice: NewNotice): Promise<void> {
      const row: NotificationRow = {
        ...notice,
        title: clean(notice.title, 300),
        body: clean(notice.body, 1000),
        id: newId(),
        readAt: null,
        createdAt: new Date(clock.now()),
      };
      await tx.insert(table).values(row);
      await events.keep(tx, {
        name: 'notification.created',
        organizationId: notice.organizationId,
        data: { id: row.id, user_id: notice.userId },
      });
    },

    async list(principal: MemberPrincipal, query: ListQuery): Promise<Page<Notification>> {
      const plan = planList(query, listFields, 'created_at');
      return database.tenant(principal.organizationId, (tx) =>
        readList(tx, table, { plan, within: ownOf(principal), present }),
      );
    },

    async countUnread(principal: MemberPrincipal): Promise<number> {
      return database.tenant(principal.organizationId, (tx) =>
        tx.$count(table, and(ownOf(principal), isNull(table.readAt))),
      );
    },

    /** Reading twice keeps the first time. */
    async read(principal: MemberPrincipal, id: string): Promise<Notification> {
      const row = await database.tenant(principal.organizationId, async (tx) => {
        const isThis = and(ownOf(principal), eq(table.id, id)) as SQL;
        await tx
          .update(table)
          .set({ readAt: new Date(clock.now()) })
          .where(and(isThis, isNull(table.readAt)));
        const [found] = await tx.select().from(table).where(isThis);
        return found;
      });
      if (!row) throw new Problem('not_found', 'notification.not_found', 'Notification not found.');
      return present(row);
    },

    async readAll(principal: MemberPrincipal): Promise<number> {
      const rows = await database.tenant(principal.organizationId, (tx) =>
        tx
          .update(table)
          .set({ readAt: new Date(clock.now()) })
          .where(and(ownOf(principal), isNull(table.readAt)))
          .returning({ id: table.id }),
      );
      return rows.length;
    },

    /** What the event stream shows. */
    async describe(organizationId: string, id: string): Promise<Notification | undefined> {
      const [row] = await database.tenant(organizationId, (tx) =>
        tx
          .select()
          .from(table)
          .where(and(eq(table.organizationId, organizationId), eq(table.id, id))),
      );
      return row && present(row);
    },

    /** For the scheduled clean-up. */
    async removeOld(): Promise<number> {
      const before = new Date(clock.now() - retentionMs);
      const removed = await database.query
        .delete(table)
        .where(lt(table.createdAt, before))
        .returning({ id: table.id });
      return removed.length;
    },
  };
  jobs.work(cleanUp, async () => void (await notifications.removeOld()));
  return notifications;
}

/** Parts of it may come from a target; PostgreSQL's text cannot hold NUL. */
const clean = (text: string, max: number): string => text.replaceAll('\0', '').slice(0, max);

const listFields: ListFields = {
  id: { column: table.id, type: 'id' },
  kind: { column: table.kind, type: 'text' },
  title: { column: table.title, type: 'text', isSearched: true },
  read_at: { column: table.readAt, type: 'time' },
  created_at: { column: table.createdAt, type: 'time' },
};

const present = (row: NotificationRow): Notification => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  body: row.body,
  link: row.link,
  read_at: row.readAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
});
