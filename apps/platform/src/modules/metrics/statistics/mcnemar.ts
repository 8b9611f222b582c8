import type { Interval } from './wilson.ts';

/** Two-sided; what people are told is 95 % confidence. */
export const alpha = 0.05;

/**
 * Exact two-sided McNemar test: how likely at least so uneven a split of the changed pairs is when both directions are
 * equally likely. Worked out in logarithms, so that thousands of changes neither underflow nor lose their digits.
 */
export function mcnemarExact(regressed: number, improved: number): number {
  const changed = regressed + improved;
  if (changed === 0) return 1;
  return Math.min(1, 2 * atMost(Math.min(regressed, improved), changed, 0.5));
}

/** How likely at most so many of `changed` are, when each is with this chance; from the top, until what is left adds nothing. */
function atMost(most: number, changed: number, chance: number): number {
  const [logYes, logNo] = [Math.log(chance), Math.log1p(-chance)];
  let sum = 0;
  for (let k = most; k >= 0; k -= 1) {
    const term = Math.exp(logChoose(changed, k) + k * logYes + (changed - k) * logNo);
    sum += term;
    if (k < changed * chance && term < sum * Number.EPSILON) break;
  }
  return sum;
}

/**
 * Of the pairs that changed, where the share of those that improved lies (Clopper and Pearson 1934): what the test above would
 * not refuse. Halving the range forty times is exact beyond what anybody shows.
 */
export function changedUpwards(regressed: number, improved: number): Interval {
  return { low: 1 - highestShare(regressed, improved), high: highestShare(improved, regressed) };
}

/** The highest share of which so few are not unlikely. */
function highestShare(few: number, rest: number): number {
  if (rest === 0) return 1;
  let [low, high] = [0, 1];
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (atMost(few, few + rest, middle) > alpha / 2) low = middle;
    else high = middle;
  }
  return high;
}

const logChoose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k);

/** Exact sums for small numbers, Stirling's series beyond, where its error is below 1e-12. */
function logFactorial(n: number): number {
  if (n < 2) return 0;
  if (n < 64) {
    let sum = 0;
    for (let k = 2; k <= n; k += 1) sum += Math.log(k);
    return sum;
  }
  return n * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI * n) + 1 / (12 * n) - 1 / (360 * n ** 3);
}

/**
 * How many tests it takes so that a fall of `points` (0 to 1) in the pass rate is found in `power` of all cases, when
 * besides it `noise` of the tests change in each direction. The exact test is used, so the answer is not an approximation
 * of it but of its power (Miettinen's normal form, 1968).
 */
export function testsNeeded(points: number, { noise = 0.02, power = 0.8 } = {}): number {
  const down = points + noise;
  const changed = down + noise;
  const zAlpha = 1.959963984540054;
  const zPower = quantile(power);
  const root = zAlpha * Math.sqrt(changed) + zPower * Math.sqrt(changed - (down - noise) ** 2);
  return Math.ceil(root ** 2 / (down - noise) ** 2);
}

/** Of the standard normal distribution (Acklam's rational approximation, relative error below 1.2e-9). */
export function quantile(p: number): number {
  const low = 0.02425;
  if (p < low) return tail(Math.sqrt(-2 * Math.log(p)));
  if (p > 1 - low) return -tail(Math.sqrt(-2 * Math.log(1 - p)));
  const q = p - 0.5;
  const r = q * q;
  return (polynomial(a, r) * q) / (polynomial(b, r) * r + 1);
}

const tail = (q: number): number => polynomial(c, q) / (polynomial(d, q) * q + 1);
const polynomial = (coefficients: readonly number[], x: number): number =>
  coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);

const a = [
  -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716,
  2.506628277459239,
];
const b = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572];
const c = [
  -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
];
const d = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416];
