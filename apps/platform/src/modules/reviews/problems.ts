import { Problem } from '@sonde/server-kit';

export const reviewNotFound = (): Problem =>
  new Problem('not_found', 'review.not_found', 'There is no such review.');
export const targetUnknown = (path: string, message: string): Problem =>
  new Problem('invalid', 'review.target_unknown', 'The review names nothing that this result has.', {
    errors: [{ path, code: 'unknown', message }],
  });
export const notTheAuthor = (): Problem =>
  new Problem('forbidden', 'auth.permission_denied', 'Only its author changes or deletes a review.');
