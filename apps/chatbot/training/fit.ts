import { traitPlaces, weighTraits } from '../src/meaning/traits.ts';
import type { Traits, WeighedTraits } from '../src/meaning/traits.ts';
import { meaningWeight, toShares } from '../src/meaning/understanding.ts';

/** One wording, what it is about (the number of a class), and how much it counts. */
export type Example = Readonly<{ traits: Traits; meaning: Float32Array; about: number; counts: number }>;

export type Fit = Readonly<{ rarity: Float32Array; weights: Float32Array }>;

const rounds = 4;
const rate = 0.3;

/** Share of the traits hidden each time a wording is seen, so that none is relied upon alone. */
const hidden = 0.1;

/** Certainty not aimed at: it is shared by all classes, so that the shares tell how sure a reading is. */
const doubt = 0.1;

/** Errors too small to learn from. */
const errorMin = 1e-5;

/** Fits the linear model of an understanding by stochastic gradient descent with a step for each weight (AdaGrad). */
export function fit(examples: readonly Example[], classes: number): Fit {
  const random = randomNumbers(1);
  const rarity = raritiesOf(examples);
  const weighed = examples.map(({ traits }) => weighTraits(traits, rarity));
  const dimensions = examples[0]?.meaning.length ?? 0;
  const rows = traitPlaces + dimensions + 1;
  const weights = new Float32Array(rows * classes);
  const steepnesses = new Float32Array(rows * classes).fill(1e-3);
  const order = examples.map((_example, at) => at);
  const sums = new Float64Array(classes);

  const inputs = (example: Example, { places, values }: WeighedTraits): Inputs => {
    const kept: Array<readonly [row: number, value: number]> = [];
    for (const [at, row] of places.entries()) if (random() >= hidden) kept.push([row, values[at] ?? 0]);
    for (const [at, value] of example.meaning.entries()) kept.push([traitPlaces + at, value * meaningWeight]);
    kept.push([rows - 1, 1]);
    return kept;
  };

  for (let round = 0; round < rounds; round++) {
    shuffle(order, random);
    const step = rate * (1 - (0.9 * round) / rounds);
    for (const number of order) {
      const [example, traits] = [examples[number], weighed[number]];
      if (example === undefined || traits === undefined) continue;
      const shown = inputs(example, traits);
      sums.fill(0);
      for (const [row, value] of shown) {
        const begin = row * classes;
        for (let at = 0; at < classes; at++) sums[at] = (sums[at] ?? 0) + value * (weights[begin + at] ?? 0);
      }
      const errors = toShares(sums);
      for (let at = 0; at < classes; at++) {
        const aim = doubt / classes + (at === example.about ? 1 - doubt : 0);
        errors[at] = ((errors[at] ?? 0) - aim) * example.counts;
      }
      for (const [row, value] of shown) {
        const begin = row * classes;
        for (let at = 0; at < classes; at++) {
          const slope = (errors[at] ?? 0) * value;
          if (Math.abs(slope) < errorMin) continue;
          const steepness = (steepnesses[begin + at] ?? 0) + slope * slope;
          steepnesses[begin + at] = steepness;
          weights[begin + at] = (weights[begin + at] ?? 0) - (step * slope) / Math.sqrt(steepness);
        }
      }
    }
  }
  return { rarity, weights };
}

type Inputs = ReadonlyArray<readonly [row: number, value: number]>;

/** Rare traits tell more; a trait no wording has tells nothing. */
function raritiesOf(examples: readonly Example[]): Float32Array {
  const counts = new Float32Array(traitPlaces);
  for (const { traits } of examples)
    for (const place of new Set([...traits.words, ...traits.parts])) counts[place] = (counts[place] ?? 0) + 1;
  return counts.map((count) => (count === 0 ? 0 : Math.log((examples.length + 1) / (count + 1)) + 1));
}

function shuffle(order: number[], random: () => number): void {
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
  }
}

/** The same numbers between 0 and 1 each time, so that training twice gives the same file (Marsaglia's xorshift). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
