import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import { reviews, type ReviewRow } from './tables.ts';

/** What a review is about. */
export type Reviewed = { readonly resultId: string } | { readonly traceId: string };

const isAbout = (reviewed: Reviewed) =>
  'resultId' in reviewed
    ? eq(reviews.testResultId, reviewed.resultId)
    : eq(reviews.traceId, reviewed.traceId);

export async function insertReview(tx: Tx, row: ReviewRow): Promise<void> {
  await tx.insert(reviews).values(row);
}

export async function findReview(
  tx: Tx,
  organizationId: string,
  reviewed: Reviewed,
  id: string,
): Promise<ReviewRow | undefined> {
  const [row] = await tx
    .select()
    .from(reviews)
    .where(
      and(
        eq(reviews.organizationId, organizationId),
        isAbout(reviewed),
        eq(reviews.id, id),
        isNull(reviews.deletedAt),
      ),
    )
    .for('update');
  return row;
}

export async function updateReview(
  tx: Tx,
  organizationId: string,
  id: string,
  changes: Partial<ReviewRow>,
): Promise<ReviewRow> {
  const [row] = await tx
    .update(reviews)
    .set(changes)
    .where(and(eq(reviews.organizationId, organizationId), eq(reviews.id, id)))
    .returning();
  if (!row) throw new Error('A review that was read for update is gone.');
  return row;
}

/** Newest first: the first of a target is the one that counts. */
export const listReviews = (
  tx: Tx,
  organizationId: string,
  resultIds: readonly string[],
): Promise<ReviewRow[]> =>
  resultIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(reviews)
        .where(
          and(
            eq(reviews.organizationId, organizationId),
            inArray(reviews.testResultId, [...resultIds]),
            isNull(reviews.deletedAt),
          ),
        )
        .orderBy(desc(reviews.createdAt), desc(reviews.id));

export const listTraceReviews = (tx: Tx, organizationId: string, traceId: string): Promise<ReviewRow[]> =>
  tx
    .select()
    .from(reviews)
    .where(and(eq(reviews.organizationId, organizationId), isAbout({ traceId }), isNull(reviews.deletedAt)))
    .orderBy(desc(reviews.createdAt), desc(reviews.id));
