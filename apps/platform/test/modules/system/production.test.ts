import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startFakeSmtp, type FakeSmtp } from '@sonde/fakes';
import { startPlatform, testPassword, type TestPlatform } from '../../support/platform.ts';

const random = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
const environment = (): Record<string, string> => ({
  NODE_ENV: 'production',
  TRUSTED_PROXIES: 'none',
  ENCRYPTION_KEY: random(),
  PROXY_SECRET: random(),
  FRONTEND_URL: 'https://sonde.example.test',
  GOOGLE_CLIENT_ID: 'sonde-test',
  GOOGLE_CLIENT_SECRET: 'not-a-real-client-secret-for-tests',
});

let smtp: FakeSmtp;
let platform: TestPlatform;
let token: string;
before(async () => {
  smtp = await startFakeSmtp();
  platform = await startPlatform({ env: { ...environment(), SMTP_URL: smtp.url } });
  const link = new URL((await platform.app.ownerLink()) ?? '').searchParams.get('token');
  const { body } = await platform.call('POST', '/auth/owner-link', {
    body: { token: link, email: 'owner@example.test', password: testPassword },
  });
  token = (await platform.exchange(body.auth_code)).token;
});
after(async () => {
  await platform.close();
  await smtp.close();
});

test('in production the reference of the interface is for those who are signed in', async () => {
  for (const path of ['/openapi.json', '/docs']) {
    assert.equal((await platform.call('GET', path)).status, 401, path);
    assert.equal((await platform.call('GET', path, { token: 'nonsense' })).status, 401, path);
    assert.equal((await platform.call('GET', path, { token })).status, 200, path);
  }
});

test('in production there is no mailbox to read, with a mail server or without', async (t) => {
  const silent = await startPlatform({ env: environment() });
  t.after(() => silent.close());
  for (const each of [platform, silent]) {
    const { status, body } = await each.call('GET', '/dev/mailbox');
    assert.deepEqual([status, body.code], [404, 'system.mailbox_unavailable']);
  }
});

test('without a way to send mail, what needs it says so before it does anything', async (t) => {
  const silent = await startPlatform({ env: environment() });
  t.after(() => silent.close());
  assert.equal((await silent.call('GET', '/auth/providers')).body.mail_enabled, false);
  for (const [path, body] of [
    ['/auth/register', { email: 'a@example.test', password: 'violet-tractor-seventeen-moons' }],
    ['/auth/magic-link', { email: 'a@example.test' }],
    ['/auth/forgot-password', { email: 'a@example.test' }],
    ['/auth/resend-verification', { email: 'a@example.test' }],
  ] as const) {
    const result = await silent.call('POST', path, { body });
    assert.deepEqual([result.status, result.body.code], [503, 'mail.unavailable'], path);
  }
  const { rows } = await silent.app.database.executeSql('select count(*)::int as n from users');
  assert.equal(rows[0]?.['n'], 0);
});

test('health names components and their state, and nothing else of the inside', async () => {
  const { body, text } = await platform.call('GET', '/health');
  assert.deepEqual(Object.keys(body).sort(), ['components', 'service', 'status', 'version']);
  assert.doesNotMatch(text, /postgres|pglite|127\.0\.0\.1|\/|\d{5}/i);
});

test('debug, metrics and framework routes do not exist', async () => {
  for (const path of [
    '//metrics',
    '//debug',
    '//debug/pprof',
    '//actuator',
    '//.env',
    '//graphql',
    '//swagger.json',
    '//server-status',
    '/debug',
    '/../../etc/passwd',
  ])
    assert.equal((await platform.call('GET', path, { token })).status, 404, path);
});

test('a provider is offered when it has credentials, and only then', async () => {
  const { body } = await platform.call('GET', '/auth/providers');
  assert.deepEqual(body.providers, [{ name: 'google', display_name: 'Google', type: 'oauth' }]);
  assert.equal((await platform.call('GET', '/auth/login/github')).status, 404);
});

test('a reverse proxy that nobody named is seen in health, until somebody comes another way', async () => {
  const health = async () => (await platform.call('GET', '/health')).body;
  const judge = (ip: string, headers: Record<string, string> = {}) =>
    platform.call('POST', '/auth/check-password', { ip, headers, body: { password: 'x' } });
  for (let count = 0; count < 100; count += 1) {
    await judge('192.0.2.80', { 'x-forwarded-for': '203.0.113.9' });
    // Its own calls, such as probes, say nothing.
    if (count % 20 === 0) await judge('192.0.2.80');
  }
  const found = await health();
  assert.deepEqual([found.status, found.components.proxies.status], ['degraded', 'degraded']);
  assert.match(found.components.proxies.detail, /TRUSTED_PROXIES/);
  await judge('192.0.2.81');
  assert.equal((await health()).status, 'healthy');
});

test('a proxy that nobody named is seen in front of the web server too, where it usually stands', async () => {
  const ofWeb = { 'x-sonde-proxy-secret': platform.config.http.proxySecret.reveal() };
  const ask = (headers: Record<string, string> = {}) =>
    platform.call('GET', '/auth/providers', { headers: { ...ofWeb, ...headers } });
  const handedOn = { 'x-sonde-client-address': '172.18.0.2', 'x-sonde-client-handed-on': 'true' };
  for (let count = 0; count < 100; count += 1) {
    await ask(handedOn);
    // What the web server asks for itself says nothing.
    if (count % 20 === 0) await ask();
  }
  assert.equal((await platform.call('GET', '/health')).body.components.proxies.status, 'degraded');
  await ask({ 'x-sonde-client-address': '203.0.113.9' });
  assert.equal((await platform.call('GET', '/health')).body.components.proxies.status, 'healthy');
});
