import { z } from 'zod';
import { defineKind, scored, whole } from '../kind.ts';
import { commonCount, ngramsOf } from '../text/words.ts';

export const bleu = defineKind({
  kind: 'bleu',
  title: 'Likeness to a translation (BLEU)',
  page: 'How many words, and runs of words, of the answer stand in the expected answer. It is the measure BLEU, from 0 to 1, counted for one text as the program sacreBLEU counts it. Made for long translations: in a short sentence one word changes it much, so for short answers take “Shared letters (chrF)”.',
  needs: ['output', 'expected'],
  args: z.strictObject({}),
  threshold: 0.3,
  operator: '>=',
  charactersMax: 200_000,
  open:
    () =>
    ({ output, expected }) => {
      const score = sentenceBleu(output ?? '', expected ?? '');
      return scored(score, `BLEU is ${score.toFixed(4)}.`, [whole('output', output ?? '')]);
    },
});

export interface BleuStatistics {
  readonly common: readonly number[];
  readonly total: readonly number[];
  readonly givenLength: number;
  readonly wantedLength: number;
}

const orders = 4;

export function sentenceBleu(hypothesis: string, reference: string): number {
  return bleuOf(bleuStatistics(hypothesis, reference));
}

export function bleuStatistics(hypothesis: string, reference: string): BleuStatistics {
  const given = tokens13a(hypothesis);
  const wanted = tokens13a(reference);
  const sizes = Array.from({ length: orders }, (_, at) => at + 1);
  return {
    common: sizes.map((size) => commonCount(ngramsOf(given, size), ngramsOf(wanted, size))),
    total: sizes.map((size) => Math.max(0, given.length - size + 1)),
    givenLength: given.length,
    wantedLength: wanted.length,
  };
}

/** Exponential smoothing: each order without a match counts half as much as the one before it. */
export function bleuOf({ common, total, givenLength, wantedLength }: BleuStatistics): number {
  if (givenLength === 0 || (common[0] ?? 0) === 0) return 0;
  let smooth = 1;
  let logs = 0;
  let order = 0;
  for (const [at, of] of total.entries()) {
    if (of === 0) break;
    order = at + 1;
    const matched = common[at] ?? 0;
    if (matched === 0) smooth *= 2;
    logs += Math.log(matched === 0 ? 1 / (smooth * of) : matched / of);
  }
  const brevity = givenLength < wantedLength ? Math.exp(1 - wantedLength / givenLength) : 1;
  return brevity * Math.exp(logs / order);
}

/** mteval-v13a: punctuation stands alone, except marks within numbers. */
export function tokens13a(text: string): string[] {
  const line = ` ${text
    .normalize('NFC')
    .replaceAll('<skipped>', '')
    .replaceAll('-\n', '')
    .replaceAll('\n', ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')} `;
  return line
    .replaceAll(/([{-~[-` -&(-+:-@/])/g, ' $1 ')
    .replaceAll(/([^0-9])([.,])/g, '$1 $2 ')
    .replaceAll(/([.,])([^0-9])/g, ' $1 $2')
    .replaceAll(/([0-9])(-)/g, '$1 $2 ')
    .split(/\s+/)
    .filter(Boolean);
}
