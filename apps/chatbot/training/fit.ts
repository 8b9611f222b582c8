import { placeOfPair, traitPlaces, traitsOfWord, wordsOf } from '../src/meaning/traits.ts';
import { meaningCounts, perLength, toShares } from '../src/meaning/understanding.ts';
import type { WordMeanings } from '../src/meaning/words.ts';

/** One wording, what it is about (the number of a class), and how much it counts. */
export type Example = Readonly<{ text: string; about: number; counts: number }>;

export type Fit = Readonly<{ rarity: Float32Array; weights: Float32Array }>;

/** Rows of weights and how much each counts for one wording. */
export type Inputs = Readonly<{ rows: Int32Array; values: Float32Array }>;

const rounds = 6;
const rate = 0.3;

/** Share of the traits hidden each time a wording is seen, so that none is relied upon alone. */
const hidden = 0.3;

/** Certainty not aimed at: it is shared by all classes, so that the shares tell how sure a reading is. */
const doubt = 0.1;

/** Errors of a class too small to learn from. */
const errorMin = 3e-4;

/** Beginnings of the numbers by which wordings are shuffled and traits are hidden. */
const seeds = [1, 22, 333];

/** Fits the linear model of an understanding: the mean of several, as chance gives each its own faults. */
export function fit(examples: readonly Example[], classes: number, meanings: WordMeanings): Fit {
  const rarity = raritiesOf(examples);
  const inputs = examples.map(({ text }) => inputsOf(text, rarity, meanings));
  const weights = new Float32Array((traitPlaces + meanings.dimensions + 1) * classes);
  for (const seed of seeds) {
    for (const [at, weight] of fitOnce(examples, inputs, { classes, meanings, seed }).entries())
      weights[at] = (weights[at] ?? 0) + weight / seeds.length;
  }
  return { rarity, weights };
}

type OneFit = Readonly<{ classes: number; meanings: WordMeanings; seed: number }>;

/** Stochastic gradient descent with a step for each weight (AdaGrad). */
function fitOnce(
  examples: readonly Example[],
  inputs: readonly Inputs[],
  { classes, meanings, seed }: OneFit,
): Float32Array {
  const random = randomNumbers(seed);
  const rows = traitPlaces + meanings.dimensions + 1;
  const weights = new Float32Array(rows * classes);
  const steepnesses = new Float32Array(rows * classes).fill(1e-3);
  const order = examples.map((_example, at) => at);
  const sums = new Float64Array(classes);
  const erring = new Int32Array(classes);

  for (let round = 0; round < rounds; round++) {
    shuffle(order, random);
    const step = rate * (1 - (0.9 * round) / rounds);
    for (const number of order) {
      const [example, input] = [examples[number], inputs[number]];
      if (example === undefined || input === undefined) continue;
      const shown = hideSome(input, random);
      sums.fill(0);
      for (const [at, row] of shown.rows.entries()) {
        const [begin, value] = [row * classes, shown.values[at] ?? 0];
        for (let of = 0; of < classes; of++) sums[of] = (sums[of] ?? 0) + value * (weights[begin + of] ?? 0);
      }
      const errors = toShares(sums);
      let erringCount = 0;
      for (let of = 0; of < classes; of++) {
        const aim = doubt / classes + (of === example.about ? 1 - doubt : 0);
        const error = ((errors[of] ?? 0) - aim) * example.counts;
        errors[of] = error;
        if (Math.abs(error) > errorMin) erring[erringCount++] = of;
      }
      for (const [at, row] of shown.rows.entries()) {
        const [begin, value] = [row * classes, shown.values[at] ?? 0];
        for (let which = 0; which < erringCount; which++) {
          const of = erring[which] ?? 0;
          const slope = (errors[of] ?? 0) * value;
          const steepness = (steepnesses[begin + of] ?? 0) + slope * slope;
          steepnesses[begin + of] = steepness;
          weights[begin + of] = (weights[begin + of] ?? 0) - (step * slope) / Math.sqrt(steepness);
        }
      }
    }
  }
  return weights;
}

/** What an understanding sums up for a text, row by row: the views that `src/meaning/understanding.ts` tells of. */
export function inputsOf(text: string, rarity: Float32Array, meanings: WordMeanings): Inputs {
  const { words, parts } = placesIn(text);
  const meaning = new Float32Array(meanings.dimensions);
  for (const word of wordsOf(text)) {
    const counts = meaningCounts(rarity[traitsOfWord(word).place] ?? 0);
    for (const [at, value] of meanings.meaningOf(word)?.entries() ?? [])
      meaning[at] = (meaning[at] ?? 0) + counts * value;
  }
  const rows: number[] = [];
  const values: number[] = [];
  const add = (view: ReadonlyArray<readonly [row: number, value: number]>): void => {
    const factor = perLength(view.reduce((sum, [, value]) => sum + value * value, 0));
    for (const [row, value] of view) {
      if (value === 0) continue;
      rows.push(row);
      values.push(value * factor);
    }
  };
  for (const places of [words, parts]) add(places.map((place) => [place, rarity[place] ?? 0]));
  add([...meaning].map((value, at) => [traitPlaces + at, value]));
  add([[traitPlaces + meanings.dimensions, 1]]);
  return { rows: Int32Array.from(rows), values: Float32Array.from(values) };
}

function placesIn(text: string): Readonly<{ words: readonly number[]; parts: readonly number[] }> {
  const traits = wordsOf(text).map(traitsOfWord);
  const pairs = traits.slice(1).map(({ stem }, at) => placeOfPair(traits[at]?.stem ?? '', stem));
  return {
    words: [...traits.map(({ place }) => place), ...pairs],
    parts: traits.flatMap(({ parts }) => parts),
  };
}

/** Meanings and the row that always counts stay. */
function hideSome({ rows, values }: Inputs, random: () => number): Inputs {
  const kept = [...rows.keys()].filter((at) => (rows[at] ?? 0) >= traitPlaces || random() >= hidden);
  return {
    rows: Int32Array.from(kept, (at) => rows[at] ?? 0),
    values: Float32Array.from(kept, (at) => values[at] ?? 0),
  };
}

/** Rare traits tell more; a trait no wording has tells nothing. */
function raritiesOf(examples: readonly Example[]): Float32Array {
  const counts = new Float32Array(traitPlaces);
  for (const { text } of examples) {
    const { words, parts } = placesIn(text);
    for (const place of new Set([...words, ...parts])) counts[place] = (counts[place] ?? 0) + 1;
  }
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
