import { plural } from '#kernel/plural';
import { shortOf } from './present.ts';
import type { Gates, TestRun } from '@sonde/contract';
import { mostErrors, stoppedEarly } from '@sonde/contract/run-ends';
import type { SinceDecided } from './since-decided.ts';

export interface GateCounts {
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  readonly notEvaluated: number;
  /** Of these, the results that were checked for flags only: open as well, and no lack of a metric. */
  readonly onlyFlagged: number;
}

/** What came of comparing with the baseline: `none` was there, it is `gone` since, or nothing of it could be compared. */
export type Compared = 'worse' | 'other' | 'unpaired' | 'undecided' | 'none' | 'gone' | 'chosen gone';

/**
 * Whether a run is good enough, and if not, why. Without a decided test it never is: a run in which nothing was
 * evaluated must not be green anywhere.
 */
export function judgeGates(
  gates: Gates,
  counts: GateCounts,
  ended: {
    readonly status: TestRun['status'];
    /** The ceiling that ended it before its last test; null where it came to its end. */
    readonly stopReason: string | null;
    readonly comparison: Compared;
    /** Tests that got worse than in the baseline, in the whole or by a metric. */
    readonly regressed: number;
    /** Of these, the ones that passed there and end in an error now. */
    readonly stopped: number;
    /** Tests that were answered there, and did not pass, and end in an error now. */
    readonly broke: number;
    /** Tests that got better than in the baseline. */
    readonly improved: number;
    /** Tests that both the run and its baseline decided. */
    readonly decidedInBoth: number;
    /** Tests that passed there and were not decided now. */
    readonly opened: number;
    /** Tests that do not pass and of which the baseline tells nothing. */
    readonly since: SinceDecided;
  },
): { gate: 'passed' | 'failed'; reasons: string[] } {
  const reasons: string[] = [];
  const decided = counts.passed + counts.failed;
  const stopped = stoppedEarly({ status: ended.status, stop_reason: ended.stopReason });
  if (stopped) reasons.push(stopped);
  if (decided === 0) reasons.push('No test was decided.');
  const passRate = decided === 0 ? 0 : (counts.passed / decided) * 100;
  if (gates.min_pass_rate !== undefined && decided > 0 && passRate < gates.min_pass_rate - 1e-9)
    reasons.push(
      `The pass rate is ${shortOf(passRate, gates.min_pass_rate)} % (${counts.passed} of ${decided} decided); at least ${gates.min_pass_rate} % is asked for.`,
    );
  if (gates.min_pass_rate === undefined && counts.failed > 0) {
    const failed = plural(counts.failed, 'test');
    if (gates.baseline === undefined)
      reasons.push(`${failed} failed; the gate names neither a pass rate nor a baseline, so none may.`);
    else if (ended.comparison === 'none')
      reasons.push(`${failed} failed, and there is no run to compare with yet, so none may.`);
  }
  const errors = mostErrors(gates, ended.comparison === 'none');
  if (counts.errors > errors) {
    const limit =
      gates.max_errors === undefined
        ? 'the gate does not say how many may, so none may'
        : `at most ${errors} may`;
    reasons.push(`${plural(counts.errors, 'test')} ended in an error; ${limit}.`);
  }
  if (gates.max_not_evaluated !== undefined && counts.notEvaluated > gates.max_not_evaluated)
    reasons.push(`${openReason(counts)}; at most ${gates.max_not_evaluated} may be.`);
  const against = gates.baseline === undefined ? undefined : reasonOf(ended, gates.baseline);
  if (against) reasons.push(against);
  const since = ended.since.failed + ended.since.errors;
  const noLongerPassed = ended.opened + (gates.max_worse === undefined ? ended.stopped + since : 0);
  // Where the gate says how many errors there may be, it has said so of these.
  const broke = gates.max_errors === undefined ? ended.broke : 0;
  if (against === undefined && noLongerPassed > (gates.max_worse ?? chanceHides))
    reasons.push(dropped(noLongerPassed, gates.max_worse, since));
  const isByBaselineAlone = gates.max_worse === undefined && gates.min_pass_rate === undefined;
  if (ended.comparison === 'other' && isByBaselineAlone && noLongerPassed <= chanceHides)
    reasons.push(...byBaselineAlone({ ...ended, broke }, noLongerPassed));
  if (gates.max_worse !== undefined && ended.regressed + since > gates.max_worse)
    reasons.push(
      `${plural(ended.regressed + since, 'test')} got worse than in the baseline${stoppedWords({ regressed: ended.regressed + since, stopped: ended.stopped + ended.since.errors })}${sinceWords(since)}; at most ${gates.max_worse} may.`,
    );
  // What was never held against anything may fail where a pass rate says so, or by chance.
  const most = gates.max_worse ?? chanceHides;
  if (against === undefined && gates.min_pass_rate === undefined && ended.since.unheld > most)
    reasons.push(
      `${plural(ended.since.unheld, 'test')} failed ${unheldIn('the baseline')}; at most ${most} may.`,
    );
  if (against === undefined && broke > most)
    reasons.push(
      `${plural(broke, 'test')} that did not pass in the baseline either ended in an error this time; at most ${most} may.`,
    );
  return { gate: reasons.length === 0 ? 'passed' : 'failed', reasons };
}

const unheldIn = (base: string): string =>
  `that ${base} does not have, has in another version, or left undecided like every run before it`;

/**
 * What chance hides is one allowance, however the tests were lost; and in a set in which it would hide any loss, nothing is left
 * to it.
 */
function byBaselineAlone(
  ended: Pick<
    Parameters<typeof judgeGates>[2],
    'regressed' | 'stopped' | 'broke' | 'improved' | 'decidedInBoth' | 'since'
  >,
  noLongerPassed: number,
): string[] {
  const failed = ended.regressed - ended.stopped;
  const worse = ended.regressed + ended.since.failed + ended.since.errors;
  if (ended.decidedInBoth <= chanceHides && worse > 0)
    return [
      `${plural(worse, 'test')} got worse than in the baseline; with only ${plural(ended.decidedInBoth, 'test')} decided in both, chance would hide any loss, so none may.`,
    ];
  const { broke, since } = ended;
  const { unheld } = since;
  const others = noLongerPassed + unheld + broke;
  const all = Math.max(0, failed - ended.improved) + others;
  // What fails by the number of its own has said so.
  return others > 0 && unheld <= chanceHides && broke <= chanceHides && all > chanceHides
    ? [
        `${plural(all, 'test')} were lost against the baseline: ${[
          ...(failed > 0
            ? [`${failed} failed${ended.improved > 0 ? ` (and ${ended.improved} got better)` : ''}`]
            : []),
          ...(noLongerPassed > 0
            ? [`${noLongerPassed} passed there, or when last decided, and did not this time`]
            : []),
          ...(unheld > 0 ? [`${unheld} failed ${unheldIn('it')}`] : []),
          ...(broke > 0 ? [`${broke} that did not pass there ended in an error`] : []),
        ].join(', ')}; at most ${chanceHides} may.`,
      ]
    : [];
}

/** A gate that is held against its baseline alone is failed by six tests that got worse; as many may not drop out of it unseen. */
export const chanceHides = 5;

/** The baseline did not decide them, so they are held against whichever run did. */
const sinceWords = (since: number): string =>
  since === 0 ? '' : `, ${since} of them than when last decided, which was not in the baseline`;

function dropped(count: number, most: number | undefined, since: number): string {
  if (most === undefined && since > 0)
    return `${plural(count, 'test')} passed in the baseline, or when last decided, and did not this time; at most ${chanceHides} may.`;
  const were = count === 1 ? 'was' : 'were';
  const how = most === undefined ? `${were} not decided, or ended in an error,` : `${were} not decided`;
  return `${plural(count, 'test')} passed in the baseline and ${how} this time; at most ${most ?? chanceHides} may.`;
}

function openReason({ notEvaluated, onlyFlagged }: GateCounts): string {
  const rest = notEvaluated - onlyFlagged;
  const told = `${plural(rest, 'test was', 'tests were')} not evaluated`;
  if (onlyFlagged === 0) return told;
  const looked = `${plural(onlyFlagged, 'test was', 'tests were')} checked for flags only`;
  return rest === 0
    ? `${looked}, and nobody decided`
    : `${looked} and ${rest} not evaluated, so nobody decided ${notEvaluated}`;
}

function stoppedWords({ regressed, stopped }: { regressed: number; stopped: number }): string {
  if (stopped === 0) return '';
  const which = stopped === regressed ? '' : `${stopped} of them `;
  return `, ${which}by ending in an error now`;
}

/** Nothing that was compared with nothing is no worse than it, so it is not green either. */
function reasonOf(
  { comparison, regressed }: { comparison: Compared; regressed: number },
  baseline: NonNullable<Gates['baseline']>,
): string | undefined {
  switch (comparison) {
    case 'worse':
      return 'The run is worse than its baseline, beyond chance.';
    case 'unpaired':
      return 'The run and its baseline have no test of the same version in common, so nothing was compared.';
    case 'undecided':
      // A test that passed and ends in an error now is seen all the same, and may be counted in the next line.
      return `No test was decided in both the run and its baseline, so ${regressed === 0 ? 'nothing was' : 'their pass rates were not'} compared.`;
    case 'gone':
      return 'The run that it was compared with is gone, so it cannot be compared again.';
    case 'chosen gone':
      return 'The run that was chosen as the baseline is deleted, so nothing was compared.';
    case 'none':
      // The first of a set has none to be compared with; a run that was named and is not there was never looked at.
      return baseline === 'last' || baseline === 'chosen'
        ? undefined
        : 'The run that is named as the baseline is not there, so nothing was compared.';
    case 'other':
      return undefined;
  }
}
