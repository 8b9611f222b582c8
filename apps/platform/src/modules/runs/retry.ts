import type { InvocationResult } from '@sonde/contract';
import { retryAfterMs } from '#invocation';

/** What has been tried of one step until now. */
export interface Tries {
  /** Calls that were made, the last one included. */
  readonly made: number;
  /** Since the first of them began. */
  readonly elapsedMs: number;
}

/** How long a kind of run stays with one step. */
export interface Patience {
  readonly triesMax: number;
  readonly firstWaitMs: number;
  /** Longer than this nobody waits for the next try. */
  readonly waitMaxMs: number;
  /** The waits of all tries of a step together. */
  readonly allMs: number;
  /** Whether a target that cannot be reached is tried again, or that is an outcome by itself. */
  readonly isForUnreachable: boolean;
}

export const triesMax = 4;

export const patient: Patience = {
  triesMax,
  firstWaitMs: 1_000,
  waitMaxMs: Infinity,
  allMs: 5 * 60_000,
  isForUnreachable: true,
};

export type Retry =
  | { readonly again: true; readonly afterMs: number; readonly isThrottled: boolean }
  | {
      readonly again: false;
      readonly gaveUp: 'rate_limited' | 'unreachable' | null;
      /** What the target asked to wait, where that was too long. */
      readonly tooLongMs?: number;
    };

/** These say that the target did not take the message: 425 Too Early, 429 Too Many Requests, 503 Service Unavailable. */
const notTaken: ReadonlySet<number> = new Set([425, 429, 503]);
/** Stages before the first byte of the message is written. */
const notSent: ReadonlySet<InvocationResult['stage']> = new Set(['dns', 'connect', 'tls']);

/**
 * Whether a call may be made again. Only one that surely did not reach the target is, and one that the target has
 * refused for its load; anything else may have had an effect there.
 */
export function retryOf(
  result: InvocationResult,
  tries: Tries,
  { random, patience = patient }: { random: () => number; patience?: Patience },
): Retry {
  // The target has taken the message and is at work: what failed is a question after it.
  if (result.steps?.some(({ kind }) => kind !== 'before')) return { again: false, gaveUp: null };
  const isThrottled = result.status_code !== null && notTaken.has(result.status_code);
  const isUnsent = !result.success && result.status_code === null && notSent.has(result.stage);
  if (!isThrottled && !(isUnsent && patience.isForUnreachable)) return { again: false, gaveUp: null };
  const asked = isThrottled ? retryAfterMs(result) : undefined;
  // Callers that were refused together must not come back together.
  const afterMs = asked ?? Math.round(patience.firstWaitMs * 2 ** (tries.made - 1) * (0.75 + random() / 2));
  const isTooLong = afterMs > patience.waitMaxMs || tries.elapsedMs + afterMs > patience.allMs;
  if (tries.made >= patience.triesMax || isTooLong)
    return {
      again: false,
      gaveUp: isThrottled ? 'rate_limited' : 'unreachable',
      ...(asked !== undefined && isTooLong ? { tooLongMs: asked } : {}),
    };
  return { again: true, afterMs, isThrottled: result.status_code === 429 };
}
