import { createHash } from 'node:crypto';
import { and, asc, desc, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import { jsonText } from '#kernel/json-text';
import { isBelow, keyOf } from './paths.ts';
import type { Shown } from './present.ts';
import { tooLarge } from './problems.ts';
import { explorerTests as tests, explorerTopics as topics, type TestRow, type TopicRow } from './tables.ts';
import { listTopics, type Place } from './topics.ts';

export const testsMax = 20_000;
const rowsAtOnce = 500;

/** A text column refuses it, and nobody types it. */
export const cleanInput = (input: string): string => input.replaceAll('\0', '');
/** Inputs are the same whatever the blanks around them and the encoding of their letters. */
export const hashOf = (input: string): string =>
  createHash('sha256').update(input.normalize('NFC').trim()).digest('hex');

export const inSet = ({ organizationId, setId }: Place) =>
  and(eq(tests.organizationId, organizationId), eq(tests.explorerSetId, setId));

/** The tests under a topic; undefined for all of the set. An unknown topic has none. */
export async function underTopic(
  tx: Tx,
  place: Place,
  {
    topic,
    below = true,
  }: { readonly topic?: string | null | undefined; readonly below?: boolean | undefined },
): Promise<SQL | undefined> {
  if (!topic) return below || topic === undefined ? undefined : isNull(tests.topicId);
  const key = keyOf(topic);
  const ids = (await listTopics(tx, place))
    .filter(({ pathKey }) => (below ? isBelow(pathKey, key) : pathKey === key))
    .map(({ id }) => id);
  return ids.length === 0 ? sql`false` : inArray(tests.topicId, ids);
}

interface Query {
  readonly where?: SQL | undefined;
  readonly state: TestRow['state'];
  readonly limit: number;
  readonly skip?: number;
}

/** The worst scores first, what has none after them. */
export async function readTests(
  tx: Tx,
  place: Place,
  { where, state, limit, skip = 0 }: Query,
): Promise<Shown[]> {
  return tx
    .select({ row: tests, path: topics.path })
    .from(tests)
    .leftJoin(topics, eq(topics.id, tests.topicId))
    .where(and(inSet(place), eq(tests.state, state), where))
    .orderBy(sql`${tests.modelScore} asc nulls last`, asc(tests.id))
    .limit(limit)
    .offset(skip);
}

/** Failing ones first, then by how much they differ. */
export const readSuggestions = (
  tx: Tx,
  place: Place,
  { where, limit, skip = 0 }: Omit<Query, 'state'>,
): Promise<Shown[]> =>
  tx
    .select({ row: tests, path: topics.path })
    .from(tests)
    .leftJoin(topics, eq(topics.id, tests.topicId))
    .where(and(inSet(place), eq(tests.state, 'suggested'), where))
    .orderBy(
      desc(sql`${tests.label} = 'fail'`),
      sql`${jsonText(tests.suggestion, 'diversity_score')}::float8 desc nulls last`,
      desc(tests.id),
    )
    .limit(limit)
    .offset(skip);

export async function countIn(tx: Tx, place: Place, where?: SQL): Promise<number> {
  return tx.$count(tests, and(inSet(place), where));
}

export async function findShown(tx: Tx, place: Place, id: string): Promise<Shown | undefined> {
  const [found] = await tx
    .select({ row: tests, path: topics.path })
    .from(tests)
    .leftJoin(topics, eq(topics.id, tests.topicId))
    .where(and(inSet(place), eq(tests.id, id)));
  return found;
}

export async function findEqual(
  tx: Tx,
  place: Place,
  { topicId, inputHash }: Pick<TestRow, 'topicId' | 'inputHash'>,
): Promise<TestRow | undefined> {
  const [found] = await tx
    .select()
    .from(tests)
    .where(
      and(
        inSet(place),
        eq(tests.inputHash, inputHash),
        topicId === null ? isNull(tests.topicId) : eq(tests.topicId, topicId),
      ),
    );
  return found;
}

export async function requireRoom(tx: Tx, place: Place, more: number): Promise<void> {
  if ((await countIn(tx, place)) + more > testsMax)
    throw tooLarge(`A set that looks for weak spots has at most ${testsMax} tests and suggestions.`);
}

/** What is there already stays; answers the ids of those that are new. */
export async function insertNew(tx: Tx, rows: readonly TestRow[]): Promise<string[]> {
  const made: string[] = [];
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const inserted = await tx
      .insert(tests)
      .values(rows.slice(from, from + rowsAtOnce))
      .onConflictDoNothing()
      .returning({ id: tests.id });
    made.push(...inserted.map(({ id }) => id));
  }
  return made;
}

export async function updateTest(tx: Tx, place: Place, id: string, changes: Partial<TestRow>): Promise<void> {
  await tx
    .update(tests)
    .set(changes)
    .where(and(inSet(place), eq(tests.id, id)));
}

export const deleteTest = async (tx: Tx, place: Place, id: string): Promise<void> =>
  void (await tx.delete(tests).where(and(inSet(place), eq(tests.id, id))));

export const searched = (text: string): SQL | undefined =>
  or(
    sql`position(lower(${text}) in lower(${tests.input})) > 0`,
    sql`position(lower(${text}) in lower(coalesce(${jsonText(tests.output, 'text')}, ''))) > 0`,
  );

export const pathsById = (rows: readonly TopicRow[]): ReadonlyMap<string, string> =>
  new Map(rows.map(({ id, path }) => [id, path]));
