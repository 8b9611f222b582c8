import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

export interface LimitTaken {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetMs: number;
}

/** Counts calls in fixed windows. The numbers live in the contract; this only counts. */
export interface Limiter {
  take(key: string, max: number, windowSeconds: number): Promise<LimitTaken>;
}

/** Counters of one process, which is exact as long as there is one process. */
export function createMemoryLimiter(): Limiter {
  const byWindow = new Map<string, RateLimiterMemory>();
  return {
    async take(key, max, windowSeconds) {
      const id = `${max}/${windowSeconds}`;
      const limiter = byWindow.get(id) ?? new RateLimiterMemory({ points: max, duration: windowSeconds });
      byWindow.set(id, limiter);
      return limiter.consume(key).then(
        (state) => ({ allowed: true, remaining: state.remainingPoints, resetMs: state.msBeforeNext }),
        (refusal: unknown) => {
          if (!(refusal instanceof RateLimiterRes)) throw refusal;
          return { allowed: false, remaining: 0, resetMs: refusal.msBeforeNext };
        },
      );
    },
  };
}
