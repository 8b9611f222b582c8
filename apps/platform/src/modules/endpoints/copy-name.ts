/** "Name (Copy)", then "Name (Copy 2)", and so on; a copy of a copy counts on rather than nesting. */
export function copyName(name: string, taken: readonly string[]): string {
  const stem = stemOf(name);
  const used = new Set(taken);
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? ' (Copy)' : ` (Copy ${number})`;
    const candidate = `${stem.slice(0, 200 - suffix.length)}${suffix}`;
    if (!used.has(candidate)) return candidate;
  }
}

/** The name without its "(Copy)"; every copy of one endpoint begins with it. */
export const stemOf = (name: string): string => name.replace(/ \(Copy(?: \d+)?\)$/, '');
