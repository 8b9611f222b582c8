import type { Interval } from './wilson.ts';

/** mulberry32: small, and the same everywhere for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One test: what its repeats came to in two runs, as shares of decided repeats that passed. */
export interface PairedTest {
  readonly base: number;
  readonly other: number;
}

/** Fewer rounds for many tests, whose mean wavers little: the work is bounded, about a tenth of a second. */
const drawsMax = 6_000_000;
const roundsOf = (tests: number): number => Math.max(400, Math.min(2000, Math.floor(drawsMax / tests)));

/**
 * Where the difference of two pass rates lies, with 95 % confidence: percentile bootstrap over whole tests, since the
 * repeats of one test are no independent observations. The seed makes it the same each time.
 */
export function bootstrapDifference(tests: readonly PairedTest[], seed: number): Interval | null {
  const n = tests.length;
  if (n === 0) return null;
  const rounds = roundsOf(n);
  const random = seededRandom(seed);
  const differences = Float64Array.from(tests, ({ base, other }) => other - base);
  const means = new Float64Array(rounds);
  for (let round = 0; round < rounds; round += 1) {
    let sum = 0;
    for (let drawn = 0; drawn < n; drawn += 1) sum += differences[Math.floor(random() * n)] ?? 0;
    means[round] = sum / n;
  }
  means.sort();
  return { low: means[Math.floor(rounds * 0.025)] ?? 0, high: means[Math.ceil(rounds * 0.975) - 1] ?? 0 };
}
