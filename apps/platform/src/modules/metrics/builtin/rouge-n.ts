import { percentWords } from '@sonde/contract/decided';
import { z } from 'zod';
import { defineKind, scored, whole } from '../kind.ts';
import { commonCount, harmonic, ngramsOf, tokensOf } from '../text/words.ts';

export const rougeN = defineKind({
  kind: 'rouge_n',
  title: 'Shared runs of words (ROUGE-N)',
  page: 'How many runs of so many words answer and expected answer share (F1: the mean of what of each stands in the other; endings of words count). Made for summaries; a wrong name in a right sentence costs little.',
  needs: ['output', 'expected'],
  args: z.strictObject({ n: z.number().int().min(1).max(9).default(1).meta({ title: 'Words in a run' }) }),
  threshold: 0.5,
  operator: '>=',
  charactersMax: 200_000,
  open:
    ({ n }) =>
    ({ output, expected }) => {
      const { precision, recall, f1 } = rougeNOf(output ?? '', expected ?? '', n);
      const runs = n === 1 ? 'words' : `runs of ${n} words`;
      return scored(
        f1,
        `ROUGE-${n} is ${f1.toFixed(3)}: of the ${runs} of the answer ${percentWords(precision * 100)} stand in the expected answer, of those of the expected answer ${percentWords(recall * 100)} in the answer.`,
        [whole('output', output ?? '')],
      );
    },
});

export function rougeNOf(
  prediction: string,
  target: string,
  n: number,
): { precision: number; recall: number; f1: number } {
  const given = ngramsOf(tokensOf(prediction), n);
  const wanted = ngramsOf(tokensOf(target), n);
  const common = commonCount(given, wanted);
  const precision = common / Math.max(1, total(given));
  const recall = common / Math.max(1, total(wanted));
  return { precision, recall, f1: harmonic(precision, recall) };
}

function total(counts: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}
