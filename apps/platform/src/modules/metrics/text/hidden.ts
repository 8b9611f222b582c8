/**
 * A text without what a page shows crossed out or not at all: `~~struck~~`, `<del>`, `<s>`, `<!-- a comment -->`, what a script or style holds.
 * Its place is blank, so that all other places stay.
 */
export function withoutHidden(text: string): string {
  if (!/~~|<!--|<(?:del|s|strike|script|style|template)[\s>]/i.test(text)) return text;
  const hidden = [...commentsIn(text), ...struckIn(text), ...taggedIn(text)].toSorted(
    (left, right) => left.start - right.start,
  );
  let shown = '';
  let from = 0;
  for (const { start, end } of hidden) {
    if (end <= from) continue;
    const at = Math.max(from, start);
    shown += text.slice(from, at) + text.slice(at, end).replaceAll(/[^\n]/g, ' ');
    from = end;
  }
  return shown + text.slice(from);
}

/** Who looks for such a mark looks for it as it is written. */
export const namesHidden = (value: string): boolean => /~~|<|-->/.test(value);

export const onceHidden =
  'only where it is struck through or in a comment, which a page shows crossed out or not at all';

interface Range {
  readonly start: number;
  readonly end: number;
}

function commentsIn(text: string): Range[] {
  const found: Range[] = [];
  for (let start = text.indexOf('<!--'); start !== -1;) {
    const close = text.indexOf('-->', start + 4);
    const end = close === -1 ? text.length : close + 3;
    found.push({ start, end });
    start = text.indexOf('<!--', end);
  }
  return found;
}

/** Two tildes, no more, at a word on both ends and within one paragraph. */
function struckIn(text: string): Range[] {
  const found: Range[] = [];
  let open: number | undefined;
  for (const { 0: mark, index } of text.matchAll(/~+|\n[ \t]*\n/g)) {
    const end = index + mark.length;
    if (mark.startsWith('\n')) open = undefined;
    else if (mark.length !== 2) continue;
    else if (open !== undefined && /\S/.test(text[index - 1] ?? '')) {
      found.push({ start: open, end });
      open = undefined;
    } else if (/\S/.test(text[end] ?? '')) open = index;
  }
  return found;
}

/** To its end, or to that of the text. */
function taggedIn(text: string): Range[] {
  const found: Range[] = [];
  let open: { readonly name: string; readonly start: number; depth: number } | undefined;
  for (const match of text.matchAll(/<(\/?)(del|s|strike|script|style|template)(?:\s[^<>]{0,500})?>/gi)) {
    const name = match[2]?.toLowerCase() ?? '';
    const isEnd = match[1] === '/';
    if (open === undefined) {
      if (!isEnd) open = { name, start: match.index, depth: 1 };
    } else if (name === open.name) {
      open.depth += isEnd ? -1 : 1;
      if (open.depth === 0) {
        found.push({ start: open.start, end: match.index + match[0].length });
        open = undefined;
      }
    }
  }
  return open === undefined ? found : [...found, { start: open.start, end: text.length }];
}
