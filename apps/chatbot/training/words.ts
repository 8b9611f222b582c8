/**
 * Makes meaning/words-en.bin, what single words mean, from the sentence encoder in training/encoder:
 *
 *     node apps/chatbot/training/words.ts
 *
 * The words are those of the wordings and the frequent ones of English. The meaning of a word is that of the
 * sentence it makes alone, without what all words have in common, in the directions words differ in most.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadKnowledge } from '../src/knowledge/passages.ts';
import { createRetrieval } from '../src/knowledge/retrieval.ts';
import { readVocabulary } from '../src/knowledge/vocabulary.ts';
import { wordsFile } from '../src/meaning/load.ts';
import { wordsOf } from '../src/meaning/traits.ts';
import { writeWordsFile } from '../src/meaning/words.ts';
import { createEncoder } from './encoder/encoder.ts';
import { reduceDimensions } from './principal.ts';
import { insuranceWordings } from './wordings.ts';

const dimensions = 128;

/** How often a word is written in the wordings at least; rarer ones tell hardly anything of it. */
const saidMin = 3;

const useCase = join(import.meta.dirname, '..', 'use-cases', 'insurance');
const encoder = createEncoder(readFileSync(join(import.meta.dirname, 'encoder', 'encoder-en.bin')));
const frequent = readFileSync(join(import.meta.dirname, 'frequent-words.txt'), 'utf8')
  .trim()
  .split('\n');
const counts = new Map<string, number>();
for (const { text } of insuranceWordings().wordings)
  for (const word of wordsOf(text))
    if (/^[a-z]{3,}$/.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
const isFrequent = new Set(frequent);
const retrieval = createRetrieval(
  loadKnowledge(join(useCase, 'knowledge')),
  readVocabulary(join(useCase, 'vocabulary.yaml')),
  (word) => isFrequent.has(word),
);
// What is read as another word, however often it is written, is a slip.
const said = [...counts]
  .filter(([word, count]) => count >= saidMin && !retrieval.readQuery(word).corrected)
  .map(([word]) => word);
const words = [...new Set([...frequent, ...said])];
const reduced = reduceDimensions(words.map(encoder.encode), dimensions);
writeFileSync(
  wordsFile,
  writeWordsFile(new Map(words.map((word, at) => [word, reduced[at] ?? new Float32Array(dimensions)]))),
);
process.stdout.write(`${words.length} words: ${wordsFile}\n`);
