export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Two-sided 95 %. */
const z = 1.959963984540054;

/** Where the true share lies, with 95 % confidence (Wilson 1927, without continuity correction). Shares from 0 to 1. */
export function wilson(successes: number, trials: number): Interval {
  if (trials <= 0) return { low: 0, high: 1 };
  const share = successes / trials;
  const divisor = 1 + z ** 2 / trials;
  const centre = share + z ** 2 / (2 * trials);
  const spread = z * Math.sqrt((share * (1 - share)) / trials + z ** 2 / (4 * trials ** 2));
  return {
    low: successes === 0 ? 0 : (centre - spread) / divisor,
    high: successes === trials ? 1 : (centre + spread) / divisor,
  };
}
