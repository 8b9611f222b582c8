import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { ExecutionOptions, MetricReference } from '@sonde/contract';
import type { Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { newId } from '#kernel/ids';
import { visibleTo } from '#kernel/resource';
import type { Scorer, ScorerSnapshot } from '#metrics';
import { readTestOutlines, sameQuestions, testSetTests, tests, type VersionPair } from '#tests';
import { tooManyResults } from './problems.ts';
import { ceilingCodes } from './execution/execution.ts';
import { testResults, testRunScorers } from './tables.ts';

/** A test as the plan sees it: which version, and by what it will be judged. */
export interface PlannedTest {
  readonly testId: string;
  readonly version: number;
  readonly testType: string;
  readonly maxTurns: number;
  readonly isAnswerExpected: boolean;
  readonly requirementId: string | null;
  readonly categoryId: string | null;
  readonly topicId: string | null;
  readonly references: readonly MetricReference[];
}

export interface PlanSources {
  readonly organizationId: string;
  /** The project of the run, in which everything that it asks is shown. */
  readonly projectId: string;
  readonly testSetId: string;
  readonly setMetrics: readonly MetricReference[];
  readonly options: ExecutionOptions;
  /** The run of the same set whose outputs are scored again. */
  readonly scoredAgain: string | undefined;
  /** The metrics that requirements name, by requirement. */
  readonly metricsOf: (
    tx: Tx,
    requirementIds: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly MetricReference[]>>;
}

export const resultsMax = 200_000;
const atOnce = 2000;

interface Member {
  readonly testId: string;
  readonly testVersion: number;
}

interface Plan {
  readonly tests: readonly PlannedTest[];
  /** How many more there are, of other projects than that of the run. */
  readonly leftOut: number;
}

/**
 * The tests a run will have, in the order of the set, or of the sample drawn from it: of a set that holds tests of several projects
 * only what all projects share and what is of the run's own.
 */
export async function planTests(tx: Tx, sources: PlanSources): Promise<Plan> {
  const { options } = sources;
  const ofToday = sources.scoredAgain
    ? await testsOfRun(tx, sources, sources.scoredAgain)
    : await membersOf(tx, sources);
  const { reference_test_run_id: reference } = options;
  const members = reference ? await asAnswered(tx, sources.organizationId, reference, ofToday) : ofToday;
  const chosen = options.sample === undefined ? members : draw(members, options.sample, options.seed ?? 0);
  if (chosen.length * (options.repeat ?? 1) > resultsMax) throw tooManyResults(resultsMax);
  const planned: PlannedTest[] = [];
  for (let from = 0; from < chosen.length; from += atOnce)
    planned.push(...(await describe(tx, sources, chosen.slice(from, from + atOnce))));
  return { tests: planned, leftOut: await countLeftOut(tx, sources) };
}

async function countLeftOut(tx: Tx, sources: PlanSources): Promise<number> {
  const ofOthers = sql`not (${visibleTo(sources, tests)})`;
  const [row] = sources.scoredAgain
    ? await tx
        .select({ count: sql<number>`count(distinct ${tests.id})::int` })
        .from(testResults)
        .innerJoin(tests, eq(tests.id, testResults.testId))
        .where(and(ofRun(sources, sources.scoredAgain), ofOthers))
    : await tx
        .select({ count: sql<number>`count(*)::int` })
        .from(testSetTests)
        .innerJoin(tests, eq(tests.id, testSetTests.testId))
        .where(and(chosenMembers(sources), ofOthers));
  return row?.count ?? 0;
}

const chosenMembers = ({ organizationId, testSetId, options }: PlanSources): SQL | undefined =>
  and(
    isMember(organizationId, testSetId),
    options.only && options.of_run ? onlyOf(options.of_run, options.only) : undefined,
    // What another set has in common with the run; the rest of it has nothing to be scored.
    options.reference_test_run_id ? isOf(options.reference_test_run_id) : undefined,
  );

const isMember = (organizationId: string, testSetId: string): SQL | undefined =>
  and(
    eq(testSetTests.organizationId, organizationId),
    eq(testSetTests.testSetId, testSetId),
    sql`${tests.deletedAt} is null`,
  );

const ofRun = ({ organizationId }: PlanSources, runId: string): SQL | undefined =>
  and(eq(testResults.organizationId, organizationId), eq(testResults.testRunId, runId));

const membersOf = (tx: Tx, sources: PlanSources) =>
  tx
    .select({ testId: tests.id, testVersion: tests.version })
    .from(testSetTests)
    .innerJoin(tests, eq(tests.id, testSetTests.testId))
    .where(and(chosenMembers(sources), visibleTo(sources, tests)))
    .orderBy(testSetTests.position, testSetTests.testId)
    .limit(resultsMax + 1);

/** How many living tests a set has for a run of this project. */
export async function countMembers(
  tx: Tx,
  { testSetId, ...at }: Pick<PlanSources, 'organizationId' | 'projectId' | 'testSetId'>,
): Promise<number> {
  const [row] = await tx
    .select({ members: sql<number>`count(*)::int` })
    .from(testSetTests)
    .innerJoin(tests, eq(tests.id, testSetTests.testId))
    .where(and(isMember(at.organizationId, testSetId), visibleTo(at, tests)));
  return row?.members ?? 0;
}

/**
 * What is scored again is the run as it was, and not the set of today: a failed test that has left it, or was deleted, would be gone
 * from the counts without a word.
 */
const testsOfRun = (tx: Tx, sources: PlanSources, runId: string): Promise<Member[]> =>
  tx
    .select({
      testId: tests.id,
      testVersion: sql<number>`case when ${tests.deletedAt} is null then ${tests.version} else max(${testResults.testVersion}) end`,
    })
    .from(testResults)
    .innerJoin(tests, eq(tests.id, testResults.testId))
    .where(and(ofRun(sources, runId), visibleTo(sources, tests)))
    .groupBy(tests.id, tests.version, tests.deletedAt)
    .orderBy(sql`min(${testResults.position})`, tests.id)
    .limit(resultsMax + 1);

/**
 * Answers are judged by what judges their test today where it still asks what they answer, and otherwise by what judged it then:
 * what is expected of another question says nothing of them.
 */
async function asAnswered(
  tx: Tx,
  organizationId: string,
  runId: string,
  members: readonly Member[],
): Promise<Member[]> {
  const found = await tx
    .select({ testId: testResults.testId, version: sql<number>`max(${testResults.testVersion})` })
    .from(testResults)
    .where(and(eq(testResults.organizationId, organizationId), eq(testResults.testRunId, runId)))
    .groupBy(testResults.testId);
  const then = new Map(found.map(({ testId, version }) => [testId, version]));
  const pairOf = ({ testId, testVersion }: Member): VersionPair => ({
    testId,
    one: then.get(testId) ?? testVersion,
    other: testVersion,
  });
  const asksTheSame = await sameQuestions(tx, organizationId, members.map(pairOf));
  return members.map((member) => {
    const pair = pairOf(member);
    return asksTheSame(pair) ? member : { ...member, testVersion: pair.one };
  });
}

const statusOf = { failed: 'Fail', errors: 'Error', not_evaluated: 'NotEvaluated' } as const;

const onlyOf = (runId: string, only: keyof typeof statusOf) =>
  inArray(
    tests.id,
    sql`(select r.test_id from test_results r where r.test_run_id = ${runId} and r.status = ${statusOf[only]})`,
  );

const isOf = (runId: string) =>
  inArray(tests.id, sql`(select r.test_id from test_results r where r.test_run_id = ${runId})`);

/** The same seed draws the same tests from the same set, whatever order they came in. */
function draw<T extends { readonly testId: string }>(members: readonly T[], most: number, seed: number): T[] {
  const places = new Map(members.map(({ testId }, place) => [testId, place]));
  const lot = (id: string): string => createHash('sha256').update(`${seed}:${id}`).digest('hex');
  return members
    .map((member) => ({ member, lot: lot(member.testId) }))
    .toSorted((a, b) => (a.lot < b.lot ? -1 : 1))
    .slice(0, most)
    .map(({ member }) => member)
    .toSorted((a, b) => (places.get(a.testId) ?? 0) - (places.get(b.testId) ?? 0));
}

async function describe(
  tx: Tx,
  sources: PlanSources,
  members: readonly { testId: string; testVersion: number }[],
): Promise<PlannedTest[]> {
  const outlines = await readTestOutlines(tx, sources.organizationId, members);
  const found = members.flatMap(({ testId, testVersion }) => outlines.get(`${testId}:${testVersion}`) ?? []);
  const requirementIds = [...new Set(found.flatMap(({ requirementId }) => requirementId ?? []))];
  const ofRequirements = sources.options.metrics
    ? new Map<string, readonly MetricReference[]>()
    : await sources.metricsOf(tx, requirementIds);
  return found.map(({ metrics, ...test }) => ({
    ...test,
    references:
      sources.options.metrics ??
      nearestFirst(
        metrics,
        sources.setMetrics,
        test.requirementId ? (ofRequirements.get(test.requirementId) ?? []) : [],
      ),
  }));
}

/** A metric that several places name counts once, as the nearest place names it: the test, its set, its requirement. */
export function nearestFirst(...places: readonly (readonly MetricReference[])[]): MetricReference[] {
  const own = places[0] ?? [];
  const taken = new Set(own.map(({ metric }) => metric));
  const rest = places.slice(1).flatMap((references) =>
    references.filter(({ metric }) => {
      if (taken.has(metric)) return false;
      taken.add(metric);
      return true;
    }),
  );
  return [...own, ...rest];
}

/** Freezes each metric once, however many tests name it in the same way, and tells which tests name which. */
export async function freezeMetrics(
  tx: Tx,
  scorer: Pick<Scorer, 'prepare'>,
  principal: MemberPrincipal,
  planned: readonly PlannedTest[],
): Promise<{ snapshots: ScorerSnapshot[]; ordinalsOf: (test: PlannedTest) => number[] }> {
  // The references of a set are the same for each of its tests, and written out once.
  const keys = new WeakMap<MetricReference, string>();
  const keyOf = (reference: MetricReference): string => {
    const known = keys.get(reference) ?? writtenOut(reference);
    keys.set(reference, known);
    return known;
  };
  const ordinals = new Map<string, number>();
  const distinct: MetricReference[] = [];
  for (const [place, { references }] of planned.entries()) {
    for (const reference of references) {
      const key = keyOf(reference);
      if (ordinals.has(key)) continue;
      ordinals.set(key, distinct.length);
      distinct.push(reference);
    }
    if (place % atOnce === atOnce - 1) await setImmediate();
  }
  return {
    snapshots: await scorer.prepare(tx, principal, distinct),
    ordinalsOf: ({ references }) => references.flatMap((reference) => ordinals.get(keyOf(reference)) ?? []),
  };
}

const writtenOut = ({ metric, args, threshold, negate }: MetricReference): string =>
  JSON.stringify([metric, args ?? null, threshold ?? null, negate ?? false]);

export interface NewResults {
  readonly organizationId: string;
  readonly projectId: string | null;
  readonly runId: string;
  readonly endpointId: string;
  readonly repeat: number;
  readonly planned: readonly PlannedTest[];
  readonly snapshots: readonly ScorerSnapshot[];
  readonly ordinalsOf: (test: PlannedTest) => number[];
  readonly at: Date;
}

/** Every result of a run as a row that waits, before anything is called. */
export async function insertResults(tx: Tx, results: NewResults): Promise<void> {
  const { organizationId, runId, planned, repeat, snapshots } = results;
  for (let from = 0; from < snapshots.length; from += atOnce)
    await tx.insert(testRunScorers).values(
      snapshots.slice(from, from + atOnce).map((snapshot, place) => ({
        testRunId: runId,
        ordinal: from + place,
        organizationId,
        snapshot,
      })),
    );
  const perBatch = Math.max(1, Math.floor(atOnce / repeat));
  for (let from = 0; from < planned.length; from += perBatch) {
    const rows = planned.slice(from, from + perBatch).flatMap((test, place) => {
      const scorers = `{${results.ordinalsOf(test).join(',')}}`;
      return Array.from({ length: repeat }, (_, index) => [
        newId(),
        test.testId,
        test.version,
        test.requirementId,
        test.categoryId,
        test.topicId,
        from + place,
        index + 1,
        scorers,
      ]);
    });
    await tx.execute(
      sql`insert into test_results (id, organization_id, project_id, test_run_id, endpoint_id, test_id, test_version,
            requirement_id, category_id, topic_id, position, repeat, scorers, status, created_at)
          select (d->>0)::uuid, ${organizationId}, ${results.projectId}::uuid, ${runId}, ${results.endpointId},
            (d->>1)::uuid, (d->>2)::int, (d->>3)::uuid, (d->>4)::uuid, (d->>5)::uuid, (d->>6)::int, (d->>7)::int,
            (d->>8)::int[], 'waiting', ${results.at.toISOString()}::timestamptz
          from json_array_elements(${JSON.stringify(rows)}::json) d`,
    );
  }
}

interface Copying {
  readonly organizationId: string;
  readonly runId: string;
  readonly referenceRunId: string;
  readonly at: Date;
}

/**
 * For scoring again: the outputs of another run, where it has one for the same test and repeat. What ended in an error, and
 * what a ceiling cut short or left out, say no more than they did then: there is nothing whole to be judged, with an output or
 * without one.
 */
export async function copyOutputs(
  tx: Tx,
  { organizationId, runId, referenceRunId, at }: Copying,
): Promise<void> {
  await tx.execute(
    sql`insert into test_outputs (test_result_id, organization_id, input, output, answer_hash)
        select n.id, ${organizationId}, o.input, o.output, o.answer_hash
        from test_results n
        join test_results r on r.test_run_id = ${referenceRunId} and r.test_id = n.test_id and r.repeat = n.repeat
        join test_outputs o on o.test_result_id = r.id
        where n.test_run_id = ${runId} and n.organization_id = ${organizationId} and r.organization_id = ${organizationId}`,
  );
  await tx.execute(
    sql`insert into test_turns (test_result_id, turn, organization_id, sent, received, status_code, duration_ms, trace_id, sent_at, finished_at)
        select n.id, t.turn, ${organizationId}, t.sent, t.received, t.status_code, t.duration_ms, t.trace_id, t.sent_at, t.finished_at
        from test_results n
        join test_results r on r.test_run_id = ${referenceRunId} and r.test_id = n.test_id and r.repeat = n.repeat
        join test_turns t on t.test_result_id = r.id
        where n.test_run_id = ${runId} and n.organization_id = ${organizationId} and r.organization_id = ${organizationId}`,
  );
  await tx.execute(
    sql`update test_results n
        set status = coalesce(kept.status, 'answered'), automated_status = kept.status,
            finished_at = case when kept.status is not null then ${at.toISOString()}::timestamptz end,
            reason_code = r.reason_code, reason = r.reason, status_code = r.status_code, duration_ms = r.duration_ms,
            trace_id = r.trace_id, test_version = r.test_version
        from test_results r cross join lateral (
          select case when not exists (select 1 from test_verdicts v where v.test_result_id = r.id)
              and (r.automated_status = 'Error' or r.automated_status = 'NotEvaluated' and r.reason_code in (${list(ceilingCodes)}))
            then r.automated_status end as status) kept
        where n.test_run_id = ${runId} and n.organization_id = ${organizationId} and r.organization_id = ${organizationId}
          and r.test_run_id = ${referenceRunId} and r.test_id = n.test_id and r.repeat = n.repeat
          and (kept.status is not null or exists (select 1 from test_outputs o where o.test_result_id = n.id))`,
  );
}

const list = (words: readonly string[]) =>
  sql.join(
    words.map((word) => sql`${word}`),
    sql`, `,
  );
