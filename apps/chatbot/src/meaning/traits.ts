import { stem } from '../knowledge/stemmer.ts';
import { withoutFrame } from './request-frame.ts';

/** Traits of a wording are counted in so many places; two traits seldom share one. */
export const traitPlaces = 32_768;

/** Places of the traits a word shows: of itself, and of its parts, each once. */
export type WordTraits = Readonly<{ stem: string; place: number; parts: readonly number[] }>;

/** Parts of words let a misspelling or a new form of a word keep most of its traits. */
const partLengths = [3, 4, 5] as const;

const wordsMax = 80;
const wordLengthMax = 30;

/** The words a question is read by; a question says what it is about within the first of them. */
export function wordsOf(text: string): readonly string[] {
  const words =
    text
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/['’]/g, '')
      .match(/[a-z0-9]+/g) ?? [];
  return withoutFrame(words.slice(0, wordsMax));
}

export function traitsOfWord(word: string): WordTraits {
  const stemmed = stem(word);
  const framed = `<${word.slice(0, wordLengthMax)}>`;
  const parts = new Set<number>();
  for (const length of partLengths) {
    for (let at = 0; at + length <= framed.length; at++)
      parts.add(placeOf(`part ${framed.slice(at, at + length)}`));
  }
  return { stem: stemmed, place: placeOf(`word ${stemmed}`), parts: [...parts] };
}

/** The place of two words in a row, given by their stems. */
export function placeOfPair(before: string, after: string): number {
  return placeOf(`pair ${before} ${after}`);
}

/** The 32-bit FNV-1a hash, cut to the places there are. */
function placeOf(trait: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < trait.length; at++) hash = Math.imul(hash ^ trait.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % traitPlaces;
}
