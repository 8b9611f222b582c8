import { emphasisIn, typesetIn, withoutTypesetSigns, type Edit } from './typography.ts';

/** A text made comparable, and where each of its characters stood in the text as it was given. */
export interface Folded {
  readonly text: string;
  /** The place in the given text; asked only for the spans that are shown. */
  at(index: number): number;
}

export interface Folding {
  readonly caseSensitive: boolean;
}

/** NFC, and lower case where case does not matter. */
export function fold(given: string, { caseSensitive }: Folding): Folded {
  const text = plain(given, caseSensitive);
  // Folding never shrinks one part while it grows another by as much: equal lengths are equal places.
  if (text.length === given.length) return { text, at: (index) => index };
  return { text, at: (index) => placeOf(given, index, (cluster) => plain(cluster, caseSensitive)) };
}

/**
 * What a reader sees, for what must not be said: without characters that nobody sees, with letters and digits of another
 * width or style as plain ones (`ＢＡＮ`, `𝐁𝐀𝐍`), and with letters of other scripts that look like those around them as these.
 * Signs stay as they are: `™` is no “tm”, and `10²` no 102.
 */
export function foldAsSeen(given: string, { caseSensitive }: Folding): Folded {
  // eslint-disable-next-line no-control-regex -- Plain ASCII, of which each character is seen as it is.
  if (!/[^\0-\x7f]/.test(given)) return fold(given, { caseSensitive });
  const folded = (text: string): string => plain(unstyled(withoutUnseen(text)), caseSensitive);
  const text = likeTheirNeighbours(folded(given));
  if (text === given) return { text, at: (index) => index };
  return { text, at: (index) => placeOf(given, index, folded) };
}

/**
 * What is read of a text: as it is seen, and without what a typesetter does to it. Quotes, dashes and blanks are those of a keyboard,
 * lines of one paragraph are one, and marks around words, such as those of bold type, are left out unless they are what is looked for.
 */
export const foldAsRead = (
  given: string,
  { keepsMarks = false, keepsBlanks = false, ...folding }: Reading,
): Folded => withoutTypesetting(foldAsSeen(given, folding), keepsMarks, keepsBlanks);

interface Reading extends Folding {
  readonly keepsMarks?: boolean;
  readonly keepsBlanks?: boolean;
}

function withoutTypesetting(base: Folded, keepsMarks: boolean, keepsBlanks = false): Folded {
  const bare = keepsMarks ? base : edited(base, emphasisIn(base.text));
  // The places are asked only for what is shown; a text may be nothing but such signs.
  return {
    text: withoutTypesetSigns(bare.text, keepsBlanks),
    at: (index) => bare.at(placeBefore(typesetIn(bare.text, keepsBlanks), index)),
  };
}

/** How a text begins or ends with another: as it is written or set, only as it is seen, or not; and where in it the place is. */
export interface Edge {
  readonly stands: 'surely' | 'as it is seen' | 'not';
  readonly start: number;
  readonly end: number;
}

export function edgeOf(which: 'start' | 'end', given: string, value: string, folding: Folding): Edge {
  const text = given.trim();
  const lead = given.length - given.trimStart().length;
  const keepsMarks = isMarked(value);
  const isThere = (whole: string, part: string): boolean =>
    part.trim() !== '' &&
    (which === 'start' ? whole.trim().startsWith(part.trim()) : whole.trim().endsWith(part.trim()));
  const holds = (fold: (one: string) => Folded): boolean => isThere(fold(text).text, fold(value).text);
  const folded = fold(text, folding);
  const wanted = plain(value, folding.caseSensitive);
  const set = (one: string): Folded => withoutTypesetting(fold(one, folding), keepsMarks);
  const read = (one: string): Folded =>
    isOfWords(value) ? foldAsRead(one, { ...folding, keepsMarks }) : foldAsSeen(one, folding);
  const stands =
    isThere(folded.text, wanted) || (isOfWords(value) && holds(set))
      ? 'surely'
      : holds(read)
        ? 'as it is seen'
        : 'not';
  const shown = isOfWords(value) && !isThere(folded.text, wanted) ? set(text) : folded;
  const length = (shown === folded ? wanted : set(value).text).length;
  return which === 'start'
    ? { stands, start: lead, end: lead + shown.at(length) }
    : {
        stands,
        start: lead + shown.at(Math.max(0, shown.text.length - length)),
        end: lead + text.length,
      };
}

/** What holds neither letter nor digit is a sign, which is looked for as it is: `—` is no hyphen where dashes are forbidden. */
export const isOfWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Whether a text is looked for together with the marks around its words. */
export const isMarked = (text: string): boolean => emphasisIn(text).length > 0;

function edited(base: Folded, edits: readonly Edit[]): Folded {
  if (edits.length === 0) return base;
  let text = '';
  let from = 0;
  for (const { start, end, instead } of edits) {
    text += base.text.slice(from, start) + instead;
    from = end;
  }
  return { text: text + base.text.slice(from), at: (index) => base.at(placeBefore(edits, index)) };
}

/** Where the character of an edited text stood before it was edited. */
function placeBefore(edits: readonly Edit[], index: number): number {
  let shift = 0;
  for (const { start, end, instead } of edits) {
    if (index + shift < start) break;
    if (index + shift < start + instead.length) return start;
    shift += end - start - instead.length;
  }
  return index + shift;
}

export const asSeen = (text: string): string => foldAsSeen(text, { caseSensitive: true }).text;

/** Nothing in it is seen: blanks, fillers, and what only joins, hides or steers other characters. */
export const isEmptyAnswer = (text: string | null): boolean =>
  !/[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u.test(text ?? '');

/** What follows a pictograph is a part of it. Marks that strike a letter through leave it legible. */
const unseen =
  /(\p{Extended_Pictographic}\p{Default_Ignorable_Code_Point}+)|[\p{Default_Ignorable_Code_Point}\p{Cf}\u0334-\u0338]+/gu;
const withoutUnseen = (text: string): string =>
  text.normalize('NFC').replaceAll(unseen, (_given, pictograph: string | undefined) => pictograph ?? '');

const styled = /(?!\p{Extended_Pictographic})[\p{L}\p{Nd}\uff01-\uff5e\u24b6-\u24e9\u{1f130}-\u{1f149}]+/gu;
const unstyled = (text: string): string =>
  /[^\0-\u02af]/.test(text) ? text.replaceAll(styled, (run) => run.normalize('NFKC')) : text;

/** Letters of Cyrillic and Greek that cannot be told from a Latin one. */
const lookalikes: ReadonlyMap<string, string> = new Map(
  (
    [
      ['аеорсухіјѕԁһӏԛԝАВЕКМНОРСТУХІЈЅ', 'aeopcyxijsdhlqwABEKMHOPCTYXIJS'],
      ['οαρνικυΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'oavpikuABEZHIKMNOPTYX'],
    ] as const
  ).flatMap(([theirs, latin]) =>
    Array.from(theirs, (letter, at): [string, string] => [letter, latin.charAt(at)]),
  ),
);

/** Only in a word that holds Latin letters as well: words of the other scripts are their own. */
const likeTheirNeighbours = (text: string): string =>
  /[\p{sc=Cyrillic}\p{sc=Greek}]/u.test(text)
    ? text.replaceAll(/[\p{L}\p{M}\p{N}]+/gu, (word) =>
        /\p{sc=Latin}/u.test(word)
          ? word.replaceAll(/[\p{sc=Cyrillic}\p{sc=Greek}]/gu, (letter) => lookalikes.get(letter) ?? letter)
          : word,
      )
    : text;

export function plain(text: string, caseSensitive = false): string {
  const composed = text.normalize('NFC');
  return caseSensitive ? composed : composed.toLowerCase();
}

/** Walks the text by characters with their marks until it has folded as much as the index says. */
function placeOf(given: string, index: number, folding: (cluster: string) => string): number {
  let folded = 0;
  let place = 0;
  for (const [cluster] of given.matchAll(/\P{M}\p{M}*|\p{M}+/gsu)) {
    if (folded >= index) return place;
    folded += folding(cluster).length;
    place += cluster.length;
  }
  return given.length;
}

const wordCharacter = /[\p{L}\p{N}\p{M}_]/u;

/** No letter or digit touches the span from outside. */
export function isWholeWord(text: string, start: number, end: number): boolean {
  const before = start > 0 ? characterBefore(text, start) : '';
  const after = end < text.length ? String.fromCodePoint(text.codePointAt(end) ?? 32) : '';
  return !wordCharacter.test(before) && !wordCharacter.test(after);
}

function characterBefore(text: string, at: number): string {
  const isTail = at > 1 && /[\uDC00-\uDFFF]/.test(text.charAt(at - 1));
  return text.slice(isTail ? at - 2 : at - 1, at);
}
