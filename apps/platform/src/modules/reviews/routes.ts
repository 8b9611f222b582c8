import * as contract from '@sonde/contract';
import type { Mount } from '#kernel/http';
import type { Annotations } from './annotations.ts';
import type { Assignments } from './assignments.ts';
import type { ReviewQueue } from './queue.ts';
import type { Reviews } from './service.ts';
import type { TraceReviews } from './trace-reviews.ts';

interface Served {
  readonly reviews: Reviews;
  readonly traceReviews: TraceReviews;
  readonly assignments: Assignments;
  readonly queue: ReviewQueue;
  readonly annotations: Annotations;
}

export function reviewRoutes(mount: Mount, served: Served): void {
  const { reviews, traceReviews, assignments, queue, annotations } = served;
  mount(contract.listReviews, ({ principal, params }) => reviews.list(principal, params.id));
  mount(contract.createReview, ({ principal, params, body }) => reviews.create(principal, params.id, body));
  mount(contract.updateReview, ({ principal, params, body }) =>
    reviews.update(principal, params.id, params.review_id, body),
  );
  mount(contract.deleteReview, ({ principal, params }) =>
    reviews.remove(principal, params.id, params.review_id),
  );
  mount(contract.listTraceReviews, ({ principal, params }) => traceReviews.list(principal, params.id));
  mount(contract.createTraceReview, ({ principal, params, body }) =>
    traceReviews.create(principal, params.id, body),
  );
  mount(contract.updateTraceReview, ({ principal, params, body }) =>
    traceReviews.update(principal, params.id, params.review_id, body),
  );
  mount(contract.deleteTraceReview, ({ principal, params }) =>
    traceReviews.remove(principal, params.id, params.review_id),
  );
  mount(contract.getReviewAssignment, ({ principal, params }) =>
    assignments.get(principal, params.test_run_id),
  );
  mount(contract.putReviewAssignment, ({ principal, params, body }) =>
    assignments.put(principal, params.test_run_id, body),
  );
  mount(contract.listAnnotations, ({ principal, query }) => annotations.list(principal, query));
  mount(contract.reviewAgreement, ({ principal, query }) => annotations.agreement(principal, query));
  mount(contract.nextReview, ({ principal, body }) => queue.next(principal, body));
  mount(contract.releaseReview, ({ principal, body }) => queue.release(principal, body));
  mount(contract.reviewProgress, ({ principal, query }) => queue.progress(principal, query.test_run_id));
}
