import { decides, defineKind, doubtful, scored } from '../kind.ts';
import { likeness, relationArgs } from '../text/relations.ts';
import { blindFigures } from '../trust.ts';

export const relationSame = defineKind({
  kind: 'relation_same',
  title: 'Same answer as to the original',
  page: 'For a test that was made from another (paraphrase, typos, other case, spacing, order): passes when both answers say the same. Compared by facts: numbers, names, yes or no, refusal, which is open where what stands beside the same facts differs or an amount may be the same in another unit; by text: shared words; or by refusal: both decline or neither does. Compared within one run and repeat; without the answer to the original nothing is decided.',
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
      if ('outcome' in read) return read;
      return read.band
        ? doubtful(read.band, read.reason, read.evidence)
        : scored(read.score, read.reason, read.evidence);
    },
});
