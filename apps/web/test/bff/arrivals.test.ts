import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { type TestContext, test } from 'node:test';
import { createBrowser, startHouse } from './harness.ts';
import type { PlatformStandIn } from './platform-stand-in.ts';
import { startRedisStandIn } from './redis-stand-in.ts';

type Browser = ReturnType<typeof createBrowser>;

const submit = (browser: Browser, body: Record<string, unknown>) =>
  browser.post('/api/auth/callback/credentials', body);

/** The last step of a provider's sign-in, as the browser navigates to it; gives the code of the address it lands on. */
async function returnFromProvider(
  platform: PlatformStandIn,
  browser: Browser,
  email: string,
): Promise<string> {
  const code = platform.code(email);
  platform.route('GET /auth/callback', (_req, res) =>
    res.writeHead(302, { location: `http://localhost:3000/auth/signin?code=${code}` }).end(),
  );
  const answer = await browser.send('/api/v1/auth/callback?state=a&code=b', {
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  assert.equal(answer.status, 302);
  return code;
}

void test('the code that a provider brought to this browser signs it in without a question', async (t) => {
  const { platform, browser } = await startHouse(t);
  const code = await returnFromProvider(platform, browser, 'ada@example.test');
  const bond = browser.jar.get('sonde_arrival');
  assert.ok(bond && !code.includes(bond), 'the cookie names the code and does not hold it');
  const answer = await submit(browser, { code, from: 'provider' });
  assert.equal((answer.json() as { user: { email: string } }).user.email, 'ada@example.test');
  assert.equal(browser.jar.has('sonde_arrival'), false);
  const again = await submit(browser, { code, from: 'provider' });
  assert.ok('user' in (again.json() as object), 'a page that is reloaded asks nothing');
});

void test('a code in the address that came another way asks first, and leaves the session as it is', async (t) => {
  const { platform, browser, log } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  // A provider flow of one's own, begun before, vouches for its own code alone.
  await returnFromProvider(platform, browser, 'ada@example.test');
  const answer = await submit(browser, { code: platform.code('eve@example.test'), from: 'provider' });
  assert.equal(answer.status, 200, answer.body);
  assert.deepEqual(answer.json(), {
    confirm: { email: 'eve@example.test', name: 'Ada Example' },
    current: 'ada@example.test',
  });
  assert.equal((await browser.session()).user?.email, 'ada@example.test');
  assert.equal(platform.families[0]?.revoked, false, 'nor is it ended on the platform');
  const shown = answer.body + JSON.stringify(answer.headers) + log.join();
  for (const token of platform.refreshTokens.keys()) assert.ok(!shown.includes(token));

  const stayed = await browser.post('/api/auth/arrival', { accept: false });
  assert.equal(stayed.status, 200);
  assert.equal((await browser.session()).user?.email, 'ada@example.test');
  assert.equal(platform.families[1]?.revoked, true, 'what was not wanted is ended');
  assert.equal((await browser.post('/api/auth/arrival', { accept: true })).status, 400);
});

void test('whoever says yes is signed in, and only then the former session ends', async (t) => {
  const { platform, browser } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  await submit(browser, { code: platform.code('bea@example.test'), from: 'provider' });
  const answer = await browser.post('/api/auth/arrival', { accept: true });
  assert.equal(answer.status, 200, answer.body);
  assert.equal((await browser.session()).user?.email, 'bea@example.test');
  while (platform.families[0]?.revoked !== true) await delay(5);
  assert.deepEqual(
    [...browser.jar.keys()].filter((name) => name.startsWith('sonde_waiting')),
    [],
  );
});

void test('another site can neither ask nor answer, and a waiting session is no session', async (t) => {
  const { platform, browser, web } = await startHouse(t);
  await submit(browser, { code: platform.code('eve@example.test'), from: 'provider' });
  const waiting = browser.jar.get('sonde_waiting') ?? '';
  assert.ok(waiting);
  assert.equal((await browser.session()).user, null);
  const swapped = createBrowser(web.port, new Map([['sonde_session', waiting]]));
  assert.equal((await swapped.session()).user, null);
  const answer = await browser.post(
    '/api/auth/arrival',
    { accept: true },
    { headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' } },
  );
  assert.equal(answer.status, 403);
});

void test('the link of a mail asks only where it would replace somebody else', async (t) => {
  const { platform, browser } = await startHouse(t);
  await submit(browser, { code: platform.code('ada@example.test'), from: 'mail' });
  assert.equal((await browser.session()).user?.email, 'ada@example.test');
  await submit(browser, { code: platform.code('ada@example.test'), from: 'mail' });
  assert.equal((await browser.session()).user?.email, 'ada@example.test');
  const other = await submit(browser, { code: platform.code('eve@example.test'), from: 'mail' });
  assert.equal((other.json() as { current: string }).current, 'ada@example.test');
  assert.equal((await browser.session()).user?.email, 'ada@example.test');
});

void test('a code that one browser submits twice is exchanged once, and the session lives', async (t) => {
  const { platform, browser, clock } = await startHouse(t);
  const code = platform.code('ada@example.test');
  const twice = await Promise.all([submit(browser, { code }), submit(browser.copy(), { code })]);
  clock.advance(9);
  twice.push(await submit(browser, { code }));
  assert.deepEqual(
    twice.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.equal(platform.count('POST /auth/exchange-code'), 1);
  assert.equal((await browser.send('/api/v1/endpoints')).status, 200);
  assert.equal(platform.families[0]?.revoked, false);
  clock.advance(2);
  assert.equal((await submit(browser.copy(), { code })).status, 400, 'remembered for ten seconds');
});

void test('another browser has no share in what a code gave, nor has one that signed out', async (t) => {
  const { platform, browser } = await startHouse(t);
  const code = platform.code('ada@example.test');
  await submit(browser, { code });
  const other = await browser
    .copy()
    .post('/api/auth/callback/credentials', { code }, { headers: { 'user-agent': 'another' } });
  assert.equal(other.status, 400);
  const later = platform.code('ada@example.test');
  await submit(browser, { code: later });
  await browser.post('/api/auth/signout');
  assert.equal((await submit(browser, { code: later })).status, 400);
});

void test('two servers exchange a code once', async (t: TestContext) => {
  const redis = await startRedisStandIn();
  t.after(() => redis.stop());
  const { platform, browser, openWeb } = await startHouse(t, { env: { REDIS_URL: redis.url } });
  const second = browser.copy((await openWeb()).port);
  const code = platform.code('ada@example.test');
  const answers = await Promise.all([submit(browser, { code }), submit(second, { code })]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  assert.equal(platform.count('POST /auth/exchange-code'), 1);
});
