import { createPauses } from '#kernel/pauses';

export interface SplitPassage {
  readonly page: number | null;
  readonly heading: string | null;
  readonly text: string;
}

const longest = 1200;
const mostPassages = 5_000;

/** Blocks between two pauses; they may be as small as a line break. */
const blocksAtOnce = 200;

/**
 * Cuts a text into passages of a few paragraphs: short enough to be cited, long enough to make sense alone. A form feed
 * begins a page, a heading of Markdown a passage of its own.
 */
export async function splitPassages(text: string): Promise<SplitPassage[]> {
  const pause = createPauses();
  const hasPages = text.includes('\f');
  const passages: SplitPassage[] = [];
  let heading: string | null = null;
  let blocks = 0;
  let number = 0;
  const isTurnOver = (): boolean => (blocks += 1) % blocksAtOnce === 0;
  for (const page of between(text, /\f/g)) {
    number += 1;
    if (isTurnOver()) await pause();
    if (page.trim() === '') continue;
    const at = hasPages ? number : null;
    let open = '';
    const close = (): void => {
      if (open !== '') passages.push({ page: at, heading, text: open });
      open = '';
    };
    for (const block of between(page, /\n[ \t]*\n/g)) {
      if (isTurnOver()) await pause();
      const found = headingOf(block);
      if (found !== undefined) {
        close();
        heading = found;
      }
      for (const piece of piecesOf(block.trim())) {
        if (open !== '' && open.length + piece.length > longest) close();
        open = open === '' ? piece : `${open}\n\n${piece}`;
      }
      if (passages.length >= mostPassages) return passages.slice(0, mostPassages);
    }
    close();
  }
  return passages.slice(0, mostPassages);
}

/** As `split` does, one after the other: there may be as many as characters. */
function* between(text: string, mark: RegExp): Generator<string> {
  let from = 0;
  for (const { index, 0: found } of text.matchAll(mark)) {
    yield text.slice(from, index);
    from = index + found.length;
  }
  yield text.slice(from);
}

const headingOf = (block: string): string | undefined =>
  /^\s{0,3}#{1,6}[ \t]+(\S[^\n]{0,300})/.exec(block)?.[1]?.trim();

/** A paragraph that is too long is cut at the end of a sentence, else of a line or word, else anywhere. */
function piecesOf(paragraph: string): string[] {
  const pieces: string[] = [];
  let rest = paragraph;
  while (rest.length > longest) {
    const part = rest.slice(0, longest);
    const end = Math.max(lastEnd(part, '. '), lastEnd(part, '\n'));
    const cut = end > longest / 3 ? end : Math.max(lastEnd(part, ' '), 0) || wholeCharacters(part);
    pieces.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trimStart();
  }
  if (rest !== '') pieces.push(rest);
  return pieces.filter((piece) => piece !== '');
}

const lastEnd = (text: string, mark: string): number => {
  const at = text.lastIndexOf(mark);
  return at < 0 ? 0 : at + mark.length;
};

const wholeCharacters = (text: string): number =>
  /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
