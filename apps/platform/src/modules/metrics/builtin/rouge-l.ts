import { z } from 'zod';
import { defineKind, notEvaluated, scored, whole } from '../kind.ts';
import { harmonic, tokensOf } from '../text/words.ts';

const tokensMax = 5000;

export const rougeL = defineKind({
  kind: 'rouge_l',
  title: 'Words in the same order (ROUGE-L)',
  page: 'The longest sequence of words that stands in both texts in this order, gaps allowed (F1: the mean of what of each stands in the other; endings of words count). It rewards the order of words, which ROUGE-1 ignores.',
  needs: ['output', 'expected'],
  args: z.strictObject({}),
  threshold: 0.5,
  operator: '>=',
  charactersMax: 200_000,
  open:
    () =>
    ({ output, expected }) => {
      const given = tokensOf(output ?? '');
      const wanted = tokensOf(expected ?? '');
      if (Math.max(given.length, wanted.length) > tokensMax)
        return notEvaluated('too_large', `ROUGE-L reads at most ${tokensMax} words.`);
      const common = commonSequence(given, wanted);
      const f1 = harmonic(common / Math.max(1, given.length), common / Math.max(1, wanted.length));
      return scored(f1, `ROUGE-L is ${f1.toFixed(3)}: ${common} words stand in both in the same order.`, [
        whole('output', output ?? ''),
      ]);
    },
});

/** Length of the longest common subsequence, row by row. */
export function commonSequence(left: readonly string[], right: readonly string[]): number {
  const ids = new Map<string, number>();
  const number = (token: string): number => {
    const known = ids.get(token) ?? ids.size;
    ids.set(token, known);
    return known;
  };
  const columns = Int32Array.from(right, number);
  let above = new Int32Array(columns.length + 1);
  let row = new Int32Array(columns.length + 1);
  for (const token of left) {
    const id = number(token);
    for (let at = 0; at < columns.length; at += 1)
      row[at + 1] = columns[at] === id ? (above[at] ?? 0) + 1 : Math.max(above[at + 1] ?? 0, row[at] ?? 0);
    [above, row] = [row, above];
  }
  return above[columns.length] ?? 0;
}
