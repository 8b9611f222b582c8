import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Review } from '@sonde/contract';
import { useMay } from '../../lib/platform-context.tsx';
import { plural } from '../../lib/format.ts';
import { WritingGuard } from '../../lib/unsaved.tsx';
import { Button } from '../../ui/button.tsx';
import { AreaField } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { Time } from '../../ui/time.tsx';
import { ResultChip } from '../test-runs/run-marks.tsx';

export interface Said {
  readonly status: Review['status'];
  readonly comment: string;
}

interface Props {
  /** Under which the reviews are kept. */
  queryKey: readonly string[];
  list: (signal: AbortSignal) => Promise<readonly Review[]>;
  /** Undefined where there is nothing to judge yet. */
  say: ((said: Said) => Promise<unknown>) | undefined;
  /** What shows something else once a review is stored. */
  changes: readonly (readonly string[])[];
}

/** What people said of a thing, what they said before, and where one says it. */
export function ReviewsOf({ queryKey, list, say, changes }: Props) {
  const may = useMay();
  const queryClient = useQueryClient();
  const [comment, setComment] = useState('');
  const reviews = useQuery({ queryKey, queryFn: ({ signal }) => list(signal) });
  const review = useMutation({
    mutationFn: (status: Review['status']) => say?.({ status, comment }) ?? Promise.resolve(),
    onSuccess: () => {
      setComment('');
      for (const key of [queryKey, ['annotations'], ...changes])
        void queryClient.invalidateQueries({ queryKey: key });
    },
  });
  return (
    <>
      {reviews.error ? <ProblemNotice error={reviews.error} onRetry={() => void reviews.refetch()} /> : null}
      {reviews.data?.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
      {may('test_result:update') && say ? (
        <>
          <WritingGuard dirty={comment.trim() !== '' && !review.isPending} />
          <AreaField
            label="Why"
            optional
            rows={2}
            maxLength={10_000}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
          {review.error ? <ProblemNotice error={review.error} what="The review was not saved" /> : null}
          <div className="flex flex-wrap gap-2">
            <Button
              busy={review.isPending && review.variables === 'Pass'}
              onClick={() => review.mutate('Pass')}
            >
              Pass
            </Button>
            <Button
              look="danger"
              busy={review.isPending && review.variables === 'Fail'}
              onClick={() => review.mutate('Fail')}
            >
              Fail
            </Button>
          </div>
        </>
      ) : null}
    </>
  );
}

function Entry({ entry }: { entry: Review }) {
  return (
    <div className="grid gap-1">
      <span className="flex flex-wrap items-center gap-2 text-[0.875rem] text-muted">
        <ResultChip status={entry.status} />
        {entry.target.type === 'turn' ? `Turn ${entry.target.reference}` : null}
        {entry.is_blind ? 'Before seeing what the metrics said' : null}
        {entry.resolved ? 'Done' : null}
        <Time at={entry.created_at} />
      </span>
      {entry.comment === '' ? null : <p className="break-words whitespace-pre-wrap">{entry.comment}</p>}
      {entry.history.length === 0 ? null : (
        <details className="text-[0.875rem]">
          <summary className="w-fit cursor-pointer text-muted hover:text-ink">
            Changed {plural(entry.history.length, 'time')}
          </summary>
          <ol className="grid gap-1 pt-1">
            {entry.history.map((former) => (
              <li key={former.changed_at} className="text-muted">
                {former.status}
                {former.comment === '' ? '' : `: ${former.comment}`} until <Time at={former.changed_at} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}
