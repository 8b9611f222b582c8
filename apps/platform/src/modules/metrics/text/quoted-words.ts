import type { Evidence } from '../kind.ts';
import { containedValues } from './contained.ts';

export interface Standing {
  /** Where it stands: as it is, or with an ending of its own. */
  readonly place: Evidence | undefined;
  /** It may stand there: once a page is shown, or as a part of a word that may mean the same. */
  readonly isUnsure: boolean;
}

/** Where words that somebody quoted stand in a text as words: “rent” in “rents”, and not in “currently”. */
export function standingOf(text: string, wanted: string): Standing {
  const looking = { case_sensitive: false, as_amounts: false };
  const hasBlanks = !unspaced.test(wanted);
  const { evidence, unsure } = containedValues(text, {
    ...looking,
    values: hasBlanks ? [wanted, ...inflected(wanted)] : [wanted],
    whole_word: hasBlanks,
  });
  const [place] = evidence;
  return { place, isUnsure: !place && (unsure.length > 0 || mayBeWithin(text, wanted)) };
}

/** Scripts in which no blank stands between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** The same words with the endings of their last one: “refunds”, “refunded”, “policies”. */
function inflected(wanted: string): string[] {
  const last = /\p{L}+$/u.exec(wanted)?.[0] ?? '';
  if (last.length < 3) return [];
  const with_ = (...endings: readonly string[]): string[] => endings.map((ending) => wanted + ending);
  const bare = wanted.slice(0, -1);
  const isShut = /[bcdfghjklmnpqrstvz][aeiou][bdgklmnprtz]$/iu.test(last);
  return [
    ...with_('s', 'es'),
    ...(/[^aeiou]y$/iu.test(last) ? [`${bare}ies`, `${bare}ied`] : []),
    ...(last.length < 4 ? [] : last.endsWith('e') ? [`${wanted}d`, `${bare}ing`] : []),
    ...(last.length < 4 || last.endsWith('e') || (isShut && last.length < 5) ? [] : with_('ed', 'ing')),
    ...(isShut ? with_(`${last.slice(-1)}ed`, `${last.slice(-1)}ing`) : []),
    ...(last.length < 5 ? [] : with_('e', 'n', 'en', 'em', 'ern', 'nen')),
  ];
}

const leastOfCompound = 5;
const prefixed = /^(?:re|un|non|pre|mis|dis|ge)$/u;

/** Whether it is part of a word that may mean it: of a compound (“Rückgabefrist”), behind a prefix (“reopened”), of a code. */
function mayBeWithin(text: string, given: string): boolean {
  const wanted = given.toLowerCase();
  if (!/^[\p{L}\p{N}]+$/u.test(wanted)) return false;
  const isCode = /\d/.test(wanted) && wanted.length >= 4;
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    const at = word.indexOf(wanted);
    if (at === -1) continue;
    const rest = word.slice(at + wanted.length);
    const isEdge = at === 0 || rest === '';
    if (isCode || (isEdge && wanted.length >= leastOfCompound)) return true;
    if (wanted.length >= 4 && /^(?:s|ed|ing)?$/.test(rest) && (at === 0 || prefixed.test(word.slice(0, at))))
      return true;
  }
  return false;
}
