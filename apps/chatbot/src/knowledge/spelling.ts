/**
 * The known word a misspelling most likely stands for: same first letter, one slip in a short word, two in a long one.
 * Of equally near words the more frequent one. Undefined when nothing is near enough; a wrong guess is worse than none, so words under five letters stay as they are.
 */
export function correctSpelling(word: string, knownWords: ReadonlyMap<string, number>): string | undefined {
  if (word.length < 5 || word.length > 20 || /\d/.test(word)) return undefined;
  const slipsMax = word.length >= 8 ? 2 : 1;
  let best: string | undefined;
  let bestSlips = slipsMax + 1;
  let bestCount = 0;
  for (const [candidate, count] of knownWords) {
    if (candidate[0] !== word[0] || Math.abs(candidate.length - word.length) > slipsMax) continue;
    const slips = countSlips(word, candidate, slipsMax + 1);
    if (slips < bestSlips || (slips === bestSlips && slips <= slipsMax && count > bestCount)) {
      best = candidate;
      bestSlips = slips;
      bestCount = count;
    }
  }
  return best;
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
