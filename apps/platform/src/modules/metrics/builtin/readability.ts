import { z } from 'zod';
import { defineKind, notEvaluated, scored, whole, within } from '../kind.ts';
import { sentencesIn, wordsIn } from '../text/words.ts';

const wordsMin = 20;

export const readability = defineKind({
  kind: 'readability',
  title: 'Readability',
  page: 'Passes when the answer is no harder to read than you allow. LIX counts long words and long sentences and holds for all languages that write spaces (under 30 very easy, 40 average, over 60 very hard); Flesch-Kincaid is a school grade and is for English only: anything else is not evaluated. Lists and numbers distort both; fewer than 20 words are not evaluated.',
  needs: ['output'],
  args: z.strictObject({
    max: z.number().min(0).max(200).meta({
      title: 'As hard as this at most',
      description:
        'With LIX under 30 is very easy, 40 average, over 60 very hard; with Flesch-Kincaid it is a school grade.',
    }),
    formula: z
      .enum(['flesch_kincaid', 'lix'])
      .default('lix')
      .meta({
        title: 'Formula',
        'x-labels': {
          flesch_kincaid: 'Flesch-Kincaid: school grade, English only',
          lix: 'LIX: any language that writes spaces',
        },
      }),
  }),
  threshold: 1,
  operator: '>=',
  charactersMax: 500_000,
  wantsText: true,
  open:
    ({ max, formula }) =>
    ({ output }) => {
      const text = output ?? '';
      const words = wordsIn(text)
        .map(({ text: word }) => word)
        .filter((word) => /\p{L}/u.test(word));
      const sentences = Math.max(1, sentencesIn(text).length);
      if (words.length < wordsMin)
        return notEvaluated('unclear', `The answer has ${words.length} words: too few to tell.`);
      if (formula === 'flesch_kincaid' && !isEnglish(words))
        return notEvaluated('not_english', 'Flesch-Kincaid is for English; this answer is not. Take LIX.');
      const value = formula === 'lix' ? lix(words, sentences) : fleschKincaid(words, sentences);
      return scored(
        within(Math.max(0, value), max),
        `${formula === 'lix' ? 'LIX' : 'The Flesch-Kincaid grade'} is ${value.toFixed(1)}, at most ${max}.`,
        [whole('output', text)],
      );
    },
});

/** Björnsson: words in a sentence, and the share of words of more than six letters. */
export function lix(words: readonly string[], sentences: number): number {
  const long = words.filter((word) => Array.from(word).length > 6).length;
  return words.length / sentences + (long * 100) / words.length;
}

export function fleschKincaid(words: readonly string[], sentences: number): number {
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  return 0.39 * (words.length / sentences) + 11.8 * (syllables / words.length) - 15.59;
}

/** Groups of vowels, without the silent e at the end. */
export function syllablesOf(word: string): number {
  const plain = word.toLowerCase().replaceAll(/[^a-z]/g, '');
  if (plain.length <= 3) return 1;
  const groups = plain
    .replace(/(?:[^laeiouy]es|[^aeiouylt]ed|[^laeiouy]e)$/, '')
    .replace(/^y/, '')
    .match(/[aeiouy]{1,2}/g);
  return Math.max(1, groups?.length ?? 1);
}

const english = new Set(
  'the and is of to you that for with are this can your not have it as on be or if an by a in was from at which we'.split(
    ' ',
  ),
);

function isEnglish(words: readonly string[]): boolean {
  const small = words.filter((word) => english.has(word.toLowerCase())).length;
  const ascii = words.filter((word) => /^[a-z'’-]+$/i.test(word)).length;
  return small / words.length >= 0.15 && ascii / words.length >= 0.9;
}
