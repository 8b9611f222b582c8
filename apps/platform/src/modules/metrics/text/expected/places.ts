import { fold, isWholeWord, plain } from '../folding.ts';

/** Where a text stands as it is written, as a word or a number of its own: “4.50” is not in “14.50”, and “4” is not in “4.50”. */
export function placesOf(text: string, wanted: string): { start: number; end: number }[] {
  // No sentence is so long, and a pattern of such a text is too large to be run.
  if (wanted.length > wantedMax) return [];
  const folded = fold(text.replaceAll('’', "'"), { caseSensitive: false });
  const pattern = plain(wanted.replaceAll('’', "'"))
    .trim()
    .replace(/[.!\s]+$/u, '')
    .split(/\s+/)
    .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
    .join(String.raw`\s+`);
  if (pattern === '') return [];
  const found = [...folded.text.matchAll(new RegExp(pattern, 'gu'))].flatMap((match) => {
    const end = match.index + match[0].length;
    return isWholeWord(folded.text, match.index, end) &&
      !/\d[.,:]$/.test(folded.text.slice(Math.max(0, match.index - 2), match.index)) &&
      !(/\d$/.test(match[0]) && /^[.,:]\d/.test(folded.text.slice(end, end + 2)))
      ? [{ start: folded.at(match.index), end: folded.at(end) }]
      : [];
  });
  return found.slice(0, placesMax);
}
const wantedMax = 5_000;
/** Of an answer that says the same again and again, so many places are looked at. */
const placesMax = 40;
