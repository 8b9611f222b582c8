import { takenResultNames } from '@sonde/contract/table';
import type { Pair } from './pair.ts';

const longestName = 100;

/** What is wrong with a name of one's own for a place in the answer; nothing where it may be used. */
export function nameFault(typed: string, rows: readonly Pair[]): string | null {
  const name = typed.trim();
  if (name === '') return 'Type a name.';
  if (name.length > longestName) return `A name has at most ${longestName} characters.`;
  if (!/^\p{L}/u.test(name)) return 'A name begins with a letter.';
  const [odd] = /[^\p{L}\p{N}_]/u.exec(name) ?? [];
  if (odd !== undefined)
    return `A name has letters, digits and underscores only${odd === ' ' ? ', no space' : `: “${odd}” cannot be part of it`}.`;
  const same = (other: string): boolean => other.toLowerCase() === name.toLowerCase();
  const reserved = takenResultNames.find(same);
  if (reserved !== undefined)
    return `“${reserved}” is taken: each call has a field of that name already. Choose another one.`;
  const row = rows.find((one) => same(one.name.trim()));
  if (row !== undefined)
    return `“${row.name.trim()}” is taken: it stands for ${row.value}. Choose another name, or change it under Mapping.`;
  return null;
}
