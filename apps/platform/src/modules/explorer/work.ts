import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { Problem } from '@sonde/server-kit';
import type { Endpoints } from '#endpoints';
import type { JobBoard } from '#jobs';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import type { Scorer } from '#metrics';
import { explorerKind } from './jobs.ts';
import { bringsMetrics, freeze } from './judging.ts';
import { readPath } from './paths.ts';
import { presentSuggestion } from './present.ts';
import { busy, invalid, nothingToDo, testNotFound } from './problems.ts';
import type { ExplorerSets } from './sets.ts';
import * as store from './store.ts';
import type { Suggesting } from './suggest.ts';
import {
  explorerJobs,
  explorerJobTests as items,
  explorerTests as table,
  type ExplorerWork,
  type SetRow,
  type TestRow,
} from './tables.ts';
import { newTest, unanswered } from './tests.ts';
import type { Place, Topics } from './topics.ts';

export interface WorkOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly board: Pick<JobBoard, 'create'>;
  readonly endpoints: Pick<Endpoints, 'get'>;
  readonly scorer: Pick<Scorer, 'prepare'>;
  readonly sets: Pick<ExplorerSets, 'rows' | 'getRow'>;
  readonly topics: Pick<Topics, 'make'>;
  readonly suggesting: Suggesting;
}

interface Choice {
  readonly test_ids?: readonly string[] | undefined;
  readonly topic?: string | undefined;
  readonly include_subtopics?: boolean | undefined;
  readonly overwrite?: boolean | undefined;
}
interface MetricsNamed {
  readonly metric_ids?: readonly string[] | undefined;
  readonly metric_names?: readonly string[] | undefined;
}
export interface GivenSuggestion {
  readonly input: string;
  readonly topic?: string | undefined;
  readonly output?: string | undefined;
}
interface Wanted {
  readonly topic?: string | undefined;
  readonly num_examples?: number | undefined;
  readonly num_suggestions?: number | undefined;
  readonly user_feedback?: string | undefined;
}

export type Work = ReturnType<typeof createWork>;
const rowsAtOnce = 1000;

const placeOf = (row: SetRow): Place => ({ organizationId: row.organizationId, setId: row.id });

/** The endpoint that is named, or that of the settings; refused before anything is queued. */
async function endpointOf(
  { endpoints }: WorkOptions,
  principal: MemberPrincipal,
  row: SetRow,
  named: string | undefined,
) {
  const id = named ?? row.defaultEndpointId;
  if (!id) throw invalid('endpoint_id', 'No endpoint is chosen. Choose one under “Endpoint and metrics”.');
  return endpoints.get(principal, id).then(
    (endpoint) => endpoint.id,
    (error: unknown) => {
      if (error instanceof Problem && (error.kind === 'not_found' || error.kind === 'gone'))
        throw invalid('endpoint_id', 'There is no such endpoint.');
      throw error;
    },
  );
}

/** The metrics that are named, and no others; or those of the settings, beside what each test brings along. */
async function judgedBy(
  { database, scorer }: WorkOptions,
  principal: MemberPrincipal,
  row: SetRow,
  { metric_ids, metric_names }: MetricsNamed = {},
): Promise<Pick<ExplorerWork, 'metrics' | 'withOwn'>> {
  const named = metric_ids ?? metric_names;
  const work = {
    metrics: [...new Set(named ?? row.metricIds)].map((metric) => ({ metric })),
    withOwn: named === undefined,
  };
  const place = placeOf(row);
  try {
    await database.tenant(principal.organizationId, async (tx) => {
      if (work.metrics.length === 0 && !(await bringsMetrics(tx, place)))
        throw invalid(
          'metric_ids',
          'Nothing judges the answers yet: no test brings metrics of its own. Choose metrics under “Endpoint and metrics”.',
        );
      await freeze(tx, scorer, principal, { place, work });
    });
  } catch (error) {
    if (error instanceof Problem && error.kind === 'not_found')
      throw invalid(metric_ids ? 'metric_ids' : 'metric_names', error.message);
    throw error;
  }
  return work;
}

interface Job {
  readonly title: string;
  readonly work: ExplorerWork;
  /** The tests it is about, in their order; a pipeline finds its own. */
  readonly ids: (tx: Tx, place: Place) => Promise<{ ids: readonly string[]; skipped: number }>;
  readonly total?: number;
}

async function start(
  { database, clock, board, sets }: WorkOptions,
  principal: MemberPrincipal,
  setId: string,
  { title, work, ids, total }: Job,
) {
  const { organizationId, userId } = principal;
  return database.tenant(organizationId, async (tx) => {
    // Locked: of two who start at once one does.
    const row = await sets.rows.get(tx, principal, setId, { forUpdate: true });
    const place = placeOf(row);
    const [running] = await tx
      .select({ id: explorerJobs.id })
      .from(explorerJobs)
      .where(
        and(
          eq(explorerJobs.organizationId, organizationId),
          eq(explorerJobs.explorerSetId, setId),
          isNull(explorerJobs.endedAt),
        ),
      )
      .limit(1);
    if (running) throw busy();
    const found = await ids(tx, place);
    if (found.ids.length === 0 && work.suggest === null)
      throw nothingToDo(
        found.skipped > 0
          ? 'Every one of these tests is done already. Say overwrite to do them again.'
          : 'There is no test here.',
      );
    const taskId = await board.create(tx, {
      kind: explorerKind,
      title: `${title} · ${row.name}`,
      organizationId,
      projectId: row.projectId,
      by: principal,
      subjectId: setId,
      endpointId: work.endpointId,
      total: total ?? found.ids.length,
    });
    await tx.insert(explorerJobs).values({
      id: taskId,
      organizationId,
      projectId: row.projectId,
      userId,
      explorerSetId: setId,
      request: work,
      endedAt: null,
      createdAt: new Date(clock.now()),
    });
    await insertItems(tx, organizationId, taskId, found.ids);
    return { task_id: taskId, tests: found.ids.length, skipped: found.skipped };
  });
}

/** The tests that are chosen, and how many of them have what is wanted already. */
async function choose(
  tx: Tx,
  place: Place,
  { test_ids, topic, include_subtopics = true, overwrite = false }: Choice,
  isDone: ReturnType<typeof sql>,
) {
  const where = test_ids
    ? inArray(table.id, [...new Set(test_ids)])
    : await store.underTopic(tx, place, { topic, below: include_subtopics });
  const rows = await tx
    .select({ id: table.id, isDone: sql<boolean>`(${isDone})` })
    .from(table)
    .where(and(store.inSet(place), eq(table.state, 'test'), where))
    .orderBy(table.id)
    .limit(store.testsMax);
  if (test_ids && rows.length < new Set(test_ids).size) throw testNotFound();
  const ids = rows.filter((row) => overwrite || !row.isDone).map(({ id }) => id);
  return { ids, skipped: rows.length - ids.length };
}

/** Suggestions that are given are kept as such; without any, all that wait. */
async function suggestionIds(
  needs: WorkOptions,
  tx: Tx,
  place: Place,
  given: readonly GivenSuggestion[] | undefined,
  without: ReturnType<typeof sql>,
  isKept: (row: TestRow, output: string | undefined) => boolean,
) {
  if (!given) {
    const rows = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(store.inSet(place), eq(table.state, 'suggested'), without))
      .orderBy(table.id)
      .limit(1000);
    return { ids: rows.map(({ id }) => id), skipped: 0 };
  }
  await store.requireRoom(tx, place, given.length);
  const ids = new Set<string>();
  let skipped = 0;
  for (const suggestion of given) {
    const id = await keepGiven(needs, tx, place, suggestion, isKept);
    if (id === undefined) skipped += 1;
    else ids.add(id);
  }
  if (ids.size === 0) throw nothingToDo('Every one of these is there already, with an output that stays.');
  return { ids: [...ids], skipped };
}

/** Undefined where the same is there already with an output that stays. */
async function keepGiven(
  { clock, topics }: WorkOptions,
  tx: Tx,
  place: Place,
  { input, topic, output }: GivenSuggestion,
  isKept: (row: TestRow, output: string | undefined) => boolean,
): Promise<string | undefined> {
  const at = new Date(clock.now());
  const topicId = topic ? (await topics.make(tx, place, readPath(topic, 'suggestions.topic'))).id : null;
  const row = newTest(place, { topicId, input: store.cleanInput(input), at });
  const equal = await store.findEqual(tx, place, row);
  if (equal && isKept(equal, output)) return undefined;
  // Whoever gives back what was answered takes nothing from it of how it was.
  const said = output === undefined || output === equal?.output?.text ? {} : { output: { text: output } };
  if (equal) {
    await store.updateTest(tx, place, equal.id, { ...said, updatedAt: at });
    return equal.id;
  }
  const suggestion = { made_by: 'given' as const, why: null, near_test_id: null, diversity_score: null };
  await store.insertNew(tx, [{ ...row, ...said, state: 'suggested', suggestion }]);
  return row.id;
}

const wantedOf = ({ topic, num_examples, num_suggestions, user_feedback }: Wanted) => ({
  topic: topic ? readPath(topic, 'topic') : null,
  num_examples: num_examples ?? 10,
  num_suggestions: num_suggestions ?? 20,
  user_feedback: user_feedback ?? null,
});

/** What people ask of the explorer beyond a moment: it is written down, with each test it is about, and done by a job. */
export function createWork(options: WorkOptions) {
  const { database, sets, suggesting } = options;

  return {
    async outputs(
      principal: MemberPrincipal,
      setId: string,
      body: Choice & { readonly endpoint_id?: string | undefined; readonly evaluate?: boolean | undefined },
    ) {
      const row = await sets.getRow(principal, setId, { toChange: true });
      const endpointId = await endpointOf(options, principal, row, body.endpoint_id);
      const judging = body.evaluate ? await judgedBy(options, principal, row) : { metrics: [] };
      return start(options, principal, setId, {
        title: body.evaluate ? 'Ask and score' : 'Ask',
        work: { suggest: null, endpointId, ...judging },
        ids: (tx, place) => choose(tx, place, body, sql`${table.output} is not null`),
      });
    },

    async evaluate(principal: MemberPrincipal, setId: string, body: Choice & MetricsNamed) {
      const row = await sets.getRow(principal, setId, { toChange: true });
      const judging = await judgedBy(options, principal, row, body);
      return start(options, principal, setId, {
        title: 'Score',
        work: { suggest: null, endpointId: null, ...judging },
        ids: (tx, place) =>
          choose(
            tx,
            place,
            body,
            sql`${table.output} is null or not ${table.toEval} or ${table.scoredAt} is not null`,
          ),
      });
    },

    async suggest(principal: MemberPrincipal, setId: string, body: Wanted, signal: AbortSignal) {
      const place = placeOf(await sets.getRow(principal, setId, { toChange: true }));
      const { chosen, examples } = await suggesting.find(place, wantedOf(body), signal);
      return database.tenant(principal.organizationId, async (tx) => {
        await sets.rows.get(tx, principal, setId, { forUpdate: true });
        const ids = await suggesting.keep(tx, place, chosen);
        const found = await suggesting.read(tx, place, ids);
        return { suggestions: found.map(presentSuggestion), num_examples_used: examples };
      });
    },

    async pipeline(
      principal: MemberPrincipal,
      setId: string,
      body: Wanted & MetricsNamed & { readonly endpoint_id?: string | undefined },
    ) {
      const row = await sets.getRow(principal, setId, { toChange: true });
      const endpointId = await endpointOf(options, principal, row, body.endpoint_id);
      const judging = await judgedBy(options, principal, row, body);
      const suggest = wantedOf(body);
      return start(options, principal, setId, {
        title: 'Find more failures',
        work: { suggest, endpointId, ...judging },
        ids: async (tx, place) => {
          if ((await store.countIn(tx, place, eq(table.state, 'test'))) === 0)
            throw nothingToDo('There is no test here to start from. Add one, or import a test set.');
          return { ids: [], skipped: 0 };
        },
        total: suggest.num_suggestions,
      });
    },

    async suggestionOutputs(
      principal: MemberPrincipal,
      setId: string,
      body: {
        readonly endpoint_id?: string | undefined;
        readonly suggestions?: readonly GivenSuggestion[] | undefined;
      },
    ) {
      const row = await sets.getRow(principal, setId, { toChange: true });
      const endpointId = await endpointOf(options, principal, row, body.endpoint_id);
      return start(options, principal, setId, {
        title: 'Ask suggestions',
        work: { suggest: null, endpointId, metrics: [] },
        ids: (tx, place) =>
          suggestionIds(options, tx, place, body.suggestions, unanswered, ({ output }) => output !== null),
      });
    },

    async evaluateSuggestions(
      principal: MemberPrincipal,
      setId: string,
      body: MetricsNamed & { readonly suggestions?: readonly GivenSuggestion[] | undefined },
    ) {
      const row = await sets.getRow(principal, setId, { toChange: true });
      const judging = await judgedBy(options, principal, row, body);
      return start(options, principal, setId, {
        title: 'Score suggestions',
        work: { suggest: null, endpointId: null, ...judging },
        ids: (tx, place) =>
          suggestionIds(
            options,
            tx,
            place,
            body.suggestions,
            sql`${table.output} is not null and ${table.scoredAt} is null`,
            // What a test was answered is not replaced by what somebody says it was.
            ({ state, output: stored }, told) =>
              state === 'test' && stored !== null && told !== undefined && told !== stored.text,
          ),
      });
    },
  };
}

export async function insertItems(
  tx: Tx,
  organizationId: string,
  jobId: string,
  ids: readonly string[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += rowsAtOnce)
    await tx
      .insert(items)
      .values(
        ids.slice(from, from + rowsAtOnce).map((explorerTestId, place) => ({
          explorerJobId: jobId,
          explorerTestId,
          organizationId,
          position: from + place,
          state: 'waiting' as const,
          error: null,
        })),
      )
      .onConflictDoNothing();
}
