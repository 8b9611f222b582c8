import { placeOfPair, traitsOfWord, wordsOf } from './traits.ts';
import type { WordTraits } from './traits.ts';
import { readUnderstandingFile } from './understanding-file.ts';
import type { WordMeanings } from './words.ts';

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
  /** How likely it is about each of `ids`, in their order. */
  shares: Float64Array;
}>;

/** What a word adds to each of the sums, and how much there is of it. */
type WordReading = WordTraits &
  Readonly<{
    rarity: number;
    ofWord: Float32Array;
    ofParts: Float32Array;
    partsSquared: number;
    meaning: Float32Array;
    ofMeaning: Float32Array;
  }>;

const nothing = new Float32Array(0);

/** Words remembered twice over: people ask with the same few thousand, however new their questions are. */
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
  const bias = new Float32Array(classes);
  weights.addRow(rarity.length + meanings.dimensions, 1, bias);

  /** Room for one question at a time: what each view adds up to. */
  const ofWords = new Float32Array(classes);
  const ofParts = new Float32Array(classes);
  const ofMeaning = new Float32Array(classes);
  const meant = new Float32Array(meanings.dimensions);

  function readWord(word: string): WordReading {
    const traits = traitsOfWord(word);
    const ofItsParts = new Float32Array(classes);
    let partsSquared = 0;
    for (const place of traits.parts) {
      const rare = rarity[place] ?? 0;
      if (rare === 0) continue;
      partsSquared += rare * rare;
      weights.addRow(place, rare, ofItsParts);
    }
    const rare = rarity[traits.place] ?? 0;
    const meaning = meanings.meaningOf(word)?.map((value) => value * meaningCounts(rare)) ?? nothing;
    const ofWord = new Float32Array(classes);
    weights.addRow(traits.place, rare, ofWord);
    const ofItsMeaning = meaning === nothing ? nothing : new Float32Array(classes);
    for (const [at, value] of meaning.entries()) weights.addRow(rarity.length + at, value, ofItsMeaning);
    return {
      ...traits,
      rarity: rare,
      ofWord,
      ofParts: ofItsParts,
      partsSquared,
      meaning,
      ofMeaning: ofItsMeaning,
    };
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
    read(question) {
      for (const room of [ofWords, ofParts, ofMeaning, meant]) room.fill(0);
      let [wordsSquared, partsSquared] = [0, 0];
      let before: string | undefined;
      for (const word of wordsOf(question)) {
        const reading = wordReading(word);
        wordsSquared += reading.rarity ** 2;
        add(reading.ofWord, ofWords);
        if (before !== undefined) {
          const pair = placeOfPair(before, reading.stem);
          const rare = rarity[pair] ?? 0;
          wordsSquared += rare * rare;
          if (rare > 0) weights.addRow(pair, rare, ofWords);
        }
        before = reading.stem;
        partsSquared += reading.partsSquared;
        add(reading.ofParts, ofParts);
        add(reading.meaning, meant);
        add(reading.ofMeaning, ofMeaning);
      }
      const [words, parts, meaning] = [
        perLength(wordsSquared),
        perLength(partsSquared),
        perLength(squared(meant)),
      ];
      const shares = new Float64Array(classes);
      for (let at = 0; at < classes; at++)
        shares[at] =
          (bias[at] ?? 0) +
          words * (ofWords[at] ?? 0) +
          parts * (ofParts[at] ?? 0) +
          meaning * (ofMeaning[at] ?? 0);
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

function squared(vector: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < vector.length; at++) sum += (vector[at] ?? 0) ** 2;
  return sum;
}

/** Nothing is read beyond the end, so no value is absent; providing for it would take twice the time. */
function add(from: Float32Array, to: Float32Array): void {
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
