import { defineKind } from '../kind.ts';
import {
  areManyValues,
  containedValues,
  quoted,
  readingOfValues,
  scoredShare,
  valuesArgs,
} from '../text/contained.ts';

export const containsAll = defineKind({
  kind: 'contains_all',
  title: 'Contains all values',
  page: `Passes when each of the values stands in the answer; the score is the share that was found, so a lower threshold accepts some of them. Their order does not matter. ${readingOfValues} Amounts and times may be compared by their value: then \`€48\` stands in “48.00 euros”, \`08:00\` in “8 am”. A figure that counts something else (“48 lockers”, “room 48”, “1/48”) is unclear.`,
  needs: ['output'],
  args: valuesArgs,
  threshold: 1,
  operator: '>=',
  charactersMax: 1_000_000,
  isHeavy: areManyValues,
  open:
    (args) =>
    ({ output }) => {
      const contained = containedValues(output ?? '', args);
      const { found, missing, unsure } = contained;
      return scoredShare(args, {
        ...contained,
        sure: found.length,
        reason:
          missing.length + unsure.length === 0
            ? `The answer contains ${quoted(found)}.`
            : `The answer lacks ${quoted([...missing, ...unsure])}.`,
      });
    },
});
