import { and, asc, eq, inArray, sql } from 'drizzle-orm';
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

  /** The topics of these paths by their keys, made with those above them where they are missing. */
  async function makeAll(
    tx: Tx,
    place: Place,
    paths: readonly string[],
  ): Promise<ReadonlyMap<string, TopicRow>> {
    const byKey = new Map((await listTopics(tx, place)).map((row) => [row.pathKey, row]));
    const missing: TopicRow[] = [];
    for (const path of paths) {
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
        missing.push(row);
        byKey.set(row.pathKey, row);
      }
      if (byKey.size > topicsMax) throw tooLarge(`A set has at most ${topicsMax} topics.`);
    }
    if (missing.length > 0) await tx.insert(table).values(missing);
    return byKey;
  }

  /** The topic of this path and those above it, made where they are missing. */
  async function make(tx: Tx, place: Place, path: string): Promise<TopicRow> {
    const row = (await makeAll(tx, place, [path])).get(keyOf(path));
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
    makeAll,

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
        const moving = rows.filter(({ pathKey }) => isBelow(pathKey, row.pathKey));
        const staying = new Map(await makeAll(tx, place, above === null ? [] : [above]));
        for (const { pathKey } of moving) staying.delete(pathKey);
        const merging: Move[] = [];
        const renamed: { readonly id: string; readonly path: string }[] = [];
        for (const { id, path: former } of moving) {
          const to = readPath(`${wanted}${former.slice(row.path.length)}`, 'new_name');
          const there = staying.get(keyOf(to));
          if (there) merging.push({ from: id, into: there.id });
          else renamed.push({ id, path: to });
        }
        const { merged } = await moveTests(tx, place, merging);
        await deleteTopics(
          tx,
          place,
          merging.map(({ from }) => from),
        );
        await renameTopics(tx, place, renamed);
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
        const gone = rows.filter(({ pathKey }) => isBelow(pathKey, row.pathKey)).map(({ id }) => id);
        const { moved } = await moveTests(
          tx,
          place,
          gone.map((from) => ({ from, into })),
        );
        await deleteTopics(tx, place, gone);
        return { deleted: true, topic_path: row.path, moved_tests: moved };
      }),
  };
}

async function deleteTopics(tx: Tx, place: Place, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(table).where(and(inSet(place), inArray(table.id, [...ids])));
}

async function renameTopics(
  tx: Tx,
  place: Place,
  renamed: readonly { readonly id: string; readonly path: string }[],
): Promise<void> {
  if (renamed.length === 0) return;
  const ids = renamed.map(({ id }) => id);
  // One may come where another leaves, and each row is compared as soon as it is written. No path begins like this.
  await tx
    .update(table)
    .set({ pathKey: sql`'/' || ${table.id}` })
    .where(and(inSet(place), inArray(table.id, ids)));
  const paths = renamed.map(({ path }) => path);
  await tx.execute(
    sql`update explorer_topics t set path = named.path, path_key = named.path_key
        from unnest(${sql.param(ids)}::text[]::uuid[], ${sql.param(paths)}::text[],
          ${sql.param(paths.map(keyOf))}::text[]) as named (id, path, path_key)
        where t.organization_id = ${place.organizationId} and t.explorer_set_id = ${place.setId} and t.id = named.id`,
  );
}

/** All tests of a topic go to another, which none leave. */
interface Move {
  readonly from: string;
  readonly into: string | null;
}

/**
 * Of several with the same input that come to stand in one topic the one with the newest score stays; a test stands above
 * a suggestion, whatever its score. As many statements for one topic as for thousands.
 */
async function moveTests(tx: Tx, { organizationId, setId }: Place, moves: readonly Move[]) {
  if (moves.length === 0) return { merged: 0, moved: 0 };
  const given = sql`unnest(${sql.param(moves.map(({ from }) => from))}::text[]::uuid[],
    ${sql.param(moves.map(({ into }) => into))}::text[]::uuid[]) as move (source, target)`;
  // As the index has it.
  const none = sql`'00000000-0000-0000-0000-000000000000'::uuid`;
  const isHere = sql`t.organization_id = ${organizationId} and t.explorer_set_id = ${setId}`;
  const { rows: gone } = await tx.execute<{ id: string }>(
    sql`with placed as (
          select t.id, t.input_hash, t.state, t.scored_at, t.updated_at, move.target, true as is_moving
          from explorer_tests t join ${given} on t.topic_id = move.source where ${isHere}
          union all
          select t.id, t.input_hash, t.state, t.scored_at, t.updated_at, t.topic_id, false
          from explorer_tests t join (select distinct target from ${given}) there
            on coalesce(t.topic_id, ${none}) = coalesce(there.target, ${none}) where ${isHere}),
        ranked as (
          select id, row_number() over (partition by target, input_hash
            order by case state when 'test' then 2 when 'suggested' then 1 else 0 end desc,
              coalesce(scored_at, '-infinity') desc, updated_at desc, is_moving, id) as place
          from placed)
        delete from explorer_tests t using ranked
        where ${isHere} and t.id = ranked.id and ranked.place > 1 returning t.id`,
  );
  const { rows: moved } = await tx.execute(
    sql`update explorer_tests t set topic_id = move.target from ${given}
        where ${isHere} and t.topic_id = move.source returning t.id`,
  );
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
