import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Review } from '@sonde/contract';
import { useApi, useMay } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { AreaField } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { Time } from '../../ui/time.tsx';
import { ResultChip } from './run-marks.tsx';
import type { WholeResult } from './result-query.ts';

/** What people said of a result. The newest one decides over the metrics. */
export function ResultReviews({ result }: { result: WholeResult }) {
  const api = useApi();
  const may = useMay();
  const queryClient = useQueryClient();
  const [comment, setComment] = useState('');
  const reviews = useQuery({
    queryKey: ['test-results', result.id, 'reviews'],
    queryFn: ({ signal }) => api.call('listReviews', { params: { id: result.id }, signal }),
  });
  const review = useMutation({
    mutationFn: (status: Review['status']) =>
      api.call('createReview', { params: { id: result.id }, body: { status, comment } }),
    onSuccess: () => {
      setComment('');
      void queryClient.invalidateQueries({ queryKey: ['test-results', result.id] });
      void queryClient.invalidateQueries({ queryKey: ['test-runs'] });
    },
  });
  const hasEnded = result.automated_status !== null;
  return (
    <section className="grid gap-3" aria-label="Reviews">
      <h3 className="mark">Reviews</h3>
      {reviews.error ? <ProblemNotice error={reviews.error} onRetry={() => void reviews.refetch()} /> : null}
      {reviews.data?.map((entry) => (
        <div key={entry.id} className="grid gap-1">
          <span className="flex flex-wrap items-center gap-2 text-[0.875rem] text-muted">
            <ResultChip status={entry.status} />
            <Time at={entry.created_at} />
          </span>
          {entry.comment === '' ? null : <p>{entry.comment}</p>}
        </div>
      ))}
      {may('test_result:update') && hasEnded ? (
        <>
          <AreaField
            label="Why"
            optional
            rows={2}
            maxLength={10_000}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
          {review.error ? <ProblemNotice error={review.error} what="The review was not stored" /> : null}
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
    </section>
  );
}
