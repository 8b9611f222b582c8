import { z } from 'zod';
import { defineKind, scored, whole } from '../kind.ts';
import { commonCount, harmonic, ngramsOf } from '../text/words.ts';

export const tokenF1 = defineKind({
  kind: 'token_f1',
  title: 'Token F1',
  page: 'How many words answer and expected response share, as SQuAD counts: lower case, without punctuation and the articles a, an, the; the score is the harmonic mean of precision and recall. A "not" is one word among many: it does not see that an answer was turned round.',
  needs: ['output', 'expected'],
  args: z.strictObject({}),
  threshold: 0.5,
  operator: '>=',
  charactersMax: 200_000,
  open:
    () =>
    ({ output, expected }) => {
      const score = squadF1(output ?? '', expected ?? '');
      return scored(score, `Token F1 is ${score.toFixed(3)}.`, [whole('output', output ?? '')]);
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

export function squadF1(prediction: string, truth: string): number {
  const given = squadTokens(prediction);
  const wanted = squadTokens(truth);
  if (given.length === 0 || wanted.length === 0) return given.length === wanted.length ? 1 : 0;
  const common = commonCount(ngramsOf(given, 1), ngramsOf(wanted, 1));
  return harmonic(common / given.length, common / wanted.length);
}
