import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startPlatform, type TestPlatform } from '../../support/platform.ts';

let platform: TestPlatform;
before(async () => {
  platform = await startPlatform({ env: { FRONTEND_URL: 'http://sonde.example.test:3000' } });
});
after(() => platform.close());

const read = (headers: Record<string, string>) => platform.call('GET', '/dev/mailbox', { headers });

test('the mailbox is read under the names of this machine alone, and who runs it is told when people come by another', async () => {
  for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'platform:8080', 'app.localhost'])
    assert.equal((await read({ host })).status, 200, host);
  // A tunnel on this machine says nothing of itself where it carries bytes, and asks from here for whoever sits behind it.
  for (const host of ['sonde.example.test:8080', '192.0.2.7', '[2001:db8::7]:8080'])
    assert.equal((await read({ host })).body.code, 'system.mailbox_unavailable', host);
  assert.ok(platform.log.lines.some((line) => line.includes('read at this machine alone')));
});

test('what a proxy that nobody named hands on reads no mail, by itself or through the web server', async (t) => {
  const secret = {
    'x-sonde-proxy-secret': platform.config.http.proxySecret.reveal(),
    'x-sonde-client-address': '127.0.0.1',
    'x-sonde-client-host': 'localhost:3000',
  };
  const saying: Record<string, string>[] = [
    { 'x-forwarded-for': '198.51.100.9' },
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=198.51.100.9' },
    { 'x-real-ip': '198.51.100.9' },
    { via: '1.1 tunnel' },
    { ...secret, 'x-sonde-client-handed-on': 'true' },
  ];
  for (const said of saying)
    assert.equal((await read({ host: 'localhost', ...said })).status, 404, JSON.stringify(said));
  assert.equal((await read({ host: 'localhost', ...secret })).status, 200);
  const behind = await startPlatform({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  t.after(() => behind.close());
  const from = async (sender: string) =>
    (
      await behind.call('GET', '/dev/mailbox', {
        headers: { host: 'localhost', 'x-forwarded-for': sender },
      })
    ).status;
  assert.equal(await from('127.0.0.1'), 200, 'a proxy that is named is believed');
  assert.equal(await from('198.51.100.9'), 404);
  assert.equal(await from('unknown'), 404);
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
    platform.call('GET', '/dev/mailbox', { ip, headers: { host: 'localhost', ...headers } });
  for (const ip of ['203.0.113.5', '10.0.0.7', '2001:db8::1'])
    assert.equal((await from(platform, ip)).body.code, 'system.mailbox_unavailable', ip);
  for (const ip of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
    assert.equal((await from(platform, ip)).status, 200, ip);
  const open = await startPlatform({
    env: {
      TRUSTED_PROXIES: '127.0.0.1',
      DEV_MAILBOX_OPEN: 'true',
      FRONTEND_URL: 'http://sonde.example.test:3000',
    },
  });
  t.after(() => open.close());
  for (const host of ['192.0.2.7', 'sonde.example.test:8080', 'SONDE.example.test'])
    assert.equal((await from(open, '127.0.0.1', { host, 'x-forwarded-for': '203.0.113.5' })).status, 200);
  assert.equal((await from(open, '127.0.0.1', { host: 'evil.example' })).status, 404);
  assert.ok(open.log.lines.some((line) => line.includes('open to other machines')));
});

test('a call that is made for a member is none of this machine: it reads no mail and nothing else of this Sonde', async (t) => {
  const own = await startPlatform();
  t.after(() => own.close());
  const url = new URL(await own.listen());
  const member = await own.signUp();
  const called = async (configuration: object) =>
    (await own.call('POST', '/endpoints/test', { token: member.token, body: configuration })).body;
  const answer = await called({
    url: `${url.origin}/api/v1/dev/mailbox`,
    method: 'GET',
    request_headers: { 'CDN-Loop': 'other', 'X-Forwarded-For': '203.0.113.9' },
    response_mapping: { output: '$' },
    input_data: { input: 'x' },
  });
  assert.equal(answer.success, false, JSON.stringify(answer));
  assert.match(JSON.stringify(answer), /comes from this very Sonde/);
  assert.doesNotMatch(JSON.stringify(answer), new RegExp(member.email));
  const socket = await called({
    url: `ws://${url.host}/ws`,
    protocol: 'WebSocket',
    input_data: { input: 'x' },
  });
  assert.match(JSON.stringify(socket), /with status 403/);
  // Another Sonde may be called, and so may whoever stands in front of this one name other servers.
  const other = await own.call('GET', '/dev/mailbox', {
    headers: { host: 'localhost', 'cdn-loop': 'sonde-of-others' },
  });
  assert.equal(other.status, 200);
});
