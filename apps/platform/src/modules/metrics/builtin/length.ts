import { z } from 'zod';
import { defineKind, scored, whole, within } from '../kind.ts';
import { asSeen } from '../text/folding.ts';

export const bounds = {
  min: z.number().int().min(0).optional().meta({ title: 'At least' }),
  max: z.number().int().min(1).optional().meta({ title: 'At most' }),
};

/** What is asked for, as the end of a sentence about what there is. */
export const boundsInWords = ({ min, max }: { min?: number | undefined; max?: number | undefined }): string =>
  [...(min === undefined ? [] : [`at least ${min}`]), ...(max === undefined ? [] : [`at most ${max}`])].join(
    ' and ',
  );

export const length = defineKind({
  kind: 'length',
  title: 'Length',
  page: 'Passes when the answer has as many characters or words as you allow. Outside, the score is the share between limit and length. In languages that write no spaces, words are found by a dictionary. An answer in which nothing is seen fails what asks for more, and is otherwise not evaluated.',
  needs: ['output'],
  args: z
    .strictObject({
      ...bounds,
      unit: z
        .enum(['characters', 'words'])
        .default('characters')
        .meta({
          title: 'Counted in',
          'x-labels': { characters: 'Characters', words: 'Words' },
        }),
    })
    .refine(({ min, max }) => min !== undefined || max !== undefined, {
      message: 'A limit is needed: at least or at most.',
    })
    .refine(({ min, max }) => (min ?? 0) <= (max ?? Infinity), {
      message: 'The least is larger than the most.',
    }),
  threshold: 1,
  operator: '>=',
  charactersMax: 1_000_000,
  open:
    ({ unit, ...limits }) =>
    ({ output }) => {
      const { min = 0, max = Infinity } = limits;
      const text = (output ?? '').trim();
      const count = unit === 'words' ? wordCount(text) : Array.from(text).length;
      // What nobody sees fills no answer up, and is a part of what is too long all the same.
      const seen = unit === 'words' ? count : Math.min(count, Array.from(asSeen(text)).length);
      if (seen < min && count >= min)
        return scored(
          seen / min,
          `The answer has ${seen} ${unit} that are seen; ${boundsInWords(limits)} are asked for.`,
          [whole('output', output ?? '')],
        );
      const score = count < min ? count / min : within(count, max);
      return scored(score, `The answer has ${count} ${unit}; ${boundsInWords(limits)} are asked for.`, [
        whole('output', output ?? ''),
      ]);
    },
});

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Blanks separate words, except where a script writes none. */
export function wordCount(text: string): number {
  let count = 0;
  for (const run of text.split(/\s+/)) {
    if (!/[\p{L}\p{N}]/u.test(run)) continue;
    if (!/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u.test(run)) count += 1;
    // The dictionary of a script looks back and forth: a run is cut before that becomes long.
    else
      for (let at = 0; at < run.length; at += 2000)
        for (const { isWordLike } of segmenter.segment(run.slice(at, at + 2000))) if (isWordLike) count += 1;
  }
  return count;
}
