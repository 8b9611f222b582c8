import { percentWords } from '@sonde/contract/decided';
import { z } from 'zod';
import type { Item } from '../item.ts';
import { notEvaluated, span, whole, type Evidence, type Measured } from '../kind.ts';
import { agreement, factsOf } from './facts.ts';
import { isEmptyAnswer } from './folding.ts';
import { readRefusal } from './refusals.ts';
import { commonCount, harmonic, ngramsOf, tokensOf } from './words.ts';

export const relationArgs = z.strictObject({
  by: z
    .enum(['text', 'facts', 'refusal'])
    .default('facts')
    .meta({
      title: 'Compare by',
      'x-labels': {
        text: 'Their words',
        facts: 'Numbers, names, yes or no',
        refusal: 'Whether they decline',
      },
      description: 'Facts are numbers, names, yes or no, and whether it declines; text is the words.',
    }),
});
type By = z.output<typeof relationArgs>['by'];

export interface Likeness {
  readonly score: number;
  readonly band?: { readonly low: number; readonly high: number };
  readonly reason: string;
  readonly evidence: readonly Evidence[];
}

/** How alike the answer and the answer to the original are; or why that cannot be told. */
export function likeness({ output, others }: Item, by: By): Likeness | Measured {
  const index = (others ?? []).findIndex(({ relation }) => relation !== 'repeat');
  const partner = others?.[index];
  if (!partner) return notEvaluated('missing_others', 'There is no answer to the original of this test.');
  if (partner.output === null) return notEvaluated('partner_failed', 'The original has no answer.');
  const own = output ?? '';
  const evidence = [whole('output', own), whole('others', partner.output, index)];
  if (isEmptyAnswer(own) || isEmptyAnswer(partner.output))
    return notEvaluated('empty_output', 'One of the two answers is empty.', evidence);
  if (by === 'refusal') return refusalLikeness(own, partner.output, index);
  if (by === 'text') {
    const score = textLikeness(own, partner.output);
    return { score, reason: `The words are ${percentWords(score * 100)} alike.`, evidence };
  }
  const { score, band, reason } = agreement(factsOf(own), factsOf(partner.output));
  if (score === undefined)
    return notEvaluated('no_facts', `${reason}: whether they say the same is not clear.`, evidence);
  return { score, reason: `${reason}.`, evidence, ...(band && { band }) };
}

function refusalLikeness(own: string, other: string, index: number): Likeness | Measured {
  const left = readRefusal(own);
  const right = readRefusal(other);
  const evidence = [
    ...(left.sentence ? [span('output', own, left.sentence.start, left.sentence.end)] : []),
    ...(right.sentence ? [span('others', other, right.sentence.start, right.sentence.end, index)] : []),
  ];
  if (left.answer === 'unclear' || right.answer === 'unclear')
    return notEvaluated('unclear', 'Whether one of the two answers declines is not clear.', evidence);
  const same = left.answer === right.answer;
  return {
    score: same ? 1 : 0,
    reason: same
      ? `Both answers ${left.answer === 'yes' ? 'decline' : 'answer'}.`
      : `This answer ${left.answer === 'yes' ? 'declines' : 'answers'}, the original's ${right.answer === 'yes' ? 'declines' : 'answers'}.`,
    evidence,
  };
}

function textLikeness(left: string, right: string): number {
  const given = tokensOf(left);
  const wanted = tokensOf(right);
  if (given.length === 0 || wanted.length === 0) return left.trim() === right.trim() ? 1 : 0;
  const common = commonCount(ngramsOf(given, 1), ngramsOf(wanted, 1));
  return harmonic(common / given.length, common / wanted.length);
}
