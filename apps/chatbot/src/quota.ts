/** What the X-RateLimit headers say. `resetSeconds` is the Unix time of the next midnight UTC. */
export type QuotaState = Readonly<{
  limit: number;
  remaining: number;
  resetSeconds: number;
}>;

export type Quota = Readonly<{
  /** Takes one request from the caller's day, or refuses when none is left. Refusals are not counted. */
  consume(key: string): Promise<QuotaState & { allowed: boolean }>;
  /** Where the caller stands, without counting. An unknown caller stands where everybody begins the day. */
  peek(key: string | undefined): QuotaState | Promise<QuotaState>;
  /** Where a caller stands who has not asked yet. */
  untouched(): QuotaState;
}>;

/** Counts requests of one UTC day. `consume` must be atomic: of N parallel calls exactly `limit` are allowed. */
export type QuotaCounter = Readonly<{
  consume(key: string, day: number, limit: number): CounterAnswer | Promise<CounterAnswer>;
  used(key: string, day: number): number | Promise<number>;
}>;

export type CounterAnswer = Readonly<{ used: number; allowed: boolean }>;

export const dayMs = 86_400_000;

export function createQuota({
  limit,
  clock,
  counter,
}: Readonly<{ limit: number; clock: () => number; counter: QuotaCounter }>): Quota {
  const state = (used: number, day: number): QuotaState => ({
    limit,
    remaining: Math.max(0, limit - used),
    resetSeconds: ((day + 1) * dayMs) / 1000,
  });
  const today = (): number => Math.floor(clock() / dayMs);

  return {
    async consume(key) {
      const day = today();
      const { used, allowed } = await counter.consume(key, day, limit);
      return { ...state(used, day), allowed };
    },
    peek(key) {
      const day = today();
      const used = key === undefined ? 0 : counter.used(key, day);
      return used instanceof Promise ? used.then((known) => state(known, day)) : state(used, day);
    },
    untouched: () => state(0, today()),
  };
}

/** Callers remembered in one day, some 100 MB. Callers beyond it share one counter rather than go uncounted. */
const callerLimit = 1_000_000;

export type MemoryCounter = QuotaCounter &
  Readonly<{
    /** Learns what another counter knows, so that taking over from it continues the count. */
    observe(key: string, day: number, used: number): void;
  }>;

export function createMemoryCounter(limitOfCallers: number = callerLimit): MemoryCounter {
  let countedDay = -1;
  let counts = new Map<string, number>();

  const countsOf = (day: number): Map<string, number> => {
    if (day !== countedDay) {
      countedDay = day;
      counts = new Map();
    }
    return counts;
  };
  const slot = (key: string, of: Map<string, number>): string =>
    of.has(key) || of.size < limitOfCallers ? key : 'everybody else';

  return {
    consume(key, day, limit) {
      const current = countsOf(day);
      const place = slot(key, current);
      const used = current.get(place) ?? 0;
      if (used >= limit) return { used, allowed: false };
      current.set(place, used + 1);
      return { used: used + 1, allowed: true };
    },
    used(key, day) {
      const current = countsOf(day);
      return current.get(slot(key, current)) ?? 0;
    },
    observe(key, day, used) {
      const current = countsOf(day);
      const place = slot(key, current);
      current.set(place, Math.max(used, current.get(place) ?? 0));
    },
  };
}
