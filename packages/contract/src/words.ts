import { z } from 'zod';

/**
 * One of a few words, emitted as written here and accepted in any case, with `-`, `_` or a blank between its parts.
 * `multi_turn`, `Multi Turn` and `MULTI-TURN` are all `Multi-Turn`.
 */
export function word<const Words extends readonly [string, ...string[]]>(words: Words) {
  const byFolded = new Map(words.map((written) => [foldWord(written), written]));
  return z
    .string()
    .transform((text) => byFolded.get(foldWord(text)) ?? text)
    .pipe(z.enum(words));
}

/** What makes two spellings of a word the same. */
export const foldWord = (text: string): string => text.toLowerCase().replaceAll(/[-_\s]+/g, '');
