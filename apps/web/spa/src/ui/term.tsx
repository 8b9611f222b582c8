import type { ReactNode } from 'react';
import { Explained } from './explained.tsx';
import { meaningOfCategory, terms } from './terms.ts';
import type { TermWord } from './terms.ts';

/** A word of our own where it is met first, explained where it stands. */
export const Term = ({
  word,
  shown,
  isHeading = false,
}: {
  word: TermWord;
  /** Where more than the word stands there. */
  shown?: string;
  isHeading?: boolean;
}) => (
  <Explained
    name={word}
    says={`${terms[word]}.`}
    shown={shown ?? (isHeading || word.startsWith('OWASP') ? word : word.toLowerCase())}
  />
);

/** The category of a test, explained where it is no plain English. */
export function CategoryWord({ category, plain }: { category: string; plain: ReactNode }) {
  const meaning = meaningOfCategory(category);
  return meaning === undefined ? (
    plain
  ) : (
    <Explained name={meaning.name} says={`${meaning.says}.`} shown={category} />
  );
}
