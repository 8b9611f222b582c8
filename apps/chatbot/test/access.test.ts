import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createAccess } from '../src/access.ts';
import { silentLog } from '../src/log.ts';
import { bearer, remaining, startChatbot, testKey } from './harness.ts';

test('with a key, chat and session routes need the bearer token and say so; nothing is counted without it', async () => {
  await using chatbot = startChatbot({ CHATBOT_API_KEY: testKey });
  const session = `/sessions/${randomUUID()}`;
  const wrong = [
    '',
    'Bearer',
    'Bearer ',
    `Basic ${testKey}`,
    `Bearer ${testKey}x`,
    `Bearer ${testKey.slice(1)}`,
    testKey,
  ];
  for (const authorization of [undefined, ...wrong]) {
    const headers: Record<string, string> =
      authorization === undefined ? {} : { authorization, 'x-user-id': 'ana' };
    const refused = [
      await chatbot.chat({ message: 'hello' }, { headers }),
      await chatbot.chat({ message: 'hello', use_case: 'echo' }, { headers }),
      await chatbot.chat('{', { headers }),
      await chatbot.app.inject({ url: session, headers }),
      await chatbot.app.inject({ method: 'DELETE', url: session, headers }),
    ];
    for (const response of refused) {
      assert.equal(response.statusCode, 401);
      assert.deepEqual(Object.keys(response.json()), ['detail']);
      assert.match(response.json().detail, /bearer token required/i);
      assert.equal(response.headers['www-authenticate'], 'Bearer');
      assert.equal(response.headers['x-ratelimit-limit'], '1000');
    }
  }
  assert.equal(remaining(await chatbot.app.inject({ url: '/health', headers: bearer('ana') })), 1000);
  assert.equal(
    (await chatbot.chat({ message: 'hello' }, { headers: { authorization: `bearer ${testKey}` } }))
      .statusCode,
    200,
  );
});

test('health, info and use cases stay public with a key, and info tells what is required', async () => {
  await using chatbot = startChatbot({ CHATBOT_API_KEY: testKey });
  for (const url of ['/health', '/', '/use-cases'])
    assert.equal((await chatbot.app.inject(url)).statusCode, 200);
  const info = (await chatbot.app.inject('/')).json();
  assert.equal(info.authentication.required, true);
  assert.equal(info.authentication.type, 'bearer');
  assert.equal(typeof info.authentication.note, 'string');
  assert.equal(info.rate_limits.requests_per_day, 1000);
  assert.ok(!JSON.stringify(info).includes(testKey));
});

test('in public mode no header can claim another identity', async () => {
  await using chatbot = startChatbot();
  const spoofs = [
    { 'x-user-id': 'ana' },
    { 'x-forwarded-for': '203.0.113.9' },
    { 'x-real-ip': '203.0.113.10' },
    { forwarded: 'for=203.0.113.11' },
    { 'x-organization-id': 'acme' },
    { authorization: 'Bearer anything' },
    { 'cf-connecting-ip': '203.0.113.12' },
  ];
  let left = 100;
  for (const headers of spoofs) {
    left -= 1;
    assert.equal(
      remaining(await chatbot.chat({ message: 'hello' }, { headers, remoteAddress: '198.51.100.7' })),
      left,
    );
  }
  assert.equal(
    chatbot.logged.filter(({ level }) => level === 'warn').length,
    1,
    'the ignored header is worth one warning',
  );
});

test('behind trusted proxies the rightmost untrusted hop counts, and nothing further left is believed', () => {
  const access = createAccess({
    log: silentLog,
    apiKey: undefined,
    trustedProxies: ['10.0.0.0/8', '2001:db8:aaaa::/48', '192.0.2.1'],
  });
  const keyOf = (remoteAddress: string, forwardedFor?: string): string | undefined =>
    access.identify({
      headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
      remoteAddress,
    })?.quotaKey;
  const cases: Array<[string, string | undefined, string]> = [
    ['10.1.2.3', '203.0.113.5', 'ip:203.0.113.5'],
    ['10.1.2.3', '1.1.1.1, 203.0.113.5', 'ip:203.0.113.5'],
    ['10.1.2.3', '1.1.1.1, 203.0.113.5, 10.9.9.9', 'ip:203.0.113.5'],
    ['10.1.2.3', '10.8.8.8, 10.9.9.9', 'ip:10.8.8.8'],
    ['10.1.2.3', undefined, 'ip:10.1.2.3'],
    ['10.1.2.3', 'nonsense', 'ip:10.1.2.3'],
    ['10.1.2.3', '203.0.113.5, nonsense, 10.9.9.9', 'ip:10.9.9.9'],
    ['10.1.2.3', '203.0.113.5:4711', 'ip:203.0.113.5'],
    ['10.1.2.3', '[2001:db8:1:2::9]:443', 'ip:2001:db8:1:2::/64'],
    ['::ffff:10.1.2.3', '203.0.113.5', 'ip:203.0.113.5'],
    ['2001:db8:aaaa::1', '::ffff:203.0.113.5', 'ip:203.0.113.5'],
    ['192.0.2.1', '203.0.113.5', 'ip:203.0.113.5'],
    ['192.0.2.2', '203.0.113.5', 'ip:192.0.2.2'],
    ['::ffff:198.51.100.7', undefined, 'ip:198.51.100.7'],
    ['fe80::1%eth0', undefined, 'ip:fe80:0:0:0::/64'],
  ];
  for (const [remoteAddress, forwardedFor, key] of cases) {
    assert.equal(keyOf(remoteAddress, forwardedFor), key, `${remoteAddress} ${forwardedFor}`);
  }
});

test('one /64 of IPv6 is one caller, two of them are two', async () => {
  await using chatbot = startChatbot();
  const ask = (remoteAddress: string) => chatbot.chat({ message: 'hello' }, { remoteAddress });
  assert.equal(remaining(await ask('2001:db8:5:6::1')), 99);
  assert.equal(remaining(await ask('2001:0db8:0005:0006:ffff::2')), 98);
  assert.equal(remaining(await ask('2001:db8:5:7::1')), 99);
});
