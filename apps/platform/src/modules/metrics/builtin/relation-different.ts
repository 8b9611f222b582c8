import { decides, defineKind, doubtful, scored } from '../kind.ts';
import { likeness, relationArgs } from '../text/relations.ts';
import { blindFigures } from '../trust.ts';

export const relationDifferent = defineKind({
  kind: 'relation_different',
  title: 'Other answer than to the original',
  page: 'For a test that was made from another by turning its meaning round (negation): passes when the answers differ. The score is what they do not have in common, by facts (numbers, names, yes or no, refusal), by text or by refusal.',
  needs: ['output', 'others'],
  args: relationArgs.extend({ decides }),
  figures: blindFigures.refusal,
  readsLanguage: ({ by }) => by === 'refusal',
  threshold: 0.4,
  operator: '>=',
  charactersMax: 200_000,
  open:
    ({ by }) =>
    (item) => {
      const read = likeness(item, by);
      if ('outcome' in read) return read;
      return read.band
        ? doubtful({ low: 1 - read.band.high, high: 1 - read.band.low }, read.reason, read.evidence)
        : scored(1 - read.score, read.reason, read.evidence);
    },
});
