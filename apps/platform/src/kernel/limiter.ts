import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import type { Database } from './database.ts';
import type { Log } from './log.ts';
import { createSharedLoads } from './shared-loads.ts';

export interface LimitTaken {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetMs: number;
}

/** Counts calls in fixed windows. The numbers live in the contract; this only counts. */
export interface Limiter {
  take(key: string, max: number, windowSeconds: number): Promise<LimitTaken>;
  close(): Promise<void>;
}

interface Options {
  readonly redisUrl?: string | undefined;
  readonly database: Database;
  readonly log: Log;
}

type Make = (points: number, duration: number) => RateLimiterAbstract;

/**
 * One exact count for all processes: in Redis when there is one, else in PostgreSQL, else (embedded, so one process) in
 * memory. Each store adds in a single step of its own, so parallel calls cannot share a place.
 */
export async function createLimiter({ redisUrl, database, log }: Options): Promise<Limiter> {
  if (redisUrl) return overRedis(redisUrl, log);
  if (database.kind === 'postgres') return overPostgres(database, log);
  return createMemoryLimiter();
}

/** Counters of one process, which is exact as long as there is one process. */
export const createMemoryLimiter = (): Limiter =>
  counting((points, duration) => new RateLimiterMemory({ points, duration }));

/** Long enough for a process that was busy itself: it would take its own delay for one of Redis. */
const answerWithinMs = 3_000;

async function overRedis(url: string, log: Log): Promise<Limiter> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 5_000,
    // A frozen Redis keeps its connections and answers nothing: to whoever waits it is away like one that is gone. The
    // connection is given up with the first answer that is late, so that only those calls wait which were under way.
    commandTimeout: answerWithinMs,
    socketTimeout: answerWithinMs,
    retryStrategy: (attempt) => Math.min(attempt * 200, 5_000),
  });
  redis.on('error', (error: Error) => log.warn({ err: error }, 'Redis is away; limits count per process'));
  // Redis that is down at start comes back by itself; meanwhile each process counts for itself.
  await redis.connect().catch(() => undefined);
  return counting(
    (points, duration) =>
      new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: 'sonde:limit',
        points,
        duration,
        insuranceLimiter: new RateLimiterMemory({ points, duration }),
      }),
    async () => redis.disconnect(),
  );
}

function overPostgres(database: Database, log: Log): Limiter {
  const storeClient = {
    query: ({ text, values }: { text: string; values: unknown[] }) => database.executeSql(text, values),
  };
  const removeExpired = (): void => {
    database
      .executeSql('delete from rate_limits where expire < $1', [Date.now()])
      .catch((error: unknown) => log.warn({ err: error }, 'expired limits could not be removed'));
  };
  const timer = setInterval(removeExpired, 300_000).unref();
  return counting(
    (points, duration) =>
      new RateLimiterPostgres({
        storeClient,
        storeType: 'client',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: 'limit',
        points,
        duration,
      }),
    async () => clearInterval(timer),
  );
}

/**
 * Those who wait for the same count are counted in one step, each at their own place: one after the other they would
 * write the same row, and wait for the disk, as often as there are of them.
 */
function counting(make: Make, close: () => Promise<void> = async () => undefined): Limiter {
  const byWindow = new Map<string, RateLimiterAbstract>();
  const waiting = new Map<string, { size: number }>();
  const share = createSharedLoads<RateLimiterRes>();
  return {
    async take(key, max, windowSeconds) {
      const id = `${max}/${windowSeconds}`;
      const limiter = byWindow.get(id) ?? make(max, windowSeconds);
      byWindow.set(id, limiter);
      const counted = `${id}:${key}`;
      const group = waiting.get(counted) ?? { size: 0 };
      waiting.set(counted, group);
      const place = (group.size += 1);
      const state = await share(counted, () => {
        waiting.delete(counted);
        return add(limiter, key, group.size);
      });
      const number = state.consumedPoints - group.size + place;
      return {
        allowed: number <= max,
        remaining: Math.max(0, max - number),
        resetMs: state.msBeforeNext,
      };
    },
    close,
  };
}

/** What the count has come to, also where that is too much. */
const add = (limiter: RateLimiterAbstract, key: string, calls: number): Promise<RateLimiterRes> =>
  limiter.consume(key, calls).catch((refusal: unknown) => {
    if (refusal instanceof RateLimiterRes) return refusal;
    throw refusal;
  });
