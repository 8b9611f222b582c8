import { alpha, mcnemarExact, testsNeeded } from './mcnemar.ts';
import { pairedDifference } from './paired-difference.ts';
import type { Interval } from './wilson.ts';

/** The decided repeats of one test in one run. */
export interface Repeats {
  readonly passed: number;
  readonly failed: number;
}

/** Of one test: a majority of its decided repeats; a tie decides nothing. */
export function majority({ passed, failed }: Repeats): 'pass' | 'fail' | 'undecided' {
  if (passed === failed) return 'undecided';
  return passed > failed ? 'pass' : 'fail';
}

/** Its repeats disagree, so a change of its majority may be chance. */
export const isFlaky = ({ passed, failed }: Repeats): boolean => passed > 0 && failed > 0;

export type Conclusion = 'better' | 'worse' | 'no evidence' | 'too few tests';

export interface PairedOutcome {
  readonly base: Repeats;
  readonly other: Repeats;
}

export interface PairedConclusion {
  readonly conclusion: Conclusion;
  readonly pValue: number;
  readonly regressed: number;
  readonly improved: number;
  /** Tests that both runs decided. */
  readonly decided: number;
  /** Of the pass rates, from -1 to 1. */
  readonly difference: number | null;
  /** Null with fewer than `leastToTell`, of which nothing can be told. */
  readonly interval: Interval | null;
  /** How many tests would show a difference of this size; only where there were too few. */
  readonly testsNeeded: number | null;
}

/** With fewer, the exact test finds no change however many of them changed: half to the fifth power, twice, is above 0.05. */
export const leastToTell = 6;

/** A fall of ten points is what people want to hear of; with fewer tests than that takes, silence says nothing. */
const wantedPoints = 0.1;

/** What two runs say of the tests that both decided. The words are decided by McNemar's exact test alone. */
export function concludePaired(pairs: readonly PairedOutcome[]): PairedConclusion {
  const decided = pairs.filter(
    ({ base, other }) => majority(base) !== 'undecided' && majority(other) !== 'undecided',
  );
  const count = (base: 'pass' | 'fail', other: 'pass' | 'fail'): number =>
    decided.filter((pair) => majority(pair.base) === base && majority(pair.other) === other).length;
  const regressed = count('pass', 'fail');
  const improved = count('fail', 'pass');
  const pValue = mcnemarExact(regressed, improved);
  const shares = decided.map(({ base, other }) => ({ base: share(base), other: share(other) }));
  const difference =
    shares.length === 0
      ? null
      : shares.reduce((sum, { base, other }) => sum + other - base, 0) / shares.length;
  const needed = testsNeeded(wantedPoints);
  const conclusion = conclude({ pValue, regressed, improved, tests: decided.length, needed });
  return {
    conclusion,
    pValue,
    regressed,
    improved,
    decided: decided.length,
    difference,
    interval: decided.length < leastToTell ? null : pairedDifference(shares, { regressed, improved }),
    testsNeeded: conclusion === 'too few tests' ? needed : null,
  };
}

function conclude({
  pValue,
  regressed,
  improved,
  tests,
  needed,
}: {
  pValue: number;
  regressed: number;
  improved: number;
  tests: number;
  needed: number;
}): Conclusion {
  if (pValue < alpha) return regressed > improved ? 'worse' : 'better';
  return tests < needed ? 'too few tests' : 'no evidence';
}

const share = ({ passed, failed }: Repeats): number => passed / (passed + failed);
