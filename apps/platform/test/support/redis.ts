import { Redis } from 'ioredis';

/** Whether this run has a Redis beside its PostgreSQL. */
export const testRedisUrl = process.env['TEST_REDIS_URL'];

const databases = Array.from({ length: 15 }, (_, n) => n + 1);
const leaseSeconds = 900;

/** An empty Redis database that no other test file has at the same time; Redis itself keeps the list. */
export async function leaseRedis(server: string): Promise<{ url: string; release(): Promise<void> }> {
  const registry = new Redis(server);
  for (const number of databases) {
    const lease = `sonde:test:lease:${number}`;
    const isOurs = (await registry.set(lease, process.pid, 'EX', leaseSeconds, 'NX')) === 'OK';
    if (!isOurs) continue;
    const url = new URL(server);
    url.pathname = `/${number}`;
    const empty = async (): Promise<void> => {
      const database = new Redis(url.href);
      await database.flushdb();
      database.disconnect();
    };
    await empty();
    return {
      url: url.href,
      async release() {
        await empty();
        await registry.del(lease);
        registry.disconnect();
      },
    };
  }
  registry.disconnect();
  throw new Error(`Every test database of ${server} is in use.`);
}
