import type { Comparison } from '@sonde/contract';
import { formatNumber } from '../../lib/format.ts';

const words: Readonly<Record<Comparison['conclusion'], string>> = {
  better: 'Better',
  worse: 'Worse',
  'stopped answering': 'Stopped answering',
  'answers again': 'Answers again',
  'no evidence': 'No difference beyond chance',
  'too few tests': 'No change seen',
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
  // Short, as it stands on a mark: the sentence beside it says why.
  const chance = conclusion === 'too few tests' ? 'may be chance' : 'no more than chance';
  if (worse > 0)
    return `${formatNumber(worse)} got worse${better > 0 ? `, ${formatNumber(better)} better` : ''}: ${chance}`;
  if (better > 0) return `${formatNumber(better)} got better: ${chance}`;
  return words[conclusion];
}
