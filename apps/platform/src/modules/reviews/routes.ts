import * as contract from '@sonde/contract';
import type { Mount } from '#kernel/http';
import type { Reviews } from './service.ts';

export function reviewRoutes(mount: Mount, reviews: Reviews): void {
  mount(contract.listReviews, ({ principal, params }) => reviews.list(principal, params.id));
  mount(contract.createReview, ({ principal, params, body }) => reviews.create(principal, params.id, body));
  mount(contract.updateReview, ({ principal, params, body }) =>
    reviews.update(principal, params.id, params.review_id, body),
  );
  mount(contract.deleteReview, ({ principal, params }) =>
    reviews.remove(principal, params.id, params.review_id),
  );
}
