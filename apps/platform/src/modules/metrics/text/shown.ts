import { foldAsRead, isMarked, isOfWords, type Folding } from './folding.ts';
import { withoutEntities } from './markup/address.ts';

/**
 * A text as a page may show it: `se**cre**t`, `s&#101;cret`, `sec\ret`, `se<span class="x">cret</span>` and `[secret][1]` are one word,
 * and quoted lines are lines. Whether a mark or a hyphen at the end of a line belongs to a word is not known: it is read with and without.
 */
export function shownReadings(text: string): string[] {
  if (!/[\\*_~`<&[>]|[-‐]\r?\n/.test(text)) return [text];
  const bare = withoutTags(withoutLinks(withoutComments(text).replaceAll(quotedLine, '')));
  const kept = bare.replaceAll(marksWithin, '').replaceAll(parted, '$1');
  const joined = bare.replaceAll(parted, '').replaceAll(marksOrLinesWithin, '');
  return [...new Set([kept, joined].map((one) => withoutEntities(withoutEscapes(one))))];
}

/** Both what is looked for and the text, where what they have in common is not sure. */
export const readLoosely = (text: string, { caseSensitive }: Folding, keepsMarks = false): string => {
  const { text: read } = foldAsRead(text, { caseSensitive, keepsMarks });
  return /[\nßẞıİ]|ς|\u0307/.test(read)
    ? read.replaceAll('\n', ' ').replaceAll(/[ßẞ]|ı|İ|i\u0307|ς/g, (letter) => alike[letter] ?? 'i')
    : read;
};
/** In capitals they are told apart no more, or are of two letters. */
const alike: Readonly<Record<string, string>> = { ß: 'ss', ẞ: 'SS', ς: 'σ' };

/** A value as it is looked for in these. */
export const valueLoosely = (value: string, folding: Folding): string =>
  readLoosely(value, folding, isMarked(value));

/** Whether a text begins or ends with a value once it is read as a page shows it. */
export function mayStandAt(which: 'start' | 'end', text: string, value: string, folding: Folding): boolean {
  const wanted = valueLoosely(value, folding).trim();
  if (!isOfWords(wanted)) return false;
  return shownReadings(text).some((shown) => {
    const read = readLoosely(shown, folding).trim();
    return which === 'start' ? read.startsWith(wanted) : read.endsWith(wanted);
  });
}

export const onceShown =
  'only as a page may show it: without marks, escapes, tags, entities and links, and with what a line parts, and “ß” and “ss”, taken for the same';

const marksWithin = /(?<=[\p{L}\p{N}])[*~`]{1,6}(?=[\p{L}\p{N}])/gu;
const marksOrLinesWithin = /(?<=[\p{L}\p{N}])[*_~`]{1,6}(?=[\p{L}\p{N}])/gu;
const parted = /(?<=\p{L})([-‐])\r?\n[ \t]{0,10}(?=\p{L})/gu;
const quotedLine = /^[ \t]{0,3}(?:>[ \t]?){1,10}/gm;

/** What Markdown shows of a sign behind a backslash, and of a line that ends in one. */
const withoutEscapes = (text: string): string => text.replaceAll(/\\([!-/:-@[-`{-~]|(?=\r?\n))/g, '$1');

/** Not by a pattern, which would look for the end of the comment from each beginning of one. */
function withoutComments(text: string): string {
  let shown = '';
  let from = 0;
  for (let at = text.indexOf('<!--'); at !== -1; at = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', at + 4);
    if (end === -1) break;
    shown += text.slice(from, at);
    from = end + 3;
  }
  return shown + text.slice(from);
}

const label = String.raw`!?\[([^[\]]{1,300})\]`;
const title = String.raw`\s{1,10}(?:"[^"]{0,300}"|'[^']{0,300}')`;
const address = String.raw`(?:<[^<>\n]{0,2000}>|[^()\s<][^()\s]{0,2000}(?:\([^()\s]{0,200}\)[^()\s]{0,2000})?)?`;
const link = new RegExp(String.raw`${label}(?:\(${address}(?:${title})?\s{0,10}\)|\[[^[\]]{0,300}\])`, 'gu');
const footnote = /\[\^[^[\]\s]{1,100}\](?!:)/g;
const bareReference = new RegExp(String.raw`${label}(?!:)`, 'gu');
const definition = /^ {0,3}\[[^[\]\n]{1,300}\]:/m;

function withoutLinks(text: string): string {
  if (!text.includes('[')) return text;
  const unlinked = text.replaceAll(footnote, '').replaceAll(link, '$1');
  return definition.test(text) ? unlinked.replaceAll(bareReference, '$1') : unlinked;
}

const tag = /<\/?([a-z][a-z0-9-]{0,30})(?:\s[^<>]{0,500})?\/?>/giu;
/** These set what they hold apart from what stands beside it. */
const blocks =
  /^(?:p|div|h[1-6]|li|ul|ol|dl|dt|dd|table|thead|tbody|tr|td|th|blockquote|pre|section|hr|br)$/i;
const ofWord = /[\p{L}\p{N}]/u;

const withoutTags = (text: string): string =>
  text.replaceAll(tag, (whole: string, name: string, at: number) =>
    blocks.test(name) && !(ofWord.test(text[at - 1] ?? '') && ofWord.test(text[at + whole.length] ?? ''))
      ? whole
      : '',
  );
