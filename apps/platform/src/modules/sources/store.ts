import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import { newId } from '#kernel/ids';
import { splitPassages } from './split-passages.ts';
import { passages, sources, type PassageRow, type SourceRow } from './tables.ts';

const rowsPerInsert = 500;

export async function findSource(tx: Tx, organizationId: string, id: string): Promise<SourceRow | undefined> {
  const [row] = await tx
    .select()
    .from(sources)
    .where(and(eq(sources.organizationId, organizationId), eq(sources.id, id), isNull(sources.deletedAt)));
  return row;
}

/** Sources that wait for a file to be read. */
export async function findByFile(tx: Tx, organizationId: string, fileId: string): Promise<SourceRow[]> {
  return tx
    .select()
    .from(sources)
    .where(and(eq(sources.organizationId, organizationId), eq(sources.fileId, fileId)));
}

/** Everything a source says, in the place of what it said before. */
export async function writePassages(
  tx: Tx,
  organizationId: string,
  sourceId: string,
  { text, truncated }: { readonly text: string; readonly truncated: boolean },
): Promise<void> {
  await tx
    .delete(passages)
    .where(and(eq(passages.organizationId, organizationId), eq(passages.sourceId, sourceId)));
  const split = await splitPassages(text);
  const rows = split.map((passage, position) => ({
    ...passage,
    id: newId(),
    organizationId,
    sourceId,
    position,
  }));
  for (let start = 0; start < rows.length; start += rowsPerInsert)
    await tx.insert(passages).values(rows.slice(start, start + rowsPerInsert));
  await tx
    .update(sources)
    .set({
      status: rows.length > 0 ? 'done' : 'failed',
      error: rows.length > 0 ? null : 'There is no text in it.',
      truncated,
      passageCount: rows.length,
      characterCount: rows.reduce((sum, row) => sum + row.text.length, 0),
    })
    .where(and(eq(sources.organizationId, organizationId), eq(sources.id, sourceId)));
}

export async function recordFailure(
  tx: Tx,
  organizationId: string,
  sourceId: string,
  error: string,
): Promise<void> {
  await tx
    .update(sources)
    .set({ status: 'failed', error: error.slice(0, 1000) })
    .where(and(eq(sources.organizationId, organizationId), eq(sources.id, sourceId)));
}

export interface FoundPassage extends PassageRow {
  readonly sourceTitle: string;
  readonly rank: number;
}

interface Search {
  readonly organizationId: string;
  readonly projectId: string | null;
  readonly sourceId: string | undefined;
  readonly words: string;
  readonly limit: number;
}

/** Passages with all of the words; when none has all, those with any. */
export async function searchPassages(tx: Tx, search: Search): Promise<FoundPassage[]> {
  const { rows } = await tx.execute<{ all: string; any: string }>(
    sql`select query::text as all, replace(query::text, ' & ', ' | ') as any
        from (select websearch_to_tsquery('simple', ${search.words}) as query) asked`,
  );
  const asked = rows[0];
  if (!asked?.all) return [];
  const found = await ranked(tx, search, asked.all);
  return found.length > 0 || asked.any === asked.all ? found : ranked(tx, search, asked.any);
}

async function ranked(
  tx: Tx,
  { organizationId, projectId, sourceId = undefined, limit }: Search,
  query: string,
): Promise<FoundPassage[]> {
  const { rows } = await tx.execute<{ passage_id: string; rank: number }>(
    sql`select passage_id, rank from search_passages(${organizationId}::uuid, ${projectId}::uuid, ${sourceId ?? null}::uuid, ${query}, ${limit})`,
  );
  const ranks = new Map(rows.map((row) => [row.passage_id, Number(row.rank)]));
  if (ranks.size === 0) return [];
  const found = await tx
    .select({ passage: passages, title: sources.title })
    .from(passages)
    .innerJoin(sources, eq(sources.id, passages.sourceId))
    .where(and(eq(passages.organizationId, organizationId), inArray(passages.id, [...ranks.keys()])));
  return found
    .map(({ passage, title }) => ({ ...passage, sourceTitle: title, rank: ranks.get(passage.id) ?? 0 }))
    .toSorted((one, other) => other.rank - one.rank || (one.id < other.id ? -1 : 1));
}

/** For generation: what these sources say, in their order, up to so many passages. */
export async function passagesOf(
  tx: Tx,
  organizationId: string,
  sourceIds: readonly string[],
  most: number,
): Promise<PassageRow[]> {
  if (sourceIds.length === 0) return [];
  return tx
    .select()
    .from(passages)
    .where(and(eq(passages.organizationId, organizationId), inArray(passages.sourceId, [...sourceIds])))
    .orderBy(asc(passages.sourceId), asc(passages.position))
    .limit(most);
}
