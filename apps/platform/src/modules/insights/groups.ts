import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import { groupingOf, type Shift } from './dimensions.ts';
import {
  countedLatencies,
  countedResults,
  countedVerdicts,
  flakyFacts,
  onlyFlagged,
  reviewFacts,
  runFacts,
  runsOf,
  singleResults,
  singleVerdicts,
  testFacts,
  type Asked,
  type Facts,
  type Scope,
} from './facts.ts';
import { tooManyGroups } from './problems.ts';
import type { Question } from './question.ts';
import { needResults, runDimensions, runFilters } from './registry.ts';

/** What a group is named by: a text, a year, whether it is so, or nothing. */
export type Key = string | number | boolean | null;

export interface Group {
  readonly key: readonly Key[];
  readonly values: Readonly<Record<string, number | null>>;
}

export interface Part extends Asked {
  readonly shift: Shift;
}

export const groupsMax = 20_000;
/** Beyond so many results percentiles come from the steps of two percent that are counted beside them. */
export const exactMax = 200_000;

export interface Measured {
  readonly groups: readonly Group[];
  readonly isApproximate: boolean;
}

/** Every measure that a question asks for, of each of its groups: one statement for each kind of source. */
export async function measure(tx: Tx, scope: Scope, question: Question, part: Part): Promise<Measured> {
  const read = reader(tx, scope, question, part);
  const groups = await read(...countsOf(scope, question, part));
  const more: (readonly Group[])[] = [];
  const wants = (...names: readonly string[]): boolean =>
    question.measures.some((name) => names.includes(name));
  if (wants('human_review_count'))
    more.push(
      await read(reviewFacts(scope, part, question.entity), sql`count(*)::int as human_review_count`),
    );
  if (wants('flaky'))
    more.push(await read(flakyFacts(scope, question.entity, part), sql`count(*)::int as flaky`));
  if (wants('only_flagged'))
    more.push(await read(onlyFlagged(scope, part), sql`count(*)::int as only_flagged`));
  let isApproximate = false;
  if (wants('p50_latency_ms', 'p95_latency_ms')) {
    const results = groups.reduce((sum, { values }) => sum + (values['results'] ?? values['count'] ?? 0), 0);
    isApproximate = results > exactMax && isOfRuns(question);
    more.push(
      isApproximate
        ? await readSteps(tx, scope, question, part)
        : await read(latencyFacts(scope, question, part), exactPercentiles),
    );
  }
  return { groups: merged(groups, more), isApproximate };
}

const isOfRuns = ({ entity, dimensions, filters }: Question): boolean =>
  dimensions.every((name) => runDimensions.has(name)) &&
  [...filters.keys()].every((name) => runFilters.has(name)) &&
  (entity === 'test_result' || entity === 'test_run');

function countsOf(scope: Scope, { entity, filters }: Question, part: Part): [Facts, SQL] {
  const isSingle = [...filters.keys()].some((name) => needResults.has(name));
  if (entity === 'test_result')
    return [isSingle ? singleResults(scope, part) : countedResults(scope, part), sums(resultWords)];
  if (entity === 'metric')
    return [isSingle ? singleVerdicts(scope, part) : countedVerdicts(scope, part), sums(verdictWords)];
  if (entity === 'test_run') return [runFacts(scope, part), runSums];
  return [testFacts(scope, part), testSums];
}

interface Words {
  readonly pass: string;
  readonly fail: string;
  readonly error: string;
  readonly notEvaluated: string;
  readonly cancelled: string;
}
const resultWords: Words = {
  pass: 'Pass',
  fail: 'Fail',
  error: 'Error',
  notEvaluated: 'NotEvaluated',
  cancelled: 'Cancelled',
};
const verdictWords: Words = {
  pass: 'pass',
  fail: 'fail',
  error: 'error',
  notEvaluated: 'not_evaluated',
  cancelled: 'cancelled',
};

function sums(words: Words): SQL {
  const of = (column: SQL, word: string): SQL =>
    sql`coalesce(sum(f.count) filter (where ${column} = ${word}), 0)::int`;
  const status = sql`f.status`;
  const automated = sql`f.automated_status`;
  return sql`coalesce(sum(f.count), 0)::int as count, ${of(status, words.pass)} as passed,
    ${of(status, words.fail)} as failed, ${of(status, words.error)} as errors,
    ${of(status, words.notEvaluated)} as not_evaluated, ${of(status, words.cancelled)} as cancelled,
    ${of(automated, words.pass)} as automated_passed, ${of(automated, words.fail)} as automated_failed`;
}

const runSums = sql`count(*)::int as count, coalesce(sum(f.passed), 0)::int as passed,
  coalesce(sum(f.failed), 0)::int as failed, coalesce(sum(f.errors), 0)::int as errors,
  coalesce(sum(f.not_evaluated), 0)::int as not_evaluated, coalesce(sum(f.cancelled), 0)::int as cancelled,
  coalesce(sum(f.passed + f.failed + f.errors + f.not_evaluated + f.cancelled), 0)::int as results`;

const testSums = sql`count(*)::int as count, count(f.outcome)::int as run_count,
  (count(*) - count(f.outcome))::int as unrun_count,
  (count(*) filter (where f.outcome = 'Pass'))::int as passed, (count(*) filter (where f.outcome = 'Fail'))::int as failed,
  (count(*) filter (where f.outcome = 'Error'))::int as errors,
  (count(*) filter (where f.outcome = 'NotEvaluated'))::int as not_evaluated, 0 as cancelled`;

/** Answers that were judged or could not be; what never came back is counted among the errors. */
const answered = sql`f.duration_ms is not null and f.automated_status in ('Pass', 'Fail', 'NotEvaluated')`;

const exactPercentiles = sql`percentile_cont(0.5) within group (order by f.duration_ms) as p50_latency_ms,
  percentile_cont(0.95) within group (order by f.duration_ms) as p95_latency_ms`;

function latencyFacts(scope: Scope, question: Question, part: Part): Facts {
  const facts = resultsOf(scope, question, part);
  return { from: facts.from, where: sql`${facts.where} and ${answered}` };
}

/** The results of a question; of one about runs, those of the runs it is about. */
function resultsOf(scope: Scope, { entity }: Question, part: Part): Facts {
  if (entity !== 'test_run') return singleResults(scope, part);
  const runs = runFacts(scope, part);
  const { from, where } = singleResults(scope, runsOf(part));
  return {
    from,
    where: sql`${where} and f.test_run_id in (select f.test_run_id from ${runs.from} where ${runs.where})`,
  };
}

type Reader = (facts: Facts, aggregates: SQL) => Promise<readonly Group[]>;

function reader(tx: Tx, scope: Scope, { dimensions }: Question, { shift }: Part): Reader {
  const { joins, keys } = groupingOf(scope, dimensions, shift);
  return async ({ from, where }, aggregates) => {
    const selected = sql.join([...named(keys), aggregates], sql`, `);
    const grouped = keys.length > 0 ? sql`group by ${positions(keys.length)}` : sql``;
    const { rows } = await tx.execute(
      sql`select ${selected} from ${from} ${joins} where ${where} ${grouped} limit ${groupsMax + 1}`,
    );
    return groupsFrom(rows, keys.length);
  };
}

async function readSteps(tx: Tx, scope: Scope, question: Question, part: Part): Promise<readonly Group[]> {
  const { joins, keys } = groupingOf(scope, question.dimensions, part.shift);
  const { from, where } = countedLatencies(scope, part);
  const names = keys.map((_, at) => sql.raw(`k${at}`));
  const by = keys.length > 0 ? sql`partition by ${sql.join(names, sql`, `)}` : sql``;
  const at = (share: number): SQL =>
    sql`power(1.02, min(step) filter (where upto >= ${share}::float8 * total)) `;
  const { rows } = await tx.execute(
    sql`with steps as (
          select ${sql.join([...named(keys), sql`f.step as step, sum(f.count) as n`], sql`, `)}
          from ${from} ${joins} where ${where} and f.count > 0
          group by ${positions(keys.length + 1)}),
        summed as (
          select steps.*, sum(n) over (${by} order by step) as upto, sum(n) over (${by}) as total from steps)
        select ${sql.join([...names, sql`${at(0.5)} as p50_latency_ms, ${at(0.95)} as p95_latency_ms`], sql`, `)}
        from summed ${keys.length > 0 ? sql`group by ${positions(keys.length)}` : sql``} limit ${groupsMax + 1}`,
  );
  return groupsFrom(rows, keys.length);
}

const named = (keys: readonly SQL[]): SQL[] => keys.map((key, at) => sql`${key} as ${sql.raw(`k${at}`)}`);
const positions = (count: number): SQL =>
  sql.raw(Array.from({ length: count }, (_, at) => at + 1).join(', '));

function groupsFrom(rows: readonly Record<string, unknown>[], width: number): readonly Group[] {
  if (rows.length > groupsMax) throw tooManyGroups(groupsMax);
  return rows.map((row) => ({
    key: Array.from({ length: width }, (_, at) => (row[`k${at}`] ?? null) as Key),
    values: Object.fromEntries(
      Object.entries(row)
        .filter(([name]) => !/^k\d$/.test(name))
        .map(([name, value]) => [name, value === null ? null : Number(value)]),
    ),
  }));
}

export const keyText = (key: readonly Key[]): string =>
  JSON.stringify(key.map((part) => (part === null ? null : String(part))));

/** What other sources say is written into the groups that the counts have. */
function merged(groups: readonly Group[], more: readonly (readonly Group[])[]): readonly Group[] {
  const found = more.map((part) => new Map(part.map((group) => [keyText(group.key), group.values])));
  return groups.map(({ key, values }) => {
    const text = keyText(key);
    return { key, values: Object.assign({ ...values }, ...found.map((part) => part.get(text) ?? {})) };
  });
}
