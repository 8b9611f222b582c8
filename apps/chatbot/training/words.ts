/**
 * Makes meaning/words-en.bin, what single words mean, from the sentence encoder in training/encoder:
 *
 *     node apps/chatbot/training/words.ts
 *
 * The words are those of the wordings and the frequent ones the encoder knows whole. The meaning of a word is that of the
 * sentence it makes alone, without what all words have in common, in the directions words differ in most.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordsFile } from '../src/meaning/load.ts';
import { wordsOf } from '../src/meaning/traits.ts';
import { writeWordsFile } from '../src/meaning/words.ts';
import { createEncoder } from './encoder/encoder.ts';
import { readEncoderFile } from './encoder/encoder-file.ts';
import { reduceDimensions } from './principal.ts';
import { insuranceWordings } from './wordings.ts';

const dimensions = 128;

const bytes = readFileSync(join(import.meta.dirname, 'encoder', 'encoder-en.bin'));
const encoder = createEncoder(bytes);
const frequent = readEncoderFile(bytes)
  .pieces.map(([piece]) => piece)
  .filter((piece) => /^▁[A-Za-z]{3,}$/.test(piece))
  .map((piece) => piece.slice(1).toLowerCase());
const { wordings } = insuranceWordings();
const said = wordings.flatMap(({ text }) => wordsOf(text)).filter((word) => /^[a-z]{3,}$/.test(word));
const words = [...new Set([...frequent, ...said])];
const reduced = reduceDimensions(words.map(encoder.encode), dimensions);
writeFileSync(
  wordsFile,
  writeWordsFile(new Map(words.map((word, at) => [word, reduced[at] ?? new Float32Array(dimensions)]))),
);
process.stdout.write(`${words.length} words: ${wordsFile}\n`);
