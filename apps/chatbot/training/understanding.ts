/**
 * Trains use-cases/insurance/understanding.bin from the knowledge and the wordings in training/insurance:
 *
 *     node apps/chatbot/training/understanding.ts
 *
 * The same texts give the same file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordsFile } from '../src/meaning/load.ts';
import { writeUnderstandingFile } from '../src/meaning/understanding-file.ts';
import { readWordsFile } from '../src/meaning/words.ts';
import { fit } from './fit.ts';
import { insuranceWordings } from './wordings.ts';

const target = join(import.meta.dirname, '..', 'use-cases', 'insurance', 'understanding.bin');

const { ids, wordings } = insuranceWordings();
const examples = wordings.map(({ text, id, counts }) => ({
  text,
  about: id === undefined ? ids.length : ids.indexOf(id),
  counts,
}));
const { rarity, weights } = fit(examples, ids.length + 1, readWordsFile(readFileSync(wordsFile)));
writeFileSync(target, writeUnderstandingFile(ids, rarity, weights));
process.stdout.write(`${examples.length} wordings of ${ids.length} passages: ${target}\n`);
