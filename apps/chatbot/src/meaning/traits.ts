import { stem } from '../knowledge/stemmer.ts';

/** Traits of a wording are counted in so many places; two traits seldom share one. */
export const traitPlaces = 32_768;

/** Places of the traits a text shows, each named once: words and pairs of words, and parts of words. */
export type Traits = Readonly<{ words: readonly number[]; parts: readonly number[] }>;

/** Parts of words let a misspelling or a new form of a word keep most of its traits. */
const partLengths = [3, 4, 5] as const;

export function traitsOf(text: string): Traits {
  const words =
    text
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/['’]/g, '')
      .match(/[a-z0-9]+/g) ?? [];
  const wordPlaces = new Set<number>();
  const partPlaces = new Set<number>();
  let before = '';
  for (const word of words.slice(0, wordsMax)) {
    const stemmed = stem(word);
    wordPlaces.add(placeOf(`word ${stemmed}`));
    if (before !== '') wordPlaces.add(placeOf(`pair ${before} ${stemmed}`));
    before = stemmed;
    const framed = `<${word.slice(0, wordLengthMax)}>`;
    for (const length of partLengths) {
      for (let at = 0; at + length <= framed.length; at++)
        partPlaces.add(placeOf(`part ${framed.slice(at, at + length)}`));
    }
  }
  return { words: [...wordPlaces], parts: [...partPlaces] };
}

const wordsMax = 80;
const wordLengthMax = 30;

/** The 32-bit FNV-1a hash, cut to the places there are. */
function placeOf(trait: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < trait.length; at++) hash = Math.imul(hash ^ trait.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % traitPlaces;
}

/** A trait's place and how much it counts. */
export type WeighedTraits = Readonly<{ places: Int32Array; values: Float32Array }>;

/** Words and parts count as much as each other, however many there are; `rarity` is 0 where nothing was learnt. */
export function weighTraits({ words, parts }: Traits, rarity: Float32Array): WeighedTraits {
  const places: number[] = [];
  const values: number[] = [];
  for (const group of [words, parts]) {
    const length = Math.sqrt(group.reduce((total, place) => total + (rarity[place] ?? 0) ** 2, 0));
    for (const place of group) {
      const weight = rarity[place] ?? 0;
      if (weight === 0) continue;
      places.push(place);
      values.push(weight / length);
    }
  }
  return { places: Int32Array.from(places), values: Float32Array.from(values) };
}
