import { and, asc, eq, sql } from 'drizzle-orm';
import type { ExplorerTopic } from '@sonde/contract';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { newId } from '#kernel/ids';
import { depthOf, isBelow, keyOf, lineOf, nameOf, parentOf, readPath } from './paths.ts';
import { invalid, tooLarge, topicNotFound } from './problems.ts';
import type { ExplorerSets } from './sets.ts';
import { explorerTests as tests, explorerTopics as table, type TopicRow } from './tables.ts';

export interface TopicsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly sets: Pick<ExplorerSets, 'rows'>;
}

/** A set of one organization; every statement names both. */
export interface Place {
  readonly organizationId: string;
  readonly setId: string;
}

export type Topics = ReturnType<typeof createTopics>;
const topicsMax = 2000;

const inSet = ({ organizationId, setId }: Place) =>
  and(eq(table.organizationId, organizationId), eq(table.explorerSetId, setId));

export const listTopics = (tx: Tx, place: Place): Promise<TopicRow[]> =>
  tx.select().from(table).where(inSet(place)).orderBy(asc(table.pathKey));

/** The tree of a set. Its tests hang on the ids of topics, so renaming one leaves them where they are. */
export function createTopics({ database, clock, sets }: TopicsOptions) {
  const now = (): Date => new Date(clock.now());
  const placeOf = ({ organizationId }: MemberPrincipal, setId: string): Place => ({ organizationId, setId });

  /** The topic of this path and those above it, made where they are missing. */
  async function make(tx: Tx, place: Place, path: string): Promise<TopicRow> {
    const known = await listTopics(tx, place);
    const byKey = new Map(known.map((row) => [row.pathKey, row]));
    const missing = lineOf(path).filter((one) => !byKey.has(keyOf(one)));
    if (known.length + missing.length > topicsMax) throw tooLarge(`A set has at most ${topicsMax} topics.`);
    // Under a name that exists it is written as it is written there.
    let above = '';
    for (const one of lineOf(path)) {
      const found = byKey.get(keyOf(one));
      const written = found?.path ?? (above === '' ? nameOf(one) : `${above}/${nameOf(one)}`);
      above = written;
      if (found) continue;
      const row: TopicRow = {
        id: newId(),
        organizationId: place.organizationId,
        explorerSetId: place.setId,
        path: written,
        pathKey: keyOf(written),
        createdAt: now(),
      };
      await tx.insert(table).values(row);
      byKey.set(row.pathKey, row);
    }
    const row = byKey.get(keyOf(path));
    if (!row) throw new Error('A topic was not there after it had been made.');
    return row;
  }

  const required = (rows: readonly TopicRow[], path: string): TopicRow => {
    const row = rows.find(({ id, pathKey }) => id === path || pathKey === keyOf(path));
    if (!row) throw topicNotFound();
    return row;
  };

  return {
    make,

    list: (principal: MemberPrincipal, setId: string): Promise<ExplorerTopic[]> =>
      database.tenant(principal.organizationId, async (tx) => {
        await sets.rows.get(tx, principal, setId);
        return shown(tx, placeOf(principal, setId));
      }),

    create: (principal: MemberPrincipal, setId: string, given: string): Promise<ExplorerTopic> =>
      database.tenant(principal.organizationId, async (tx) => {
        await sets.rows.get(tx, principal, setId, { forUpdate: true });
        const place = placeOf(principal, setId);
        const row = await make(tx, place, readPath(given));
        const found = (await shown(tx, place)).find(({ path }) => path === row.path);
        if (!found) throw topicNotFound();
        return found;
      }),

    /** With all below it; what stands at the new place already takes it in. */
    rename: (principal: MemberPrincipal, setId: string, path: string, given: string) =>
      database.tenant(principal.organizationId, async (tx) => {
        await sets.rows.get(tx, principal, setId, { forUpdate: true });
        const place = placeOf(principal, setId);
        const rows = await listTopics(tx, place);
        const row = required(rows, path);
        const parent = parentOf(row.path);
        const wanted = readPath(
          given.includes('/') || parent === null ? given : `${parent}/${given}`,
          'new_name',
        );
        if (keyOf(wanted) !== row.pathKey && isBelow(keyOf(wanted), row.pathKey))
          throw invalid('new_name', 'A topic cannot be moved into itself.');
        const above = parentOf(wanted);
        if (above !== null) await make(tx, place, above);
        let merged = 0;
        // From the top: a parent is at its new place before its children come.
        const moving = rows.filter(({ pathKey }) => isBelow(pathKey, row.pathKey));
        for (const one of moving)
          merged += await moveTopic(
            tx,
            place,
            one,
            readPath(`${wanted}${one.path.slice(row.path.length)}`, 'new_name'),
          );
        return { topic_path: wanted, merged_tests: merged };
      }),

    /** Its tests, and those below it, become the parent's. */
    remove: (principal: MemberPrincipal, setId: string, path: string) =>
      database.tenant(principal.organizationId, async (tx) => {
        await sets.rows.get(tx, principal, setId, { forUpdate: true });
        const place = placeOf(principal, setId);
        const rows = await listTopics(tx, place);
        const row = required(rows, path);
        const parent = parentOf(row.path);
        const into = parent === null ? null : required(rows, parent).id;
        let moved = 0;
        for (const one of rows.filter(({ pathKey }) => isBelow(pathKey, row.pathKey))) {
          moved += (await moveTests(tx, place, one.id, into)).moved;
          await tx.delete(table).where(and(inSet(place), eq(table.id, one.id)));
        }
        return { deleted: true, topic_path: row.path, moved_tests: moved };
      }),
  };
}

/** Answers how many tests became one with another. */
async function moveTopic(tx: Tx, place: Place, row: TopicRow, path: string): Promise<number> {
  const [there] = await tx
    .select()
    .from(table)
    .where(and(inSet(place), eq(table.pathKey, keyOf(path))));
  if (!there || there.id === row.id) {
    await tx
      .update(table)
      .set({ path, pathKey: keyOf(path) })
      .where(and(inSet(place), eq(table.id, row.id)));
    return 0;
  }
  const { merged } = await moveTests(tx, place, row.id, there.id);
  await tx.delete(table).where(and(inSet(place), eq(table.id, row.id)));
  return merged;
}

/**
 * Tests go from one topic to another. Of two with the same input the one with the newer score stays; a test stands above
 * a suggestion, whatever its score.
 */
async function moveTests(tx: Tx, { organizationId, setId }: Place, from: string, into: string | null) {
  const { rows: gone } = await tx.execute<{ id: string }>(
    sql`with pairs as (
          select a.id as moving, b.id as staying,
            (case b.state when 'test' then 2 when 'suggested' then 1 else 0 end,
              coalesce(b.scored_at, '-infinity'), b.updated_at)
            >= (case a.state when 'test' then 2 when 'suggested' then 1 else 0 end,
              coalesce(a.scored_at, '-infinity'), a.updated_at) as keeps_staying
          from explorer_tests a join explorer_tests b on b.explorer_set_id = a.explorer_set_id
            and b.topic_id is not distinct from ${into}::uuid and b.input_hash = a.input_hash
          where a.organization_id = ${organizationId} and a.explorer_set_id = ${setId} and a.topic_id = ${from})
        delete from explorer_tests t using pairs
        where t.organization_id = ${organizationId}
          and t.id = case when pairs.keeps_staying then pairs.moving else pairs.staying end
        returning t.id`,
  );
  const moved = await tx
    .update(tests)
    .set({ topicId: into })
    .where(
      and(eq(tests.organizationId, organizationId), eq(tests.explorerSetId, setId), eq(tests.topicId, from)),
    )
    .returning({ id: tests.id });
  return { merged: gone.length, moved: moved.length };
}

export async function shown(tx: Tx, { organizationId, setId }: Place): Promise<ExplorerTopic[]> {
  const rows = await listTopics(tx, { organizationId, setId });
  const count = (label: string) => sql<number>`(count(*) filter (where ${tests.label} = ${label}))::int`;
  const counted = await tx
    .select({
      topicId: tests.topicId,
      tests: sql<number>`count(*)::int`,
      passed: count('pass'),
      failed: count('fail'),
      errors: count('error'),
      score: sql<number | null>`avg(${tests.modelScore})::float8`,
    })
    .from(tests)
    .where(
      and(eq(tests.organizationId, organizationId), eq(tests.explorerSetId, setId), eq(tests.state, 'test')),
    )
    .groupBy(tests.topicId);
  const byTopic = new Map(counted.map(({ topicId, ...counts }) => [topicId, counts]));
  return rows.map((row) => ({
    id: row.id,
    path: row.path,
    name: nameOf(row.path),
    parent_path: parentOf(row.path),
    depth: depthOf(row.path),
    ...(byTopic.get(row.id) ?? { tests: 0, passed: 0, failed: 0, errors: 0, score: null }),
  }));
}
