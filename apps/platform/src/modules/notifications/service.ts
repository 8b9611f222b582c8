import {
  notificationKinds,
  notificationSections,
  notificationStatuses,
  type ListQuery,
  type Notification,
  type NotificationKind,
  type NotificationPreferencesUpdate,
  type NotificationSection,
  type NotificationStatus,
} from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import { and, eq, inArray, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Clock } from '#kernel/clock';
import { asOwner, type Database, type Tx } from '#kernel/database';
import type { Events } from '#kernel/events';
import type { MemberPrincipal, Page } from '#kernel/http';
import { newId } from '#kernel/ids';
import type { Jobs } from '#kernel/jobs';
import { planList, readList, type ListFields } from '#kernel/resource';
import type { Mail } from '#mail';
import { holdPerson } from '#people';
import { readPreferences, writePreferences } from './preferences.ts';
import { isFailure, titleOf } from './sentences.ts';
import { notifications as table, type NotificationRow } from './tables.ts';

export interface NewNotice {
  readonly organizationId: string;
  readonly userId: string;
  readonly kind: NotificationKind;
  readonly status: NotificationStatus;
  /** The name of what it tells of, which the sentence of the catalogue is made around. */
  readonly subject: string;
  readonly body?: string;
  /** A path of the web app. */
  readonly link: string | null;
  readonly entityType?: string | null;
  readonly entityId?: string | null;
  readonly itemCount?: number;
}

export interface NotificationsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: Events;
  readonly jobs: Jobs;
  readonly mail: Pick<Mail, 'enabled' | 'send'>;
  readonly people: {
    actingEmailOf(tx: Tx, organizationId: string, userId: string): Promise<string | undefined>;
  };
  readonly settings: { readonly frontendUrl: string };
}

export type Notifications = ReturnType<typeof createNotifications>;

const cleanUp = { name: 'remove-old-notifications', payload: z.object({}), cron: '37 3 * * *' };
const retentionMs = 90 * 24 * 3600 * 1000;

/** Notices to one person. They are stored first and pushed second: who is away finds them later. */
export function createNotifications(options: NotificationsOptions) {
  const { database, clock, events, jobs } = options;
  const ownOf = ({ organizationId, userId }: Pick<MemberPrincipal, 'organizationId' | 'userId'>): SQL =>
    and(eq(table.organizationId, organizationId), eq(table.userId, userId)) as SQL;

  const notifications = {
    /**
     * In the transaction of what it tells about, so that there is no notice of something that did not happen. Work that
     * goes on after whoever began it has deleted their account tells nobody, and ends all the same.
     */
    async create(tx: Tx, notice: NewNotice): Promise<void> {
      if (!(await asOwner(tx, () => holdPerson(tx, notice.userId)))) return;
      const row = rowOf(notice, new Date(clock.now()));
      const wanted = (await readPreferences(tx, notice))[notice.kind];
      if (wanted.email) await mailTo(options, tx, row);
      if (!wanted.in_app) return;
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

    async summary(principal: MemberPrincipal) {
      const unread = await database.tenant(principal.organizationId, (tx) =>
        tx
          .select({
            section: table.section,
            unread: sql<string>`sum(${table.itemCount})`,
            entityIds: sql<
              string[]
            >`(array_agg(${table.entityId}::text order by ${table.createdAt} desc) filter (where ${table.entityId} is not null))[1:200]`,
          })
          .from(table)
          .where(and(ownOf(principal), isNull(table.readAt)))
          .groupBy(table.section),
      );
      const found = new Map(unread.map((row) => [row.section, row]));
      const sections = notificationSections.map((section) => {
        const row = found.get(section);
        return [
          section,
          { unread: Number(row?.unread ?? 0), entity_ids: [...new Set(row?.entityIds ?? [])] },
        ];
      });
      return { sections: Object.fromEntries(sections) as Record<NotificationSection, SectionSummary> };
    },

    /** Both given, both must fit. */
    async readSome(
      principal: MemberPrincipal,
      {
        section,
        notification_ids: ids,
      }: { section?: NotificationSection | undefined; notification_ids?: string[] | undefined },
    ): Promise<{ updated: number }> {
      if (ids?.length === 0) return { updated: 0 };
      const rows = await database.tenant(principal.organizationId, (tx) =>
        tx
          .update(table)
          .set({ readAt: new Date(clock.now()) })
          .where(
            and(
              ownOf(principal),
              isNull(table.readAt),
              section && eq(table.section, section),
              ids && inArray(table.id, ids),
            ),
          )
          .returning({ id: table.id }),
      );
      return { updated: rows.length };
    },

    preferences: (principal: MemberPrincipal) =>
      database.tenant(principal.organizationId, (tx) => readPreferences(tx, principal)),

    changePreferences: (principal: MemberPrincipal, update: NotificationPreferencesUpdate) =>
      database.tenant(principal.organizationId, async (tx) => {
        await writePreferences(tx, principal, update);
        return readPreferences(tx, principal);
      }),

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

interface SectionSummary {
  readonly unread: number;
  readonly entity_ids: string[];
}

const rowOf = (notice: NewNotice, now: Date): NotificationRow => ({
  id: newId(),
  organizationId: notice.organizationId,
  userId: notice.userId,
  kind: notice.kind,
  status: notice.status,
  section: notificationKinds[notice.kind].section,
  title: clean(
    titleOf(notice.kind, notice.status, { subject: notice.subject, items: notice.itemCount ?? 1 }),
    300,
  ),
  body: clean(notice.body ?? '', 1000),
  link: notice.link,
  entityType: notice.entityType ?? null,
  entityId: notice.entityId ?? null,
  isFailure: isFailure(notice.status),
  itemCount: notice.itemCount ?? 1,
  readAt: null,
  createdAt: now,
});

async function mailTo(
  { mail, people, settings }: NotificationsOptions,
  tx: Tx,
  { organizationId, userId, title, body, link }: NotificationRow,
): Promise<void> {
  if (!mail.enabled) return;
  const email = await people.actingEmailOf(tx, organizationId, userId);
  if (email === undefined) return;
  await mail.send(tx, email, {
    // A subject is one line, and somebody may have named a thing with two.
    subject: title.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 150),
    lines: [title, body].filter((line) => line !== ''),
    ...(link === null
      ? {}
      : { action: { label: 'Open it in Sonde', url: `${settings.frontendUrl}${link}` } }),
    closing: 'You can choose in the settings of your account what you are told by mail.',
  });
}

/** Parts of it may come from a target; PostgreSQL's text cannot hold NUL. */
const clean = (text: string, max: number): string => text.replaceAll('\0', '').slice(0, max);

const listFields: ListFields = {
  id: { column: table.id, type: 'id' },
  kind: { column: table.kind, type: 'text', words: Object.keys(notificationKinds) },
  status: { column: table.status, type: 'text', words: notificationStatuses },
  section: { column: table.section, type: 'text', words: notificationSections },
  is_failure: { column: table.isFailure, type: 'boolean' },
  entity_id: { column: table.entityId, type: 'id' },
  title: { column: table.title, type: 'text', isSearched: true },
  read_at: { column: table.readAt, type: 'time' },
  created_at: { column: table.createdAt, type: 'time' },
};

const present = (row: NotificationRow): Notification => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  section: row.section,
  title: row.title,
  body: row.body,
  link: row.link,
  entity_type: row.entityType,
  entity_id: row.entityId,
  is_failure: row.isFailure,
  item_count: row.itemCount,
  read_at: row.readAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
});
