/**
 * Trains use-cases/insurance/understanding.bin from the knowledge and the wordings in training/insurance:
 *
 *     node apps/chatbot/training/understanding.ts
 *
 * The same texts give the same file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sentencesOf } from '../src/answering/compose.ts';
import { loadKnowledge } from '../src/knowledge/passages.ts';
import type { Collection, Passage } from '../src/knowledge/passages.ts';
import { createEncoder } from '../src/meaning/encoder.ts';
import { traitsOf } from '../src/meaning/traits.ts';
import { writeUnderstandingFile } from '../src/meaning/understanding-file.ts';
import { fit } from './fit.ts';
import type { Example } from './fit.ts';

const app = join(import.meta.dirname, '..');
const target = join(app, 'use-cases', 'insurance', 'understanding.bin');

/** A sentence of the answer is no question, but shares its words. */
const sentenceCounts = 0.4;

type Wording = Readonly<{ text: string; id: string | undefined; counts: number }>;

const collections = loadKnowledge(join(app, 'use-cases', 'insurance', 'knowledge'));
const passages = collections.flatMap((collection) => collection.passages);
const ids = passages.map(({ id }) => id);
const wordings: Wording[] = [
  ...collections.flatMap((collection) => [
    ...collection.passages.flatMap((passage) => ownWordings(passage, collection)),
    ...readQuestions(collection),
  ]),
  ...readLines('elsewhere').map((text) => ({ text, id: undefined, counts: 1 })),
];
const encoder = createEncoder(readFileSync(join(app, 'meaning', 'encoder-en.bin')));
const examples = wordings.map(({ text, id, counts }): Example => ({
  traits: traitsOf(text),
  meaning: encoder.encode(text),
  about: id === undefined ? ids.length : ids.indexOf(id),
  counts,
}));
const { rarity, weights } = fit(examples, ids.length + 1);
writeFileSync(target, writeUnderstandingFile(ids, rarity, weights));
process.stdout.write(`${examples.length} wordings of ${ids.length} passages: ${target}\n`);

function ownWordings({ id, title, also, text }: Passage, { subject }: Collection): Wording[] {
  const others = also
    .split(',')
    .map((wording) => wording.trim())
    .filter((wording) => wording !== '');
  return [
    ...[title, `${subject}: ${title}`, ...others].map((wording) => ({ text: wording, id, counts: 1 })),
    ...sentencesOf(text).map((sentence) => ({ text: sentence, id, counts: sentenceCounts })),
  ];
}

/** "# name-of-the-passage", then one question a line. */
function readQuestions({ name, passages: known }: Collection): Wording[] {
  const found: Wording[] = [];
  let id: string | undefined;
  for (const line of readLines(name)) {
    if (line.startsWith('# ')) {
      id = `${name}/${line.slice(2)}`;
      if (!known.some((passage) => passage.id === id)) throw new Error(`There is no passage ${id}.`);
    } else if (id !== undefined) found.push({ text: line, id, counts: 1 });
  }
  return found;
}

function readLines(name: string): string[] {
  const text = readFileSync(join(app, 'training', 'insurance', `${name}.txt`), 'utf8');
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
