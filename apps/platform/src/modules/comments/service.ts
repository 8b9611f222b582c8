import type { BodyOf, Comment, ListQuery, Person } from '@sonde/contract';
import type * as contract from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import { and, eq } from 'drizzle-orm';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import { Page, type MemberPrincipal } from '#kernel/http';
import { newId } from '#kernel/ids';
import {
  createRows,
  defineResource,
  isWithinReach,
  planList,
  projectBeside,
  readList,
  requireTheirs,
  visibleTo,
  type GetOptions,
  type Things,
} from '#kernel/resource';
import type { Notifications } from '#notifications';
import { mentionedAddresses } from './mentions.ts';
import * as store from './store.ts';
import { comments as table, type CommentRow } from './tables.ts';

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly things: Things;
  readonly people: {
    named(tx: Tx, organizationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Person>>;
    activeByEmail(tx: Tx, organizationId: string, emails: readonly string[]): Promise<Person[]>;
  };
  readonly notifications: Pick<Notifications, 'create'>;
}

export type Comments = ReturnType<typeof createComments>;
type Subject = { readonly entity_type: string; readonly entity_id: string };
const mostEmojis = 20;

/** What people say of things. Their author alone changes them; they are deleted for good. */
export function createComments({ database, clock, things, people, notifications }: Options) {
  const rows = createRows({ resource: commentResource, clock });
  const inTenant = <T>({ organizationId }: MemberPrincipal, work: (tx: Tx) => Promise<T>): Promise<T> =>
    database.tenant(organizationId, work);
  const now = (): Date => new Date(clock.now());

  async function showAll(
    tx: Tx,
    principal: MemberPrincipal,
    found: readonly CommentRow[],
  ): Promise<Comment[]> {
    const { organizationId } = principal;
    const ids = found.map(({ id }) => id);
    const emojis = await store.readEmojis(tx, organizationId, ids);
    const wanted = [
      ...found.flatMap(({ createdBy, mentions }) => [
        ...mentions,
        ...(createdBy === null ? [] : [createdBy]),
      ]),
      ...emojis.map(({ userId }) => userId),
    ];
    const known = await people.named(tx, organizationId, [...new Set(wanted)]);
    const byComment = Map.groupBy(emojis, ({ commentId }) => commentId);
    return found.map((row) => present(principal, row, known, byComment.get(row.id) ?? []));
  }
  const show = async (tx: Tx, principal: MemberPrincipal, row: CommentRow): Promise<Comment> =>
    (await showAll(tx, principal, [row]))[0] as Comment;

  /** What is said of a thing that the caller does not know of is not there for them either. */
  async function getRow(
    tx: Tx,
    principal: MemberPrincipal,
    id: string,
    options?: GetOptions,
  ): Promise<CommentRow> {
    const row = await rows.get(tx, principal, id, options);
    const [known] = await tx
      .select({ id: table.id })
      .from(table)
      .where(
        and(
          eq(table.organizationId, principal.organizationId),
          eq(table.id, id),
          things.known(principal, table),
        ),
      );
    if (!known) throw commentNotFound();
    return row;
  }

  /** Who was not told before is told now, but for whoever says it. */
  async function tell(tx: Tx, row: CommentRow, before: readonly string[], thing: { name: string | null }) {
    const author = row.createdBy ?? '';
    for (const userId of row.mentions)
      if (userId !== author && !before.includes(userId))
        await notifications.create(tx, {
          organizationId: row.organizationId,
          userId,
          kind: 'comment.mentioned',
          status: 'Completed',
          subject: thing.name ?? row.entityType.replaceAll('_', ' '),
          body: row.content.slice(0, 500),
          link: `/comments/${row.id}`,
          entityType: row.entityType,
          entityId: row.entityId,
        });
  }

  const mentionsIn = async (tx: Tx, organizationId: string, content: string): Promise<string[]> =>
    (await people.activeByEmail(tx, organizationId, mentionedAddresses(content))).map(({ id }) => id);

  return {
    create: (
      principal: MemberPrincipal,
      { entity_type, entity_id: entityId, content }: BodyOf<typeof contract.createComment>,
    ): Promise<Comment> =>
      inTenant(principal, async (tx) => {
        const { organizationId } = principal;
        const thing = await things.find(tx, principal, { entityType: entity_type, entityId });
        const mentions = await mentionsIn(tx, organizationId, content);
        const row = await rows.insert(tx, {
          id: newId(),
          organizationId,
          projectId: projectBeside(principal, thing),
          entityType: thing.entity,
          entityId,
          content: content.replaceAll('\0', ''),
          mentions,
          told: mentions,
          createdBy: principal.userId,
          createdAt: now(),
          updatedAt: now(),
        });
        await tell(tx, row, [], thing);
        return show(tx, principal, row);
      }),

    list: (principal: MemberPrincipal, query: ListQuery): Promise<Page<Comment>> =>
      inTenant(principal, async (tx) => {
        const page = await readList(tx, table, {
          plan: planList(query, commentResource.fields, commentResource.sort),
          within: and(visibleTo(principal, table), things.known(principal, table)),
          present: (row) => row,
        });
        return new Page(await showAll(tx, principal, page.rows), page.total, page);
      }),

    listOf: (principal: MemberPrincipal, subject: Subject, query: ListQuery): Promise<Page<Comment>> =>
      inTenant(principal, async (tx) => {
        const thing = await things.find(tx, principal, {
          entityType: subject.entity_type,
          entityId: subject.entity_id,
        });
        const page = await readList(tx, table, {
          plan: planList(query, commentResource.fields, 'created_at'),
          within: and(
            visibleTo(principal, table),
            eq(table.entityType, thing.entity),
            eq(table.entityId, subject.entity_id),
          ),
          present: (row) => row,
        });
        return new Page(await showAll(tx, principal, page.rows), page.total, page);
      }),

    get: (principal: MemberPrincipal, id: string): Promise<Comment> =>
      inTenant(principal, async (tx) => show(tx, principal, await getRow(tx, principal, id))),

    update: (principal: MemberPrincipal, id: string, content: string): Promise<Comment> =>
      inTenant(principal, async (tx) => {
        const row = await getRow(tx, principal, id, { forUpdate: true });
        if (row.createdBy !== principal.userId) throw notTheAuthor();
        const { organizationId } = principal;
        const mentions = await mentionsIn(tx, organizationId, content);
        const changed = await store.writeComment(tx, organizationId, id, {
          content: content.replaceAll('\0', ''),
          mentions,
          told: [...new Set([...row.told, ...mentions])],
          updatedAt: now(),
        });
        const { entityType, entityId } = row;
        await tell(tx, changed, row.told, await things.find(tx, principal, { entityType, entityId }));
        return show(tx, principal, changed);
      }),

    remove: (principal: MemberPrincipal, id: string): Promise<Comment> =>
      inTenant(principal, async (tx) => {
        const row = await getRow(tx, principal, id, { forUpdate: true });
        requireTheirs(principal, row);
        const shown = await show(tx, principal, row);
        await store.deleteComment(tx, principal.organizationId, id);
        return shown;
      }),

    addEmoji: (principal: MemberPrincipal, { id, emoji }: { id: string; emoji: string }): Promise<Comment> =>
      inTenant(principal, async (tx) => {
        const { organizationId, userId } = principal;
        const row = await getRow(tx, principal, id, { forUpdate: true });
        if ((await store.countEmojis(tx, organizationId, id)) >= mostEmojis) throw tooManyEmojis();
        await store.insertEmoji(tx, { organizationId, commentId: id, emoji, userId });
        return show(tx, principal, row);
      }),

    removeEmoji: (
      principal: MemberPrincipal,
      { id, emoji }: { id: string; emoji: string },
    ): Promise<Comment> =>
      inTenant(principal, async (tx) => {
        const { organizationId, userId } = principal;
        const row = await getRow(tx, principal, id, { toChange: true });
        await store.deleteEmoji(tx, { organizationId, commentId: id, emoji, userId });
        return show(tx, principal, row);
      }),

    /** For what shows how many there are. */
    countOf: store.countOf,
  };
}

const notTheAuthor = (): Problem =>
  new Problem('forbidden', 'auth.permission_denied', 'Only its author changes a comment.');
const tooManyEmojis = (): Problem =>
  new Problem('invalid', 'comment.too_many_emojis', `A comment has at most ${mostEmojis} different emojis.`);

function commentNotFound(): Problem {
  return new Problem('not_found', 'comment.not_found', 'Comment not found.');
}

const commentResource = defineResource({
  entity: 'comment',
  table,
  sort: 'created_at',
  problems: { notFound: commentNotFound },
  fields: {
    id: { column: table.id, type: 'id' },
    entity_type: { column: table.entityType, type: 'text' },
    entity_id: { column: table.entityId, type: 'id' },
    project_id: { column: table.projectId, type: 'id' },
    content: { column: table.content, type: 'text', isSearched: true },
    user_id: { column: table.createdBy, type: 'id' },
    created_at: { column: table.createdAt, type: 'time' },
    updated_at: { column: table.updatedAt, type: 'time' },
  },
});

function present(
  principal: MemberPrincipal,
  row: CommentRow,
  known: ReadonlyMap<string, Person>,
  emojis: readonly { readonly emoji: string; readonly userId: string }[],
): Comment {
  const isOwn = row.createdBy === principal.userId;
  const isReached = isWithinReach(principal, row);
  const isAbove = principal.role === 'admin' || principal.role === 'owner';
  return {
    id: row.id,
    entity_type: row.entityType,
    entity_id: row.entityId,
    project_id: row.projectId,
    content: row.content,
    mentions: row.mentions.map((id) => known.get(id) ?? { id, name: null, email: null }),
    emojis: Object.fromEntries(
      [...Map.groupBy(emojis, ({ emoji }) => emoji)].map(([emoji, all]) => [
        emoji,
        all.map(({ userId }) => ({ user_id: userId, user_name: known.get(userId)?.name ?? null })),
      ]),
    ),
    user: row.createdBy === null ? null : (known.get(row.createdBy) ?? null),
    user_id: row.createdBy,
    permitted_actions: [
      'read',
      ...(isReached && isOwn && principal.permissions.has('comment:update') ? ['update'] : []),
      ...(isReached && (isOwn || isAbove) && principal.permissions.has('comment:delete') ? ['delete'] : []),
    ],
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
