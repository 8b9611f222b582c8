import { z } from 'zod';
import { defineKind, notEvaluated, scored, type Measured } from '../kind.ts';
import {
  areManyValues,
  containedValues,
  quoted,
  readingOfValues,
  scoredShare,
  valuesArgs,
} from '../text/contained.ts';
import { nearnessOf } from '../text/nearness.ts';

export const containsNone = defineKind({
  kind: 'contains_none',
  title: 'Contains none of the values',
  page: `Passes when none of the values stands in the answer; the score is the share that is absent. An empty answer is not evaluated: that nothing is found in it says nothing. ${readingOfValues} Of a conversation each answer is read. With “It is enough that they are absent” switched off, the values are taken for what an application said wrongly before: an answer that repeats one fails, one that has neither it nor most of its words nor its numbers passes, and anything in between is left to a person. Whether an answer that passes is right is not looked at, and of a conversation only the last answer is read then.`,
  needs: ['output'],
  args: valuesArgs.extend({
    absence_decides: z.boolean().default(true).meta({
      title: 'It is enough that they are absent',
      description: 'Switched off, an answer that comes near them is left to a person.',
    }),
  }),
  threshold: 1,
  operator: '>=',
  charactersMax: 1_000_000,
  isHeavy: (args) => !args.absence_decides || areManyValues(args),
  wantsText: true,
  // What was a flaw before is looked for where it stood, in the end; asked for something, it is enough in the end.
  readsEachAnswer: ({ absence_decides: isEnough }, isNegated) => isEnough && !isNegated,
  leavesOpen: ({ absence_decides: isEnough }) => (isEnough ? undefined : 'some'),
  open:
    (args) =>
    ({ input, output }) => {
      const contained = containedValues(output ?? '', args);
      const { found, unsure, missing } = contained;
      if (found.length === 0 && unsure.length === 0 && !args.absence_decides)
        return elsewise(args.values, { input, output: output ?? '' });
      return scoredShare(args, {
        ...contained,
        sure: missing.length,
        reason:
          found.length > 0
            ? `The answer contains ${quoted(found)}.`
            : `The answer contains none of the values${unsure.length > 0 ? ' as they are' : ''}.`,
      });
    },
});

/** As far as what reads figures and words reads elsewhere. Each figure of a quotation is held against each of the answer. */
const charactersRead = 40_000;

/** The words of a flaw are gone; whether what was meant by them is gone as well is decided only where that is plain. */
function elsewise(
  values: readonly string[],
  said: { readonly input: string; readonly output: string },
): Measured {
  const quotedLength = values.reduce((sum, { length }) => sum + length, 0);
  if (said.input.length + said.output.length + quotedLength > charactersRead)
    return notEvaluated(
      'unclear',
      `The answer no longer says ${quoted(values)} word for word, and together they are too long to be read for more.`,
    );
  const found = nearnessOf(values, said);
  if (!found.isApart)
    return notEvaluated('unclear', `The answer no longer says ${quoted(values)} word for word. ${found.why}`);
  const words =
    found.telling === 0
      ? ''
      : `, and of its ${found.telling} telling words it says ${found.shared === 0 ? 'none' : found.shared}`;
  return scored(
    1,
    `The answer no longer says ${quoted(values)}${words}. Only that was looked at, not whether the answer is right.`,
  );
}
