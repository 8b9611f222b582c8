import type { Comparison } from '@sonde/contract';
import { formatNumber, plural } from '../../lib/format.ts';

const words: Readonly<Record<Comparison['conclusion'], string>> = {
  better: 'Better',
  worse: 'Worse',
  'stopped answering': 'Stopped answering',
  'answers again': 'Answers again',
  'no evidence': 'No difference beyond chance',
  'too few tests': 'Too few tests to tell whether by chance',
};

/** What may be concluded, and first what is so whatever may be: who sees only this must not miss a test that got worse. */
export function conclusionShown({
  conclusion,
  counts,
}: {
  readonly conclusion: Comparison['conclusion'];
  readonly counts: Pick<Comparison['counts'], 'regressed' | 'improved' | 'undecided_then_fail'>;
}): string {
  if (conclusion !== 'no evidence' && conclusion !== 'too few tests') return words[conclusion];
  const worse = counts.regressed + counts.undecided_then_fail;
  const { improved: better } = counts;
  if (worse > 0)
    return `${plural(worse, 'test')} got worse${better > 0 ? `, ${formatNumber(better)} better` : ''}. ${words[conclusion]}`;
  if (better > 0) return `${plural(better, 'test')} got better. ${words[conclusion]}`;
  return conclusion === 'too few tests' ? 'No change seen' : words[conclusion];
}
