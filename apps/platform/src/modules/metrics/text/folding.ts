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
  return { text, at: (index) => placeOf(given, index, caseSensitive) };
}

export function plain(text: string, caseSensitive = false): string {
  const composed = text.normalize('NFC');
  return caseSensitive ? composed : composed.toLowerCase();
}

/** Walks the text by characters with their marks until it has folded as much as the index says. */
function placeOf(given: string, index: number, caseSensitive: boolean): number {
  let folded = 0;
  let place = 0;
  for (const [cluster] of given.matchAll(/\P{M}\p{M}*|\p{M}+/gsu)) {
    if (folded >= index) return place;
    folded += plain(cluster, caseSensitive).length;
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
