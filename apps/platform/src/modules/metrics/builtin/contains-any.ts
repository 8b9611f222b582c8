import { defineKind } from '../kind.ts';
import {
  areManyValues,
  containedValues,
  quoted,
  readingOfValues,
  scoredShare,
  valuesArgs,
} from '../text/contained.ts';

export const containsAny = defineKind({
  kind: 'contains_any',
  title: 'Contains one of the values',
  page: `Passes when at least one of the values stands in the answer; the score is the share that was found. Unless only whole words count, "no" is found in "know". What is denied counts as contained too: "not a refund" contains "refund". ${readingOfValues} Of a conversation the last answer is read; reversed, where none of the values may be said, each answer is.`,
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
      const contained = containedValues(output ?? '', args);
      const { found } = contained;
      return scoredShare(args, {
        ...contained,
        sure: found.length,
        reason:
          found.length > 0
            ? `The answer contains ${quoted(found)}.`
            : `The answer contains none of ${quoted(args.values)}.`,
      });
    },
});
