import * as contract from '@sonde/contract';
import type { Mount } from '#kernel/http';
import type { Annotations } from './annotations.ts';
import type { ReviewQueue } from './queue.ts';
import type { Reviews } from './service.ts';

interface Served {
  readonly reviews: Reviews;
  readonly queue: ReviewQueue;
  readonly annotations: Annotations;
}

export function reviewRoutes(mount: Mount, { reviews, queue, annotations }: Served): void {
  mount(contract.listReviews, ({ principal, params }) => reviews.list(principal, params.id));
  mount(contract.createReview, ({ principal, params, body }) => reviews.create(principal, params.id, body));
  mount(contract.updateReview, ({ principal, params, body }) =>
    reviews.update(principal, params.id, params.review_id, body),
  );
  mount(contract.deleteReview, ({ principal, params }) =>
    reviews.remove(principal, params.id, params.review_id),
  );
  mount(contract.listAnnotations, ({ principal, query }) => annotations.list(principal, query));
  mount(contract.reviewAgreement, ({ principal, query }) => annotations.agreement(principal, query));
  mount(contract.nextReview, ({ principal, body }) => queue.next(principal, body));
  mount(contract.releaseReview, ({ principal, body }) => queue.release(principal, body));
  mount(contract.reviewProgress, ({ principal, query }) => queue.progress(principal, query.test_run_id));
}
