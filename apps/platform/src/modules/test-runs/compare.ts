import type { Comparison } from '@sonde/contract';
import type { Tx } from '#kernel/database';
import { concludePaired, isFlaky, majority } from '#metrics';
import { causesOf } from './causes.ts';
import { byMetric, byRequirement, latencyOf, readContents } from './compared-by.ts';
import {
  conclusionOf,
  endsInError,
  errorsOf,
  isOfErrors,
  isOtherError,
  stateOf,
  type PairedTest,
} from './compared-sides.ts';
import { failingSince, judgedOtherwise, readPairs, withSameTests } from './compared-pairs.ts';
import {
  comparisonSentence,
  errorSentences,
  fewEnough,
  firstSentence,
  flaggedSentence,
  inOrder,
  judgedSentence,
  namedMost,
  namedSentence,
  sinceSentence,
} from './comparison-words.ts';
import { wholeSight, type Sight } from './sight.ts';
import type { RunRow } from './tables.ts';

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

const points = (share: number | null | undefined): number | null =>
  share === null || share === undefined ? null : Math.round(share * 10_000) / 100;
