/** A run shorter than this is left as it is; what is left of a longer one is half of it. */
const LONG = 2000;
/** The longest unit whose repetition is looked for. */
const LONGEST_UNIT = 250;

/**
 * What is said over and over says no more than when it is said a few times, and patterns that look ahead would read it
 * again from each of its places: of a long run of the same characters, words or lines only the beginning stays.
 */
export function withoutRepetitions(text: string): string {
  if (text.length < LONG) return text;
  const kept: string[] = [];
  let from = 0;
  for (let at = 0; at + LONG / 2 <= text.length; at += LONG / 2) {
    if (at < from) continue;
    const unit = unitAt(text, at);
    if (unit === undefined) continue;
    let start = at;
    while (start > from && text[start - 1] === text[start - 1 + unit]) start -= 1;
    let end = at + unit;
    while (end < text.length && text[end] === text[end - unit]) end += 1;
    if (end - start < LONG) continue;
    kept.push(text.slice(from, start + Math.floor(LONG / 2 / unit) * unit));
    // The last of them stays whole, with whatever it begins.
    from = end - ((end - start) % unit) - unit;
  }
  return from === 0 ? text : kept.join('') + text.slice(from);
}

/** The length of what is repeated from a place on, if anything is. */
function unitAt(text: string, at: number): number | undefined {
  const probe = LONG / 2 - LONGEST_UNIT;
  for (let unit = 1; unit <= LONGEST_UNIT; unit += 1) {
    let same = 0;
    while (same < probe && text[at + same] === text[at + same + unit]) same += 1;
    if (same === probe) return unit;
  }
  return undefined;
}
