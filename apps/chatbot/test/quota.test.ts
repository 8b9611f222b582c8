import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { once } from 'node:events';
import { test } from 'node:test';
import { Redis } from 'ioredis';
import { createMemoryCounter } from '../src/quota.ts';
import { bearer, noon, remaining, startChatbot, testKey } from './harness.ts';

const nextMidnightSeconds = Date.UTC(2031, 4, 18) / 1000;
const unknownSession = `/sessions/${randomUUID()}`;

test('every response carries the three headers: successes, refusals and routes that do not exist', async () => {
  await using chatbot = startChatbot();
  const responses = [
    await chatbot.app.inject('/health'),
    await chatbot.app.inject('/'),
    await chatbot.app.inject('/use-cases'),
    await chatbot.chat({ message: 'hello' }),
    await chatbot.chat({}),
    await chatbot.chat('{'),
    await chatbot.app.inject(unknownSession),
    await chatbot.app.inject('/nowhere'),
    await chatbot.app.inject('/%zz'),
    await chatbot.app.inject({ method: 'HEAD', url: '/health' }),
  ];
  for (const { headers } of responses) {
    assert.equal(headers['x-ratelimit-limit'], '100');
    assert.match(String(headers['x-ratelimit-remaining']), /^\d+$/);
    assert.equal(headers['x-ratelimit-reset'], String(nextMidnightSeconds));
  }
});

test('a request that is not even HTTP is answered with the headers as well', async () => {
  await using chatbot = startChatbot();
  const address = new URL(await chatbot.app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(address.port), '127.0.0.1');
  socket.end('this is not HTTP\r\n\r\n');
  const [answer] = await once(socket, 'data');
  assert.match(String(answer), /^HTTP\/1\.1 400 /);
  assert.match(String(answer), /x-ratelimit-limit: 100/);
  assert.match(String(answer), /\{"detail":/);
});

test('chat and session routes count once each; public routes, wrong methods and echo never', async () => {
  await using chatbot = startChatbot();
  assert.equal(remaining(await chatbot.app.inject('/health')), 100);
  assert.equal(remaining(await chatbot.chat({ message: 'ping', use_case: 'echo' })), 100);
  assert.equal(remaining(await chatbot.chat({ use_case: 'echo' })), 100);
  assert.equal(remaining(await chatbot.chat({ message: 'hello' })), 99);
  assert.equal(remaining(await chatbot.chat({})), 98);
  assert.equal(remaining(await chatbot.chat('{')), 97);
  assert.equal(remaining(await chatbot.app.inject(unknownSession)), 96);
  assert.equal(remaining(await chatbot.app.inject({ method: 'DELETE', url: unknownSession })), 95);
  assert.equal(remaining(await chatbot.app.inject('/chat')), 95);
  assert.equal(remaining(await chatbot.app.inject('/use-cases')), 95);
});

test('a body that claims to be echo exempts no session route', async () => {
  await using chatbot = startChatbot();
  const response = await chatbot.app.inject({
    method: 'DELETE',
    url: unknownSession,
    headers: { 'content-type': 'application/json' },
    payload: '{"use_case":"echo"}',
  });
  assert.equal(remaining(response), 99);
});

test('over the limit: 429 with Retry-After until midnight UTC, while echo and public routes go on', async () => {
  await using chatbot = startChatbot({ CHATBOT_RATE_LIMIT: '2' });
  await chatbot.chat({ message: 'hello' });
  await chatbot.chat({ message: 'hello' });
  for (const refused of [
    await chatbot.chat({ message: 'hello' }),
    await chatbot.app.inject(unknownSession),
    await chatbot.chat('{'),
  ]) {
    assert.equal(refused.statusCode, 429);
    assert.equal(refused.headers['retry-after'], String(12 * 3600));
    assert.equal(remaining(refused), 0);
    assert.deepEqual(Object.keys(refused.json()), ['detail']);
  }
  assert.equal((await chatbot.chat({ message: 'ping', use_case: 'echo' })).statusCode, 200);
  assert.equal((await chatbot.app.inject('/health')).statusCode, 200);
});

test('the day rolls over at midnight UTC exactly', async () => {
  await using chatbot = startChatbot({ CHATBOT_RATE_LIMIT: '1' });
  assert.equal((await chatbot.chat({ message: 'hello' })).statusCode, 200);
  chatbot.time.now = nextMidnightSeconds * 1000 - 1;
  const lastMillisecond = await chatbot.chat({ message: 'hello' });
  assert.equal(lastMillisecond.statusCode, 429);
  assert.equal(lastMillisecond.headers['retry-after'], '1');
  chatbot.time.now = nextMidnightSeconds * 1000;
  const nextDay = await chatbot.chat({ message: 'hello' });
  assert.equal(nextDay.statusCode, 200);
  assert.equal(nextDay.headers['x-ratelimit-reset'], String(nextMidnightSeconds + 86_400));
});

test('of many parallel requests exactly the limit gets through', async () => {
  await using chatbot = startChatbot();
  const responses = await Promise.all(Array.from({ length: 300 }, () => chatbot.chat({ message: 'hello' })));
  assert.equal(responses.filter(({ statusCode }) => statusCode === 200).length, 100);
  assert.equal(responses.filter(({ statusCode }) => statusCode === 429).length, 200);
  const left = responses.filter(({ statusCode }) => statusCode === 200).map(remaining);
  assert.deepEqual(
    left.toSorted((a, b) => a - b),
    Array.from({ length: 100 }, (_, index) => index),
  );
});

test('in authenticated mode the limit is 1000 per X-User-ID, whatever address or organization it comes from', async () => {
  await using chatbot = startChatbot({ CHATBOT_API_KEY: testKey });
  const ask = (headers: Record<string, string>, remoteAddress = '10.0.0.1') =>
    chatbot.chat({ message: 'hello' }, { headers, remoteAddress });
  const first = await ask(bearer('ana', 'acme'));
  assert.equal(first.headers['x-ratelimit-limit'], '1000');
  assert.equal(remaining(first), 999);
  assert.equal(remaining(await ask(bearer('ana', 'other'), '10.0.0.2')), 998);
  assert.equal(remaining(await ask(bearer('bob'))), 999);
  assert.equal(remaining(await ask(bearer())), 999);
  assert.equal(remaining(await ask(bearer('   '))), 998, 'a blank user is the default user');
  assert.equal(remaining(await chatbot.app.inject({ url: '/health', headers: bearer('ana') })), 998);
  assert.equal(
    remaining(await chatbot.app.inject({ url: '/health', headers: { 'x-user-id': 'ana' } })),
    1000,
  );
});

test('users beyond the memory of the counter share one count instead of going uncounted', async () => {
  const counter = createMemoryCounter(2);
  for (const key of ['a', 'b', 'c', 'd']) await counter.consume(key, 1, 10);
  assert.deepEqual(
    [await counter.used('a', 1), await counter.used('c', 1), await counter.used('e', 1)],
    [1, 2, 2],
  );
});

const redisUrl = 'redis://127.0.0.1:6379';

async function redisAnswers(): Promise<boolean> {
  const redis = new Redis(redisUrl, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 500 });
  redis.on('error', () => {});
  const answers = await redis.connect().then(
    () => true,
    () => false,
  );
  redis.disconnect();
  return answers;
}

test('two processes that share Redis let exactly the limit through together', async (context) => {
  if (!(await redisAnswers()))
    return context.diagnostic('No Redis answers on this machine; nothing to share.');
  const prefix = `sonde:chatbot:test:${randomUUID()}:`;
  const environment = { REDIS_URL: redisUrl, CHATBOT_REDIS_PREFIX: prefix };
  await using one = startChatbot(environment);
  await using two = startChatbot(environment);
  const responses = await Promise.all(
    Array.from({ length: 260 }, (_, index) => (index % 2 === 0 ? one : two).chat({ message: 'hello' })),
  );
  assert.equal(responses.filter(({ statusCode }) => statusCode === 200).length, 100);
  assert.equal(remaining(await two.app.inject('/health')), 0);
  one.time.now = two.time.now = nextMidnightSeconds * 1000;
  assert.equal(remaining(await one.chat({ message: 'hello' })), 99);
  assert.equal(remaining(await two.chat({ message: 'hello' })), 98);
  assert.deepEqual(one.logged, []);

  const redis = new Redis(redisUrl);
  const keys = await redis.keys(`${prefix}*`);
  assert.equal(keys.length, 2);
  for (const key of keys) assert.ok((await redis.ttl(key)) > 0, 'counters expire by themselves');
  await redis.del(keys);
  redis.disconnect();
});

test('without Redis the quota is still kept, by this process alone, and the log says so', async () => {
  await using chatbot = startChatbot({ REDIS_URL: 'redis://127.0.0.1:1', CHATBOT_RATE_LIMIT: '3' });
  const statuses = [];
  for (let index = 0; index < 5; index++)
    statuses.push((await chatbot.chat({ message: 'hello' })).statusCode);
  assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
  assert.equal(chatbot.logged.filter(({ level }) => level === 'error').length, 1);
});

test('the reset moment is the next midnight for any time of day', async () => {
  await using chatbot = startChatbot();
  for (const offset of [0, 1, 12 * 3_600_000 - 1]) {
    chatbot.time.now = noon + offset;
    assert.equal(
      (await chatbot.app.inject('/health')).headers['x-ratelimit-reset'],
      String(nextMidnightSeconds),
    );
  }
});
