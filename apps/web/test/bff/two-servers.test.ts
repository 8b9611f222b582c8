import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startHouse } from './harness.ts';
import { startRedisStandIn } from './redis-stand-in.ts';

const thirty = Array.from({ length: 30 }, (_, index) => index);

async function startTwo(t: TestContext) {
  const redis = await startRedisStandIn();
  const house = await startHouse(t, { env: { REDIS_URL: redis.url } });
  const second = await house.openWeb();
  t.after(() => redis.stop());
  return { ...house, redis, second };
}

void test('two servers behind one browser: thirty parallel requests cause one refresh, and nobody is signed out', async (t) => {
  const { platform, browser, second, clock } = await startTwo(t);
  const other = browser.at(second.port);
  await browser.signIn(platform.code('ada@example.test'));
  platform.state.refreshDelayMs = 60;
  for (let round = 1; round <= 2; round += 1) {
    clock.advance(850);
    const answers = await Promise.all(
      thirty.map((index) => (index % 2 ? browser : other).send('/api/v1/endpoints')),
    );
    assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [200]);
    assert.equal(platform.count('POST /auth/refresh'), round);
  }
  assert.equal(platform.families[0]?.revoked, false);
});

void test('a late request at the second server gets what the first one remembers', async (t) => {
  const { platform, browser, second, clock } = await startTwo(t);
  await browser.signIn(platform.code('ada@example.test'));
  clock.advance(850);
  const late = browser.copy(second.port);
  await browser.send('/api/v1/endpoints');
  assert.equal((await late.send('/api/v1/endpoints')).status, 200);
  assert.equal(platform.count('POST /auth/refresh'), 1);
});

void test('what the servers share holds no token in the clear', async (t) => {
  const { platform, browser, redis, clock } = await startTwo(t);
  await browser.signIn(platform.code('ada@example.test'));
  clock.advance(850);
  await browser.send('/api/v1/endpoints');
  const shared = JSON.stringify([...redis.values]);
  assert.match(shared, /sonde:web:answer:/);
  assert.ok(!shared.includes('ada@example.test'));
  for (const token of platform.refreshTokens.keys()) assert.ok(!shared.includes(token));
  assert.ok(!/eyJ[\w-]+\.eyJ/.test(shared));
});

void test('while Redis is away each server remembers alone and everybody stays signed in', async (t) => {
  const { platform, browser, redis, clock, log } = await startTwo(t);
  await browser.signIn(platform.code('ada@example.test'));
  await redis.stop();
  clock.advance(850);
  const answers = await Promise.all(thirty.map(() => browser.send('/api/v1/endpoints')));
  assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [200]);
  assert.equal(platform.count('POST /auth/refresh'), 1);
  assert.ok(log.some((line) => line.includes('Redis is away')));
});

void test('two servers without Redis share sessions, as long as they share the secret', async (t) => {
  const { platform, browser, openWeb } = await startHouse(t);
  const second = await openWeb();
  await browser.signIn(platform.code('ada@example.test'));
  assert.equal((await browser.at(second.port).send('/api/v1/endpoints')).status, 200);
});

const healthAt = async (browser: { send(path: string): Promise<{ json(): unknown }> }) =>
  (await browser.send('/health')).json() as {
    status: string;
    components: { sessions: { status: string; detail?: string } };
  };

void test('two servers that serve one browser and share nothing say so, until one is alone for an hour', async (t) => {
  const { platform, browser, openWeb, clock } = await startHouse(t);
  const other = browser.at((await openWeb()).port);
  clock.advance(300);
  await browser.signIn(platform.code('ada@example.test'));
  await browser.send('/api/v1/endpoints');
  assert.equal((await healthAt(browser)).status, 'healthy', 'its own cookies are nobody else');
  assert.equal((await healthAt(other)).status, 'healthy', 'nobody has been there');
  await other.send('/api/v1/endpoints');
  const { status, components } = await healthAt(other);
  assert.deepEqual([status, components.sessions.status], ['degraded', 'degraded']);
  assert.match(components.sessions.detail ?? '', /REDIS_URL/);
  assert.equal((await other.send('/health')).status, 200);
  clock.advance(850);
  await other.send('/api/v1/endpoints');
  await browser.send('/api/v1/endpoints');
  assert.equal((await healthAt(browser)).status, 'degraded');
  clock.advance(3600);
  assert.equal((await healthAt(browser)).status, 'healthy');
});

void test('a server that takes over from another, and servers that share Redis, are healthy', async (t) => {
  const { platform, browser, openWeb, clock } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  clock.advance(300);
  const successor = browser.at((await openWeb()).port);
  assert.equal((await successor.send('/api/v1/endpoints')).status, 200);
  assert.equal((await healthAt(successor)).status, 'healthy');
  const two = await startTwo(t);
  two.clock.advance(300);
  await two.browser.signIn(two.platform.code('ada@example.test'));
  const sharing = two.browser.at(two.second.port);
  await sharing.send('/api/v1/endpoints');
  assert.equal((await healthAt(sharing)).status, 'healthy');
});
