import type { Encoder } from './encoder.ts';
import { traitsOf, weighTraits } from './traits.ts';
import type { WeighedTraits } from './traits.ts';
import { readUnderstandingFile } from './understanding-file.ts';

/** What a question is about, learnt from many wordings of many questions. */
export type Understanding = Readonly<{
  /** Passages it can tell. */
  ids: readonly string[];
  read(question: string): Reading;
}>;

/** All shares are 0 to 1 and add up to 1. */
export type Reading = Readonly<{
  /** How likely the question is about no passage at all. */
  elsewhere: number;
  shareOf(id: string): number;
}>;

/** How much the meaning of the whole sentence counts beside its traits. Tuned. */
export const meaningWeight = 1;

/** Meanings remembered; people ask the same things, and in a load test nothing else. */
const meaningsMax = 500;

/**
 * A linear model over two views of a question: the traits of its wording, and its meaning as the encoder tells it. Its last
 * class is everything that is none of the passages' business.
 */
export function createUnderstanding(bytes: Buffer, encoder: Encoder): Understanding {
  const { ids, rarity, weights } = readUnderstandingFile(bytes);
  const classes = ids.length + 1;
  const place = new Map(ids.map((id, at) => [id, at]));
  const meanings = new Map<string, Float32Array>();

  function meaningOf(question: string): Float32Array {
    const remembered = meanings.get(question);
    if (remembered !== undefined) return remembered;
    const meaning = encoder.encode(question);
    const [oldest] = meanings.keys();
    if (meanings.size >= meaningsMax && oldest !== undefined) meanings.delete(oldest);
    meanings.set(question, meaning);
    return meaning;
  }

  function addTraits(sums: Float64Array, { places, values }: WeighedTraits): void {
    for (const [at, row] of places.entries()) weights.addRow(row, values[at] ?? 0, sums);
  }

  return {
    ids,
    read(question) {
      const sums = new Float64Array(classes);
      addTraits(sums, weighTraits(traitsOf(question), rarity));
      const meaning = meaningOf(question);
      for (const [at, value] of meaning.entries())
        weights.addRow(rarity.length + at, value * meaningWeight, sums);
      weights.addRow(rarity.length + encoder.dimensions, 1, sums);
      const shares = toShares(sums);
      return {
        elsewhere: shares[ids.length] ?? 0,
        shareOf(id) {
          const at = place.get(id);
          return at === undefined ? 0 : (shares[at] ?? 0);
        },
      };
    },
  };
}

/** Sums to shares of 1 (softmax), in place. */
export function toShares(sums: Float64Array): Float64Array {
  let [largest, total] = [-Infinity, 0];
  for (const sum of sums) largest = Math.max(largest, sum);
  for (const [at, sum] of sums.entries()) {
    sums[at] = Math.exp(sum - largest);
    total += sums[at] ?? 0;
  }
  for (const [at, share] of sums.entries()) sums[at] = share / total;
  return sums;
}
