import { Problem } from '@sonde/server-kit';

export const reviewNotFound = (): Problem =>
  new Problem('not_found', 'review.not_found', 'There is no such review.');
export const targetUnknown = (path: string, message: string): Problem =>
  new Problem('invalid', 'review.target_unknown', 'The review names nothing that this result has.', {
    errors: [{ path, code: 'unknown', message }],
  });
export const notTheAuthor = (): Problem =>
  new Problem('forbidden', 'auth.permission_denied', 'Only its author changes or deletes a review.');
export const reviewerUnknown = (place: number): Problem => {
  const message = 'Reviewers are active members of the organization whose role may review.';
  return new Problem('invalid', 'review.reviewer_unknown', message, {
    errors: [{ path: `reviewer_ids.${place}`, code: 'unknown', message }],
  });
};
export const tooFewReviewers = (): Problem =>
  new Problem(
    'invalid',
    'review.too_few_reviewers',
    'There are fewer reviewers than each result is to have.',
  );
