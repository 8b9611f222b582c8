import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createLimiter, type Limiter } from '#kernel/limiter';
import { createLog } from '#kernel/log';
import { migrate } from '#kernel/migrate';
import { openTestDatabase, testDatabaseUrl, type OpenedDatabase } from '../support/database.ts';
import { freePort, isRedisInstalled, startRedis, type OwnRedis } from '../support/redis.ts';

const log = createLog('silent');
let opened: OpenedDatabase;
before(async () => {
  opened = await openTestDatabase(log);
  await migrate(opened.database, new URL('../../migrations/', import.meta.url));
});
after(async () => {
  await opened.database.close();
  await opened.drop();
});

const key = (): string => `test-${randomBytes(6).toString('hex')}`;

/** What every store must hold, whichever it is. `make` opens it as one more process would. */
function guarantees(make: () => Promise<Limiter>, processes: number): void {
  const open: Limiter[] = [];
  before(async () => {
    for (let n = 0; n < processes; n += 1) open.push(await make());
  });
  after(async () => {
    for (const limiter of open) await limiter.close();
  });
  const any = (n: number): Limiter => open[n % open.length] as Limiter;

  test('exactly as many calls pass as the limit says, also when all come at once', async () => {
    const bucket = key();
    const taken = await Promise.all(Array.from({ length: 60 }, (_, n) => any(n).take(bucket, 20, 60)));
    assert.equal(taken.filter((one) => one.allowed).length, 20);
    const refused = taken.filter((one) => !one.allowed);
    for (const one of refused) assert.ok(one.resetMs > 0 && one.resetMs <= 60_000, `${one.resetMs}`);
  });

  test('keys are counted apart', async () => {
    const [one, other] = [key(), key()];
    assert.equal((await any(0).take(one, 1, 60)).allowed, true);
    assert.equal((await any(1).take(one, 1, 60)).allowed, false);
    assert.equal((await any(0).take(other, 1, 60)).allowed, true);
  });

  test('a new window begins when the old one is over', async () => {
    const bucket = key();
    const first = await any(0).take(bucket, 1, 1);
    assert.equal(first.allowed, true);
    const refused = await any(1).take(bucket, 1, 1);
    assert.equal(refused.allowed, false);
    await pause(refused.resetMs + 50);
    assert.equal((await any(1).take(bucket, 1, 1)).allowed, true);
  });
}

describe('in memory', () => {
  const database = { kind: 'embedded' } as OpenedDatabase['database'];
  guarantees(() => createLimiter({ database, log }), 1);
});

if (testDatabaseUrl)
  describe('in PostgreSQL, from three processes', () => {
    guarantees(() => createLimiter({ database: opened.database, log }), 3);

    test('those who wait for the same count are counted in one statement, each at their own place', async () => {
      let statements = 0;
      const database: OpenedDatabase['database'] = {
        ...opened.database,
        executeSql(text, values) {
          statements += 1;
          return opened.database.executeSql(text, values);
        },
      };
      const limiter = await createLimiter({ database, log });
      const bucket = key();
      const taken = await Promise.all(Array.from({ length: 40 }, () => limiter.take(bucket, 30, 60)));
      assert.deepEqual(
        taken.map((one) => one.remaining),
        Array.from({ length: 40 }, (_, place) => Math.max(0, 29 - place)),
      );
      assert.equal(taken.filter((one) => one.allowed).length, 30);
      assert.equal(statements, 2, 'the first, and all who came while it was counted');
      await limiter.close();
    });
  });

// Only where the server is installed: these tests start one of their own.
if (isRedisInstalled)
  describe('in Redis, from three processes', () => {
    let redis: OwnRedis;
    before(async () => {
      redis = await startRedis();
    });
    after(() => redis.stop());
    guarantees(() => createLimiter({ redisUrl: redis.url, database: opened.database, log }), 3);

    test('while Redis is away each process counts for itself, and calls go on', async () => {
      const limiter = await createLimiter({
        redisUrl: `redis://127.0.0.1:${await freePort()}`,
        database: opened.database,
        log,
      });
      const bucket = key();
      const taken = [];
      for (let n = 0; n < 5; n += 1) taken.push(await limiter.take(bucket, 3, 60));
      assert.deepEqual(
        taken.map((one) => one.allowed),
        [true, true, true, false, false],
      );
      await limiter.close();
    });
  });

test('a Redis that takes connections and answers nothing holds up neither the start nor a call', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  const held = new Set<Socket>();
  silent.on('connection', (socket) => held.add(socket));
  await new Promise((resolve) => silent.once('listening', resolve));
  const { port } = silent.address() as { port: number };
  const limiter = await createLimiter({
    redisUrl: `redis://127.0.0.1:${port}`,
    database: opened.database,
    log,
  });
  const bucket = key();
  const taken = await Promise.all([1, 2, 3].map(() => limiter.take(bucket, 2, 60)));
  assert.deepEqual(
    taken.map((one) => one.allowed),
    [true, true, false],
  );
  await limiter.close();
  for (const socket of held) socket.destroy();
  silent.close();
});

// Only where the server is installed: these tests start one of their own.
if (isRedisInstalled)
  test('a Redis that stops answering in the middle holds up no call', async (t) => {
    const redis = await startRedis();
    t.after(() => redis.stop());
    const limiter = await createLimiter({
      redisUrl: redis.url,
      database: opened.database,
      log,
    });
    t.after(() => limiter.close());
    assert.equal((await limiter.take(key(), 1, 60)).allowed, true);
    redis.freeze();
    const bucket = key();
    assert.equal((await limiter.take(bucket, 1, 60)).allowed, true);
    assert.equal((await limiter.take(bucket, 1, 60)).allowed, false);
  });
