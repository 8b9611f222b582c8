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
  return (
    changes?.map(({ value, added, removed }) => ({
      text: value,
      change: added ? 'added' : removed ? 'removed' : 'same',
    })) ?? null
  );
}
