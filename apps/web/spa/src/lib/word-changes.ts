import { diffWordsWithSpace } from 'diff';

export interface WordChange {
  readonly text: string;
  readonly change: 'same' | 'removed' | 'added';
}

/** Beyond this, two answers have so little in common that marking words would only slow the page down. */
const editsMax = 1500;

/** What became of the phrases of one text in another; null where they share too little to be told so. */
export function wordChanges(before: string, after: string): WordChange[] | null {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: editsMax });
  if (changes === undefined) return null;
  const told = inPhrases(
    changes.map(({ value, added, removed }) => ({
      text: value,
      change: added ? 'added' : removed ? 'removed' : 'same',
    })),
  );
  const kept = told.reduce((sum, { text, change }) => sum + (change === 'same' ? lettersIn(text) : 0), 0);
  return kept < keptLeast * Math.max(lettersIn(before), lettersIn(after)) ? null : told;
}

/** Of the longer text, what must have stayed for the change to be told phrase by phrase. */
const keptLeast = 1 / 3;

/** Fewer words than these that stay between two changes are part of a change: one word at a time nobody can read. */
const wordsLeast = 3;

/** Changes that stand close together are one: all that is gone, then all that is new. */
function inPhrases(changes: readonly WordChange[]): WordChange[] {
  const phrases: WordChange[] = [];
  let [removed, added] = ['', ''];
  const end = (): void => {
    if (removed !== '') phrases.push({ text: removed, change: 'removed' });
    if (added !== '') phrases.push({ text: added, change: 'added' });
    [removed, added] = ['', ''];
  };
  changes.forEach(({ text, change }, place) => {
    const isInner = place > 0 && place < changes.length - 1;
    if (change === 'same' && !(isInner && wordsIn(text) < wordsLeast)) {
      end();
      phrases.push({ text, change });
      return;
    }
    if (change !== 'added') removed += text;
    if (change !== 'removed') added += text;
  });
  end();
  return phrases;
}

const wordsIn = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

const lettersIn = (text: string): number => text.replaceAll(/\s/g, '').length;
