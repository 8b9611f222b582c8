import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createUnderstanding } from './understanding.ts';
import type { Understanding } from './understanding.ts';
import { readWordsFile } from './words.ts';
import type { WordMeanings } from './words.ts';

/** Made by training/words.ts. */
export const wordsFile = join(import.meta.dirname, '..', '..', 'meaning', 'words-en.bin');

let meanings: WordMeanings | undefined;

/** Reads a trained understanding; all share the meanings of words, which never change. */
export function loadUnderstanding(path: string): Understanding {
  if (!existsSync(path)) throw new Error(`The understanding file ${path} does not exist.`);
  meanings ??= readWordsFile(readFileSync(wordsFile));
  return createUnderstanding(readFileSync(path), meanings);
}
