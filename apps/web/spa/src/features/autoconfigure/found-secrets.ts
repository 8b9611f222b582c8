import { findSecrets, redact } from '@sonde/secrets';

/** Enough to say what kinds there are, while somebody types. */
const lookedThrough = 50_000;

/** The kinds of secrets in a text, to say that they will be taken out. The server's own redaction is what counts. */
export function foundSecrets(text: string): string[] {
  const kinds = new Set(findSecrets(text.slice(0, lookedThrough)).map(({ kind }) => kind));
  return [...kinds].map((kind) => `${/^[aeiou]/i.test(kind) ? 'an' : 'a'} ${kind}`);
}

/** The most of a text that the server gives to a model. */
const mostGiven = 24_000;

/** A text as a language model would be given it: without its secrets and without the token that was typed. */
export function textForModel(text: string, token: string): string {
  const known = token.trim() === '' ? [] : [token.trim()];
  return redact({ text: text.slice(0, lookedThrough), known }).text.slice(0, mostGiven);
}

/** The address a probe would go to, when the text names one. */
export function firstUrl(text: string): string | null {
  const match = /\b(?:https?|wss?):\/\/[^\s'"`<>\\)\]}]+/i.exec(text);
  return match ? match[0].replace(/[.,;]+$/, '') : null;
}
