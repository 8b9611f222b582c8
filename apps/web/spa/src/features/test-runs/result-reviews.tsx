import { useApi } from '../../lib/platform-context.tsx';
import { ReviewsOf } from '../reviews/reviews-of.tsx';
import type { WholeResult } from './result-query.ts';

/** What people said of a result. The newest one decides over the metrics. */
export function ResultReviews({ result: { id, automated_status } }: { result: WholeResult }) {
  const api = useApi();
  return (
    <section className="grid gap-3" aria-label="Reviews">
      <h3 className="mark">Reviews</h3>
      <ReviewsOf
        queryKey={['test-results', id, 'reviews']}
        list={(signal) => api.call('listReviews', { params: { id }, signal })}
        say={
          automated_status === null ? undefined : (body) => api.call('createReview', { params: { id }, body })
        }
        changes={[['test-results', id], ['test-runs'], ['insights']]}
      />
    </section>
  );
}
