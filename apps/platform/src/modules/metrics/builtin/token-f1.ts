import { percentWords } from '@sonde/contract/decided';
import { z } from 'zod';
import { defineKind, scored, whole } from '../kind.ts';
import { commonCount, harmonic, ngramsOf } from '../text/words.ts';

export const tokenF1 = defineKind({
  kind: 'token_f1',
  title: 'Shared words (Token F1)',
  page: 'How many words answer and expected answer share, as SQuAD, a known benchmark, counts: lower case, without punctuation and the articles a, an, the; the score (F1) is a mean of how much of each stands in the other. Counted by the expected words alone, it is the share of the expected words that the answer holds, so that an answer may say more. A "not" is one word among many: that an answer says the opposite is not seen.',
  needs: ['output', 'expected'],
  args: z.strictObject({
    by: z
      .enum(['f1', 'recall'])
      .default('f1')
      .meta({
        title: 'Counted by',
        'x-labels': { f1: 'Both: words missing and words too many', recall: 'The expected words alone' },
      }),
  }),
  threshold: 0.5,
  operator: '>=',
  charactersMax: 200_000,
  open:
    ({ by }) =>
    ({ output, expected }) => {
      const evidence = [whole('output', output ?? '')];
      if (by === 'recall') {
        const share = squadRecall(output ?? '', expected ?? '');
        return scored(
          share,
          `The answer holds ${percentWords(share * 100)} of the expected words.`,
          evidence,
        );
      }
      const score = squadF1(output ?? '', expected ?? '');
      return scored(score, `Token F1 is ${score.toFixed(3)}.`, evidence);
    },
});

/** The evaluation script of SQuAD 1.1, with all Unicode punctuation in place of ASCII's. */
export const squadTokens = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\p{P}\p{S}]/gu, '')
    .replaceAll(/\b(?:a|an|the)\b/g, ' ')
    .split(/\s+/)
    .filter(Boolean);

/** Of the words expected, the share that stands in the answer. */
function squadRecall(prediction: string, truth: string): number {
  const wanted = squadTokens(truth);
  if (wanted.length === 0) return squadTokens(prediction).length === 0 ? 1 : 0;
  return commonCount(ngramsOf(squadTokens(prediction), 1), ngramsOf(wanted, 1)) / wanted.length;
}

export function squadF1(prediction: string, truth: string): number {
  const given = squadTokens(prediction);
  const wanted = squadTokens(truth);
  if (given.length === 0 || wanted.length === 0) return given.length === wanted.length ? 1 : 0;
  const common = commonCount(ngramsOf(given, 1), ngramsOf(wanted, 1));
  return harmonic(common / given.length, common / wanted.length);
}
