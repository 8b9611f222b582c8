import type { JobStatus } from '@sonde/contract';
import { Chip } from './chip.tsx';
import type { Tone } from './chip.tsx';

const looks: Readonly<Record<JobStatus, { tone: Tone; words: string; mark: string }>> = {
  PENDING: { tone: 'neutral', words: 'Waiting', mark: '◌' },
  STARTED: { tone: 'running', words: 'Running', mark: '◔' },
  RETRY: { tone: 'warn', words: 'Trying again', mark: '↻' },
  SUCCESS: { tone: 'signal', words: 'Done', mark: '●' },
  FAILURE: { tone: 'danger', words: 'Failed', mark: '✕' },
  REVOKED: { tone: 'neutral', words: 'Cancelled', mark: '■' },
};

export const wordsForStatus = (status: JobStatus): string => looks[status].words;

export function JobStatusChip({ status }: { status: JobStatus }) {
  const { tone, words, mark } = looks[status];
  return (
    <Chip tone={tone} icon={<span aria-hidden="true">{mark}</span>}>
      {words}
    </Chip>
  );
}

export const isRunning = (status: JobStatus): boolean =>
  status === 'PENDING' || status === 'STARTED' || status === 'RETRY';
