import { sql } from 'drizzle-orm';
import { trueChange, type Comparison } from '@sonde/contract';
import { shortened } from '#kernel/cut-text';
import type { Tx } from '#kernel/database';
import { plural } from '#kernel/plural';
import { visibleTo } from '#kernel/resource';
import { concludePaired, isFlaky, majority, type PairedConclusion, type Repeats } from '#metrics';
import { requirementsTable } from '#requirements';
import { sameTests, tests, type VersionPair } from '#tests';
import { causesOf } from './causes.ts';
import { nobodyHasLooked, wasFlagged } from './flags.ts';
import { wholeSight, type Sight } from './sight.ts';
import { describedIn } from './store.ts';
import type { RunRow } from './tables.ts';
import { answersOfRepeats } from './views.ts';

/** One test in both runs; a side is missing where the run did not have it. */
interface PairedTest {
  readonly testId: string;
  readonly requirementId: string | null;
  readonly base: Side | null;
  readonly other: Side | null;
}

interface Side extends Repeats {
  readonly version: number;
  readonly errors: number;
  /** Answered, and decided by nobody. */
  readonly open: number;
  /** Decided by a person, and not so by the metrics. */
  readonly overruled: number;
  /** What came back with the errors, where anything did. */
  readonly codes: readonly number[];
  /** What the errors were, without the numbers in them: a time or an id makes no other error. */
  readonly kinds: readonly string[];
  /** Answers that a metric flags and nobody has looked at. */
  readonly flagged: number;
  /** Answers that a metric flagged, whatever a person has said of them since. */
  readonly raised: number;
}

const changesMax = 500;

/**
 * What became better or worse from one run to another, by the tests that both decided. An error is no failure, so the
 * statistics leave it out; that the application no longer answers, or answers again, is told and counted beside them.
 */
export async function compareRuns(
  tx: Tx,
  base: RunRow,
  other: RunRow,
  sight: Sight = wholeSight,
): Promise<Comparison> {
  const { organizationId } = base;
  const pairs = await withSameTests(tx, organizationId, await readPairs(tx, base, other));
  const both = pairs.flatMap(({ base: one, other: two, ...rest }) =>
    one && two && one.version === two.version ? [{ ...rest, base: one, other: two }] : [],
  );
  const judged = await judgedOtherwise(tx, base, other, both);
  const failing = await failingSince(tx, base, other, both);
  const isJudged = ({ testId }: { readonly testId: string }): boolean => judged.has(testId);
  // The same answer is the same application, whatever people have said of one of the two.
  const concluded = concludePaired(
    both.map((pair) => (isJudged(pair) ? { ...pair, other: pair.base } : pair)),
  );
  const errors = errorsOf(both);
  const changes = changesOf(pairs, { judged, failing });
  const turned = (from: string, to: string): PairedTest[] =>
    both.filter((pair) => !isJudged(pair) && majority(pair.base) === from && majority(pair.other) === to);
  const worse = fewEnough(turned('pass', 'fail'));
  const better = fewEnough(turned('fail', 'pass'));
  const rejudged = both.filter(isJudged);
  const since = both.filter(({ testId }) => failing.has(testId));
  // Nothing has passed these before: no loss that could be shown, and yet a failure that is new to whoever reads.
  const first = both.filter(
    ({ testId, base: one, other: two }) =>
      !failing.has(testId) && stateOf(one) === 'undecided' && majority(two) === 'fail',
  );
  const flagged = pairs.filter(isNewlyFlagged);
  const named = [
    ...changes.slice(0, changesMax).map(({ test_id }) => test_id),
    ...[
      ...worse,
      ...better,
      ...fewEnough(since),
      ...fewEnough(first),
      ...fewEnough(rejudged),
      ...flagged.slice(0, namedMost),
    ].map(({ testId }) => testId),
  ];
  const contents = sight.tests ? await readContents(tx, organizationId, named) : undefined;
  return {
    run: other.id,
    name: other.name,
    endpoint: { id: other.endpointId, name: other.snapshot.endpoint.name },
    conclusion: conclusionOf(concluded, errors),
    sentence: inOrder(concluded.conclusion, {
      ofDecided: comparisonSentence(concluded, both.length, {
        errors: errors.all,
        isNamed: worse.length === concluded.regressed && better.length === concluded.improved,
      }),
      ofErrors: errorSentences(errors),
      ofTests: [
        ...flaggedSentence(flagged, contents),
        ...namedSentence(worse, 'worse', contents),
        ...sinceSentence(since, contents),
        ...firstSentence(first, contents),
        ...namedSentence(better, 'better', contents),
        ...judgedSentence(rejudged, contents),
      ],
    }).join(' '),
    tests_needed: concluded.testsNeeded,
    p_value: both.length === 0 ? null : concluded.pValue,
    difference: points(concluded.difference),
    difference_low: points(concluded.interval?.low),
    difference_high: points(concluded.interval?.high),
    paired: both.length,
    counts: {
      decided: concluded.decided,
      improved: concluded.improved,
      regressed: concluded.regressed,
      newly_flagged: flagged.length,
      judged_otherwise: judged.size,
      undecided_then_fail: failing.size,
      passed_then_undecided: turned('pass', 'undecided').filter(({ other: two }) => two && !endsInError(two))
        .length,
      // What was decided neither time may have changed unseen.
      unchanged: both.filter(
        (pair) => majority(pair.base) !== 'undecided' && majority(pair.base) === majority(pair.other),
      ).length,
      flaky: both.filter((pair) => isFlaky(pair.base) || isFlaky(pair.other)).length,
      undecided: both.filter(
        ({ base: one, other: two }) =>
          [majority(one), majority(two)].includes('undecided') && !isOfErrors(one, two),
      ).length,
      stopped_answering: errors.stopped.length,
      passed_then_error: errors.stopped.filter((pair) => majority(pair.base) === 'pass').length,
      answers_again: errors.again,
      error_in_both: errors.inBoth,
      other_error: errors.changed,
      only_in_base: pairs.filter(({ other: two }) => !two).length,
      only_in_other: pairs.filter(({ base: one }) => !one).length,
      changed_version: changedVersion(pairs),
    },
    changes: changes.slice(0, changesMax).map((change) => ({
      ...change,
      name: contents?.get(change.test_id)?.name ?? null,
      content: contents?.get(change.test_id)?.content ?? null,
      base_answer: null,
      other_answer: null,
      by_person: [],
      metrics: [],
    })),
    by_requirement: await byRequirement(tx, base, both),
    by_metric: await byMetric(tx, base, other),
    latency: await latencyOf(tx, base, other),
    causes: await causesOf(tx, { base, other, changedTests: changedVersion(pairs), sight }),
  };
}

/** Tests that a gate or an alert counts as worse: what passed and fails or ends in an error, in the whole or by a metric. */
export const gotWorse = ({ counts }: Pick<Comparison, 'counts'>): number =>
  counts.regressed + counts.passed_then_error + counts.undecided_then_fail;

/** Of these, the tests that nothing decided in the base and that a metric failed which passed them then. */
export const worseByMetric = ({ changes }: Pick<Comparison, 'changes'>): ReadonlySet<string> =>
  new Set(changes.filter((change) => change.is_worse_by_metric).map(({ test_id: id }) => id));

const changedVersion = (pairs: readonly PairedTest[]): number =>
  pairs.filter(({ base, other }) => base && other && base.version !== other.version).length;

/**
 * The sentence one can defend: what is said follows from the exact test, and the size is shown with its interval. Where the
 * tests that changed `isNamed` beside it, they are not counted once more.
 */
export function comparisonSentence(
  found: PairedConclusion,
  paired: number,
  { errors = 0, isNamed = false }: { readonly errors?: number; readonly isNamed?: boolean } = {},
): string {
  const { decided, regressed, improved, difference, interval } = found;
  if (paired === 0) return 'The runs have no test in common, so nothing can be said.';
  if (decided === 0)
    return `No test was decided in both runs, so nothing ${errors > 0 ? 'more ' : ''}can be said; they have ${plural(paired, 'test')} in common.`;
  const changed = `${regressed} of ${plural(decided, 'test')} that both runs decided got worse and ${improved} got better`;
  // Those that ended in an error are told of by themselves.
  const open = paired - decided - errors;
  const left =
    open === 0
      ? ''
      : ` ${plural(open, 'more test was', 'more tests were')} left undecided in one of the runs or in both.`;
  const range =
    interval && `from ${outward(interval.low, Math.floor)} to ${outward(interval.high, Math.ceil)} points`;
  const size =
    difference === null || !range
      ? ''
      : ` The pass rate of these ${decided} ${changeWords(difference)}; ${trueChange} is most likely ${range}.`;
  switch (found.conclusion) {
    case 'worse':
      return `Worse: ${changed}; by chance that would happen in ${percentText(found.pValue)} of cases.${size}${left}`;
    case 'better':
      return `Better: ${changed}; by chance that would happen in ${percentText(found.pValue)} of cases.${size}${left}`;
    case 'no evidence':
      return isNamed && regressed + improved > 0
        ? `Among ${plural(decided, 'test')} that both runs decided, chance alone explains so many changes: no evidence that the application as a whole has changed.${size}${left}`
        : `No evidence of a change: ${changed}, which chance alone explains.${size}${left}`;
    case 'too few tests':
      // What broke or answers again has been told; of the others there is no more to say.
      if (errors > 0) return `Otherwise ${changed}, too few tests to tell more.${left}`;
      // What is seen comes first: it is so, whatever may be concluded from it.
      return regressed + improved === 0
        ? `No change in ${plural(decided, 'test')} that both runs decided; so few would not show a small one.${left}`
        : `${isNamed ? `Both runs decided ${plural(decided, 'test')}` : changed}. With so few, that may be chance${range ? `: ${trueChange} of the pass rate may be anything ${range}` : ''}.${left}`;
  }
}

interface Errors {
  /** Answered in the base, and an error in the other. */
  readonly stopped: readonly Paired[];
  readonly again: number;
  readonly inBoth: number;
  /** Of those in both, the ones that are another error than before. */
  readonly changed: number;
  readonly all: number;
}

/** As with what is decided, most repeats say it; one that was decided at all was answered. */
const endsInError = ({ passed, failed, errors, open }: Side): boolean =>
  passed + failed === 0 && errors > open;
const isAnswered = (side: Side): boolean => side.passed + side.failed + side.open > 0 && !endsInError(side);

/** An error in both, and in the other one that the base did not have. */
const isOtherError = (base: Side, other: Side): boolean =>
  endsInError(base) && endsInError(other) && other.kinds.some((kind) => !base.kinds.includes(kind));

/** Told of among the errors. What was cancelled before it was asked is not, whatever the other run made of it. */
const isOfErrors = (base: Side, other: Side): boolean =>
  (endsInError(base) && (endsInError(other) || isAnswered(other))) ||
  (endsInError(other) && isAnswered(base));

function errorsOf(both: readonly Paired[]): Errors {
  return {
    stopped: both.filter(({ base, other }) => isAnswered(base) && endsInError(other)),
    again: both.filter(({ base, other }) => endsInError(base) && isAnswered(other)).length,
    inBoth: both.filter(({ base, other }) => endsInError(base) && endsInError(other)).length,
    changed: both.filter(({ base, other }) => isOtherError(base, other)).length,
    all: both.filter(({ base, other }) => endsInError(base) || endsInError(other)).length,
  };
}

/** A run in which the application broke is nothing that chance explains, nor better than the one before. */
function conclusionOf({ conclusion }: PairedConclusion, errors: Errors): Comparison['conclusion'] {
  if (conclusion === 'worse') return 'worse';
  if (errors.stopped.length > 0) return 'stopped answering';
  return conclusion !== 'better' && errors.again > 0 ? 'answers again' : conclusion;
}

/** What is beyond chance comes first; otherwise the tests that changed, and then what can be said of the whole. */
function inOrder(
  conclusion: PairedConclusion['conclusion'],
  {
    ofDecided,
    ofErrors,
    ofTests,
  }: {
    readonly ofDecided: string;
    readonly ofErrors: readonly string[];
    readonly ofTests: readonly string[];
  },
): string[] {
  if (conclusion === 'worse') return [ofDecided, ...ofErrors, ...ofTests];
  if (conclusion === 'better') return [...ofErrors, ofDecided, ...ofTests];
  return [...ofErrors, ...ofTests, ofDecided];
}

function errorSentences({ stopped, again, inBoth, changed }: Errors): string[] {
  const codes = [...new Set(stopped.flatMap(({ other }) => other.codes))].toSorted((a, b) => a - b);
  const came = codes.length === 0 ? '' : ` (HTTP ${codes.slice(0, codesMost).join(', ')})`;
  const one = (count: number, single: string, several: string): string => (count === 1 ? single : several);
  return [
    ...(stopped.length > 0
      ? [
          `${plural(stopped.length, 'test that was', 'tests that were')} answered before now ${one(stopped.length, 'ends', 'end')} in an error${came}.`,
        ]
      : []),
    ...(again > 0
      ? [
          `${plural(again, 'test that ended', 'tests that ended')} in an error before ${one(again, 'is', 'are')} answered now.`,
        ]
      : []),
    ...(inBoth > 0
      ? [
          `${plural(inBoth, 'test ends', 'tests end')} in an error in both${changed === 0 ? '' : changed === inBoth ? ', another one than before' : `, ${changed} of them in another one than before`}.`,
        ]
      : []),
  ];
}
const codesMost = 3;

/** A sentence names no more tests than these. */
export const namedMost = 3;
const nameMost = 80;

const fewEnough = (found: readonly PairedTest[]): readonly PairedTest[] =>
  found.length > namedMost ? [] : found;

/** As many as one takes in are named by what they ask, wherever the sentence stands alone. */
function namedSentence(
  found: readonly PairedTest[],
  how: 'worse' | 'better',
  contents: Contents | undefined,
): string[] {
  if (found.length === 0) return [];
  return [`${plural(found.length, 'test')} got ${how}${namesOf(found, contents)}.`];
}

/** What nothing had decided is in no statistics, and all the same it fails now by what passed before. */
function sinceSentence(found: readonly PairedTest[], contents: Contents | undefined): string[] {
  if (found.length === 0) return [];
  const names = namesOf(found, contents);
  return [
    `${plural(found.length, 'test that was not decided before fails', 'tests that were not decided before fail')} now by a metric that passed ${found.length === 1 ? 'it' : 'them'} then${names}.`,
  ];
}

/** What nothing had decided, and no metric had passed, fails now: in no statistics, and nothing that got worse. */
function firstSentence(found: readonly PairedTest[], contents: Contents | undefined): string[] {
  if (found.length === 0) return [];
  const names = namesOf(found, contents);
  return [
    `${plural(found.length, 'test that was not decided before fails', 'tests that were not decided before fail')} now${names}.`,
  ];
}

/** A person's second thought is no work of the application, and whoever sees two outcomes wants to know why. */
function judgedSentence(found: readonly PairedTest[], contents: Contents | undefined): string[] {
  const byPerson = found.filter(({ other }) => (other?.overruled ?? 0) > 0);
  const byMetric = found.filter(({ other }) => (other?.overruled ?? 0) === 0);
  return [
    ...sameSentence(byPerson, 'judged otherwise by a person', contents),
    ...sameSentence(
      byMetric,
      'decided by a person in the first and otherwise by a metric in the second',
      contents,
    ),
  ];
}

function sameSentence(found: readonly PairedTest[], how: string, contents: Contents | undefined): string[] {
  if (found.length === 0) return [];
  const names = namesOf(found, contents);
  return [
    `${plural(found.length, 'test has', 'tests have')} the same answer in both and ${found.length === 1 ? 'was' : 'were'} ${how}, which is no change of the application${names}.`,
  ];
}

/** Nobody has decided them, so no statistics know of them; whoever reads no further must see them all the same. */
function flaggedSentence(found: readonly PairedTest[], contents: Contents | undefined): string[] {
  if (found.length === 0) return [];
  const what = plural(
    found.length,
    'test has a flag that it did not have before',
    'tests have a flag that they did not have before',
  );
  const names = namesOf(found, contents);
  return [`${what}, and nobody has looked at ${found.length === 1 ? 'it' : 'them'}${names}.`];
}

/** Nothing where they are too many, or not to be told. */
function namesOf(found: readonly PairedTest[], contents: Contents | undefined): string {
  if (!contents || found.length > namedMost) return '';
  const names = found.map(({ testId }) => {
    const said = contents.get(testId);
    const words = (said?.name ?? said?.content)?.replaceAll(/\s+/g, ' ').trim();
    if (!words) return 'a test that is gone';
    return `“${words.length > nameMost ? `${words.slice(0, nameMost).trimEnd()}…` : words}”`;
  });
  return `: ${names.join(', ')}`;
}

/** The ends of an interval are never said to be nearer than they are; what is whole but for its last bit is whole. */
const outward = (share: number, to: (value: number) => number): string =>
  signed(to(Math.round(share * 1e8) / 1e6) / 100);

function changeWords(share: number): string {
  const points = Math.round(share * 100);
  if (points === 0) return share === 0 ? 'is the same' : 'is nearly the same';
  return `${points > 0 ? 'rose' : 'fell'} by ${plural(Math.abs(points), 'point')}`;
}

function signed(share: number): string {
  const points = Math.round(share * 100);
  return `${points > 0 ? '+' : ''}${points}`;
}
const percentText = (share: number): string =>
  share < 0.01 ? 'fewer than 1 %' : `${Math.round(share * 100)} %`;
const points = (share: number | null | undefined): number | null =>
  share === null || share === undefined ? null : Math.round(share * 10_000) / 100;

async function readPairs(tx: Tx, base: RunRow, other: RunRow): Promise<PairedTest[]> {
  const { rows } = await tx.execute<{
    test_id: string;
    requirement_id: string | null;
    run: string;
    version: number;
    passed: number;
    failed: number;
    errors: number;
    open: number;
    overruled: number;
    codes: number[] | null;
    kinds: string[] | null;
    flagged: number;
    raised: number;
  }>(
    sql`select test_id, test_run_id as run, min(requirement_id::text)::uuid as requirement_id,
          max(test_version) as version,
          count(*) filter (where status = 'Pass')::int as passed,
          count(*) filter (where status = 'Fail')::int as failed,
          count(*) filter (where status = 'Error')::int as errors,
          count(*) filter (where status in ('Pass', 'Fail') and status is distinct from automated_status)::int
            as overruled,
          count(*) filter (where status = 'NotEvaluated')::int as open,
          count(*) filter (where flags > 0 and ${nobodyHasLooked})::int as flagged,
          count(*) filter (where ${wasFlagged})::int as raised,
          array_agg(distinct status_code) filter (where status = 'Error' and status_code >= 400) as codes,
          array_agg(distinct concat_ws(' ', reason_code, status_code,
            regexp_replace(left(reason, 500), '[0-9]+', '0', 'g'))) filter (where status = 'Error') as kinds
        from test_results
        where organization_id = ${base.organizationId} and test_run_id in (${base.id}, ${other.id})
        group by test_id, test_run_id`,
  );
  const sidesOf = rows.map(({ codes, kinds, ...row }) => ({
    ...row,
    codes: codes ?? [],
    kinds: kinds ?? [],
  }));
  const byTest = Map.groupBy(sidesOf, (row) => row.test_id);
  return [...byTest].map(([testId, sides]) => ({
    testId,
    requirementId: sides[0]?.requirement_id ?? null,
    base: sides.find(({ run }) => run === base.id) ?? null,
    other: sides.find(({ run }) => run === other.id) ?? null,
  }));
}

/** A test that was only filed otherwise in between is the same test. */
async function withSameTests(
  tx: Tx,
  organizationId: string,
  pairs: readonly PairedTest[],
): Promise<PairedTest[]> {
  const versionsOf = ({ testId, base, other }: PairedTest): VersionPair[] =>
    base && other ? [{ testId, one: base.version, other: other.version }] : [];
  const isSame = await sameTests(tx, organizationId, pairs.flatMap(versionsOf));
  return pairs.map((pair) =>
    pair.base && pair.other && versionsOf(pair).some(isSame)
      ? { ...pair, base: { ...pair.base, version: pair.other.version } }
      : pair,
  );
}

/**
 * Tests whose outcomes differ though the application said the same, since a person decided one of them or both. Whole answers
 * alone can be the same, with what they came with; of repeats, all that there were, each as often.
 */
async function judgedOtherwise(
  tx: Tx,
  base: RunRow,
  other: RunRow,
  both: readonly (Paired & { readonly testId: string })[],
): Promise<ReadonlySet<string>> {
  const asked = both.filter(
    ({ base: one, other: two }) =>
      one.overruled + two.overruled > 0 &&
      majority(one) !== 'undecided' &&
      majority(two) !== 'undecided' &&
      majority(one) !== majority(two),
  );
  if (asked.length === 0) return new Set();
  const { rows } = await tx.execute<{ test_id: string }>(
    sql`select test_id from (
          select r.test_id, r.test_run_id, ${answersOfRepeats(sql`o.answer_hash`)} as answers
          from json_to_recordset(${JSON.stringify(asked.map(({ testId }) => ({ test: testId })))}::json) as w(test uuid)
            join test_results r on r.test_id = w.test and r.test_run_id in (${base.id}, ${other.id})
            left join test_outputs o on o.test_result_id = r.id and o.organization_id = ${base.organizationId}
          where r.organization_id = ${base.organizationId} and r.status <> 'Cancelled'
          group by r.test_id, r.test_run_id) said
        group by test_id having count(answers) = 2 and count(distinct answers) = 1`,
  );
  return new Set(rows.map(({ test_id: id }) => id));
}

/**
 * Tests that nothing decided in the base and that fail now, by a metric that let them pass then: whatever the metrics without
 * a verdict would have said, something got worse. Of a metric that a test has twice each is held against its like.
 */
async function failingSince(
  tx: Tx,
  base: RunRow,
  other: RunRow,
  both: readonly (Paired & { readonly testId: string })[],
): Promise<ReadonlySet<string>> {
  const asked = both.filter((pair) => stateOf(pair.base) === 'undecided' && stateOf(pair.other) === 'fail');
  if (asked.length === 0) return new Set();
  const { rows } = await tx.execute<{ test_id: string }>(
    sql`with r as materialized (
          select r.id, r.test_id, r.test_run_id = ${base.id} as is_base, cardinality(r.scorers) as scorers
          from json_to_recordset(${JSON.stringify(asked.map(({ testId }) => ({ test: testId })))}::json) as w(test uuid)
            join test_results r on r.test_id = w.test and r.test_run_id in (${base.id}, ${other.id})
          where r.organization_id = ${base.organizationId}),
        said as (
          -- A person's word about one of the two answers is no change of the metric.
          select r.test_id, v.metric_id, r.is_base, case when v.verdict = v.automated_verdict then v.verdict end as verdict,
            row_number() over (partition by r.id, v.metric_id order by v.ordinal) as which
          from r cross join generate_series(0, r.scorers - 1) as n(n) cross join lateral (
            select metric_id, ordinal, verdict, automated_verdict from test_verdicts
            where organization_id = ${base.organizationId} and test_result_id = r.id and ordinal = n.n offset 0) v)
        select distinct test_id from (
          select test_id from said group by test_id, metric_id, which
          having count(*) filter (where is_base and verdict = 'pass') > count(*) filter (where is_base and verdict = 'fail')
            and count(*) filter (where not is_base and verdict = 'fail')
              > count(*) filter (where not is_base and verdict = 'pass')) turned`,
  );
  return new Set(rows.map(({ test_id: id }) => id));
}

type Change = Omit<
  Comparison['changes'][number],
  'name' | 'content' | 'base_answer' | 'other_answer' | 'by_person' | 'metrics'
>;

/**
 * A metric holds an answer to be wrong that it let pass before; of a test that changed in between, nobody can say so. That a
 * person has looked at the former one takes no flag from it.
 */
const isNewlyFlagged = ({ base, other }: Pick<PairedTest, 'base' | 'other'>): boolean =>
  base !== null && other !== null && base.version === other.version && base.raised === 0 && other.flagged > 0;

/** New flags first, since nothing else tells of them; then what got worse, what got better, then other errors and those whose repeats disagree. */
function changesOf(
  pairs: readonly PairedTest[],
  { judged, failing }: { readonly judged: ReadonlySet<string>; readonly failing: ReadonlySet<string> },
): Change[] {
  return pairs
    .map((pair) => ({
      test_id: pair.testId,
      requirement_id: pair.requirementId,
      base: stateOf(pair.base),
      other: stateOf(pair.other),
      is_flaky: (pair.base ? isFlaky(pair.base) : false) || (pair.other ? isFlaky(pair.other) : false),
      is_other_error: pair.base !== null && pair.other !== null && isOtherError(pair.base, pair.other),
      is_newly_flagged: isNewlyFlagged(pair),
      is_judged_otherwise: judged.has(pair.testId),
      is_worse_by_metric: failing.has(pair.testId),
    }))
    .filter(
      (change) =>
        change.base !== change.other || change.is_flaky || change.is_other_error || change.is_newly_flagged,
    )
    .toSorted((a, b) => rank(a) - rank(b));
}

const stateOf = (side: Side | null): Change['base'] => {
  if (!side) return 'absent';
  return endsInError(side) ? 'error' : majority(side);
};
const rank = (change: Change): number => {
  const { base, other, is_other_error: isOther, is_newly_flagged: isFlagged } = change;
  if (isFlagged) return -1;
  if (change.is_judged_otherwise) return 5;
  if ((base === 'pass' && other === 'fail') || change.is_worse_by_metric) return 0;
  if (other === 'error' && base !== 'absent' && base !== 'error') return base === 'pass' ? 1 : 2;
  if (base === 'fail' && other === 'pass') return 3;
  if (base === 'error' && other !== 'absent' && other !== 'error') return 4;
  return base === other && !isOther ? 6 : 5;
};

const contentMost = 500;

/** What tests ask, and what they are called where they have a name. */
type Contents = ReadonlyMap<string, { readonly content: string; readonly name: string | null }>;

async function readContents(tx: Tx, organizationId: string, ids: readonly string[]): Promise<Contents> {
  if (ids.length === 0) return new Map();
  const { rows } = await tx.execute<{ id: string; content: string; name: string | null }>(
    sql`select id, left(content, ${contentMost + 1}) as content, ${describedIn(sql`definition`)} as name from ${tests} where organization_id = ${organizationId}
          and id in (${sql.join(
            ids.map((id) => sql`${id}::uuid`),
            sql`, `,
          )})`,
  );
  return new Map(
    rows.map(({ id, content, name }) => [id, { content: shortened(content, contentMost), name }]),
  );
}

type Paired = Pick<PairedTest, 'requirementId'> & { readonly base: Side; readonly other: Side };

async function byRequirement(
  tx: Tx,
  { organizationId, projectId }: Pick<RunRow, 'organizationId' | 'projectId'>,
  pairs: readonly Paired[],
): Promise<Comparison['by_requirement']> {
  const ids = [...new Set(pairs.flatMap(({ requirementId }) => requirementId ?? []))];
  const { rows } =
    ids.length === 0
      ? { rows: [] }
      : await tx.execute<{ id: string; name: string }>(
          sql`select id, name from ${requirementsTable}
              where ${visibleTo({ organizationId, projectId }, requirementsTable)} and id in (${sql.join(
                ids.map((id) => sql`${id}::uuid`),
                sql`, `,
              )})`,
        );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return [...Map.groupBy(pairs, ({ requirementId }) => requirementId)].map(([id, group]) => {
    const count = (side: 'base' | 'other', word: 'pass' | 'fail'): number =>
      group.filter((pair) => majority(pair[side]) === word).length;
    return {
      requirement_id: id,
      name: id === null ? null : (names.get(id) ?? null),
      base_passed: count('base', 'pass'),
      base_decided: count('base', 'pass') + count('base', 'fail'),
      other_passed: count('other', 'pass'),
      other_decided: count('other', 'pass') + count('other', 'fail'),
    };
  });
}

async function byMetric(tx: Tx, base: RunRow, other: RunRow): Promise<Comparison['by_metric']> {
  const { rows } = await tx.execute<{
    metric_id: string;
    name: string;
    base_passed: number;
    base_decided: number;
    other_passed: number;
    other_decided: number;
  }>(
    // Result by result, each verdict by its whole key, whatever the planner thinks of tables it has no statistics of yet:
    // it would join all verdicts of the organization with all results, row by row.
    sql`with r as materialized (
          select id, test_run_id = ${base.id} as is_base, cardinality(scorers) as scorers from test_results
          where organization_id = ${base.organizationId} and test_run_id in (${base.id}, ${other.id}))
        select v.metric_id, max(v.metric_name) as name,
          count(*) filter (where is_base and v.verdict = 'pass')::int as base_passed,
          count(*) filter (where is_base and v.verdict in ('pass', 'fail'))::int as base_decided,
          count(*) filter (where not is_base and v.verdict = 'pass')::int as other_passed,
          count(*) filter (where not is_base and v.verdict in ('pass', 'fail'))::int as other_decided
        from r cross join lateral (
          select metric_id, metric_name, verdict from test_verdicts
          where organization_id = ${base.organizationId} and test_result_id = r.id
            and ordinal >= 0 and ordinal < r.scorers offset 0) v
        group by v.metric_id order by name`,
  );
  return rows;
}

async function latencyOf(tx: Tx, base: RunRow, other: RunRow): Promise<Comparison['latency']> {
  const { rows } = await tx.execute<{ run: string; p50: number | null; p95: number | null }>(
    sql`select test_run_id as run,
          percentile_cont(0.5) within group (order by duration_ms) as p50,
          percentile_cont(0.95) within group (order by duration_ms) as p95
        from test_results
        where organization_id = ${base.organizationId} and test_run_id in (${base.id}, ${other.id})
          and status in ('Pass', 'Fail', 'NotEvaluated') and duration_ms is not null
        group by test_run_id`,
  );
  const of = (id: string) => rows.find(({ run }) => run === id);
  return {
    base_p50_ms: of(base.id)?.p50 ?? null,
    base_p95_ms: of(base.id)?.p95 ?? null,
    other_p50_ms: of(other.id)?.p50 ?? null,
    other_p95_ms: of(other.id)?.p95 ?? null,
  };
}
