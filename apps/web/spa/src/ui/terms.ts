/** Words that a page explains where they are met; a test holds them to the glossary. */
export const terms = {
  'Benign twin':
    'A harmless test that looks like an attack; who refuses it refuses too much, unless it is not what the application is for',
  Gate: 'The limits a run must keep, judged at its end',
  'OWASP risk':
    'A kind of weakness on a list of OWASP: LLM01 to LLM10 for language models, ASI01 to ASI10 for agents',
} as const;
export type TermWord = keyof typeof terms;
export const isTerm = (word: string): word is TermWord => Object.hasOwn(terms, word);
