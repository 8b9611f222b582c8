import { diffWordsWithSpace } from 'diff';

export interface WordChange {
  readonly text: string;
  readonly change: 'same' | 'removed' | 'added';
}

/** Beyond this, two answers have so little in common that marking words would only slow the page down. */
const editsMax = 1500;

/** What became of the words of one text in another; null where they differ too much to be told word by word. */
export function wordChanges(before: string, after: string): WordChange[] | null {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: editsMax });
  if (changes === undefined) return null;
  const kept = changes.reduce(
    (sum, { value, added, removed }) => sum + (added || removed ? 0 : lettersIn(value)),
    0,
  );
  // What two other answers have in common are their short words, and between those nobody can read either.
  if (before !== after && kept < keptLeast * Math.max(lettersIn(before), lettersIn(after))) return null;
  return changes.map(({ value, added, removed }) => ({
    text: value,
    change: added ? 'added' : removed ? 'removed' : 'same',
  }));
}

/** Of the longer text, what must have stayed for the change to be told word by word. */
const keptLeast = 0.4;

const lettersIn = (text: string): number => text.replaceAll(/\s/g, '').length;
