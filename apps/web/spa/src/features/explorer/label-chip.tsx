import type { ExplorerTest } from '@sonde/contract';
import { Chip } from '../../ui/chip.tsx';
import { formatNumber } from '../../lib/format.ts';

const looks = {
  '': { tone: 'neutral', words: 'Not scored', mark: '◌' },
  pass: { tone: 'signal', words: 'Passed', mark: '✓' },
  fail: { tone: 'danger', words: 'Failed', mark: '✕' },
  error: { tone: 'warn', words: 'Error', mark: '!' },
} as const;

/** Told apart by its sign as well as by its colour. A score says something where it lies between what passed and failed says already. */
export function LabelChip({ label, score }: { label: ExplorerTest['label']; score: number | null }) {
  const { tone, words, mark } = looks[label];
  return (
    <Chip tone={tone} icon={<span aria-hidden="true">{mark}</span>}>
      {words}
      {score === null || score === 0 || score === 1 || label === '' || label === 'error'
        ? ''
        : ` · score ${formatNumber(Math.round(score * 100) / 100)}`}
    </Chip>
  );
}
