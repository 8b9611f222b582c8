import { Redis } from 'ioredis';
import type { Log } from './log.ts';
import { createMemoryCounter, dayMs } from './quota.ts';
import type { CounterAnswer, QuotaCounter } from './quota.ts';

export type RedisCounter = QuotaCounter &
  Readonly<{
    /** Waits for the first connection, but not for ever: the service starts without Redis too. */
    connect(): Promise<void>;
    close(): void;
  }>;

// Reading, comparing and adding happen in one script, so several processes can never share out one request twice.
const consumeScript = `
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
if used >= tonumber(ARGV[1]) then return {used, 0} end
used = redis.call('INCR', KEYS[1])
redis.call('EXPIRE', KEYS[1], ARGV[2])
return {used, 1}
`;

/** Two days: a key outlives its day even when the clocks of two processes differ. */
const keyLifetimeSeconds = (2 * dayMs) / 1000;

/**
 * Counts in Redis. While Redis does not answer, this process goes on counting by itself from the last numbers it saw:
 * callers are still limited, though for that time by each process alone.
 */
export function createRedisCounter({
  url,
  prefix,
  log,
}: Readonly<{ url: string; prefix: string; log: Log }>): RedisCounter {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 1000,
    connectTimeout: 2000,
  });
  const ownCount = createMemoryCounter();
  let reachable = true;
  const report = (nowReachable: boolean, reason?: unknown): void => {
    if (nowReachable === reachable) return;
    reachable = nowReachable;
    if (nowReachable) log.info('Redis answers again; quotas are counted there.', {});
    else
      log.error('Redis does not answer; quotas are counted by this process alone.', {
        reason: String(reason),
      });
  };
  redis.on('error', (reason) => report(false, reason));
  const keyOf = (key: string, day: number): string => `${prefix}quota:${day}:${key}`;

  return {
    async consume(key, day, limit) {
      try {
        const answer = readAnswer(
          await redis.eval(consumeScript, 1, keyOf(key, day), limit, keyLifetimeSeconds),
        );
        report(true);
        ownCount.observe(key, day, answer.used);
        return answer;
      } catch (reason) {
        report(false, reason);
        return ownCount.consume(key, day, limit);
      }
    },
    async used(key, day) {
      try {
        const used = Number((await redis.get(keyOf(key, day))) ?? 0);
        report(true);
        return used;
      } catch (reason) {
        report(false, reason);
        return ownCount.used(key, day);
      }
    },
    async connect() {
      await redis.connect().catch((reason: unknown) => report(false, reason));
    },
    close: () => redis.disconnect(),
  };
}

function readAnswer(answer: unknown): CounterAnswer {
  if (!Array.isArray(answer))
    throw new TypeError('Redis answered the quota script with something unexpected.');
  return { used: Number(answer[0]), allowed: answer[1] === 1 };
}
