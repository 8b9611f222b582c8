/** Names in the order in which they come near to what was typed, each once. */
export function nearestNames(names: readonly string[], typed: string, most: number): string[] {
  const wanted = pairsOf(typed);
  return [...new Set(names)]
    .map((name) => ({ name, likeness: likenessOf(wanted, pairsOf(name)) }))
    .toSorted((left, right) => right.likeness - left.likeness || left.name.localeCompare(right.name, 'en'))
    .slice(0, most)
    .map(({ name }) => name);
}

/** Two letters in a row, as often as they stand there: a slip changes few of them, and the order of words hardly any. */
function pairsOf(text: string): string[] {
  const letters = ` ${text.toLowerCase().normalize('NFC')} `;
  return Array.from({ length: letters.length - 1 }, (_, at) => letters.slice(at, at + 2));
}

/** The share of pairs in common (Dice): 1 for the same, 0 for nothing. */
function likenessOf(left: readonly string[], right: readonly string[]): number {
  const rest = [...left];
  const common = right.filter((pair) => {
    const at = rest.indexOf(pair);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
  return (2 * common.length) / (left.length + right.length);
}
