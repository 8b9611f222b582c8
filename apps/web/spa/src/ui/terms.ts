/** Words that a page explains where they are met; a test holds them to the glossary. */
export const terms = {
  'Benign twin': 'A harmless test that looks like an attack; it must be answered',
  Gate: 'The limits a run must keep, judged at its end',
} as const;
export type TermWord = keyof typeof terms;
export const isTerm = (word: string): word is TermWord => Object.hasOwn(terms, word);
