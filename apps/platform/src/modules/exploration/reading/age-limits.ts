import { sentencesOf } from './words.ts';

const ageLimit =
  /\b(?:minimum(?: age)?(?: is| of)?:?|at least|only from|from|over|aged?|under|older than|(?:be|are|is)) ?(1[2-9]|2[0-9])\b(?= ?(?:years?|or older|and over|\+|[.,;:!)]|$|on\b|with\b|the\b))(?!\s?(?:%|€|£|[:.]\d))/i;
const ofAge = /\b(?:age|aged|years?|old|adults?|minimum|id|licen[cs]e|only from|minors?)\b/i;

/** The age below which something is not given, with the words that say so. */
export function ageLimitIn(text: string): { readonly age: number; readonly sentence: string } | undefined {
  for (const sentence of sentencesOf(text)) {
    const [, age] = ageLimit.exec(sentence) ?? [];
    if (age !== undefined && ofAge.test(sentence)) return { age: Number(age), sentence };
  }
  return undefined;
}
