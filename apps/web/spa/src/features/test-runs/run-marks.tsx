import type { TestResult, TestRun, Verdict } from '@sonde/contract';
import { Chip } from '../../ui/chip.tsx';
import type { Tone } from '../../ui/chip.tsx';

interface Look {
  readonly tone: Tone;
  readonly words: string;
  readonly mark: string;
}

/** Only what passed is green: a run that is under way, or merely at its end, has not passed anything. */
const runLooks: Readonly<Record<TestRun['status'], Look>> = {
  Queued: { tone: 'neutral', words: 'Waiting', mark: '◌' },
  Progress: { tone: 'running', words: 'Running', mark: '◔' },
  Completed: { tone: 'neutral', words: 'Completed', mark: '●' },
  Partial: { tone: 'warn', words: 'Partly done', mark: '◐' },
  Failed: { tone: 'danger', words: 'Failed', mark: '✕' },
  Cancelled: { tone: 'neutral', words: 'Cancelled', mark: '■' },
};

const resultLooks: Readonly<Record<TestResult['status'], Look>> = {
  waiting: { tone: 'neutral', words: 'Waiting', mark: '◌' },
  running: { tone: 'running', words: 'Running', mark: '◔' },
  Pass: { tone: 'signal', words: 'Passed', mark: '✓' },
  Fail: { tone: 'danger', words: 'Failed', mark: '✕' },
  Error: { tone: 'warn', words: 'Error', mark: '!' },
  NotEvaluated: { tone: 'neutral', words: 'Not evaluated', mark: '?' },
  Cancelled: { tone: 'neutral', words: 'Cancelled', mark: '■' },
};

const verdictStates = { pass: 'Pass', fail: 'Fail', error: 'Error', not_evaluated: 'NotEvaluated' } as const;

const LookChip = ({ tone, words, mark }: Look) => (
  <Chip tone={tone} icon={<span aria-hidden="true">{mark}</span>}>
    {words}
  </Chip>
);

export const RunStatusChip = ({ status }: { status: TestRun['status'] }) => LookChip(runLooks[status]);
export const ResultChip = ({ status }: { status: TestResult['status'] }) => LookChip(resultLooks[status]);
export const VerdictChip = ({ verdict }: { verdict: Verdict['verdict'] }) =>
  LookChip(resultLooks[verdictStates[verdict]]);

export function GateChip({ gate }: { gate: TestRun['gate'] }) {
  if (gate === null) return null;
  return LookChip(
    gate === 'passed'
      ? { tone: 'signal', words: 'Gate passed', mark: '✓' }
      : { tone: 'danger', words: 'Gate failed', mark: '✕' },
  );
}

export const wordsForResult = (status: TestResult['status']): string => resultLooks[status].words;

export const isUnderWay = (status: TestRun['status']): boolean =>
  status === 'Queued' || status === 'Progress';

export const rateWords = (rate: number | null): string => (rate === null ? '–' : `${rate} %`);
