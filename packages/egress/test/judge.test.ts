import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEgressPolicy, judgeAddress, judgeHost } from '../src/index.ts';

const open = createEgressPolicy();
const hosted = createEgressPolicy({ denyPrivate: true });

/** The host as a parsed URL spells it, which is what the guard judges. */
const hostOf = (url: string) => new URL(url).hostname;

const METADATA_ADDRESSES = [
  '169.254.169.254',
  '169.254.170.2',
  '169.254.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fe80::1',
  'febf::1',
  'fe80::a9fe:a9fe%eth0',
  'fd00:ec2::254',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '::a9fe:a9fe',
  '::ffff:0:a9fe:a9fe',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b::169.254.169.254',
  '64:ff9b:1::a9fe:a9fe',
  '64:ff9b:1:a9fe:a9:fe00::',
  '64:ff9b:1:a9:fe:a9fe::',
  '64:ff9b:1:0:a9:fea9:fe00:0',
  '2002:a9fe:a9fe::1',
  '2002:6464:64c8::',
  '2001:0:a9fe:a9fe::1',
  '2001:0:102:304::5601:5601',
  '2001:db8::5efe:a9fe:a9fe',
];

for (const address of METADATA_ADDRESSES) {
  void test(`the metadata address ${address} is refused whatever the policy allows`, () => {
    const generous = createEgressPolicy({ allowCidrs: ['0.0.0.0/0', '::/0'] });
    for (const policy of [open, hosted, generous]) {
      const verdict = judgeAddress(address, policy);
      assert.equal(verdict.allowed, false);
      assert.equal(verdict.rule, 'metadata');
    }
  });
}

for (const url of [
  'http://2852039166/',
  'http://0xA9FEA9FE/',
  'http://0xa9.0xfe.0xa9.0xfe/',
  'http://0251.0376.0251.0376/',
  'http://169.16689662/',
  'http://[::ffff:169.254.169.254]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://metadata.google.internal/',
  'http://METADATA.google.internal./',
  'http://metadata/',
  'http://instance-data.ec2.internal/',
]) {
  void test(`the metadata service is refused when it is spelt ${url}`, () => {
    assert.equal(judgeHost(hostOf(url), open).allowed, false);
  });
}

for (const address of [
  '127.0.0.1',
  '127.8.9.10',
  '::1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  'fd12::1',
  '8.8.8.8',
]) {
  void test(`${address} is allowed by default`, () =>
    assert.deepEqual(judgeAddress(address, open), { allowed: true }));
}

for (const address of [
  '127.0.0.1',
  '::1',
  '0.0.0.0',
  '10.1.2.3',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  'fd12::1',
  'ff02::1',
  '::',
  '::ffff:10.0.0.1',
  '2002:0a00:0001::',
  '64:ff9b::7f00:1',
]) {
  void test(`${address} is refused when private addresses are denied, and the setting is named`, () => {
    const verdict = judgeAddress(address, hosted);
    assert.equal(verdict.allowed, false);
    assert.equal(verdict.rule, 'private');
    assert.equal(verdict.setting, 'OUTBOUND_DENY_PRIVATE');
    assert.match(verdict.message, /OUTBOUND_DENY_PRIVATE/);
    assert.match(verdict.message, /OUTBOUND_ALLOW_CIDRS/);
  });
}

for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1', '64:ff9b::808:808']) {
  void test(`the public address ${address} stays allowed when private ones are denied`, () => {
    assert.equal(judgeAddress(address, hosted).allowed, true);
  });
}

void test('an allow-listed range is reachable although private addresses are denied', () => {
  const policy = createEgressPolicy({ denyPrivate: true, allowCidrs: ['10.20.0.0/16', '::1'] });
  assert.equal(judgeAddress('10.20.3.4', policy).allowed, true);
  assert.equal(judgeAddress('10.21.3.4', policy).allowed, false);
  assert.equal(judgeAddress('::1', policy).allowed, true);
});

void test('a private address inside an allow-listed IPv6 range is still refused', () => {
  const policy = createEgressPolicy({ denyPrivate: true, allowCidrs: ['2002::/16'] });
  assert.equal(judgeAddress('2002:0a00:0001::', policy).allowed, false);
});

void test('the deny list wins over the allow list and names its setting', () => {
  const policy = createEgressPolicy({ allowCidrs: ['203.0.113.0/24'], denyCidrs: ['203.0.113.7'] });
  const verdict = judgeAddress('203.0.113.7', policy);
  assert.equal(verdict.allowed, false);
  assert.equal(verdict.setting, 'OUTBOUND_DENY_CIDRS');
  assert.equal(judgeAddress('203.0.113.8', policy).allowed, true);
});

void test('a range that cannot be read is refused with the text that was given', () => {
  assert.throws(() => createEgressPolicy({ denyCidrs: ['10.0.0.0/33'] }), /10\.0\.0\.0\/33/);
  assert.throws(() => createEgressPolicy({ allowCidrs: ['somewhere'] }), /somewhere/);
});

void test('what is not an address is refused', () => {
  assert.equal(judgeAddress('not an address', open).allowed, false);
});
