import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startPlatform, type TestPlatform } from '../../support/platform.ts';

let platform: TestPlatform;
before(async () => {
  platform = await startPlatform({ env: { FRONTEND_URL: 'http://sonde.example.test:3000' } });
});
after(() => platform.close());

const read = (headers: Record<string, string>) => platform.call('GET', '/dev/mailbox', { headers });

test('the mailbox is read under the names of this machine and of the installation', async () => {
  for (const host of [
    'localhost:8080',
    '127.0.0.1:8080',
    '[::1]:8080',
    '192.0.2.7',
    'platform:8080',
    'app.localhost',
    'sonde.example.test:8080',
    'SONDE.example.test',
  ])
    assert.equal((await read({ host })).status, 200, host);
});

test('a page whose name was turned to this machine reads no mail', async () => {
  for (const host of [
    'evil.example',
    'evil.example:8080',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'sonde.example.test.evil.example',
    'evil.example.',
    'user@localhost',
  ]) {
    const { status, body } = await read({ host });
    assert.deepEqual([status, body.code], [404, 'system.mailbox_unavailable'], host);
  }
});

test('behind the web server the name counts under which the browser asked it', async () => {
  const secret = {
    'x-sonde-proxy-secret': platform.config.http.proxySecret.reveal(),
    'x-sonde-client-address': '::1',
  };
  const through = async (name: string) =>
    (await read({ host: 'platform.internal.test', ...secret, 'x-sonde-client-host': name })).status;
  assert.equal(await through('localhost:3000'), 200);
  assert.equal(await through('evil.example:3000'), 404);
  const guessed = await read({ host: 'evil.example', 'x-sonde-client-host': 'localhost' });
  assert.equal(guessed.status, 404);
});

test('only this machine reads the mailbox, unless a setting opens it', async (t) => {
  const from = (platform: TestPlatform, ip: string, headers: Record<string, string> = {}) =>
    platform.call('GET', '/dev/mailbox', { ip, headers: { host: '192.0.2.7', ...headers } });
  for (const ip of ['203.0.113.5', '10.0.0.7', '2001:db8::1'])
    assert.equal((await from(platform, ip)).body.code, 'system.mailbox_unavailable', ip);
  for (const ip of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
    assert.equal((await from(platform, ip)).status, 200, ip);
  const open = await startPlatform({ env: { TRUSTED_PROXIES: '127.0.0.1', DEV_MAILBOX_OPEN: 'true' } });
  t.after(() => open.close());
  assert.equal((await from(open, '127.0.0.1', { 'x-forwarded-for': '203.0.113.5' })).status, 200);
  assert.ok(open.log.lines.some((line) => line.includes('open to other machines')));
});
