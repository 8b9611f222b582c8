import type { Query } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const againMs = 5_000;

/** Only what may be different a moment later is asked again. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 502 || error.status === 503);
}

/** How often to ask: as told, and while the platform is away often enough that the page mends itself when it is back. */
export const askAgain =
  (interval: number | false = false) =>
  ({ state }: Pick<Query, 'state'>): number | false =>
    state.status === 'error' && isPassing(state.error) ? againMs : interval;
