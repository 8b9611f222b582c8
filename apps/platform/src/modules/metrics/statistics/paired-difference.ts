import { changedUpwards } from './mcnemar.ts';
import { wilson, type Interval } from './wilson.ts';

/** One test: what its repeats came to in two runs, as shares of decided repeats that passed. */
export interface PairedShares {
  readonly base: number;
  readonly other: number;
}

/**
 * Where the difference of two pass rates lies, with 95 % confidence: Newcombe's interval for paired proportions (1998, method
 * 10), and the one that follows from the exact test, whichever reaches further on each side. The former is honest of few tests,
 * where drawing again from what was seen is not; with the latter it never leaves out zero where the exact test finds
 * nothing. The unit is the test, since the repeats of one are no independent observations: shares are counted as shares.
 */
export function pairedDifference(
  tests: readonly PairedShares[],
  changes: { readonly regressed: number; readonly improved: number },
): Interval | null {
  if (tests.length === 0) return null;
  const score = newcombePaired(tests);
  const exact = exactPaired(tests.length, changes);
  return { low: Math.min(score.low, exact.low), high: Math.max(score.high, exact.high) };
}

export function newcombePaired(tests: readonly PairedShares[]): Interval {
  const n = tests.length;
  const sum = (of: (test: PairedShares) => number): number =>
    tests.reduce((total, one) => total + of(one), 0);
  const [base, other] = [sum((one) => one.base), sum((one) => one.other)];
  const both = sum((one) => one.base * one.other);
  // Of the four cells, both passed times both failed less the two kinds of change multiplied.
  const product = both * (n - base - other + both) - (base - both) * (other - both);
  const margins = base * (n - base) * other * (n - other);
  const corrected = product > 0 ? Math.max(0, product - n / 2) : product;
  const phi = margins > 0 ? corrected / Math.sqrt(margins) : 0;
  const [one, two] = [wilson(base, n), wilson(other, n)];
  const [p, q] = [base / n, other / n];
  const reach = (a: number, b: number): number => Math.sqrt(Math.max(0, a ** 2 - 2 * phi * a * b + b ** 2));
  return {
    low: Math.max(-1, q - p - reach(q - two.low, one.high - p)),
    high: Math.min(1, q - p + reach(p - one.low, two.high - q)),
  };
}

/** Of the tests that changed, the share that changed upwards, turned into a difference of all. */
function exactPaired(
  tests: number,
  { regressed, improved }: { readonly regressed: number; readonly improved: number },
): Interval {
  const changed = regressed + improved;
  const { low, high } = changedUpwards(regressed, improved);
  return { low: (changed / tests) * (2 * low - 1), high: (changed / tests) * (2 * high - 1) };
}
