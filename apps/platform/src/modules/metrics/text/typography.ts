/** A part of a text, and what is read in its place. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly instead: string;
}

const doubleQuotes = '«»“”„‟″＂';
const quotes = '‘’‚‛′´ʼ‹›＇`';
const dashes = '‐‑‒–—―−﹘﹣－';
const blank = String.raw`[^\S\n\r\u2028\u2029]`;
/** Before these a French sentence, a percentage and a temperature have a blank, or none. */
const closing = '%‰°?!:;';
/** A single blank between words stays as it is, and is most of what a text has of these: it is not looked at one by one. */
const otherBlanks = String.raw`[^\S ]\s*| \s+`;
const inLine = String.raw`\s*»|«\s*|[${doubleQuotes}]|[${quotes.replace('`', '')}]|(?<=\p{L})${'`'}(?=\p{L})|[${dashes}]|(?<=\s)-{2,3}(?=\s)|…|${otherBlanks}`;
const spaced = new RegExp(inLine, 'gu');
const typeset = new RegExp(
  String.raw`${blank}*°${blank}+(?=[CFcf](?![\p{L}\p{N}]))|${blank}+[${closing}]|${inLine}`,
  'gu',
);

/** A pattern says itself where it has a blank: for one, those before a sign that closes something can be kept. */
export const withoutTypesetSigns = (text: string, keepsBlanks = false): string =>
  text.replaceAll(keepsBlanks ? spaced : typeset, typedFor);

/** What a keyboard writes for the quotes, dashes, dots and blanks of a text. A line break is a blank, and a free line ends a paragraph. */
export function typesetIn(text: string, keepsBlanks = false): Edit[] {
  const edits: Edit[] = [];
  for (const { 0: sign, index } of text.matchAll(keepsBlanks ? spaced : typeset)) {
    const instead = typedFor(sign);
    if (instead !== sign) edits.push({ start: index, end: index + sign.length, instead });
  }
  return edits;
}

function typedFor(sign: string): string {
  const bare = sign.trim();
  if (bare === '') return /\n\s*\n|\u2029/.test(sign) ? '\n' : ' ';
  if (doubleQuotes.includes(bare)) return '"';
  if (quotes.includes(bare)) return "'";
  if (closing.includes(bare)) return bare;
  return bare === '…' ? '...' : '-';
}

const single = new RegExp(`[${doubleQuotes}${quotes.replace('`', '')}${dashes}]|[^\\S\\r\\n\\t]`, 'gu');

/** Sign by sign: lines, and blanks that stand together, stay as they are. */
export const withTypedSigns = (text: string): string => text.replaceAll(single, typedFor);

/** A pattern that is held against such a text. A dash is escaped, since within a class it would part two ends. */
export const patternWithTypedSigns = (pattern: string): string =>
  pattern.replaceAll(single, (sign) => {
    const instead = typedFor(sign);
    return instead === '-' ? String.raw`\x2d` : instead;
  });

/** Tags that set words apart within a line; `<sup>` is none: “10²” is no 102. */
const inlineTag = String.raw`<\/?(?:b|strong|i|em|u|s|del|ins|mark|code|small|span|font|a)(?:\s[^<>]{0,200})?>`;
const marks = new RegExp(String.raw`([*_~${'`'}])\1*|\n\s*\n|<br\s?\/?>|${inlineTag}`, 'giu');
const wordCharacter = /[\p{L}\p{N}\p{M}]/u;

/** Marks that set words in bold, italics or type: pairs around whole words, within a paragraph. `snake_case` and `5 * 3` have none. */
export function emphasisIn(text: string): Edit[] {
  const edits: Edit[] = [];
  const opened = new Map<string, Edit>();
  for (const { 0: run, 1: mark, index } of text.matchAll(marks)) {
    const edit = { start: index, end: index + run.length, instead: '' };
    const [before = ' ', after = ' '] = [text[index - 1], text[edit.end]];
    if (mark === undefined) {
      if (!run.startsWith('<')) opened.clear();
      else if (/^<br/i.test(run)) edits.push({ ...edit, instead: ' ' });
      else if (!wordCharacter.test(before) || !wordCharacter.test(after)) edits.push(edit);
      continue;
    }
    if (run.length > (longest[mark] ?? 0) || (mark === '~' && run.length < 2)) continue;
    const opening = opened.get(run);
    if (opening && /\S/.test(before) && !wordCharacter.test(after)) {
      edits.push(opening, edit);
      opened.delete(run);
    } else if (/\S/.test(after) && !wordCharacter.test(before)) opened.set(run, edit);
  }
  return edits.toSorted((one, other) => one.start - other.start);
}
const longest: Readonly<Record<string, number>> = { '*': 3, _: 3, '~': 2, '`': 2 };
