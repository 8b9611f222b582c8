import { decides, defineKind, scored } from '../kind.ts';
import { likeness, relationArgs } from '../text/relations.ts';
import { blindFigures } from '../trust.ts';

export const relationSame = defineKind({
  kind: 'relation_same',
  title: 'Same answer as to the original',
  page: 'For a test that was made from another (paraphrase, typos, other case, spacing, order): passes when both answers say the same. Compared by facts: numbers, names, yes or no, refusal; by text: shared words; or by refusal: both decline or neither does. Compared within one run and repeat; without the answer to the original nothing is decided.',
  needs: ['output', 'others'],
  args: relationArgs.extend({ decides }),
  figures: blindFigures.refusal,
  readsLanguage: ({ by }) => by === 'refusal',
  threshold: 0.6,
  operator: '>=',
  charactersMax: 200_000,
  open:
    ({ by }) =>
    (item) => {
      const read = likeness(item, by);
      return 'outcome' in read ? read : scored(read.score, read.reason, read.evidence);
    },
});
