import { z } from 'zod';
import { defineKind, notEvaluated, scored, whole, within, type Evidence } from '../kind.ts';
import { factsKey, factsOf } from '../text/facts.ts';
import { tokensOf } from '../text/words.ts';

export const stable = defineKind({
  kind: 'stable',
  title: 'Same over its repeats',
  page: 'Compares the repeats of one test: passes when there are no more different answers than you allow. Compared by facts, answers are equal that say the same numbers, names, yes or no, or decline; by text when their words are equal; by verdict when the other metrics judged them alike. Being always the same is not being right.',
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
        const verdicts = [verdict, ...repeats.map((other) => other.verdict ?? null)];
        if (verdicts.includes(null))
          return notEvaluated('missing_verdict', 'One of the repeats has no verdict to compare.');
        const distinct = new Set(verdicts.map((word) => (word ?? '').toLowerCase())).size;
        return scored(
          within(distinct, max_distinct),
          `${verdicts.length} repeats have ${distinct} different verdicts.`,
        );
      }
      if (repeats.some((other) => other.output === null))
        return notEvaluated('partner_failed', 'One of the repeats has no answer.');
      const keyOf = (text: string): string =>
        by === 'text' ? tokensOf(text).join(' ') : factsKey(factsOf(text));
      const keys = new Map<string, Evidence>([[keyOf(output ?? ''), whole('output', output ?? '')]]);
      for (const other of repeats) {
        const text = other.output ?? '';
        const key = keyOf(text);
        if (!keys.has(key)) keys.set(key, whole('others', text, other.index));
      }
      return scored(
        within(keys.size, max_distinct),
        `${repeats.length + 1} repeats give ${keys.size} different answers.`,
        [...keys.values()],
      );
    },
});
