import { z } from 'zod';
import { defineKind, scored, span, within } from '../kind.ts';
import { sentencesIn } from '../text/words.ts';
import { bounds, boundsInWords } from './length.ts';

export const sentences = defineKind({
  kind: 'sentences',
  title: 'Number of sentences',
  page: 'Passes when the answer has as many sentences as you allow. A line break ends a sentence, so the items of a list count one each; common abbreviations and decimal points do not end one. An answer in which nothing is seen fails what asks for more, and is otherwise not evaluated.',
  needs: ['output'],
  args: z
    .strictObject(bounds)
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
    (limits) =>
    ({ output }) => {
      const { min = 0, max = Infinity } = limits;
      const text = output ?? '';
      const found = sentencesIn(text);
      const beyond = found[max];
      const score = found.length < min ? found.length / min : within(found.length, max);
      return scored(
        score,
        `The answer has ${found.length} sentences; ${boundsInWords(limits)} are asked for.`,
        beyond ? [span('output', text, beyond.start, text.length)] : [],
      );
    },
});
