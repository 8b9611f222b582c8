import { smallWordsBy } from './stop-words.ts';
import { sentencesIn, tokensOf } from './words.ts';

/** Two small words, and a quarter of all: no text of another language has so many of one by chance. */
const leastSmall = 2;
const leastShare = 0.25;
/** A sentence of so many words has some small ones, unless it is in another language, or in none. */
const longSentence = 6;
const leastShareOfSentence = 0.15;

/**
 * The language a text is in from one end to the other, so that its words can be held against those of another; undefined where
 * that is not sure. Only languages whose small words are known, which all write with blanks and in Latin letters.
 */
export function oneLanguageOf(text: string): string | undefined {
  if (/(?![\p{sc=Latin}\p{sc=Common}])\p{L}/u.test(text) || isInCode(text)) return undefined;
  const [first, second] = shares(text);
  if (!first || first.small < leastSmall || first.share < leastShare) return undefined;
  if (second && first.small < second.small * 1.3) return undefined;
  const isOther = sentencesIn(text).some((sentence) => {
    if (wordsOf(sentence.text).length < longSentence) return false;
    const found = shares(sentence.text);
    const own = found.find(({ language }) => language === first.language);
    return own === undefined || own.share < leastShareOfSentence || own.small * 1.3 < (found[0]?.small ?? 0);
  });
  return isOther ? undefined : first.language;
}

const wordsOf = (text: string): string[] => tokensOf(text).filter((word) => /\p{L}/u.test(word));

function shares(text: string): { language: string; small: number; share: number }[] {
  const words = wordsOf(text);
  return smallWordsBy(words)
    .map(([language, small]) => ({ language, small, share: small / Math.max(1, words.length) }))
    .toSorted((left, right) => right.small - left.small);
}

/** Words, numbers and what joins them in addresses and compounds. */
const joined = /^(?:\p{Lu}?\p{Ll}+|\p{Lu}+|\d+)(?:[^\p{L}\d\s%\\]+(?:\p{Lu}?\p{Ll}+|\p{Lu}+|\d+))*$/u;
const ends = /^[^\p{L}\d%\\]+|[^\p{L}\d]+$/gu;

/** Something is written so that its words are not seen: letter by letter, or in a run as base64 is. */
function isInCode(text: string): boolean {
  if (/(?<![\p{L}\p{N}])\p{L}(?:[^\p{L}\p{N}]{1,3}\p{L}(?![\p{L}\p{N}])){3}/u.test(text)) return true;
  return (text.match(/\S{20,}/g) ?? []).some((run) => {
    const bare = run.replace(ends, '');
    const digits = bare.match(/\d/g)?.length ?? 0;
    return bare.length >= 20 && (!joined.test(bare) || digits * 2 > bare.length);
  });
}
