import type { TestResult, TestRun, Verdict } from '@sonde/contract';
import {
  isMostlyOpen,
  rateLines,
  rateWords as rateIn,
  runStatusWord,
  type Decided,
} from '@sonde/contract/decided';
import { Chip } from '../../ui/chip.tsx';
import type { Tone } from '../../ui/chip.tsx';
import { classes } from '../../lib/classes.ts';
import { formatNumber, lowerFirst } from '../../lib/format.ts';
import { warnedWords } from './evidence.ts';
import { passedBy } from './passed-by.ts';

interface Look {
  readonly tone: Tone;
  readonly words: string;
  readonly mark: string;
}

/** Only what passed is green: a run that is under way, or merely at its end, has not passed anything. */
const runLooks: Readonly<Record<TestRun['status'], Omit<Look, 'words'>>> = {
  Queued: { tone: 'neutral', mark: '◌' },
  Progress: { tone: 'running', mark: '◔' },
  Completed: { tone: 'neutral', mark: '●' },
  Partial: { tone: 'warn', mark: '◐' },
  Failed: { tone: 'danger', mark: '✕' },
  Cancelled: { tone: 'neutral', mark: '■' },
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

export const RunStatusChip = ({ status }: { status: TestRun['status'] }) =>
  LookChip({ ...runLooks[status], words: runStatusWord(status) });
/** The chip of its outcome is the flag itself, which is not shown twice. */
export const saysFlag = ({
  status,
  reason_code: code,
}: Pick<TestResult, 'status' | 'reason_code'>): boolean =>
  status === 'NotEvaluated' && (code === 'flag' || code === 'passed_but_flagged');

/** What only flags looked at says what they found; it is neither green nor red. */
export const ResultChip = ({
  status,
  reasonCode,
}: {
  status: TestResult['status'];
  reasonCode?: string | null;
}) =>
  LookChip(
    saysFlag({ status, reason_code: reasonCode ?? null })
      ? flagLooks.raised
      : status === 'NotEvaluated' && reasonCode === 'no_flag'
        ? flagLooks.none
        : resultLooks[status],
  );
const flagLooks = {
  raised: { tone: 'warn', words: 'Flag: look at it', mark: '⚑' },
  none: { tone: 'neutral', words: 'No flag', mark: '⚐' },
} as const satisfies Readonly<Record<string, Look>>;

/** A flag is never green or red: nobody has decided. A review of it is shown like any verdict. */
export const VerdictChip = ({ verdict, flag }: Pick<Verdict, 'verdict' | 'flag'>) =>
  LookChip(
    flag === null || verdict !== 'not_evaluated'
      ? resultLooks[verdictStates[verdict]]
      : flagLooks[flag ? 'raised' : 'none'],
  );

/** Beside the outcome of a result, which it does not change. */
export const FlagMark = ({ flags }: Pick<TestResult, 'flags'>) =>
  flags === 0 ? null : (
    <span className="text-warn" role="img" aria-label="Flagged for a person to look at" title="Flagged">
      ⚑
    </span>
  );

export function GateChip({ gate }: { gate: TestRun['gate'] }) {
  if (gate === null) return null;
  return LookChip(
    gate === 'passed'
      ? { tone: 'signal', words: 'Gate passed', mark: '✓' }
      : { tone: 'danger', words: 'Gate failed', mark: '✕' },
  );
}

export const wordsForResult = (status: TestResult['status']): string => resultLooks[status].words;

export const wordsForVerdict = (verdict: Verdict['verdict']): string =>
  wordsForResult(verdictStates[verdict]);

/** Whose word a result has, where it is a person's; undefined where metrics decided. */
export function reviewWords({ status, reviewed, carried, reason }: ByReview): string | undefined {
  const decided = wordsForResult(status);
  if (reviewed !== null) {
    const why = reviewed.comment.trim();
    return `${decided} – reviewed by ${reviewed.author_name ?? 'a person who has left'}${why === '' ? '' : `: ${why}`}`;
  }
  // Its reason is the sentence of the review that it follows.
  return carried === null || reason === null ? undefined : `${decided} – ${lowerFirst(reason)}`;
}
type ByReview = Pick<TestResult, 'status' | 'reviewed' | 'carried' | 'reason'>;

/** What the metrics said of it, told as theirs where a person has decided. */
export const metricWords = ({
  reviewed,
  carried,
  reason,
  verdicts,
}: ByReview & Pick<TestResult, 'verdicts'>): string | undefined =>
  // What no metric looked at, none said anything of.
  reason === null || (carried !== null && reviewed === null) || (reviewed !== null && verdicts.length === 0)
    ? undefined
    : reviewed === null
      ? `${passedBy(verdicts, reason)}${reason}`
      : `The metrics said: ${reason}`;

/** What the metrics came to before a person decided. */
export const automatedWords = ({
  automated_status: status,
  verdicts,
}: Pick<TestResult, 'automated_status' | 'verdicts'>): string =>
  (status === null || status === 'NotEvaluated' ? warnedWords(verdicts) : undefined) ??
  wordsForResult(status ?? 'NotEvaluated');

export const isUnderWay = (status: TestRun['status']): boolean =>
  status === 'Queued' || status === 'Progress';

/** Its answers are those of another run, judged anew. */
export const isScoredAgain = ({
  reference_test_run_id: of,
}: Pick<TestRun, 'reference_test_run_id'>): boolean => of !== null;

/** A rate with what it is a rate of, in the numbers of the reader. */
export const rateWords = (counts: Decided): string => rateIn(counts, formatNumber);

/** The same in a cell: two lines, whose ends are cut off before they run into another row. */
export function RateLines({ counts }: { counts: Decided }) {
  const [first, second] = rateLines(counts, formatNumber);
  return (
    <span className="grid min-w-0" title={rateWords(counts)}>
      <span className={classes('truncate', isMostlyOpen(counts) && 'text-muted')}>{first}</span>
      {second === null ? null : <span className="truncate text-[0.8125rem] text-muted">{second}</span>}
    </span>
  );
}

export const RateShown = ({ counts }: { counts: Decided }) => (
  <span className={isMostlyOpen(counts) ? 'text-muted' : undefined}>{rateWords(counts)}</span>
);
