import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { createBrowser, startHouse } from './harness.ts';

void test('home, sign-in pages and files are public; everything else leads home with the way back', async (t) => {
  const { browser } = await startHouse(t);
  for (const path of [
    '/',
    '/?return_to=/x',
    '/auth/signin?code=abc',
    '/auth/register',
    '/auth/magic-link',
    '/favicon.svg',
    '/assets/app-1a2b3c.js',
  ]) {
    assert.equal((await browser.send(path)).status, 200, path);
  }
  for (const path of [
    '/endpoints',
    '/endpoints/1/test?tab=raw',
    '/onboarding',
    '/authentic',
    '/settings/sessions/',
  ]) {
    const answer = await browser.send(path, {
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    });
    assert.equal(answer.status, 302, path);
    assert.equal(answer.headers.location, `/?return_to=${encodeURIComponent(path)}`);
    assert.equal(answer.headers['cache-control'], 'no-store');
  }
});

void test('an address that no router can read is refused with the headers of every other refusal', async (t) => {
  const { browser } = await startHouse(t);
  const expected = (await browser.send('/assets/none.js')).headers;
  const answer = await browser.send('/%');
  assert.equal(answer.status, 400);
  for (const name of [
    'content-security-policy',
    'x-content-type-options',
    'x-frame-options',
    'referrer-policy',
  ]) {
    assert.ok(expected[name], name);
    assert.equal(answer.headers[name], expected[name], name);
  }
});

void test('with a session every address gives the one page', async (t) => {
  const { platform, browser } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  for (const path of [
    '/endpoints',
    '/endpoints/1/test?tab=raw',
    '/onboarding',
    '/name%20with%20space',
    '/caf%C3%A9',
  ]) {
    const answer = await browser.send(path);
    assert.equal(answer.status, 200, path);
    assert.match(answer.body, /<title>Sonde<\/title>/);
    assert.equal(answer.headers['cache-control'], 'no-store');
  }
});

void test('a token without organization leads to onboarding, and onboarding never leads away in a circle', async (t) => {
  const { platform, browser } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test', { organizationId: null }));
  const answer = await browser.send('/endpoints');
  assert.equal(answer.status, 302);
  assert.equal(answer.headers.location, '/onboarding');
  assert.equal((await browser.send('/onboarding')).status, 200);
  assert.equal((await browser.send('/')).status, 200);
});

void test('someone who joined an organization in another browser is let in with a renewed token', async (t) => {
  const { platform, browser, web } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test', { organizationId: null }));
  const elsewhere = createBrowser(web.port);
  await elsewhere.signIn(platform.code('ada@example.test'));
  await elsewhere.post('/api/v1/organizations', { name: 'Acme' });
  const answer = await browser.send('/endpoints');
  assert.equal(answer.status, 200);
  assert.equal(answer.setCookies.length, 1);
  assert.ok((await browser.session()).user?.organization_id);
});

void test('a page is drawn by the role its reader has now, which is kept nowhere; where nobody says it, by that of the sign-in', async (t) => {
  const { platform, browser } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  const roleOn = async (path: string): Promise<unknown> => {
    const { body } = await browser.send(path);
    const told: unknown = JSON.parse(/id="sonde-session">(.*?)<\/script>/.exec(body)?.[1] ?? 'null');
    const { user } = told as { user: { role: string; permissions: string[] } };
    return [user.role, user.permissions.includes('endpoint:update')];
  };
  assert.deepEqual(await roleOn('/endpoints'), ['owner', true]);
  const before = new Map(browser.jar);
  const account = platform.account('ada@example.test');
  assert.ok(account);
  account.role = 'viewer';
  assert.deepEqual(await roleOn('/endpoints'), ['viewer', false]);
  assert.deepEqual(browser.jar, before);
  platform.route('GET /users/me', (_req, res) => res.writeHead(500).end());
  assert.deepEqual(await roleOn('/endpoints'), ['owner', true]);
});

void test('pages run only our own scripts, cannot be framed, and say nothing about where one came from', async (t) => {
  const { platform, browser } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  const { headers, body } = await browser.send('/endpoints');
  const policy = String(headers['content-security-policy']);
  const inline = /<script>(.*?)<\/script>/.exec(body)?.[1] ?? '';
  const digest = createHash('sha256').update(inline).digest('base64');
  assert.match(policy, /default-src 'self'/);
  assert.ok(policy.includes(`script-src 'self' 'sha256-${digest}';`));
  assert.match(policy, /frame-ancestors 'none'/);
  assert.match(policy, /object-src 'none'/);
  assert.match(policy, /base-uri 'none'/);
  assert.match(policy, /connect-src 'self' ws:\/\/localhost:3000/);
  assert.ok(!/script-src[^;]*unsafe/.test(policy));
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['x-frame-options'], 'DENY');
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
  assert.equal(headers['referrer-policy'], 'strict-origin');
  assert.equal(headers['strict-transport-security'], undefined, 'not over plain http');
  const signIn = await browser.send('/auth/signin?code=abc');
  assert.equal(signIn.headers['referrer-policy'], 'no-referrer');
  assert.equal(signIn.headers['cache-control'], 'no-store');
});

void test('a page says who is signed in and which scripts it needs, and nothing that runs or opens a door', async (t) => {
  const { platform, browser } = await startHouse(t);
  const told = (body: string): unknown =>
    JSON.parse(
      /<script type="application\/json" id="sonde-session">(.*?)<\/script>/.exec(body)?.[1] ?? 'null',
    );
  assert.deepEqual(told((await browser.send('/')).body), { user: null, expires: null });
  await browser.signIn(platform.code('ada@example.test', { name: '</script><script>alert(1)</script>' }));
  const { body } = await browser.send('/endpoints/1');
  assert.deepEqual(told(body), await browser.session());
  assert.ok(!body.includes('alert(1)</script>'), 'a name cannot leave its place');
  assert.deepEqual(
    [...body.matchAll(/rel="modulepreload" crossorigin href="([^"]+)"/g)].map(([, file]) => file),
    ['/assets/frame-1.js', '/assets/endpoint-1.js'],
  );
  assert.match((await browser.send('/endpoints/new')).body, /new-1\.js/);
  assert.doesNotMatch((await browser.send('/elsewhere')).body, /modulepreload/);
  assert.equal(told((await browser.send('/')).body), null, 'a cookie alone proves nothing on a public page');
  assert.equal((await browser.send('/.pages.json')).status, 404);
});

void test('hashed files are kept for ever, other files are asked about, and the smallest encoding is sent', async (t) => {
  const { platform, browser } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  const path = '/assets/app-1a2b3c.js';
  const plain = await browser.send(path);
  assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.match(String(plain.headers['content-type']), /javascript/);
  assert.deepEqual(plain.setCookies, []);
  for (const [accepted, encoding] of [
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
  ] as const) {
    const packed = await browser.send(path, { headers: { 'accept-encoding': accepted } });
    assert.equal(packed.headers['content-encoding'], encoding);
    assert.match(String(packed.headers['content-type']), /javascript/);
    assert.match(String(packed.headers.vary), /accept-encoding/i);
    assert.equal(packed.headers['cache-control'], 'public, max-age=31536000, immutable');
  }
  const icon = await browser.send('/favicon.svg');
  assert.equal(icon.headers['cache-control'], 'no-cache');
  const unchanged = await browser.send('/favicon.svg', {
    headers: { 'if-none-match': String(icon.headers.etag) },
  });
  assert.equal(unchanged.status, 304);
});

void test('a missing file is a 404 and not the page, also for hidden files', async (t) => {
  const { browser } = await startHouse(t);
  for (const path of [
    '/assets/missing.js',
    '/missing.png',
    '/.env',
    '/assets/.hidden.js',
    '/robots.txt',
    '/secrets/session-secret.txt',
  ]) {
    assert.equal((await browser.send(path)).status, 404, path);
  }
  for (const path of ['/api', '/api/', '/api/unknown', '/api/v2/endpoints']) {
    const answer = await browser.send(path);
    assert.equal(answer.status, 404, path);
    assert.match(String(answer.headers['content-type']), /problem\+json/);
  }
});

void test('without built pages a plain sentence says what to do', async (t) => {
  const { browser } = await startHouse(t, { pages: false });
  const answer = await browser.send('/');
  assert.equal(answer.status, 503);
  assert.match(answer.body, /pages are not built yet/);
  assert.match(answer.body, /npm start/);
});

void test('the health check needs nothing and tells the version', async (t) => {
  const { browser, platform } = await startHouse(t);
  await platform.stop();
  const answer = await browser.send('/health', { bare: true });
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.json(), {
    status: 'healthy',
    service: 'web',
    version: '0.1.0',
    components: { sessions: { status: 'healthy' } },
  });
  await platform.restart();
});

void test('pages of the former name lead to requirements, query kept, and only those', async (t) => {
  const { browser } = await startHouse(t);
  for (const [path, to] of [
    ['/behaviors', '/requirements'],
    ['/behaviors/1?tab=tests', '/requirements/1?tab=tests'],
  ] as const) {
    const answer = await browser.send(path);
    assert.deepEqual([answer.status, answer.headers.location], [308, to], path);
  }
  assert.equal((await browser.send('/behaviorsand')).status, 302);
});
