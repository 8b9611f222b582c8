import type { FileEntityType } from '@sonde/contract';
import { and, eq, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { Database, Tx } from '#kernel/database';
import { waitForTurn } from '#kernel/wait-for-turn';
import { fileTexts, files, type FileRow } from './tables.ts';

export interface Binding {
  readonly type: FileEntityType;
  readonly id: string;
}

/** Of the organization's files those that anybody may see, and those that this person alone may. */
export const seenBy = (userId: string): SQL => or(isNull(files.ownerId), eq(files.ownerId, userId)) as SQL;

export const boundTo = ({ type, id }: Binding): SQL =>
  and(eq(files.entityType, type), eq(files.entityId, id)) as SQL;

/** Who else adds to the same place, or stores or sweeps the same bytes, waits until this transaction is over. */
export async function lockNames(tx: Tx, names: readonly string[]): Promise<void> {
  for (const name of [...new Set(names)].sort()) await waitForTurn(tx, `file ${name}`);
}

export interface Used {
  readonly bytes: number;
  readonly count: number;
}

export const usedByEntity = (tx: Tx, organizationId: string, binding: Binding): Promise<Used> =>
  used(tx, and(eq(files.organizationId, organizationId), boundTo(binding)));

/** What somebody has uploaded and bound to nothing. */
export const usedByPerson = (tx: Tx, organizationId: string, userId: string): Promise<Used> =>
  used(tx, and(eq(files.organizationId, organizationId), eq(files.ownerId, userId), isNull(files.entityId)));

async function used(tx: Tx, where: SQL | undefined): Promise<Used> {
  const [row] = await tx
    .select({
      bytes: sql<string>`coalesce(sum(${files.sizeBytes}), 0)`,
      count: sql<string>`count(*)`,
    })
    .from(files)
    .where(and(where, isNull(files.deletedAt)));
  return { bytes: Number(row?.bytes ?? 0), count: Number(row?.count ?? 0) };
}

export async function insertFiles(tx: Tx, rows: readonly FileRow[]): Promise<void> {
  await tx.insert(files).values([...rows]);
}

/** Who alone sees it, of a deleted one too. */
export async function findOwners(
  tx: Tx,
  organizationId: string,
  id: string,
): Promise<Pick<FileRow, 'ownerId'>[]> {
  return tx
    .select({ ownerId: files.ownerId })
    .from(files)
    .where(and(eq(files.organizationId, organizationId), eq(files.id, id)));
}

/** Living files by their ids, whoever may see them: for work that has been allowed before. */
export async function findFiles(tx: Tx, organizationId: string, ids: readonly string[]): Promise<FileRow[]> {
  if (ids.length === 0) return [];
  return tx
    .select()
    .from(files)
    .where(
      and(eq(files.organizationId, organizationId), inArray(files.id, [...ids]), isNull(files.deletedAt)),
    );
}

export async function findText(tx: Tx, organizationId: string, id: string): Promise<string | null> {
  const [row] = await tx
    .select({ text: fileTexts.text })
    .from(fileTexts)
    .where(and(eq(fileTexts.organizationId, organizationId), eq(fileTexts.fileId, id)));
  return row?.text ?? null;
}

/** Ends the reading of a file; what was read before by another try gives way. */
export async function recordExtraction(
  tx: Tx,
  organizationId: string,
  id: string,
  outcome: { readonly text: string; readonly truncated: boolean } | { readonly error: string },
): Promise<void> {
  const isDone = 'text' in outcome;
  await tx
    .update(files)
    .set({
      extractionStatus: isDone ? 'done' : 'failed',
      extractionError: isDone ? null : outcome.error.slice(0, 1000),
      truncated: isDone && outcome.truncated,
    })
    .where(and(eq(files.organizationId, organizationId), eq(files.id, id)));
  if (!isDone) return;
  await tx
    .insert(fileTexts)
    .values({ fileId: id, organizationId, text: outcome.text })
    .onConflictDoUpdate({ target: fileTexts.fileId, set: { text: outcome.text } });
}

export async function recordPictureError(
  tx: Tx,
  organizationId: string,
  id: string,
  error: string,
): Promise<void> {
  await tx
    .update(files)
    .set({ pictureError: error.slice(0, 1000) })
    .where(and(eq(files.organizationId, organizationId), eq(files.id, id)));
}

/** What the bytes of an organization take in the store: the same bytes once, and deleted ones until they are gone for good. */
export async function storedBytes(tx: Tx, organizationId: string): Promise<number> {
  const contents = tx
    .selectDistinctOn([files.contentHash], { size: files.sizeBytes })
    .from(files)
    .where(eq(files.organizationId, organizationId))
    .orderBy(files.contentHash)
    .as('contents');
  const [row] = await tx.select({ bytes: sql<string>`coalesce(sum(${contents.size}), 0)` }).from(contents);
  return Number(row?.bytes ?? 0);
}

/** As the owner of the tables, over all organizations. */
export async function deleteUnbound(database: Database, before: Date): Promise<number> {
  const removed = await database.query
    .delete(files)
    .where(and(isNull(files.entityId), lt(files.createdAt, before)))
    .returning({ id: files.id });
  return removed.length;
}

/** As the owner of the tables. Its hash; undefined when it is gone, or belongs to something by now. */
export async function deleteOneUnbound(
  tx: Tx,
  organizationId: string,
  id: string,
): Promise<string | undefined> {
  const [row] = await tx
    .delete(files)
    .where(and(eq(files.organizationId, organizationId), eq(files.id, id), isNull(files.entityId)))
    .returning({ hash: files.contentHash });
  return row?.hash;
}

/** Which of these hashes some file of the organization still has, deleted ones that can be restored included. */
export async function hashesInUse(
  tx: Tx,
  organizationId: string,
  hashes: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .selectDistinct({ hash: files.contentHash })
    .from(files)
    .where(and(eq(files.organizationId, organizationId), inArray(files.contentHash, [...hashes])));
  return new Set(rows.map(({ hash }) => hash));
}
