import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { testDatabaseUrl } from '../../support/database.ts';
import { addressesBelow, startPlatform, type TestPlatform } from '../../support/platform.ts';
import { testRedisUrl } from '../../support/redis.ts';

let platform: TestPlatform;
before(async () => {
  platform = await startPlatform({ spread: true, env: { TRUSTED_PROXIES: '10.1.0.0/16' } });
});
after(() => platform.close());

const freshIp = addressesBelow('192.168');
const limits: [string, number, (n: number) => object][] = [
  ['/auth/login/email', 20, () => ({ email: 'x@example.test', password: 'x' })],
  ['/auth/register', 10, (n) => ({ email: `limit-${n}@example.test`, password: 'short' })],
  ['/auth/forgot-password', 5, () => ({ email: 'x@example.test' })],
  ['/auth/magic-link', 5, () => ({ email: 'x@example.test' })],
  ['/auth/resend-verification', 5, () => ({ email: 'x@example.test' })],
];

for (const [path, max, body] of limits)
  test(`${path} allows exactly ${max} calls an hour from one address, parallel ones too`, async () => {
    const ip = freshIp();
    const results = await Promise.all(
      Array.from({ length: max + 8 }, (_, n) => platform.call('POST', path, { body: body(n), ip })),
    );
    const refused = results.filter((result) => result.status === 429);
    assert.equal(refused.length, 8);
    for (const result of refused) {
      assert.equal(result.body.code, 'rate_limited');
      const seconds = Number(result.headers['retry-after']);
      assert.ok(seconds > 0 && seconds <= 3600, `${seconds}`);
    }
    assert.notEqual((await platform.call('POST', path, { body: body(99), ip: freshIp() })).status, 429);
  });

/** How many of `times` logins are refused for being too many. */
async function refusedOf(
  times: number,
  from: (n: number) => { ip: string; headers?: Record<string, string> },
): Promise<number> {
  let refused = 0;
  for (let n = 0; n < times; n += 1) {
    const result = await platform.call('POST', '/auth/forgot-password', {
      body: { email: 'x@example.test' },
      ...from(n),
    });
    if (result.status === 429) refused += 1;
  }
  return refused;
}

test('a caller without a trusted proxy cannot choose its address', async () => {
  const ip = freshIp();
  const headers = (n: number) => ({
    'x-forwarded-for': `203.0.113.${n}`,
    'x-real-ip': `203.0.113.${n}`,
    forwarded: `for=203.0.113.${n}`,
    'x-sonde-client-address': `203.0.113.${n}`,
  });
  assert.equal(await refusedOf(7, (n) => ({ ip, headers: headers(n) })), 2);
});

test('behind a trusted proxy the rightmost untrusted hop counts', async () => {
  const client = '198.51.100.77';
  const from = (n: number) => ({
    ip: '10.1.0.1',
    headers: { 'x-forwarded-for': `203.0.113.${n}, ${client}, 10.1.2.3` },
  });
  assert.equal(await refusedOf(7, from), 2);
  const other = () => ({ ip: '10.1.0.1', headers: { 'x-forwarded-for': '198.51.100.78' } });
  assert.equal(await refusedOf(5, other), 0);
});

test('the web server names the address of the browser under the shared secret', async () => {
  const secret = platform.config.http.proxySecret.reveal();
  const named = (address: string, given: string) => ({
    ip: freshIp(),
    headers: { 'x-sonde-proxy-secret': given, 'x-sonde-client-address': address },
  });
  assert.equal(await refusedOf(7, () => named('198.51.100.90', secret)), 2);
  assert.equal(
    await refusedOf(7, () => named('198.51.100.91', 'guess')),
    0,
    'each call came from its own address',
  );
});

test('an IPv6 caller counts by its /64', async () => {
  const network = `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}`;
  assert.equal(await refusedOf(7, (n) => ({ ip: `${network}::${n + 1}` })), 2);
});

test('with PostgreSQL and Redis these suites talk to two processes in turn, else to one', () => {
  assert.equal(platform.processes, testDatabaseUrl && testRedisUrl ? 2 : 1);
});
