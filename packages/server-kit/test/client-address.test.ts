import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressKey, createClientAddress, createHandedOn, parseNetworks } from '@sonde/server-kit';

test('headers of a stranger say nothing', () => {
  const nobody = createClientAddress([]);
  const proxied = createClientAddress(parseNetworks('10.0.0.0/8, ::1'));
  assert.equal(nobody('203.0.113.9', '1.2.3.4'), '203.0.113.9');
  assert.equal(proxied('203.0.113.9', '1.2.3.4'), '203.0.113.9');
});

test('behind our proxies the rightmost hop that is not ours is the caller', () => {
  const addressOf = createClientAddress(parseNetworks('10.0.0.0/8, ::1'));
  assert.equal(addressOf('10.0.0.1', '6.6.6.6, 203.0.113.9, 10.0.0.2'), '203.0.113.9');
  assert.equal(addressOf('::ffff:10.0.0.1', ['6.6.6.6', '203.0.113.9']), '203.0.113.9');
  assert.equal(addressOf('::1', '2001:db8::5'), '2001:db8::5');
  assert.equal(addressOf('10.0.0.1', '6.6.6.6, nonsense'), '10.0.0.1');
  assert.equal(addressOf('10.0.0.1', undefined), '10.0.0.1');
  assert.equal(addressOf('10.0.0.1', '10.0.0.3'), '10.0.0.1');
});

test('an IPv6 subscriber counts as one, whatever address of the /64 is used', () => {
  assert.equal(addressKey('2001:db8:1:2:3:4:5:6'), addressKey('2001:db8:1:2:ffff::1'));
  assert.notEqual(addressKey('2001:db8:1:2::1'), addressKey('2001:db8:1:3::1'));
  assert.equal(addressKey('::ffff:192.0.2.1'), '192.0.2.1');
  assert.equal(addressKey('x'.repeat(500)), 'unknown');
});

test('a network that cannot be read is named', () => {
  assert.throws(() => parseNetworks('10.0.0.0/8, 10.0.0.0/99'), /"10\.0\.0\.0\/99" is not/);
});

test('a hop may name its port, and an IPv4 address inside an IPv6 one is that IPv4 address', () => {
  const addressOf = createClientAddress(parseNetworks('10.0.0.0/8'));
  assert.equal(addressOf('10.0.0.1', '203.0.113.7:41234'), '203.0.113.7');
  assert.equal(addressOf('10.0.0.1', '[2001:db8::7]:41234, 10.0.0.2:80'), '2001:db8::7');
  assert.equal(addressOf('::ffff:10.0.0.1', '::ffff:203.0.113.7'), '203.0.113.7');
  assert.equal(addressKey('::ffff:203.0.113.7'), '203.0.113.7');
  for (const nonsense of ['203.0.113.7:x', '[203.0.113.7', 'evil.example:80', ''])
    assert.equal(addressOf('10.0.0.1', nonsense), '10.0.0.1', nonsense);
});

test('where every hop is ours, the caller is the peer, or on request the farthest hop that can be read', () => {
  const ours = parseNetworks('10.0.0.0/8');
  const cases: Array<[string | undefined, string]> = [
    ['10.8.8.8, 10.9.9.9', '10.8.8.8'],
    ['203.0.113.5, nonsense, 10.9.9.9', '10.9.9.9'],
    ['nonsense', '10.0.0.1'],
    [undefined, '10.0.0.1'],
    ['203.0.113.5, 10.9.9.9', '203.0.113.5'],
  ];
  const addressOf = createClientAddress(ours, { fallback: 'farthest' });
  for (const [forwardedFor, caller] of cases) assert.equal(addressOf('10.0.0.1', forwardedFor), caller);
  assert.equal(createClientAddress(ours)('10.0.0.1', '10.8.8.8, 10.9.9.9'), '10.0.0.1');
});

test('only the usual notations are addresses', () => {
  const addressOf = createClientAddress(parseNetworks('10.0.0.0/8'));
  for (const notation of ['203.0', '0xcb007105', '3405803781', '0313.0.0161.05']) {
    assert.equal(addressOf('10.0.0.1', notation), '10.0.0.1', notation);
    assert.equal(addressKey(notation), 'unknown', notation);
    assert.throws(() => parseNetworks(notation), /is not an IP address/);
    assert.throws(() => parseNetworks(`${notation}/8`), /is not an IP address/);
  }
});

test('IPv4 networks written in IPv6 hold the same addresses', () => {
  const addressOf = createClientAddress(parseNetworks('::ffff:10.0.0.0/104, ::ffff:192.0.2.1'));
  assert.equal(addressOf('10.200.0.1', '203.0.113.5'), '203.0.113.5');
  assert.equal(addressOf('192.0.2.1', '203.0.113.5'), '203.0.113.5');
  assert.equal(addressOf('11.0.0.1', '203.0.113.5'), '11.0.0.1');
});

test('an IPv6 address with a zone counts by its network', () => {
  assert.equal(addressKey('fe80::1%eth0'), 'fe80:0:0:0::/64');
});

test('what somebody hands on who is not one of our proxies, or who says of nobody that can be read, is known as such', () => {
  const isHandedOn = createHandedOn(parseNetworks('10.0.0.0/8'));
  assert.equal(isHandedOn('127.0.0.1', {}), false);
  assert.equal(isHandedOn('10.0.0.1', {}), false);
  for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip'])
    assert.equal(isHandedOn('127.0.0.1', { [name]: '203.0.113.9' }), true, name);
  assert.equal(isHandedOn('10.0.0.1', { 'x-forwarded-for': '203.0.113.9, 10.0.0.2' }), false);
  assert.equal(isHandedOn('10.0.0.1', { 'x-forwarded-for': 'unknown' }), true);
  assert.equal(isHandedOn('10.0.0.1', { forwarded: 'for=203.0.113.9' }), true);
});
