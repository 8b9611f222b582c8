import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBrowser, fakeSecret, startHouse } from './harness.ts';

const week = 604_800;

void test('signing in posts a code alone and keeps both tokens in one encrypted httpOnly cookie', async (t) => {
  const { platform, browser, clock } = await startHouse(t);
  const answer = await browser.signIn(platform.code('ada@example.test'));
  assert.deepEqual(answer.setCookies.length, 1);
  const [line = ''] = answer.setCookies;
  assert.match(line, /^sonde_session=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800$/);
  assert.equal(answer.headers['cache-control'], 'no-store');
  const { user, expires } = await browser.session();
  assert.equal(user?.email, 'ada@example.test');
  assert.equal(expires, new Date(clock.now().getTime() + week * 1000).toISOString());
});

void test('under https the cookie is Secure and has the __Host- prefix', async (t) => {
  const { platform, web, log } = await startHouse(t, { env: { FRONTEND_URL: 'https://sonde.example' } });
  const browser = createBrowser(web.port);
  const answer = await browser.post(
    '/api/auth/callback/credentials',
    { code: platform.code('ada@example.test') },
    { headers: { origin: 'https://sonde.example' } },
  );
  assert.equal(answer.status, 200, `${answer.body} ${log.join('\n')}`);
  assert.match(
    answer.setCookies[0] ?? '',
    /^__Host-sonde_session=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=604800$/,
  );
  assert.match(String(answer.headers['strict-transport-security']), /max-age=31536000/);
});

void test('no token reaches a page: not in a body, a header, a readable cookie or the log', async (t) => {
  const { platform, browser, log } = await startHouse(t);
  const signedIn = await browser.signIn(platform.code('ada@example.test'));
  const session = await browser.send('/api/auth/session');
  const page = await browser.send('/endpoints');
  const listed = await browser.send('/api/v1/endpoints');
  const secrets = [
    ...platform.refreshTokens.keys(),
    String(platform.last('GET /endpoints')?.headers.authorization).slice(7),
  ];
  const shown =
    [signedIn, session, page, listed].map((one) => one.body + JSON.stringify(one.headers)).join() +
    log.join();
  for (const secret of secrets) assert.ok(!shown.includes(secret));
  assert.ok(!/eyJ[\w-]+\.eyJ/.test(shown));
});

void test('where a second factor is on there is no session before its code, and the code alone makes one', async (t) => {
  const { platform, browser } = await startHouse(t);
  platform.state.hasSecondFactor = true;
  const code = platform.code('ada@example.test');
  const stopped = await browser.post('/api/auth/callback/credentials', { code });
  assert.equal(stopped.status, 200, stopped.body);
  assert.deepEqual(stopped.setCookies, []);
  const { challenge } = (stopped.json() as { second_factor: { challenge: string } }).second_factor;
  const wrong = await browser.post('/api/auth/second-factor', { challenge, code: '000000' });
  assert.equal((wrong.json() as { code: string }).code, 'auth.second_factor_wrong');
  assert.equal((await browser.session()).user, null);
  const foreign = await browser.post(
    '/api/auth/second-factor',
    { challenge, code: '123456' },
    { headers: { origin: 'https://evil.example.test' } },
  );
  assert.equal(foreign.status, 403);
  const done = await browser.post('/api/auth/second-factor', { challenge, code: '123456' });
  assert.equal(done.status, 200, done.body);
  assert.equal((await browser.session()).user?.email, 'ada@example.test');
});

void test('a code of a second factor that one browser submits twice is one sign-in, and nobody else has a share in it', async (t) => {
  const { platform, browser } = await startHouse(t);
  platform.state.hasSecondFactor = true;
  const stopped = await browser.post('/api/auth/callback/credentials', {
    code: platform.code('ada@example.test'),
  });
  const { challenge } = (stopped.json() as { second_factor: { challenge: string } }).second_factor;
  const submit = (headers: Record<string, string> = {}) =>
    browser.post('/api/auth/second-factor', { challenge, code: '123456' }, { headers });
  const submitted = await Promise.all([submit(), submit(), submit()]);
  assert.deepEqual(
    submitted.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.equal((await submit()).status, 200);
  assert.equal(platform.families.length, 1);
  assert.equal((await browser.session()).user?.email, 'ada@example.test');
  assert.equal((await submit({ 'user-agent': 'Another Browser' })).status, 400);
});

void test('the session route asks the platform nothing while the access token lives', async (t) => {
  const { platform, browser } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  const before = platform.seen.length;
  for (let round = 0; round < 5; round += 1) await browser.session();
  assert.equal(platform.seen.length, before);
});

void test('anything but a code is refused, and an invalid code tells why without a cookie', async (t) => {
  const { platform, browser, clock } = await startHouse(t);
  for (const body of [
    {},
    { code: '' },
    { code: 1 },
    { code: 'a', session_token: 'b' },
    { code: 'a', from: 'x' },
    [],
    'code',
  ]) {
    const answer = await browser.post('/api/auth/callback/credentials', body);
    assert.equal(answer.status, 422, JSON.stringify(body));
  }
  assert.equal(platform.count('POST /auth/exchange-code'), 0);
  const code = platform.code('ada@example.test');
  await browser.copy().signIn(code);
  clock.advance(11);
  const again = await browser.post('/api/auth/callback/credentials', { code });
  assert.equal(again.status, 400);
  assert.equal((again.json() as { code: string }).code, 'auth.code_invalid');
  assert.deepEqual(again.setCookies, []);
});

void test('without a session the session route answers so, not with an error', async (t) => {
  const { browser } = await startHouse(t);
  assert.deepEqual(await browser.session(), { user: null, expires: null });
});

void test('tampered, truncated, extended, doubled and foreign cookies are a clean logged-out state', async (t) => {
  const { platform, browser, web, openWeb } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  const sealed = browser.jar.get('sonde_session') ?? '';
  const parts = sealed.split('.');
  const flipped = (at: number): string =>
    sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
  const foreign = await openWeb({ SESSION_SECRET: fakeSecret('another-session') });
  const stranger = createBrowser(foreign.port);
  await stranger.signIn(platform.code('eve@example.test'));
  const bearer = String(platform.last('GET /users/me')?.headers.authorization).slice(7);
  const values = [
    ...Array.from({ length: 40 }, (_, index) => flipped(Math.floor((index * (sealed.length - 1)) / 39))),
    sealed.slice(0, -1),
    sealed.slice(0, 100),
    `${sealed}A`,
    `${sealed}=`,
    '',
    'a',
    '.'.repeat(4),
    `${parts[0]}..${parts[2]}.${parts[3]}.`,
    stranger.jar.get('sonde_session') ?? '',
    bearer,
    '%00%ff',
    '{"accessToken":"x"}',
  ];
  for (const value of values) {
    const victim = createBrowser(web.port, new Map([['sonde_session', value]]));
    const session = await victim.send('/api/auth/session');
    assert.equal(session.status, 200, value);
    assert.deepEqual(session.json(), { user: null, expires: null }, value);
    assert.ok(session.setCookies.some((line) => /^sonde_session=;.*Max-Age=0/.test(line)));
    const proxied = await createBrowser(web.port, new Map([['sonde_session', value]])).send(
      '/api/v1/endpoints',
    );
    assert.equal(proxied.status, 401);
    const page = await createBrowser(web.port, new Map([['sonde_session', value]])).send('/endpoints');
    assert.equal(page.status, 302);
    assert.match(String(page.headers.location), /^\/\?session_expired=true&return_to=%2Fendpoints$/);
  }
  assert.deepEqual(
    (
      await browser.copy().send('/api/auth/session', {
        headers: { cookie: `sonde_session=${sealed}; sonde_session=${sealed}` },
      })
    ).json(),
    { user: null, expires: null },
  );
  assert.equal((await browser.session()).user?.email, 'ada@example.test');
});

void test('cookies sealed with the previous secret stay readable while secrets rotate', async (t) => {
  const { platform, browser, openWeb } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  const rotated = await openWeb({
    SESSION_SECRET: fakeSecret('newer-session'),
    SESSION_SECRET_PREVIOUS: fakeSecret('session'),
  });
  assert.equal((await browser.at(rotated.port).session()).user?.email, 'ada@example.test');
});

void test('the cookie ends seven days after the first login, however often it was renewed', async (t) => {
  const { platform, browser, clock } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  const { expires } = await browser.session();
  for (let hour = 0; hour < 24 * 7 - 1; hour += 12) {
    clock.advance(12 * 3600 - 1);
    const answer = await browser.send('/api/auth/session');
    const state = answer.json() as { user: unknown; expires: string };
    if (clock.now().toISOString() >= String(expires)) break;
    assert.ok(state.user, `hour ${hour}`);
    assert.equal(state.expires, expires);
    const left = Math.floor((Date.parse(String(expires)) - clock.now().getTime()) / 1000);
    assert.match(answer.setCookies[0] ?? '', new RegExp(`Max-Age=${left}$`));
  }
  clock.advance(12 * 3600);
  assert.deepEqual(await browser.session(), { user: null, expires: null });
});

void test('long tokens are cut into chunks below 4096 bytes, put together strictly, and all of them cleared', async (t) => {
  const { platform, browser, web } = await startHouse(t, { tokenPadding: 5200 });
  const answer = await browser.signIn(platform.code('ada@example.test'));
  assert.ok(answer.setCookies.length >= 3);
  for (const line of answer.setCookies)
    assert.ok(Buffer.byteLength(line) < 4096, String(Buffer.byteLength(line)));
  assert.equal((await browser.session()).user?.email, 'ada@example.test');
  assert.equal((await browser.send('/api/v1/endpoints')).status, 200);

  const names = [...browser.jar.keys()];
  const other = createBrowser(web.port);
  await other.signIn(platform.code('eve@example.test'));
  const damaged: Map<string, string>[] = [
    ...names.map((name) => new Map([...browser.jar].filter(([kept]) => kept !== name))),
    ...names.map((name) => new Map(browser.jar).set(name, other.jar.get(name) ?? '')),
    new Map(
      [...browser.jar].map(([name], index) => [
        name,
        [...browser.jar.values()][names.length - 1 - index] ?? '',
      ]),
    ),
  ];
  for (const jar of damaged) {
    const session = await createBrowser(web.port, jar).session();
    assert.deepEqual(session, { user: null, expires: null });
  }
  const out = await browser.post('/api/auth/signout');
  assert.equal(out.status, 200);
  assert.equal(browser.jar.size, 0);
});

void test('a cookie that a neighbour on another port leaves behind ends no session', async (t) => {
  for (const tokenPadding of [0, 5200]) {
    const { platform, browser, web } = await startHouse(t, { tokenPadding });
    await browser.signIn(platform.code('ada@example.test'));
    for (const name of ['sonde_session', 'sonde_session.0', 'sonde_session.4', 'sonde_session.9']) {
      if (browser.jar.has(name)) continue;
      const jar = new Map(browser.jar).set(name, 'x');
      const session = await createBrowser(web.port, jar).session();
      assert.equal(session.user?.email, 'ada@example.test', `${name} beside ${tokenPadding}`);
    }
  }
});

void test('two Sondes on one host do not share a cookie', async (t) => {
  const { platform, browser, openWeb } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  const origin = 'http://localhost:3001';
  const second = browser.at((await openWeb({ FRONTEND_URL: origin })).port);
  const headers = { origin };
  await second.post(
    '/api/auth/callback/credentials',
    { code: platform.code('bea@example.test') },
    { headers },
  );
  assert.ok(browser.jar.has('sonde_session') && browser.jar.has('sonde_session_3001'));
  assert.equal((await browser.session()).user?.email, 'ada@example.test');
  assert.equal((await second.session()).user?.email, 'bea@example.test');
});

void test('a session that became short again removes the chunks of the long one', async (t) => {
  const { platform, browser } = await startHouse(t);
  browser.jar.set('sonde_session.0', 'old').set('sonde_session.1', 'old');
  await browser.signIn(platform.code('ada@example.test'));
  assert.deepEqual([...browser.jar.keys()], ['sonde_session']);
});

void test('two tokens of 8192 characters, the most the contract allows, still make a session', async (t) => {
  const { platform, browser } = await startHouse(t, { tokenPadding: 5600 });
  platform.route('POST /endpoints', (req, res) => {
    res.writeHead(200).end(String(req.headers.authorization?.length));
  });
  await browser.signIn(platform.code('ada@example.test'));
  const answer = await browser.post('/api/v1/endpoints', {});
  assert.ok(Number(answer.body) > 7800 && Number(answer.body) <= 8192 + 7, answer.body);
});

void test('signing out clears every cookie, revokes the family upstream and empties the cache', async (t) => {
  const { platform, browser } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  const stolen = browser.copy();
  const answer = await browser.post('/api/auth/signout');
  assert.equal(answer.status, 200);
  assert.equal(answer.headers['clear-site-data'], '"cache", "storage"');
  assert.equal(browser.jar.size, 0);
  assert.equal(platform.families[0]?.revoked, true);
  assert.equal((await browser.send('/api/v1/endpoints')).status, 401);
  const replay = await stolen.send('/api/v1/endpoints');
  assert.equal(replay.status, 401);
  assert.equal((replay.json() as { error: string }).error, 'RefreshTokenError');
});

void test('a cookie kept from before a renewal leads to the door after signing out, not to a pair as dead', async (t) => {
  const { platform, browser, clock } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  const stolen = browser.copy();
  clock.advance(850);
  await browser.send('/api/v1/endpoints');
  await browser.post('/api/auth/signout');
  const replay = await stolen.send('/api/v1/endpoints');
  assert.equal((replay.json() as { code: string }).code, 'session.ended');
  assert.equal(stolen.jar.size, 0);
  assert.equal((await stolen.session()).user, null);
});

void test('signing out works with an expired access token, without a session, and while the platform is away', async (t) => {
  const { platform, browser, clock } = await startHouse(t);
  assert.equal((await browser.post('/api/auth/signout')).status, 200);
  await browser.signIn(platform.code('ada@example.test'));
  clock.advance(3600);
  assert.equal((await browser.send('/api/auth/signout', { method: 'POST' })).status, 200);
  assert.equal(platform.families[0]?.revoked, true);
  await browser.signIn(platform.code('ada@example.test'));
  await platform.stop();
  const answer = await browser.send('/api/auth/signout', {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: 'x',
  });
  assert.equal(answer.status, 200);
  assert.equal(browser.jar.size, 0);
  await platform.restart();
});

void test('a sign-out that the platform missed is told to it again', async (t) => {
  const { platform, browser } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  platform.state.mood = 'failing';
  await browser.post('/api/auth/signout');
  platform.state.mood = 'well';
  const told = Promise.withResolvers<void>();
  platform.route('POST /auth/logout', (_req, res) => {
    res.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}');
    told.resolve();
  });
  await told.promise;
});

void test('a new sign-in ends the session it replaces', async (t) => {
  const { platform, browser } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  await browser.signIn(platform.code('eve@example.test'));
  assert.equal((await browser.session()).user?.email, 'eve@example.test');
  await browser.send('/api/v1/endpoints');
  assert.deepEqual(
    platform.families.map((family) => family.revoked),
    [true, false],
  );
});

void test('signing in survives a profile that cannot be read just then', async (t) => {
  const { platform, browser } = await startHouse(t);
  platform.route('GET /users/me', (_req, res) => res.writeHead(500).end());
  const answer = await browser.signIn(platform.code('ada@example.test'));
  assert.equal((answer.json() as { user: { id: string } }).user.id, platform.account('ada@example.test')?.id);
});
