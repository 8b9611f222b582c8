import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import { createLog } from '#kernel/log';
import { createLicense } from '../../../src/modules/tokens/license.ts';
import { createTestClock } from '../../support/platform.ts';

const clock = createTestClock();
const keys = await generateKeyPair('EdDSA', { extractable: true });
const publicKey = JSON.stringify(await exportJWK(keys.publicKey));

const licence = (claims: object = {}, header: object = {}, key = keys.privateKey) =>
  new SignJWT({ aud: 'sonde', sub: 'Example Ltd', features: ['sso'], ...claims })
    .setProtectedHeader({
      alg: 'EdDSA',
      typ: 'license+jwt',
      ...header,
    })
    .sign(key);
const read = async (token: string | undefined, key: string | undefined = publicKey) =>
  (await createLicense({ token, publicKey: key, clock, log: createLog('silent') })).features();

test('without a licence the community edition runs', async () => {
  const features = await read(undefined);
  assert.equal(features.edition, 'community');
  assert.equal(features.license, null);
});

test('a good licence names its edition and features, and ends without a restart', async () => {
  const end = Math.floor(clock.now() / 1000) + 3600;
  const license = await createLicense({
    token: await licence({ exp: end }),
    publicKey,
    clock,
    log: createLog('silent'),
  });
  assert.equal(license.features().edition, 'enterprise');
  assert.ok(license.features().features.includes('sso'));
  clock.advance(3600 * 1000);
  const later = license.features();
  assert.equal(later.edition, 'community');
  assert.match(later.license?.reason ?? '', /expired/);
});

test('tampered, foreign and mistyped licences fall back to the community edition with a reason', async () => {
  const other = await generateKeyPair('EdDSA', { extractable: true });
  const good = await licence();
  const [header = '', , signature = ''] = good.split('.');
  const forged = Buffer.from(JSON.stringify({ aud: 'sonde', sub: 'Me', features: ['all'] })).toString(
    'base64url',
  );
  for (const token of [
    `${header}.${forged}.${signature}`,
    await licence({}, {}, other.privateKey),
    await licence({}, { typ: 'JWT' }),
    await licence({ aud: 'another-product' }),
    await licence({ nbf: Math.floor(clock.now() / 1000) + 3600 }),
    await licence({ exp: 'never' as unknown as number }).catch(() => 'nonsense'),
    'nonsense',
  ]) {
    const features = await read(token);
    assert.equal(features.edition, 'community');
    assert.equal(features.license?.valid, false);
    assert.ok(features.license?.reason);
  }
  assert.equal((await read(good, '{"kty":"oct","k":"AAAA"}')).edition, 'community');
  const withoutKey = await createLicense({
    token: good,
    publicKey: undefined,
    clock,
    log: createLog('silent'),
  });
  assert.equal(withoutKey.features().edition, 'community');
});

test('another algorithm never makes a licence, whatever key it was signed with', async () => {
  const claims = { aud: 'sonde', sub: 'Me', features: ['all'] };
  const header = { typ: 'license+jwt' };
  const elliptic = await generateKeyPair('ES256', { extractable: true });
  const rsa = await generateKeyPair('RS256', { extractable: true });
  const { x = '' } = await exportJWK(keys.publicKey);
  const secrets = [publicKey, x].map((text) => new TextEncoder().encode(text));
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const [, , signature = ''] = (await licence()).split('.');
  for (const token of [
    await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', ...header }).sign(elliptic.privateKey),
    await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', ...header }).sign(rsa.privateKey),
    ...(await Promise.all(
      secrets.map((secret) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'HS256', ...header }).sign(secret),
      ),
    )),
    `${encode({ alg: 'none', ...header })}.${encode(claims)}.`,
    `${encode({ alg: 'none', ...header })}.${encode(claims)}.${signature}`,
    `${encode({ alg: 'EdDSA', crit: ['b64'], b64: false, ...header })}.${encode(claims)}.${signature}`,
    '',
    '.',
    '..',
    'a'.repeat(1_000_000),
  ])
    assert.equal((await read(token)).edition, 'community', token.slice(0, 60));
});
