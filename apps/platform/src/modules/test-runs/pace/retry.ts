import type { InvocationResult } from '@sonde/contract';
import { retryAfterMs } from '#invocation';

/** What has been tried of one step until now. */
export interface Tries {
  /** Calls that were made, the last one included. */
  readonly made: number;
  /** Since the first of them began. */
  readonly elapsedMs: number;
}

export type Retry =
  | { readonly again: true; readonly afterMs: number; readonly isThrottled: boolean }
  | { readonly again: false; readonly gaveUp: 'rate_limited' | 'unreachable' | null };

export const triesMax = 4;
const allMs = 5 * 60_000;
const firstWaitMs = 1_000;

/** These say that the target did not take the message: 425 Too Early, 429 Too Many Requests, 503 Service Unavailable. */
const notTaken: ReadonlySet<number> = new Set([425, 429, 503]);
/** Stages before the first byte of the message is written. */
const notSent: ReadonlySet<InvocationResult['stage']> = new Set(['dns', 'connect', 'tls']);

/**
 * Whether a call may be made again. Only one that surely did not reach the target is, and one that the target has
 * refused for its load; anything else may have had an effect there.
 */
export function retryOf(result: InvocationResult, tries: Tries, random: () => number): Retry {
  const isThrottled = result.status_code !== null && notTaken.has(result.status_code);
  const isUnsent = !result.success && result.status_code === null && notSent.has(result.stage);
  if (!isThrottled && !isUnsent) return { again: false, gaveUp: null };
  const asked = isThrottled ? retryAfterMs(result) : undefined;
  // Callers that were refused together must not come back together.
  const afterMs = asked ?? Math.round(firstWaitMs * 2 ** (tries.made - 1) * (0.75 + random() / 2));
  if (tries.made >= triesMax || tries.elapsedMs + afterMs > allMs)
    return { again: false, gaveUp: isThrottled ? 'rate_limited' : 'unreachable' };
  return { again: true, afterMs, isThrottled: result.status_code === 429 };
}
