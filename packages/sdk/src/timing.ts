/** Time as the client sees it; tests put their own in its place. */
export interface Timing {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after the given time, or rejects with the reason of the signal. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemTiming: Timing = {
  now: () => Date.now(),
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, milliseconds);
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};

/** Doubles from `firstMs` up to `lastMs`; half of it is chance, so that many clients do not come back together. */
export function backOffMs(attempt: number, firstMs: number, lastMs: number): number {
  const full = Math.min(lastMs, firstMs * 2 ** Math.min(attempt, 20));
  return full / 2 + (Math.random() * full) / 2;
}
