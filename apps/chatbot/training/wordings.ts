import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { sentencesOf } from '../src/answering/compose.ts';
import { loadKnowledge } from '../src/knowledge/passages.ts';
import type { Collection, Passage } from '../src/knowledge/passages.ts';

/** Something people write, the passage it is about (undefined: none), and how much it counts. */
export type Wording = Readonly<{ text: string; id: string | undefined; counts: number }>;

/** A sentence of the answer is no question, but shares its words. */
const sentenceCounts = 0.4;

/** Wordings made of parts are alike, so each counts little. */
const combinedCounts = 0.4;

/** There is far more that is not about insurance than any list holds. */
const elsewhereCounts = 2;

const app = join(import.meta.dirname, '..');

/** Everything the insurance use case is trained on: its knowledge and the files in `insurance/`. */
export function insuranceWordings(): Readonly<{ ids: readonly string[]; wordings: readonly Wording[] }> {
  const collections = loadKnowledge(join(app, 'use-cases', 'insurance', 'knowledge'));
  return {
    ids: collections.flatMap(({ passages }) => passages.map(({ id }) => id)),
    wordings: [
      ...collections.flatMap((collection) => [
        ...collection.passages.flatMap((passage) => ownWordings(passage, collection)),
        ...readQuestions(collection),
      ]),
      ...['elsewhere', 'refused']
        .flatMap(readLines)
        .map((text) => ({ text, id: undefined, counts: elsewhereCounts })),
      ...combinedWordings(),
    ],
  };
}

const combinedSchema = z.array(
  z.strictObject({
    /** Left out: of no passage. */
    passage: z.string().optional(),
    frames: z.array(z.string()).min(1),
    fillings: z.array(z.string()).min(1),
  }),
);

function combinedWordings(): Wording[] {
  const text = readFileSync(join(app, 'training', 'insurance', 'combined.yaml'), 'utf8');
  return combinedSchema.parse(parse(text)).flatMap(({ passage, frames, fillings }) =>
    frames.flatMap((frame) =>
      fillings.map((filling) => ({
        text: frame.replace('…', filling),
        id: passage,
        counts: combinedCounts * (passage === undefined ? elsewhereCounts : 1),
      })),
    ),
  );
}

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
