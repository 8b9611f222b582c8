import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import { labels, type LabelKind, type LabelRow } from './tables.ts';

/** Where a name is unique: in its project, or among those of no project. */
export interface Place {
  readonly organizationId: string;
  readonly projectId: string | null;
  readonly kind: LabelKind;
}

const inPlace = ({ organizationId, projectId, kind }: Place): SQL =>
  and(
    eq(labels.organizationId, organizationId),
    eq(labels.kind, kind),
    projectId === null ? isNull(labels.projectId) : eq(labels.projectId, projectId),
  ) as SQL;

/** A label and all below it, the label first; locked, so that nothing new is sorted under them meanwhile. */
export function lockBranch(tx: Tx, place: Place, nameKey: string): Promise<LabelRow[]> {
  const below = sql`starts_with(${labels.nameKey}, ${`${nameKey}/`})`;
  return tx
    .select()
    .from(labels)
    .where(and(inPlace(place), or(eq(labels.nameKey, nameKey), below)))
    .orderBy(labels.nameKey)
    .for('update');
}

export function lockNamed(tx: Tx, place: Place, nameKeys: readonly string[]): Promise<LabelRow[]> {
  return tx
    .select()
    .from(labels)
    .where(and(inPlace(place), inArray(labels.nameKey, [...nameKeys])))
    .for('update');
}

/** Ids by their keys: of the project, or else of those that every project sees. */
export async function findNamed(
  tx: Tx,
  place: Place,
  nameKeys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await tx
    .select({ id: labels.id, nameKey: labels.nameKey })
    .from(labels)
    .where(
      and(
        or(inPlace(place), inPlace({ ...place, projectId: null })),
        sql`${labels.nameKey} = any(${sql.param([...nameKeys])}::text[])`,
      ),
    )
    .orderBy(sql`${labels.projectId} nulls first`);
  return new Map(found.map(({ id, nameKey }) => [nameKey, id]));
}

const insertedAtOnce = 500;

/** Whoever comes second finds what the first one made. In one order for everybody, or two would wait for each other. */
export async function insertUnlessTaken(tx: Tx, rows: readonly LabelRow[]): Promise<void> {
  const ordered = rows.toSorted((left, right) => (left.nameKey < right.nameKey ? -1 : 1));
  for (let from = 0; from < ordered.length; from += insertedAtOnce)
    await tx
      .insert(labels)
      .values(ordered.slice(from, from + insertedAtOnce))
      .onConflictDoNothing();
}

export async function removeLabels(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  await tx.delete(labels).where(and(eq(labels.organizationId, organizationId), inArray(labels.id, [...ids])));
}
