import type { Takes } from './operation.ts';

/**
 * How long the web server and clients wait for an answer, by what it waits for. A moment is not longer than the minute a
 * renewed session is remembered for, so an ordinary answer always brings its cookie in time. Endpoint timeouts reach
 * 3600 seconds; half a minute more lets the platform answer about its own timeout.
 */
export const timeLimitsMs: Readonly<Record<Takes, number>> = {
  moment: 60_000,
  target: 3_630_000,
  stream: 3_630_000,
};
