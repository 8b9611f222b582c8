export type Spelling = Readonly<{
  /** Adds a word that misspellings are corrected to; a word met more often wins over one met less. */
  learn(word: string): void;
  /**
   * The known word a misspelling most likely stands for: same first letter, one slip in a short word, two in a long one.
   * Undefined when nothing is near enough; a wrong guess is worse than none, so words under five letters stay as they are.
   */
  correct(word: string): string | undefined;
}>;

type Candidate = Readonly<{ word: string; letters: number }>;

/** Known words by first letter and length, so that a misspelling is compared with few of them. */
export function createSpelling(): Spelling {
  const counts = new Map<string, number>();
  const shelves = new Map<string, Candidate[]>();

  function learn(word: string): void {
    const count = counts.get(word) ?? 0;
    counts.set(word, count + 1);
    if (count > 0) return;
    const shelf = shelfOf(word, word.length);
    const words = shelves.get(shelf);
    if (words === undefined) shelves.set(shelf, [{ word, letters: lettersOf(word) }]);
    else words.push({ word, letters: lettersOf(word) });
  }

  function correct(word: string): string | undefined {
    if (word.length < 5 || word.length > 20 || /\d/.test(word)) return undefined;
    const slipsMax = word.length >= 8 ? 2 : 1;
    const letters = lettersOf(word);
    let best: string | undefined;
    let bestSlips = slipsMax + 1;
    let bestCount = 0;
    for (let length = word.length - slipsMax; length <= word.length + slipsMax; length++) {
      for (const candidate of shelves.get(shelfOf(word, length)) ?? []) {
        // One slip changes at most two letters of the set; comparing sets first spares nearly every comparison of words.
        if (countBits(candidate.letters ^ letters) > 2 * slipsMax) continue;
        const slips = countSlips(word, candidate.word, slipsMax + 1);
        const count = counts.get(candidate.word) ?? 0;
        if (slips < bestSlips || (slips === bestSlips && slips <= slipsMax && count > bestCount)) {
          best = candidate.word;
          bestSlips = slips;
          bestCount = count;
        }
      }
    }
    return best;
  }

  return { learn, correct };
}

function shelfOf(word: string, length: number): string {
  return `${word[0]}${length}`;
}

/** The letters of a word as a set of bits; anything but a to z shares the last one. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) {
    const place = word.charCodeAt(at) - 97;
    letters |= 1 << (place >= 0 && place < 26 ? place : 26);
  }
  return letters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Letters added, left out, changed or swapped with their neighbour; stops counting at `limit`. */
function countSlips(left: string, right: string, limit: number): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(
        (previous[column] ?? limit) + 1,
        (current[column - 1] ?? limit) + 1,
        (previous[column - 1] ?? limit) + (same ? 0 : 1),
      );
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (swapped && column > 1 && row > 1) cost = Math.min(cost, (beforePrevious[column - 2] ?? limit) + 1);
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least >= limit) return limit;
    beforePrevious = previous;
    previous = current;
  }
  return previous[right.length] ?? limit;
}
