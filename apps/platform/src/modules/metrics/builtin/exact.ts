import { z } from 'zod';
import { case_sensitive, defineKind, scored, span, whole } from '../kind.ts';
import { quoted } from '../text/contained.ts';
import { fold } from '../text/folding.ts';

export const exact = defineKind({
  kind: 'exact',
  title: 'Equal to the expected answer',
  page: 'Passes when the answer is the expected answer, character for character; an “é” is the same whether it is stored as one character or as two. Spaces around it and capitals do not count unless you say so. One full stop too many fails a right answer: for free text take “Shared words (Token F1)”.',
  needs: ['output', 'expected'],
  args: z.strictObject({
    case_sensitive,
    trim: z.boolean().default(true).meta({ title: 'Spaces around it do not count' }),
  }),
  threshold: 1,
  operator: '>=',
  charactersMax: 1_000_000,
  open:
    ({ case_sensitive, trim }) =>
    ({ output, expected }) => {
      const read = (text: string | null): string => (trim ? (text ?? '').trim() : (text ?? ''));
      const given = fold(read(output), { caseSensitive: case_sensitive });
      const wanted = fold(read(expected), { caseSensitive: case_sensitive });
      const text = output ?? '';
      if (given.text === wanted.text)
        return scored(1, 'The answer is the expected one.', [whole('output', text)]);
      const lead = trim ? text.length - text.trimStart().length : 0;
      const at = lead + given.at(firstDifference(given.text, wanted.text));
      return scored(
        0,
        `The answer differs from the expected one, ${quoted([read(expected)])}, from character ${at + 1} on.`,
        [span('output', text, at, text.length)],
      );
    },
});

function firstDifference(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left.charCodeAt(at) === right.charCodeAt(at)) at += 1;
  return at;
}
