import { z } from 'zod';
import { defineKind, scored, whole } from '../kind.ts';
import { commonCount, ngramsOf } from '../text/words.ts';

export const chrf = defineKind({
  kind: 'chrf',
  title: 'Shared letters (chrF)',
  page: 'How many runs of letters answer and expected answer share. It is the measure chrF2, from 0 to 1, as the program sacreBLEU counts it: runs of 1 to 6 characters without spaces, where what is missing weighs twice as much as what is too much. Good for short answers and words with other endings; what the letters mean is not seen.',
  needs: ['output', 'expected'],
  args: z.strictObject({}),
  threshold: 0.5,
  operator: '>=',
  charactersMax: 50_000,
  open:
    () =>
    ({ output, expected }) => {
      const score = chrfOf(output ?? '', expected ?? '');
      return scored(score, `chrF is ${score.toFixed(4)}.`, [whole('output', output ?? '')]);
    },
});

const orders = 6;

/** Orders for which one of the texts is too short do not count. */
export function chrfOf(hypothesis: string, reference: string, beta = 2): number {
  const given = Array.from(hypothesis.normalize('NFC').replaceAll(/\s+/g, ''));
  const wanted = Array.from(reference.normalize('NFC').replaceAll(/\s+/g, ''));
  let precision = 0;
  let recall = 0;
  let effective = 0;
  for (let size = 1; size <= orders; size += 1) {
    const givenTotal = given.length - size + 1;
    const wantedTotal = wanted.length - size + 1;
    if (givenTotal <= 0 || wantedTotal <= 0) break;
    const common = commonCount(ngramsOf(given, size), ngramsOf(wanted, size));
    precision += common / givenTotal;
    recall += common / wantedTotal;
    effective += 1;
  }
  if (effective === 0 || precision + recall === 0) return 0;
  precision /= effective;
  recall /= effective;
  return ((1 + beta ** 2) * precision * recall) / (beta ** 2 * precision + recall);
}
