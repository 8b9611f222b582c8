import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBrowser, frontend, startHouse } from './harness.ts';

const writes = [
  ['POST', '/api/auth/callback/credentials'],
  ['POST', '/api/auth/signout'],
  ['POST', '/api/v1/endpoints'],
  ['PUT', '/api/v1/users/00000000-0000-4000-8000-000000000001'],
  ['PATCH', '/api/v1/endpoints/00000000-0000-4000-8000-000000000001'],
  ['DELETE', '/api/v1/endpoints/00000000-0000-4000-8000-000000000001'],
  ['POST', '/api/v1/auth/login/email'],
] as const;

const foreign: readonly Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  { 'sec-fetch-site': 'same-site', origin: 'http://localhost:5173' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': 'cross-site', origin: frontend },
  { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost:3000.evil.example' },
  { origin: 'http://localhost:3001' },
  { origin: 'https://localhost:3000' },
  { origin: 'https://evil.example', host: 'evil.example' },
  { referer: `${frontend}/` },
  {},
];

void test('every write that another site could have caused is refused, and changes nothing', async (t) => {
  const { platform, browser } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  const before = platform.seen.length;
  const cookie = browser.jar.get('sonde_session');
  for (const [method, path] of writes) {
    for (const headers of foreign) {
      const answer = await browser.send(path, { method, bare: true, headers, body: '{}' });
      assert.equal(answer.status, 403, `${method} ${path} ${JSON.stringify(headers)}`);
      assert.equal((answer.json() as { code: string }).code, 'request.cross_site');
      assert.deepEqual(answer.setCookies, []);
    }
  }
  assert.equal(platform.seen.length, before);
  assert.equal(browser.jar.get('sonde_session'), cookie);
});

void test('a program with an API token is let through nowhere, and is told that the API has an address of its own', async (t) => {
  const { platform, browser } = await startHouse(t);
  const headers = { authorization: 'Bearer snd_planted' };
  for (const [method, path] of [['GET', '/api/v1/endpoints'], writes[2], writes[6]] as const) {
    const answer = await browser.send(path, { method, bare: true, headers, body: '{}' });
    assert.equal(answer.status, 401, `${method} ${path}`);
    assert.equal((answer.json() as { code: string }).code, 'web.takes_no_token');
  }
  const sentFromElsewhere = { ...headers, 'sec-fetch-site': 'cross-site' };
  assert.equal(
    (await browser.send(writes[2][1], { method: 'POST', bare: true, headers: sentFromElsewhere, body: '{}' }))
      .status,
    403,
  );
  assert.equal(platform.seen.length, 0);
});

void test('a form of another site, with its media types, gets nowhere', async (t) => {
  const { platform, browser } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
    const answer = await browser.send('/api/auth/callback/credentials', {
      method: 'POST',
      headers: { 'content-type': type },
      body: 'code=1',
    });
    assert.equal(answer.status, type === 'text/plain' ? 422 : 415, type);
  }
});

void test('our own pages may write: with Fetch Metadata, or with Origin alone in older browsers', async (t) => {
  const { platform, browser } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  const own: readonly Record<string, string>[] = [
    { 'sec-fetch-site': 'same-origin', origin: frontend },
    { 'sec-fetch-site': 'same-origin' },
    { origin: frontend },
    { origin: 'http://127.0.0.1:3000' },
    { origin: 'http://[::1]:3000' },
  ];
  for (const headers of own) {
    const answer = await browser.send('/api/v1/endpoints', {
      method: 'POST',
      bare: true,
      headers,
      body: '{}',
    });
    assert.equal(answer.status, 201, JSON.stringify(headers));
  }
});

void test('away from loopback only the configured origin counts, whatever Host says', async (t) => {
  const { web } = await startHouse(t, { env: { FRONTEND_URL: 'https://sonde.example' } });
  const browser = createBrowser(web.port);
  for (const [origin, status] of [
    ['https://sonde.example', 200],
    ['http://sonde.example', 403],
    ['https://sonde.example:8443', 403],
    ['http://localhost:3000', 403],
    ['http://127.0.0.1', 403],
  ] as const) {
    const answer = await browser.send('/api/auth/signout', {
      method: 'POST',
      bare: true,
      headers: { origin, host: new URL(origin).host },
    });
    assert.equal(answer.status, status, origin);
  }
});

void test('another site cannot read either: no CORS header is ever sent, and its reads are refused', async (t) => {
  const { platform, browser } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  for (const path of [
    '/api/auth/session',
    '/api/auth-config',
    '/api/v1/endpoints',
    '/api/auth/start/github',
    '/api/v1/auth/login/github',
  ]) {
    for (const site of ['cross-site', 'same-site']) {
      const answer = await browser.send(path, {
        bare: true,
        headers: { 'sec-fetch-site': site, origin: 'https://evil.example' },
      });
      assert.equal(answer.status, 403, path);
      assert.equal(answer.headers['access-control-allow-origin'], undefined);
    }
    const typed = await browser.send(path, { bare: true, headers: { 'sec-fetch-site': 'none' } });
    assert.ok(typed.status < 400, path);
    assert.equal(typed.headers['access-control-allow-origin'], undefined);
    assert.equal(typed.headers['cross-origin-resource-policy'], 'same-origin');
  }
  const preflight = await browser.send('/api/v1/endpoints', {
    method: 'OPTIONS',
    bare: true,
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  });
  assert.ok(preflight.status >= 400);
  assert.ok(!Object.keys(preflight.headers).some((name) => name.startsWith('access-control-')));
});

void test('no GET signs in or out, and no link of another site ends a session', async (t) => {
  const { platform, browser } = await startHouse(t);
  const code = platform.code('ada@example.test');
  assert.equal((await browser.send(`/api/auth/callback/credentials?code=${code}`)).status, 404);
  await browser.signIn(code);
  assert.equal((await browser.send('/api/auth/signout')).status, 404);
  const linked = await browser.send('/?force_logout=true', {
    bare: true,
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  assert.equal(linked.status, 200);
  assert.deepEqual(linked.setCookies, []);
  assert.equal((await browser.session()).user?.email, 'ada@example.test');
  assert.equal(platform.families[0]?.revoked, false);
  await browser.send('/?force_logout=true');
  assert.equal(browser.jar.size, 0);
});
