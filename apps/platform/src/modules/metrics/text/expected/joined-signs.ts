/**
 * Signs that are a part of what is said: “C++” is not “C”, “0-” is not “0+”, “Pro+” is another plan than “Pro”, “a + b” is not “a - b”,
 * and `ls -la`, `*.txt` and `@acme` are not `ls`, `.txt` and `#acme`.
 */
interface Signed {
  /** As it is compared: a flag keeps its capitals. */
  readonly text: string;
  /** The word without its sign; of an operator, none. */
  readonly bare: string | undefined;
}

/** Marks of bold letters and of code are no signs, and a minus is written in several ways. */
const plain = (text: string): string =>
  text
    .slice(0, readMost)
    .replaceAll(/\*\*|__|`/g, '')
    .replaceAll(/[−‐‑]/g, '-')
    .replaceAll('＋', '+');
const readMost = 48_000;

/** A word with what is joined to its end. */
const joined = /([\p{L}\p{N}_]+)(\+\+|--|[-+#])?/gu;
const inWord = /^[\p{L}\p{N}+#]/u;
/** “Haus- und Garten” and “5- 7” have a dash, and “well-known” is one word. */
const dash = /^(?:[^\s.,;:!?)\]"'”’]|\s*\d|\s(?:und|and|or|oder|bis|to)(?!\p{L}))/u;
/** Of a minus, its word is as short as a grade or a group of blood. */
const isGraded = (word: string): boolean => /^(?:\p{Lu}{1,4}|\d{1,2})$/u.test(word);
const beforeWord = /(?:^|[\s("'“‘])([@#]+)(?=\p{L})([\p{L}\p{N}_.-]*[\p{L}\p{N}])/gu;
const flags = /[\S][^\S\n]+(--?(?=\p{L})[\p{L}\p{N}_-]+)/gu;
/** One that is all of a text; at the start of several lines it may be the mark of a list. */
const onlyFlag = /^\s*(--?(?=\p{L})[\p{L}\p{N}_-]+)[^\n]*$/gu;
const escapes = /(\\\p{L})/gu;
const patterns = /(?:^|\s)(\*?\.\p{L}[\p{L}\p{N}]{0,9}|\*\.\*)(?![\p{L}\p{N}])/gu;
/** Between blanks, and not at the start of a line; a dash or “&” there is read as a word, and “>” as a direction. */
const operators =
  /[\p{L}\p{N})\]][^\S\n]+(\+|\*|\^|×|÷|±|&&|\|\||!=|==|===|!==|≠|:=|\+=|-=|\*=)[^\S\n]+(?=[\S])/gu;
/** “12 euros / night” divides nothing. */
const divisions = /(?:^|[\s(])[\p{L}\p{N}]{1,3}[^\S\n]+(\/)[^\S\n]+(?=[\p{L}\p{N}]{1,3}(?![\p{L}\p{N}]))/gu;
const tight = /[\p{L}\p{N})](\+|\*|&&|\|\||!=|==)(?=[\p{L}\p{N}(])/gu;

function signedIn(given: string): Signed[] {
  const text = plain(given);
  const words = [...text.matchAll(joined)].flatMap(({ index, 0: all, 1: word = '', 2: sign }): Signed[] => {
    const behind = text.slice(index + all.length, index + all.length + 12);
    if (sign === undefined || inWord.test(behind)) return [];
    const isDash = sign === '-' && (!isGraded(word) || dash.test(behind));
    return isDash || (sign === '--' && word.length > 2)
      ? []
      : [{ text: `${word}${sign}`.toLowerCase(), bare: word.toLowerCase() }];
  });
  const handles = [...text.matchAll(beforeWord)].map(([, sign = '', word = '']): Signed => ({
    text: `${sign}${word}`.toLowerCase(),
    bare: word.toLowerCase(),
  }));
  const alone = [flags, onlyFlag, escapes, patterns, operators, divisions, tight].flatMap((form) =>
    [...text.matchAll(form)].map(([, sign = '']): Signed => ({ text: sign, bare: undefined })),
  );
  return [...words, ...handles, ...alone];
}

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    plain(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu),
  );

/**
 * The first sign that one text has at what both say, and the other has not. Of “18+” the other may say it in words, and a formula of the
 * question need not be said again.
 */
export function otherSign(input: string, expected: string, output: string): string | undefined {
  const [wanted, told] = [signedIn(expected), signedIn(output)];
  const [here, there] = [textsOf(wanted), textsOf(told)];
  const asked = textsOf(signedIn(input).filter(({ bare }) => bare === undefined));
  const known = wordsOf(expected);
  const lacking = wanted.find(
    (one) => !there.has(one.text) && !asked.has(one.text) && !isBoundInWords(one, output),
  );
  const added = told.find(
    (one) =>
      !here.has(one.text) &&
      !asked.has(one.text) &&
      (one.bare === undefined || known.has(one.bare)) &&
      !isBoundInWords(one, expected),
  );
  return (lacking ?? added)?.text ?? otherComparison(expected, output);
}

const textsOf = (all: readonly Signed[]): ReadonlySet<string> => new Set(all.map(({ text }) => text));

/** “≥ 5” is not “> 5”; where only one of them has such a sign, the other may say it in words. */
function otherComparison(expected: string, output: string): string | undefined {
  const [wanted, told] = [expected, output].map((text) =>
    [...plain(text).matchAll(comparisons)].map(([, sign = '']) => written[sign] ?? sign),
  );
  return (told ?? []).length === 0 ? undefined : wanted?.find((sign) => told?.includes(sign) === false);
}
const comparisons = /(>=|<=|=>|=<|[<>≥≤])\s?[€$£]?-?\d/gu;
const written: Readonly<Record<string, string>> = { '>=': '≥', '=>': '≥', '<=': '≤', '=<': '≤' };

const isBoundInWords = ({ text, bare = '' }: Signed, other: string): boolean =>
  /^\d+$/.test(bare) && text.endsWith('+') && !other.includes(`${bare}-`) && bounds.test(other);
const bounds =
  /(?<!\p{L})(?:at least|or (?:more|older|above|over|up)|and (?:more|older|above|over|up)|over|from|minimum|mindestens|ab|oder (?:mehr|älter)|über|au moins|ou plus|al menos|o más)(?!\p{L})/iu;
