import type { AnswerOf, Verdict, getTestResult } from '@sonde/contract';
import { VerdictChip, wordsForVerdict } from './run-marks.tsx';
import { scoreWords } from '../../lib/format.ts';
import { Term } from '../../ui/term.tsx';

type JudgedBy = AnswerOf<typeof getTestResult>['judged_by'];

const measured = ({ score, threshold, category, automated_verdict: automated }: Verdict): string =>
  [score === null || threshold === null ? null : scoreWords(score, threshold, automated === 'pass'), category]
    .filter((part) => part !== null)
    .join(', ');

/** Where a person decided otherwise, the reason is one of the metric and not of what is shown. */
const reasonWords = ({ verdict, automated_verdict: automated, flag, reason }: Verdict): string =>
  verdict === automated
    ? reason
    : `Decided by a review. ${flag === null ? `The metric said “${wordsForVerdict(automated)}”` : 'The metric said'}: ${reason}`;

export function Verdicts({ verdicts }: { verdicts: readonly Verdict[] }) {
  if (verdicts.length === 0) return <p className="text-muted">No metric has judged this result.</p>;
  return (
    <ul className="grid gap-3">
      {verdicts.map((verdict, place) => (
        <li key={`${verdict.metric_id} ${place}`} className="grid gap-1 border-l-2 border-line pl-3">
          <span className="flex flex-wrap items-center gap-2">
            <span className="font-medium">“{verdict.shown_name}”</span>
            <VerdictChip verdict={verdict.verdict} flag={verdict.flag} />
          </span>
          <span>{reasonWords(verdict)}</span>
          <span className="text-[0.8125rem] text-muted">
            {verdict.threshold === null || verdict.score === null ? (
              measured(verdict)
            ) : (
              <Term word="Threshold" shown={measured(verdict)} />
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What each metric holds an answer against, for whoever judges the same: with or without knowing what it said. */
export function Expectations({ judges }: { judges: JudgedBy }) {
  if (judges.length === 0) return null;
  return (
    <section className="grid gap-2" aria-label="What the metrics expect">
      <h3 className="mark">What the metrics expect</h3>
      <ul className="grid gap-2">
        {judges.map(({ metric_id: id, name, expects }, place) => (
          <li key={`${id} ${place}`} className="grid gap-0.5 border-l-2 border-line pl-3">
            <span className="font-medium">{name}</span>
            {expects
              .filter((line) => line !== name)
              .map((line) => (
                <span key={line} dir="auto" className="text-[0.9375rem] break-words whitespace-pre-wrap">
                  {line}
                </span>
              ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
