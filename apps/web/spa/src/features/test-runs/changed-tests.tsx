import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Comparison } from '@sonde/contract';
import { beginningOf } from '../../lib/format.ts';
import { useApi } from '../../lib/platform-context.tsx';
import { equals } from '../../lib/filter.ts';
import { isRecord, shownText } from '../../lib/shown-text.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { AnswerChanges } from './answer-changes.tsx';
import { asText } from './cut-turn.ts';
import type { Api } from '../../lib/api.ts';

type Change = Comparison['changes'][number];

const words = {
  pass: 'passed',
  fail: 'failed',
  error: 'error',
  undecided: 'not decided',
  absent: 'not there',
} as const;

function kindOf(change: Change) {
  const { base, other, is_flaky: isFlaky, is_other_error: isOtherError } = change;
  if (change.is_newly_flagged) return { tone: 'warn', words: '⚑ Newly flagged' } as const;
  if (change.is_judged_otherwise)
    return { tone: 'neutral', words: 'The same answer, judged otherwise' } as const;
  if (isOtherError) return { tone: 'warn', words: 'Another error' } as const;
  if (change.is_worse_by_metric) return { tone: 'danger', words: 'Got worse' } as const;
  if (isFlaky) return { tone: 'warn', words: 'Repeats disagree' } as const;
  if (base === 'pass' && other === 'fail') return { tone: 'danger', words: 'Got worse' } as const;
  if (base === 'fail' && other === 'pass') return { tone: 'signal', words: 'Got better' } as const;
  if (other === 'error' && base !== 'absent') return { tone: 'danger', words: 'Stopped answering' } as const;
  if (base === 'error' && other !== 'absent') return { tone: 'signal', words: 'Answers again' } as const;
  return { tone: 'neutral', words: 'Changed' } as const;
}

const otherWords = ({ other, is_newly_flagged: isFlagged, is_other_error: isOther }: Change): string =>
  isFlagged ? 'flagged, to look at' : isOther ? 'another error' : words[other];

interface Props {
  baseRun: string;
  otherRun: string;
  /** What tells the two runs apart. */
  names: readonly [base: string, other: string];
  changes: readonly Change[];
}

export function ChangedTests({ baseRun, otherRun, names, changes }: Props) {
  const [open, setOpen] = useState<string | null>(null);
  if (changes.length === 0)
    return (
      <p className="text-muted">
        No test went from passed to failed or an error, or back, ended in another error, or has a new flag.
      </p>
    );
  return (
    <ul className="grid">
      {changes.map((change) => {
        const { tone, words: kind } = kindOf(change);
        const isOpen = open === change.test_id;
        return (
          <li key={change.test_id} className="grid gap-3 border-b border-line py-3 last:border-0">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              <Chip tone={tone}>{kind}</Chip>
              <span className="grid min-w-40 flex-1 break-words">
                <span className="font-medium">{change.name ?? change.content ?? 'A test that is gone'}</span>
                {change.name === null || change.content === null ? null : (
                  <span className="text-[0.875rem] text-muted">{change.content}</span>
                )}
              </span>
              <span className="text-[0.875rem] text-muted">
                {words[change.base]} → {otherWords(change)}
              </span>
              <Button
                size="small"
                aria-expanded={isOpen}
                aria-label={`The two answers to ${beginningOf(change.name ?? change.content ?? 'this test', 80)}`}
                onClick={() => setOpen(isOpen ? null : change.test_id)}
              >
                The two answers
              </Button>
            </div>
            {change.by_person.map((side) => (
              <p key={side} className="text-[0.875rem] text-muted">
                A person’s review decided in {names[side === 'base' ? 0 : 1]}: {words[change[side]]}
              </p>
            ))}
            {change.metrics.length === 0 ? null : (
              <p className="text-[0.875rem] text-muted">
                Judged otherwise by {change.metrics.map(({ shown_name: name }) => `“${name}”`).join(', ')}
              </p>
            )}
            {isOpen ? (
              <TwoAnswers baseRun={baseRun} otherRun={otherRun} names={names} testId={change.test_id} />
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

/** The first answer of a run to a test, whole, or the error in its place; null where the run has none. */
async function answerTo(
  api: Api,
  runId: string,
  testId: string,
  signal: AbortSignal,
): Promise<string | null> {
  const [found] = await api.call('listResultsOfRun', {
    params: { id: runId },
    query: { limit: 1, $filter: equals('test_id', testId) },
    signal,
  });
  if (!found) return null;
  const { output, turns } = await api.call('getTestResult', { params: { id: found.id }, signal });
  const { output: answer, error } = isRecord(output) ? output : {};
  const failure = isRecord(error) ? [`Error: ${shownText(error['message'])}`] : [];
  const said = turns.map(asText);
  return [...(turns.length > 0 ? said : [shownText(answer ?? null)]), ...failure]
    .filter((part) => part !== '')
    .join('\n\n');
}

function TwoAnswers({ baseRun, otherRun, names, testId }: Omit<Props, 'changes'> & { testId: string }) {
  const api = useApi();
  const answers = useQuery({
    queryKey: ['test-runs', 'answers', baseRun, otherRun, testId],
    queryFn: ({ signal }) =>
      Promise.all([answerTo(api, baseRun, testId, signal), answerTo(api, otherRun, testId, signal)]),
  });
  if (answers.isPending) return <SkeletonLines count={3} label="Loading the answers" />;
  if (answers.error) return <ProblemNotice error={answers.error} onRetry={() => void answers.refetch()} />;
  const [before, after] = answers.data;
  return <AnswerChanges before={before ?? ''} after={after ?? ''} names={names} />;
}
