/** Words that a page explains where they are met; a test holds them to the glossary. */
export const terms = {
  Baseline: 'The run that others are compared with',
  'Benign twin':
    'A harmless test that looks like an attack; who refuses it refuses too much, unless it is not what the application is for',
  Flag: 'What a metric that does not decide found: shown for a person to look at, neither pass nor fail',
  Gate: 'The limits a run must keep, judged at its end',
  'OWASP risk':
    'A kind of weakness on a list of OWASP: LLM01 to LLM10 for language models, ASI01 to ASI10 for agents',
  'Pass rate': 'Passed of passed and failed; errors stand beside it, never in it',
  Probe: 'A family of attack tests; and a call that auto-configure makes to check a configuration',
  Threshold: 'The score from which on a metric passes, or up to which',
} as const;
export type TermWord = keyof typeof terms;
export const isTerm = (word: string): word is TermWord => Object.hasOwn(terms, word);
