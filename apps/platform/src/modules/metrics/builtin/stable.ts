import { z } from 'zod';
import { defineKind, doubtful, notEvaluated, scored, whole, within, type Evidence } from '../kind.ts';
import { factsOf, sayTheSame, wordsAsOne } from '../text/facts.ts';
import { isEmptyAnswer } from '../text/folding.ts';
import { asWritten } from '../text/same-said.ts';

export const stable = defineKind({
  kind: 'stable',
  title: 'Same over its repeats',
  page: 'Compares the repeats of one test: passes when there are no more different answers than you allow. Compared by facts, answers are equal that say the same numbers in the same unit, names, yes or no, in words that differ in nothing but what carries these, or that decline; by text when their words and signs are equal; by verdict when the other metrics passed or failed them alike. Where nothing can be compared, nothing is decided: an empty answer, a repeat that was neither passed nor failed, answers that say no fact or the same facts in other words, of which one may deny what the other says, an amount that may be the same in another unit, and equal words with other signs (“€5”, “$5”). Being always the same is not being right.',
  needs: ['output', 'others'],
  args: z.strictObject({
    max_distinct: z.number().int().min(1).max(50).default(1).meta({ title: 'Different answers at most' }),
    by: z
      .enum(['verdict', 'text', 'facts'])
      .default('facts')
      .meta({
        title: 'Compare by',
        'x-labels': {
          verdict: 'What the other metrics said',
          text: 'Their words',
          facts: 'Numbers, names, yes or no',
        },
      }),
  }),
  threshold: 1,
  operator: '>=',
  charactersMax: 200_000,
  open:
    ({ max_distinct, by }) =>
    ({ output, verdict, others }) => {
      const repeats = (others ?? []).flatMap((other, index) =>
        other.relation === 'repeat' ? [{ ...other, index }] : [],
      );
      if (repeats.length === 0)
        return notEvaluated('missing_others', 'The test was run once: there are no repeats.');
      if (by === 'verdict') {
        const verdicts = [verdict, ...repeats.map((other) => other.verdict ?? null)].map(
          (word) => word?.toLowerCase() ?? '',
        );
        // An error, and what was left open, say nothing of the answer.
        if (!verdicts.every((word) => word === 'pass' || word === 'fail'))
          return notEvaluated('missing_verdict', 'One of the repeats was neither passed nor failed.');
        const distinct = new Set(verdicts).size;
        return scored(
          within(distinct, max_distinct),
          `${verdicts.length} repeats have ${distinct} different verdicts.`,
        );
      }
      if (repeats.some((other) => other.output === null))
        return notEvaluated('partner_failed', 'One of the repeats has no answer.');
      const answers: { text: string; evidence: Evidence }[] = [
        { text: output ?? '', evidence: whole('output', output ?? '') },
        ...repeats.map((other) => ({
          text: other.output ?? '',
          evidence: whole('others', other.output ?? '', other.index),
        })),
      ];
      if (answers.some(({ text }) => isEmptyAnswer(text)))
        return notEvaluated('empty_output', 'One of the repeats has an empty answer.');
      const { surely, atMost, evidence } = distinctOf(answers, by);
      const band = { low: within(atMost, max_distinct), high: within(surely, max_distinct) };
      return surely === atMost
        ? scored(band.low, `${answers.length} repeats give ${surely} different answers.`, evidence)
        : doubtful(
            band,
            `${answers.length} repeats give ${surely} to ${atMost} different answers: some say no fact that could be compared, or say it with other words, signs or units.`,
            evidence,
          );
    },
});

/** How many of the answers differ surely, and how many if each that is in doubt differs as well. */
function distinctOf(
  answers: readonly { readonly text: string; readonly evidence: Evidence }[],
  by: 'text' | 'facts',
): { surely: number; atMost: number; evidence: Evidence[] } {
  const same = by === 'text' ? sameWords : sameFacts();
  const different: { text: string; evidence: Evidence; isSure: boolean }[] = [];
  for (const answer of answers) {
    const relations = different.map(({ text }) => same(text, answer.text));
    if (relations.includes('yes')) continue;
    different.push({ ...answer, isSure: !relations.includes('unclear') });
  }
  return {
    surely: different.filter(({ isSure }) => isSure).length,
    atMost: different.length,
    evidence: different.map(({ evidence }) => evidence),
  };
}

/** Of equal words, the signs may say the opposite: “-5 °C”, “✅”. */
const sameWords = (left: string, right: string): 'yes' | 'no' | 'unclear' =>
  asWritten(left) === asWritten(right) ? 'yes' : wordsAsOne(left) === wordsAsOne(right) ? 'unclear' : 'no';

/** Each text is read once, however many it is held against. */
function sameFacts(): (left: string, right: string) => 'yes' | 'no' | 'unclear' {
  const read = new Map<string, ReturnType<typeof factsOf>>();
  const factsIn = (text: string) => {
    const facts = read.get(text) ?? factsOf(text);
    read.set(text, facts);
    return facts;
  };
  return (left, right) => sayTheSame(factsIn(left), factsIn(right));
}
