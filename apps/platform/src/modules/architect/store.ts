import { and, desc, eq, gt, inArray, lt, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { planList, readList } from '#kernel/resource';
import { rolePermissions, type ListQuery } from '@sonde/contract';
import { presentMessage, presentSession } from './present.ts';
import {
  architectMessages as messages,
  architectSessions as sessions,
  type MessageRow,
  type SessionRow,
} from './tables.ts';

type Person = Pick<MemberPrincipal, 'organizationId' | 'userId'>;
type Reader = Person & Pick<MemberPrincipal, 'projectId' | 'kind' | 'role' | 'permissions' | 'credentialId'>;

/**
 * Only the own ones; a caller who is in a project sees those of this project. A chat tells what was read with the rights of
 * whoever spoke in it: a token that may read less than its person has those alone in which nobody else spoke last, and
 * so nobody else at all, since it cannot speak in others.
 */
const ownOf = (reader: Reader): SQL =>
  and(
    eq(sessions.organizationId, reader.organizationId),
    eq(sessions.createdBy, reader.userId),
    reader.projectId === null ? undefined : eq(sessions.projectId, reader.projectId),
    readsAll(reader) ? undefined : spokenWith(reader),
  ) as SQL;

const readsAll = ({ role, permissions }: Reader): boolean =>
  rolePermissions[role].every((right) => !right.endsWith(':read') || permissions.has(right));

const spokenWith = ({ kind, credentialId }: Reader): SQL =>
  kind === 'api_token' ? eq(sessions.apiTokenId, credentialId) : sql`false`;

export const countOwn = (tx: Tx, { organizationId, userId }: Person): Promise<number> =>
  tx.$count(sessions, and(eq(sessions.organizationId, organizationId), eq(sessions.createdBy, userId)));

export async function insertSession(tx: Tx, row: SessionRow): Promise<void> {
  await tx.insert(sessions).values(row);
}

export async function findOwn(
  tx: Tx,
  reader: Reader,
  { id, forUpdate = false }: { readonly id: string; readonly forUpdate?: boolean },
): Promise<SessionRow | undefined> {
  const query = tx
    .select()
    .from(sessions)
    .where(and(ownOf(reader), eq(sessions.id, id)));
  const [row] = await (forUpdate ? query.for('update') : query);
  return row;
}

/** For the worker, which comes with the ids of the row. */
export async function lockSession(
  tx: Tx,
  organizationId: string,
  id: string,
): Promise<SessionRow | undefined> {
  const [row] = await tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.organizationId, organizationId), eq(sessions.id, id)))
    .for('update');
  return row;
}

/** What is under way in chats that were last spoken with these. */
export const underWayWith = (tx: Tx, credentialIds: readonly string[]): Promise<SessionRow[]> =>
  tx
    .select()
    .from(sessions)
    .where(
      and(
        inArray(sessions.credentialId, [...credentialIds]),
        inArray(sessions.status, ['thinking', 'working', 'waiting']),
      ),
    );

export async function writeSession(
  tx: Tx,
  { organizationId, id }: Pick<SessionRow, 'organizationId' | 'id'>,
  changes: Partial<SessionRow>,
): Promise<void> {
  await tx
    .update(sessions)
    .set(changes)
    .where(and(eq(sessions.organizationId, organizationId), eq(sessions.id, id)));
}

export async function removeSession(tx: Tx, reader: Reader, id: string): Promise<void> {
  await tx.delete(sessions).where(and(ownOf(reader), eq(sessions.id, id)));
}

export async function removeAllOf(
  tx: Tx,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
): Promise<void> {
  await tx
    .delete(sessions)
    .where(and(eq(sessions.organizationId, organizationId), eq(sessions.createdBy, userId)));
}

export const listOwn = (tx: Tx, reader: Reader, query: ListQuery) =>
  readList(tx, sessions, {
    plan: planList(
      query,
      {
        id: { column: sessions.id, type: 'id' },
        title: { column: sessions.title, type: 'text', isSearched: true },
        status: { column: sessions.status, type: 'text' },
        project_id: { column: sessions.projectId, type: 'id' },
        created_at: { column: sessions.createdAt, type: 'time' },
        updated_at: { column: sessions.updatedAt, type: 'time' },
      },
      'updated_at',
    ),
    within: ownOf(reader),
    present: presentSession,
  });

export async function insertMessages(tx: Tx, rows: readonly MessageRow[]): Promise<void> {
  if (rows.length > 0) await tx.insert(messages).values([...rows]);
}

export const listMessages = (tx: Tx, session: SessionRow, query: ListQuery) =>
  readList(tx, messages, {
    plan: planList(
      query,
      {
        id: { column: messages.id, type: 'id' },
        role: { column: messages.role, type: 'text' },
        content: { column: messages.content, type: 'text', isSearched: true },
        created_at: { column: messages.createdAt, type: 'time' },
      },
      'created_at',
    ),
    within: and(eq(messages.organizationId, session.organizationId), eq(messages.sessionId, session.id)),
    present: presentMessage,
  });

export const countMessages = (tx: Tx, { organizationId, id }: SessionRow): Promise<number> =>
  tx.$count(messages, and(eq(messages.organizationId, organizationId), eq(messages.sessionId, id)));

/** The newest, oldest first. */
export async function newestMessages(
  tx: Tx,
  { organizationId, id }: Pick<SessionRow, 'organizationId' | 'id'>,
  limit: number,
): Promise<MessageRow[]> {
  const rows = await tx
    .select()
    .from(messages)
    .where(and(eq(messages.organizationId, organizationId), eq(messages.sessionId, id)))
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(limit);
  return rows.toReversed();
}

export const quietAtOnce = 200;

/** At work, and not heard of since then, in order of id: of every organization, for the house's own supervision. */
export async function findQuiet(tx: Tx, before: Date, after: string | undefined): Promise<SessionRow[]> {
  return tx
    .select()
    .from(sessions)
    .where(
      and(
        inArray(sessions.status, ['thinking', 'working', 'waiting']),
        lt(sessions.updatedAt, before),
        after === undefined ? undefined : gt(sessions.id, after),
      ),
    )
    .orderBy(sessions.id)
    .limit(quietAtOnce);
}
