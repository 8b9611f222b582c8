import { placeOfPair, traitsOfWord, wordsOf } from './traits.ts';
import { readUnderstandingFile } from './understanding-file.ts';
import type { WordMeanings } from './words.ts';

/** What a question is about, learnt from many wordings of many questions. */
export type Understanding = Readonly<{
  /** Passages it can tell. */
  ids: readonly string[];
  /** Whether it is a word of the language, so that it is no misspelling of another. */
  isWord(word: string): boolean;
  read(question: string): Reading;
}>;

/** All shares are 0 to 1 and add up to 1. */
export type Reading = Readonly<{
  /** How likely the question is about no passage at all. */
  elsewhere: number;
  /** How likely it is about each of `ids`, in their order. */
  shares: Float64Array;
}>;

/**
 * What a word adds to the sums of a question: for each class what it adds by itself, then what its parts add, then what its
 * meaning adds; and last its meaning.
 */
type WordReading = Readonly<{ stem: string; rarity: number; partsSquared: number; added: Float64Array }>;

/** Words remembered twice over: people ask with the same few, however new their questions are. */
const wordsMax = 2_000;

/**
 * A linear model over three views of a question: its words and pairs of words, the parts of its words, and what its words
 * mean. Each view has length 1, however long the question is. Its last class is everything that is none of the passages'
 * business. As each view is a sum over words, what a word adds is worked out once and remembered.
 */
export function createUnderstanding(bytes: Buffer, meanings: WordMeanings): Understanding {
  const { ids, rarity, weights } = readUnderstandingFile(bytes);
  const classes = ids.length + 1;
  let recent = new Map<string, WordReading>();
  let earlier = recent;
  const bias = new Float64Array(classes);
  weights.addRow(rarity.length + meanings.dimensions, 1, bias);
  /** Room for one question at a time, in the order of `added`. */
  const sums = new Float64Array(3 * classes + meanings.dimensions);
  const ofWords = sums.subarray(0, classes);
  const meant = sums.subarray(3 * classes);

  function readWord(word: string): WordReading {
    const { stem, place, parts } = traitsOfWord(word);
    const added = new Float64Array(sums.length);
    const rare = rarity[place] ?? 0;
    weights.addRow(place, rare, added);
    const ofParts = added.subarray(classes, 2 * classes);
    let partsSquared = 0;
    for (const part of parts) {
      const rarePart = rarity[part] ?? 0;
      if (rarePart === 0) continue;
      partsSquared += rarePart * rarePart;
      weights.addRow(part, rarePart, ofParts);
    }
    const ofMeaning = added.subarray(2 * classes, 3 * classes);
    for (const [at, value] of meanings.meaningOf(word)?.entries() ?? []) {
      const counting = value * meaningCounts(rare);
      added[3 * classes + at] = counting;
      weights.addRow(rarity.length + at, counting, ofMeaning);
    }
    return { stem, rarity: rare, partsSquared, added };
  }

  function wordReading(word: string): WordReading {
    const remembered = recent.get(word);
    if (remembered !== undefined) return remembered;
    const reading = earlier.get(word) ?? readWord(word);
    if (recent.size >= wordsMax) [earlier, recent] = [recent, new Map()];
    recent.set(word, reading);
    return reading;
  }

  return {
    ids,
    isWord: meanings.has,
    read(question) {
      sums.fill(0);
      let [wordsSquared, partsSquared] = [0, 0];
      let before: string | undefined;
      for (const word of wordsOf(question)) {
        const reading = wordReading(word);
        add(reading.added, sums);
        wordsSquared += reading.rarity ** 2;
        partsSquared += reading.partsSquared;
        if (before !== undefined) {
          const pair = placeOfPair(before, reading.stem);
          const rare = rarity[pair] ?? 0;
          wordsSquared += rare * rare;
          if (rare > 0) weights.addRow(pair, rare, ofWords);
        }
        before = reading.stem;
      }
      const words = perLength(wordsSquared);
      const parts = perLength(partsSquared);
      const meaning = perLength(squared(meant));
      const shares = new Float64Array(classes);
      for (let at = 0; at < classes; at++)
        shares[at] =
          (bias[at] ?? 0) +
          words * (sums[at] ?? 0) +
          parts * (sums[classes + at] ?? 0) +
          meaning * (sums[2 * classes + at] ?? 0);
      toShares(shares);
      return { elsewhere: shares[ids.length] ?? 0, shares: shares.subarray(0, ids.length) };
    },
  };
}

/**
 * Frequent words hardly tell what a question means (smooth inverse frequency). `rarity` is that of the word's trait, from
 * which its frequency follows; 0 for a word no wording has.
 */
export function meaningCounts(rarity: number): number {
  return rarity === 0 ? 1 : frequent / (frequent + Math.exp(1 - rarity));
}

/** Share of the wordings that have a word which counts half. */
const frequent = 0.01;

/** The factor that makes a vector of this squared length one of length 1. */
export function perLength(squaredLength: number): number {
  return squaredLength === 0 ? 0 : 1 / Math.sqrt(squaredLength);
}

function squared(vector: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < vector.length; at++) sum += (vector[at] ?? 0) ** 2;
  return sum;
}

/** Nothing is read beyond the end, so no value is absent; providing for it would take twice the time. */
function add(from: Float64Array, to: Float64Array): void {
  for (let at = 0; at < from.length; at++) to[at] = (to[at] as number) + (from[at] as number);
}

/** Sums to shares of 1 (softmax), in place. */
export function toShares(sums: Float64Array): Float64Array {
  let [largest, total] = [-Infinity, 0];
  for (let at = 0; at < sums.length; at++) largest = Math.max(largest, sums[at] ?? 0);
  for (let at = 0; at < sums.length; at++) {
    const share = Math.exp((sums[at] ?? 0) - largest);
    sums[at] = share;
    total += share;
  }
  for (let at = 0; at < sums.length; at++) sums[at] = (sums[at] ?? 0) / total;
  return sums;
}
