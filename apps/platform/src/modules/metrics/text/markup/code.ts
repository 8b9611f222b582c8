/**
 * A text shown as Markdown, its code replaced by blanks so that places stay. Only what is code however the page reads it:
 * a span that is one by its line and by its paragraph, a fence that is one inside a list or a quotation and outside.
 */
export function withoutCode(text: string): string {
  const lines = linesOf(text);
  const code = both(
    codePlaces(text, lines, (line) => line),
    codePlaces(text, lines, withoutContainers),
  );
  let shown = '';
  for (let at = 0; at < text.length; at += 1)
    shown += code[at] === 1 && text[at] !== '\n' ? ' ' : text.charAt(at);
  return shown;
}

interface Line {
  readonly text: string;
  readonly start: number;
}

function linesOf(text: string): Line[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const one = { text: line, start };
    start += line.length + 1;
    return one;
  });
}

const both = (left: Uint8Array, right: Uint8Array): Uint8Array => left.map((is, at) => is & (right[at] ?? 0));

const blockElements =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul';
/** What begins a block of HTML, in which backticks mean nothing, up to a blank line. */
const htmlBlock = new RegExp(
  String.raw`^\s*(?:</?(?:${blockElements})(?:[\s/>]|$)|</?[a-z][a-z0-9-]*(?:\s[^<>]{0,1000})?/?>\s*$|<[!?])`,
  'i',
);
/** These reach to their own end, blank lines or not. */
const reaching: readonly (readonly [RegExp, RegExp])[] = [
  [/^\s*<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^\s*<!--/, /-->/],
  [/^\s*<\?/, /\?>/],
  [/^\s*<!\[CDATA\[/, /\]\]>/],
];

const containers = /^(?:\s{0,3}(?:>|[-*+](?=\s)|\d{1,9}[.)](?=\s))\s{0,4}){1,20}/;
const withoutContainers = (line: string): string => line.replace(containers, '');

/** Tells of each line in turn whether it belongs to a block of HTML. */
function htmlBlocks(): (line: string) => boolean {
  let isOpen = false;
  let end: RegExp | undefined;
  return (line) => {
    if (end === undefined && !line.includes('<')) {
      isOpen &&= withoutContainers(line).trim() !== '';
      return isOpen;
    }
    const inner = withoutContainers(line);
    end ??= reaching.find(([start]) => start.test(inner))?.[1];
    if (end) {
      if (end.test(inner)) end = undefined;
      return true;
    }
    isOpen = inner.trim() !== '' && (isOpen || htmlBlock.test(inner));
    return isOpen;
  };
}

function codePlaces(text: string, lines: readonly Line[], read: (line: string) => string): Uint8Array {
  const code = new Uint8Array(text.length);
  const isHtml = htmlBlocks();
  let paragraph: Line[] = [];
  let fence: { readonly mark: string; readonly size: number; readonly from: number } | undefined;
  const spans = (): void => {
    if (paragraph.length === 0) return;
    const [first] = paragraph;
    const start = first?.start ?? 0;
    const whole = new Uint8Array(paragraph.reduce((sum, line) => sum + line.text.length + 1, 0));
    markSpans(paragraph.map((line) => line.text).join('\n'), whole, 0);
    const single = new Uint8Array(whole.length);
    for (const line of paragraph) markSpans(line.text, single, line.start - start);
    for (let at = 0; at < whole.length; at += 1)
      if (whole[at] === 1 && single[at] === 1) code[start + at] = 1;
    paragraph = [];
  };
  for (const line of lines) {
    const inner = read(line.text);
    if (fence) {
      const closing = /^ {0,3}(`{3,}|~{3,})\s*$/.exec(inner)?.[1];
      if (closing?.startsWith(fence.mark) && closing.length >= fence.size) {
        code.fill(1, fence.from, line.start + line.text.length);
        fence = undefined;
      }
      continue;
    }
    const isRaw = isHtml(line.text);
    const opening =
      isRaw || !/[`~]/.test(inner) ? undefined : /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/.exec(inner);
    const marks = opening?.[1] ?? opening?.[2];
    if (marks !== undefined) {
      spans();
      fence = { mark: marks.charAt(0), size: marks.length, from: line.start };
    } else if (isRaw || line.text.trim() === '') spans();
    else paragraph.push(line);
  }
  spans();
  return fence === undefined ? code : withoutOpenFence(code, fence.from, lines);
}

/** A fence that is never closed hides nothing: the lines behind it are read for the spans on them. */
function withoutOpenFence(code: Uint8Array, from: number, lines: readonly Line[]): Uint8Array {
  code.fill(0, from);
  for (const line of lines) if (line.start > from) markSpans(line.text, code, line.start);
  return code;
}

/** A tag, or what stands between as many backticks as there. Whichever begins first holds the other. */
const piece = /\\[^]|(`+)|<\/?[a-zA-Z](?:[^<>"']|"[^"<]*"|'[^'<]*')*>/g;

function markSpans(text: string, into: Uint8Array, offset: number): void {
  const runs = new Map<number, { places: number[]; next: number }>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const known = runs.get(run.length);
    if (known) known.places.push(index);
    else runs.set(run.length, { places: [index], next: 0 });
  }
  if (runs.size === 0) return;
  const finder = new RegExp(piece.source, 'g');
  for (let match = finder.exec(text); match; match = finder.exec(text)) {
    const run = match[1];
    if (run === undefined) continue;
    const after = match.index + run.length;
    const same = runs.get(run.length) ?? { places: [], next: 0 };
    while ((same.places[same.next] ?? Infinity) < after) same.next += 1;
    const closing = same.places[same.next];
    if (closing === undefined) continue;
    into.fill(1, offset + match.index, offset + closing + run.length);
    finder.lastIndex = closing + run.length;
  }
}
