import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const vocabularySchema = z.strictObject({
  /** Canonical word → words that mean the same to a search. */
  synonyms: z.record(z.string(), z.array(z.string())).default({}),
  /** Compound term → the phrases that name it. */
  phrases: z.record(z.string(), z.array(z.string())).default({}),
  /** Words so common in the subject that they hardly tell one question from another. */
  faint: z.array(z.string()).default([]),
  /** Everyday words that look like misspellings of the subject's, and are none. */
  plain: z.array(z.string()).default([]),
  /** Kinds of the subject that no passage speaks of, such as "crop" of insurance: better no answer than a neighbour's. */
  untreated: z.array(z.string()).default([]),
});

export type Vocabulary = z.infer<typeof vocabularySchema>;

/** Reads the search vocabulary of a use case; without a file the words of the passages are all there is. */
export function readVocabulary(path: string | undefined): Vocabulary {
  if (path === undefined) return vocabularySchema.parse({});
  if (!existsSync(path)) throw new Error(`The vocabulary file ${path} does not exist.`);
  const parsed = vocabularySchema.safeParse(parse(readFileSync(path, 'utf8')) ?? {});
  if (!parsed.success)
    throw new Error(`${path} is not a valid vocabulary.\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
