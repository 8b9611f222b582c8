import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
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

/** Some tests start a server of their own, where it is installed. */
export const isRedisInstalled = spawnSync('redis-server', ['--version']).status === 0;

export interface OwnRedis {
  readonly url: string;
  /** Keeps its connections and answers nothing any more. */
  freeze(): void;
  stop(): Promise<void>;
}

/** A server that keeps nothing, on loopback; resolves when it takes connections. */
export async function startRedis(): Promise<OwnRedis> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const port = await freePort();
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const server = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = once(server, 'exit');
    const isReady = new Promise<boolean>((settle) => {
      createInterface({ input: server.stdout }).on('line', (line) => {
        if (line.includes('Ready to accept connections')) settle(true);
      });
      // Somebody else took the port meanwhile.
      void ended.then(() => settle(false));
    });
    if (!(await isReady)) continue;
    return {
      url: `redis://127.0.0.1:${port}`,
      freeze: () => void server.kill('SIGSTOP'),
      async stop() {
        server.kill('SIGKILL');
        await ended;
      },
    };
  }
  throw new Error('Redis did not start.');
}

/** A port on which nobody listens at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
