import { percentWords } from '@sonde/contract/decided';
import { z } from 'zod';
import { defineKind, notEvaluated, scored, span, whole, within, type Evidence } from '../kind.ts';
import { wordsIn, type Word } from '../text/words.ts';

const runLength = 4;
const wordsMin = 12;

export const repetition = defineKind({
  kind: 'repetition',
  title: 'Repeats itself',
  page: 'The share of the answer that it has said before: runs of four words, and whole lines of more than 20 characters. Passes up to the share you allow. Fewer than twelve words, or a language that writes no spaces, hold few such runs: where they are mostly one word or the same few characters, it is unclear. Tables and lists of alike items repeat by nature.',
  needs: ['output'],
  args: z.strictObject({
    max_ratio: z
      .number()
      .gt(0)
      .max(0.999)
      .default(0.3)
      .meta({ title: 'Repeated share at most', description: 'From 0 to 1.' }),
  }),
  threshold: 1,
  operator: '>=',
  charactersMax: 500_000,
  wantsText: true,
  open:
    ({ max_ratio }) =>
    ({ output }) => {
      const text = output ?? '';
      const words = wordsIn(text);
      if (words.length < wordsMin && isMonotonous(text, words))
        return notEvaluated(
          'unclear',
          'The answer says one thing over and over, in too few words to be counted.',
          [whole('output', text)],
        );
      const runs = repeatedRuns(text, words);
      const lines = repeatedLines(text);
      const worse = runs.ratio >= lines.ratio ? runs : lines;
      return scored(
        within(worse.ratio, max_ratio),
        `${percentWords(worse.ratio * 100)} of the answer was said before, at most ${percentWords(max_ratio * 100)}.`,
        worse.evidence,
      );
    },
});

/** Mostly one word, or runs of characters that most of it has had before. */
function isMonotonous(text: string, words: readonly Word[]): boolean {
  const distinct = new Set(words.map((word) => word.text.toLowerCase())).size;
  if (words.length >= 4 && distinct <= words.length / 3) return true;
  const letters = text.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  const total = letters.length - charactersRun + 1;
  if (total < charactersMin) return false;
  const seen = new Set<string>();
  for (let at = 0; at < total; at += 1) seen.add(letters.slice(at, at + charactersRun));
  return seen.size < total / 2;
}
const charactersRun = 6;
const charactersMin = 20;

interface Repeated {
  readonly ratio: number;
  readonly evidence: Evidence[];
}

function repeatedRuns(text: string, words: readonly Word[]): Repeated {
  const total = words.length - runLength + 1;
  if (words.length < wordsMin) return { ratio: 0, evidence: [] };
  const seen = new Set<string>();
  const again: number[] = [];
  for (let at = 0; at < total; at += 1) {
    const run = words
      .slice(at, at + runLength)
      .map((word) => word.text.toLowerCase())
      .join(' ');
    if (seen.has(run)) again.push(at);
    seen.add(run);
  }
  return { ratio: again.length / total, evidence: spansOf(text, words, again) };
}

/** Runs that follow each other are one span. */
function spansOf(text: string, words: readonly Word[], starts: readonly number[]): Evidence[] {
  const spans: Evidence[] = [];
  for (let at = 0; at < starts.length && spans.length < 20;) {
    const first = starts[at] ?? 0;
    let last = first;
    at += 1;
    while (starts[at] === last + 1) {
      last += 1;
      at += 1;
    }
    const start = words[first]?.start ?? 0;
    spans.push(span('output', text, start, words[last + runLength - 1]?.end ?? text.length));
  }
  return spans;
}

function repeatedLines(text: string): Repeated {
  const seen = new Set<string>();
  const evidence: Evidence[] = [];
  let total = 0;
  let repeated = 0;
  let at = 0;
  for (const line of text.split('\n')) {
    const plain = line.trim().toLowerCase();
    if (plain.length > 20) {
      total += plain.length;
      if (seen.has(plain)) {
        repeated += plain.length;
        if (evidence.length < 20) evidence.push(span('output', text, at, at + line.length));
      }
      seen.add(plain);
    }
    at += line.length + 1;
  }
  return { ratio: total === 0 ? 0 : repeated / total, evidence };
}
