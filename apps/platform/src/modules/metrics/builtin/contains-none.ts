import { z } from 'zod';
import { defineKind, notEvaluated, scored } from '../kind.ts';
import { areManyValues, containedValues, quoted, valuesArgs } from '../text/contained.ts';

export const containsNone = defineKind({
  kind: 'contains_none',
  title: 'Contains none of the values',
  page: 'Passes when none of `values` stands in the answer; the score is the share that is absent. An empty answer is not evaluated: that nothing is found in it says nothing. With `absence_decides: false` only a value that is found decides: what a flaw said once is no longer said, and whether the flaw has gone, a reader tells.',
  needs: ['output'],
  args: valuesArgs.extend({ absence_decides: z.boolean().default(true) }),
  threshold: 1,
  operator: '>=',
  charactersMax: 1_000_000,
  isHeavy: areManyValues,
  wantsText: true,
  open:
    (args) =>
    ({ output }) => {
      const { found, missing, evidence } = containedValues(output ?? '', args);
      if (found.length === 0 && !args.absence_decides)
        return notEvaluated('unclear', 'None of the values is there, which alone shows nothing.');
      return scored(
        missing.length / args.values.length,
        found.length === 0
          ? 'The answer contains none of the values.'
          : `The answer contains ${quoted(found)}.`,
        evidence,
      );
    },
});
