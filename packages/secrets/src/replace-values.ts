/** Shorter texts stand in too many places that have nothing to do with a credential. */
const MIN_LENGTH = 6;

/**
 * Replaces each of the values wherever it stands in a text, the longest first. The time grows with the text and not
 * with the number of values: only what begins as one of them does is compared.
 */
export function createReplacer(
  values: Iterable<string>,
  replacement: (value: string) => string,
): (text: string) => string {
  const byBeginning = new Map<string, Map<number, Set<string>>>();
  for (const value of values) {
    if (value.length < MIN_LENGTH) continue;
    const beginning = value.slice(0, MIN_LENGTH);
    const byLength = byBeginning.get(beginning) ?? new Map<number, Set<string>>();
    byBeginning.set(beginning, byLength);
    byLength.set(value.length, (byLength.get(value.length) ?? new Set()).add(value));
  }
  if (byBeginning.size === 0) return (text) => text;
  const known = new Map(
    [...byBeginning].map(([beginning, byLength]) => [
      beginning,
      [...byLength].toSorted(([left], [right]) => right - left),
    ]),
  );
  const valueAt = (text: string, at: number): string | undefined => {
    for (const [length, candidates] of known.get(text.slice(at, at + MIN_LENGTH)) ?? []) {
      const value = text.slice(at, at + length);
      if (candidates.has(value)) return value;
    }
    return undefined;
  };
  return (text) => {
    const pieces: string[] = [];
    let kept = 0;
    for (let at = 0; at + MIN_LENGTH <= text.length;) {
      const value = valueAt(text, at);
      if (value === undefined) {
        at += 1;
        continue;
      }
      pieces.push(text.slice(kept, at), replacement(value));
      at += value.length;
      kept = at;
    }
    pieces.push(text.slice(kept));
    return pieces.join('');
  };
}
