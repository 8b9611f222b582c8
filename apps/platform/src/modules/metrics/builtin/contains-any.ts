import { defineKind, scored } from '../kind.ts';
import { areManyValues, containedValues, quoted, valuesArgs } from '../text/contained.ts';

export const containsAny = defineKind({
  kind: 'contains_any',
  title: 'Contains one of the values',
  page: 'Passes when at least one of the values stands in the answer; the score is the share that was found. Unless only whole words count, "no" is found in "know". What is denied counts as contained too: "not a refund" contains "refund". A value is found as well where the answer only looks as if it stood there, with invisible characters in it or letters of another width. Of a conversation the last answer is read; reversed, where none of the values may be said, each answer is.',
  needs: ['output'],
  args: valuesArgs,
  threshold: 0,
  operator: '>',
  charactersMax: 1_000_000,
  isHeavy: areManyValues,
  readsEachAnswer: (_args, isNegated) => isNegated,
  open:
    (args) =>
    ({ output }) => {
      const { found, evidence } = containedValues(output ?? '', args);
      return scored(
        found.length / args.values.length,
        found.length > 0
          ? `The answer contains ${quoted(found)}.`
          : `The answer contains none of ${quoted(args.values)}.`,
        evidence,
      );
    },
});
