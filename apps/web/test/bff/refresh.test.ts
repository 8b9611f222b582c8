import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBrowser, startHouse } from './harness.ts';

const ask = Array.from({ length: 30 }, (_, index) => index);
/** Into the last minute of a fifteen-minute access token. */
const intoWindow = 850;

void test('an access token within 60 seconds of its expiry is renewed, and the new pair replaces the old in the cookie', async (t) => {
  const { platform, browser, clock } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  const before = browser.jar.get('sonde_session');
  clock.advance(839);
  await browser.send('/api/v1/endpoints');
  assert.equal(platform.count('POST /auth/refresh'), 0);
  clock.advance(1);
  const answer = await browser.send('/api/v1/endpoints');
  assert.equal(answer.status, 200);
  assert.equal(platform.count('POST /auth/refresh'), 1);
  assert.equal(answer.setCookies.length, 1);
  assert.notEqual(browser.jar.get('sonde_session'), before);
  await browser.send('/api/v1/endpoints');
  assert.equal(platform.count('POST /auth/refresh'), 1);
});

void test('every kind of request renews: the session route, a protected page and the proxy', async (t) => {
  const { platform, browser, clock } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  for (const [index, path] of ['/api/auth/session', '/endpoints', '/api/v1/endpoints'].entries()) {
    clock.advance(intoWindow);
    const answer = await browser.send(path);
    assert.equal(answer.status, 200);
    assert.equal(answer.setCookies.length, 1);
    assert.equal(platform.count('POST /auth/refresh'), index + 1);
  }
});

void test('thirty parallel requests in the window cause one refresh, one new pair, and nobody is signed out', async (t) => {
  const { platform, browser, clock } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  for (let round = 1; round <= 3; round += 1) {
    clock.advance(intoWindow);
    platform.state.refreshDelayMs = 30;
    const answers = await Promise.all(
      ask.map((index) =>
        browser.send(['/api/v1/endpoints', '/api/auth/session', '/endpoints'][index % 3] ?? '/'),
      ),
    );
    assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [200]);
    assert.equal(platform.count('POST /auth/refresh'), round);
    assert.equal(platform.families[0]?.revoked, false);
  }
  clock.advance(intoWindow);
  assert.equal((await browser.send('/api/v1/endpoints')).status, 200);
  assert.equal((await browser.session()).user?.email, 'ada@example.test');
});

void test('requests that still carry the old cookie within a minute get the same pair', async (t) => {
  const { platform, browser, clock } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  clock.advance(intoWindow);
  const late = browser.copy();
  await browser.send('/api/v1/endpoints');
  clock.advance(55);
  assert.equal((await late.send('/api/v1/endpoints')).status, 200);
  const bearers = platform.seen
    .filter((one) => one.url.endsWith('/endpoints'))
    .map((one) => one.headers.authorization);
  assert.equal(bearers[0], bearers[1]);
  assert.equal(platform.count('POST /auth/refresh'), 1);
});

void test('an old cookie that comes back after that minute is presented upstream, where the reuse ends the family', async (t) => {
  const { platform, browser, clock } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  clock.advance(intoWindow);
  const stolen = browser.copy();
  await browser.send('/api/v1/endpoints');
  clock.advance(61);
  assert.equal((await stolen.send('/api/v1/endpoints')).status, 401);
  assert.equal(platform.families[0]?.revoked, true);
  const answer = await browser.send('/api/v1/endpoints');
  assert.equal(answer.status, 401);
  assert.equal((answer.json() as { error?: string }).error, 'RefreshTokenError');
});

void test('two people who renew at once get their own pairs', async (t) => {
  const { platform, browser, clock, web } = await startHouse(t);
  const other = createBrowser(web.port);
  await browser.signIn(platform.code('ada@example.test'));
  await other.signIn(platform.code('eve@example.test'));
  clock.advance(intoWindow);
  platform.state.refreshDelayMs = 20;
  await Promise.all(ask.map((index) => (index % 2 ? browser : other).send('/api/v1/endpoints')));
  assert.equal(platform.count('POST /auth/refresh'), 2);
  assert.equal((await browser.session()).user?.email, 'ada@example.test');
  assert.equal((await other.session()).user?.email, 'eve@example.test');
});

void test('a refused refresh clears every cookie and says RefreshTokenError on each kind of request', async (t) => {
  const { platform, browser, clock } = await startHouse(t);
  const start = async () => {
    await browser.signIn(platform.code('ada@example.test'));
    for (const family of platform.families) family.revoked = true;
    clock.advance(intoWindow);
  };
  await start();
  assert.deepEqual(await browser.session(), { user: null, expires: null, error: 'RefreshTokenError' });
  assert.equal(browser.jar.size, 0);
  assert.deepEqual(await browser.session(), { user: null, expires: null });

  await start();
  const proxied = await browser.send('/api/v1/endpoints');
  assert.equal(proxied.status, 401);
  assert.equal((proxied.json() as { code: string }).code, 'session.ended');
  assert.equal(proxied.setCookies.filter((line) => /Max-Age=0/.test(line)).length, 8);

  await start();
  const page = await browser.send('/endpoints?tab=tests');
  assert.equal(page.status, 302);
  assert.equal(page.headers.location, '/?force_logout=true&return_to=%2Fendpoints%3Ftab%3Dtests');
  assert.equal(browser.jar.size, 0);
  const home = await browser.send(String(page.headers.location));
  assert.equal(home.status, 200, 'home never redirects, so there is no loop');
});

void test('a revoked session whose access token still looks alive ends at the first 401', async (t) => {
  const { platform, browser } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  for (const family of platform.families) family.revoked = true;
  const answer = await browser.send('/api/v1/endpoints');
  assert.equal(answer.status, 401);
  assert.equal((answer.json() as { error: string }).error, 'RefreshTokenError');
  assert.equal(browser.jar.size, 0);
});

void test('an access token that the platform forgot is replaced, and the session goes on', async (t) => {
  const { platform, browser } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  platform.state.refusedAccess.add(String(platform.last('GET /users/me')?.headers.authorization).slice(7));
  assert.equal((await browser.send('/api/v1/endpoints')).status, 401);
  assert.equal((await browser.send('/api/v1/endpoints')).status, 200);
});

for (const mood of ['failing', 'garbled'] as const) {
  void test(`a ${mood} platform keeps the session: with a living token requests go on, without one they are told to wait`, async (t) => {
    const { platform, browser, clock } = await startHouse(t);
    await browser.signIn(platform.code('ada@example.test'));
    clock.advance(intoWindow);
    platform.state.mood = mood;
    assert.equal((await browser.session()).user?.email, 'ada@example.test');
    assert.equal(platform.count('POST /auth/refresh'), 1);
    await browser.session();
    assert.equal(platform.count('POST /auth/refresh'), 1, 'backs off');
    clock.advance(100);
    const waiting = await browser.send('/api/v1/endpoints');
    assert.equal(waiting.status, 503);
    assert.equal((waiting.json() as { code: string }).code, 'session.waiting');
    assert.ok(Number(waiting.headers['retry-after']) >= 1);
    assert.ok((waiting.json() as { error_id: string }).error_id);
    assert.deepEqual(waiting.setCookies, []);
    assert.equal((await browser.session()).user?.email, 'ada@example.test');
    assert.equal((await browser.send('/endpoints')).status, 200, 'the page itself can tell');
    platform.state.mood = 'well';
    clock.advance(31);
    assert.equal((await browser.send('/api/v1/endpoints')).status, 200);
  });
}

void test('a platform that is down keeps the session, and each failure waits longer', async (t) => {
  const { platform, browser, clock, log } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  clock.advance(intoWindow);
  await platform.stop();
  const waits: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    clock.advance(waits.at(-1) ?? 100);
    const answer = await browser.send('/api/v1/endpoints');
    assert.equal(answer.status, 503);
    waits.push(Number(answer.headers['retry-after']));
  }
  assert.deepEqual(waits, [1, 2, 4, 8, 16, 30]);
  assert.ok(log.some((line) => line.includes('session is kept')));
  await platform.restart();
  clock.advance(31);
  assert.equal((await browser.send('/api/v1/endpoints')).status, 200);
});

for (const status of [400, 403, 404, 422, 429]) {
  void test(`a ${status} on refresh is no proof that the session is over`, async (t) => {
    const { platform, browser, clock } = await startHouse(t);
    await browser.signIn(platform.code('ada@example.test'));
    clock.advance(intoWindow);
    platform.route('POST /auth/refresh', (_req, res) => res.writeHead(status).end('{}'));
    assert.equal((await browser.session()).user?.email, 'ada@example.test');
    assert.equal(browser.jar.size, 1);
  });
}

void test('a refresh slower than the patience of a request still serves the next one', async (t) => {
  const { platform, browser, clock } = await startHouse(t, { patienceMs: 20 });
  await browser.signIn(platform.code('ada@example.test'));
  clock.advance(intoWindow);
  const refreshed = Promise.withResolvers<void>();
  const original = platform.state;
  original.refreshDelayMs = 200;
  const first = await browser.send('/api/v1/endpoints');
  assert.equal(first.status, 200);
  assert.deepEqual(first.setCookies, []);
  const look = setInterval(() => {
    if ([...platform.refreshTokens.values()].length === 2) refreshed.resolve();
  }, 5);
  await refreshed.promise;
  clearInterval(look);
  // Long after the usual minute: the browser never had the chance to learn the new pair.
  clock.advance(600);
  let answer = await browser.send('/api/v1/endpoints');
  for (let round = 0; answer.status !== 200 && round < 100; round += 1)
    answer = await browser.send('/api/v1/endpoints');
  assert.equal(answer.status, 200);
  assert.equal(platform.count('POST /auth/refresh'), 1);
  assert.equal(platform.families[0]?.revoked, false);
});

void test('a browser that went away before its answer is not signed out when it comes back with the old cookie', async (t) => {
  const { platform, browser, clock, log } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  clock.advance(intoWindow);
  const reached = Promise.withResolvers<void>();
  platform.route('POST /endpoints', () => reached.resolve());
  const outgoing = browser.begin('/api/v1/endpoints', { method: 'POST', body: '{}' });
  outgoing.on('error', () => {});
  outgoing.end('{}');
  await reached.promise;
  outgoing.destroy();
  while (!log.some((line) => line.includes('session.answer_held'))) await new Promise(setImmediate);
  clock.advance(600);
  assert.equal((await browser.send('/api/v1/endpoints')).status, 200);
  assert.equal(platform.count('POST /auth/refresh'), 1);
});

void test('an answer that was held back for minutes does not overwrite a newer cookie', async (t) => {
  const { platform, browser, clock } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  clock.advance(intoWindow);
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  platform.route('POST /endpoints/00000000-0000-4000-8000-000000000001/invoke', async (_req, res) => {
    reached.resolve();
    await gate.promise;
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const slow = browser.post('/api/v1/endpoints/00000000-0000-4000-8000-000000000001/invoke');
  await reached.promise;
  // The browser still has the old cookie, far beyond a minute: its new one is in the answer that is held back.
  clock.advance(600);
  assert.equal((await browser.send('/api/v1/endpoints')).status, 200);
  clock.advance(intoWindow);
  assert.equal((await browser.send('/api/v1/endpoints')).status, 200);
  const newest = browser.jar.get('sonde_session');
  gate.resolve();
  const answer = await slow;
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.setCookies, []);
  assert.equal(browser.jar.get('sonde_session'), newest);
  clock.advance(intoWindow);
  assert.equal((await browser.send('/api/v1/endpoints')).status, 200);
  assert.equal(platform.families[0]?.revoked, false);
});

void test('a slow answer cannot bring back a session that was signed out meanwhile', async (t) => {
  const { platform, browser, clock } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  clock.advance(intoWindow);
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  platform.route('POST /endpoints', async (_req, res) => {
    reached.resolve();
    await gate.promise;
    res.writeHead(200).end('{}');
  });
  const slow = browser.post('/api/v1/endpoints');
  await reached.promise;
  await browser.post('/api/auth/signout');
  gate.resolve();
  assert.deepEqual((await slow).setCookies, []);
  assert.equal(browser.jar.size, 0);
});
