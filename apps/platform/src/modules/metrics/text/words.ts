export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’.,][\p{L}\p{N}]+)*/gu;

/** Words and numbers with their places; scripts without spaces give their runs. */
export function wordsIn(text: string): Word[] {
  return [...text.matchAll(wordPattern)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Lower-case words and numbers without what stands between them, as ROUGE compares them. */
export const tokensOf = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

export interface Sentence {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const abbreviation =
  /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|vs|etc|e\.g|i\.e|no|approx|inc|ltd|z\.b|d\.h|bzw|nr|ca|p\.ex|art)\.$/i;

/** Sentences with their places. A line break ends one; an abbreviation and a decimal point do not. */
export function sentencesIn(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  const take = (end: number): void => {
    const raw = text.slice(start, end);
    const lead = raw.length - raw.trimStart().length;
    const body = raw.trim();
    if (/[\p{L}\p{N}]/u.test(body))
      sentences.push({ text: body, start: start + lead, end: start + lead + body.length });
    start = end;
  };
  for (const match of text.matchAll(/(?<![.!?…])[.!?…]+["'”’)\]*_]*(?=\s|$)|[。！？]+|\n+/gu)) {
    const end = match.index + match[0].length;
    if (match[0].startsWith('.') && abbreviation.test(text.slice(Math.max(start, end - 12), end))) continue;
    // "1." and "2)" begin an item of a list; they are no sentence.
    if (/^\s*\d{1,3}\.$/.test(text.slice(start, end))) continue;
    take(end);
  }
  take(text.length);
  return sentences;
}

/** Counts of runs of n tokens. Tokens are joined by what no token holds. */
export function ngramsOf(tokens: readonly string[], size: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let at = 0; at + size <= tokens.length; at += 1) {
    const gram = size === 1 ? (tokens[at] ?? '') : tokens.slice(at, at + size).join('\u0001');
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

/** How many runs the two have in common, each as often as it stands in both. */
export function commonCount(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): number {
  let common = 0;
  for (const [gram, count] of left) common += Math.min(count, right.get(gram) ?? 0);
  return common;
}

export function harmonic(precision: number, recall: number): number {
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

/** So much of what was found stands in a reason. */
const quotedMost = 120;
export const quoted = ({ text }: Sentence): string => {
  const words = text.replaceAll(/\s+/g, ' ').trim();
  return `“${words.length > quotedMost ? `${words.slice(0, quotedMost).trimEnd()}…` : words}”`;
};
