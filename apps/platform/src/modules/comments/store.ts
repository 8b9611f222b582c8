import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import { commentEmojis, comments, type CommentRow } from './tables.ts';

export async function writeComment(
  tx: Tx,
  organizationId: string,
  id: string,
  changes: Partial<CommentRow>,
): Promise<CommentRow> {
  const [row] = await tx
    .update(comments)
    .set(changes)
    .where(and(eq(comments.organizationId, organizationId), eq(comments.id, id)))
    .returning();
  if (!row) throw new Error('A comment that was read for update is gone.');
  return row;
}

export async function deleteComment(tx: Tx, organizationId: string, id: string): Promise<void> {
  await tx.delete(comments).where(and(eq(comments.organizationId, organizationId), eq(comments.id, id)));
}

export const readEmojis = (tx: Tx, organizationId: string, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(commentEmojis)
        .where(
          and(eq(commentEmojis.organizationId, organizationId), inArray(commentEmojis.commentId, [...ids])),
        )
        .limit(10_000);

export async function countEmojis(tx: Tx, organizationId: string, commentId: string): Promise<number> {
  const [row] = await tx
    .select({ n: sql<number>`count(distinct ${commentEmojis.emoji})::int` })
    .from(commentEmojis)
    .where(and(eq(commentEmojis.organizationId, organizationId), eq(commentEmojis.commentId, commentId)));
  return row?.n ?? 0;
}

export async function insertEmoji(tx: Tx, row: typeof commentEmojis.$inferInsert): Promise<void> {
  await tx.insert(commentEmojis).values(row).onConflictDoNothing();
}

export async function deleteEmoji(tx: Tx, row: typeof commentEmojis.$inferInsert): Promise<void> {
  await tx
    .delete(commentEmojis)
    .where(
      and(
        eq(commentEmojis.organizationId, row.organizationId),
        eq(commentEmojis.commentId, row.commentId),
        eq(commentEmojis.emoji, row.emoji),
        eq(commentEmojis.userId, row.userId),
      ),
    );
}

/** How many comments there are about each of these. */
export async function countOf(
  tx: Tx,
  organizationId: string,
  entity: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: comments.entityId, n: sql<number>`count(*)::int` })
    .from(comments)
    .where(
      and(
        eq(comments.organizationId, organizationId),
        eq(comments.entityType, entity),
        inArray(comments.entityId, [...ids]),
      ),
    )
    .groupBy(comments.entityId);
  return new Map(rows.map(({ id, n }) => [id, n]));
}
