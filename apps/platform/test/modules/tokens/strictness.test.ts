import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import { SignJWT, exportJWK, generateKeyPair, type JWTPayload } from 'jose';
import { newId } from '#kernel/ids';
import { Secret } from '@sonde/server-kit';
import { createLog } from '#kernel/log';
import { createSealer } from '#kernel/seal';
import { createKeys } from '../../../src/modules/tokens/keys.ts';
import { createTestClock, startPlatform, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { tokensBeside } from './support.ts';

const clock = createTestClock();
let platform: TestPlatform;
let person: SignedUp;
let tokens: Awaited<ReturnType<typeof tokensBeside>>;
before(async () => {
  platform = await startPlatform({ clock, spread: true });
  person = await platform.signUp();
  tokens = await tokensBeside(platform, clock);
});
after(() => platform.close());

const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const decode = (segment: string | undefined): string => Buffer.from(segment ?? '', 'base64url').toString();
const parts = (): string[] => person.token.split('.');

async function assertRefused(authorization: string, what: string): Promise<void> {
  const result = await platform.call('GET', '/projects', { headers: { authorization } });
  assert.equal(result.status, 401, what);
  assert.equal(result.body.code, 'auth.unauthenticated', what);
  const verified = await platform.call('POST', '/auth/verify', {
    body: { session_token: authorization.replace(/^Bearer /, '').slice(0, 8192) || 'x' },
  });
  assert.equal(verified.status, 401, what);
}

/** A token of our own making, signed with the real key, to see what claims alone can do. */
async function forge(change: (claims: JWTPayload) => JWTPayload, header: object = {}): Promise<string> {
  const { kid, key } = tokens.keys.signing();
  const claims = JSON.parse(decode(parts()[1])) as JWTPayload;
  return new SignJWT(change(claims))
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid, ...header })
    .sign(key);
}

test('the forge itself makes good tokens, so that its refusals mean something', async () => {
  const result = await platform.call('GET', '/projects', { token: await forge((claims) => claims) });
  assert.equal(result.status, 200);
});

test('other algorithms and unsigned tokens are refused', async () => {
  const [, payload = '', signature = ''] = parts();
  const header = JSON.parse(decode(parts()[0]));
  for (const alg of ['none', 'None', 'HS256', 'RS256', 'ES256', 'Ed25519', ''])
    for (const tail of [signature, ''])
      await assertRefused(`Bearer ${encode({ ...header, alg })}.${payload}.${tail}`, `alg ${alg}`);
  const [jwk = {}] = (await platform.call('GET', '/.well-known/jwks.json')).body.keys;
  const hmacInput = `${encode({ ...header, alg: 'HS256' })}.${payload}`;
  for (const secret of [JSON.stringify(jwk), jwk.x, 'secret', ''])
    await assertRefused(
      `Bearer ${hmacInput}.${createHmac('sha256', secret).update(hmacInput).digest('base64url')}`,
      'HMAC with the public key',
    );
});

test('keys and places for keys inside a token are never used', async () => {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
  const claims = JSON.parse(decode(parts()[1])) as JWTPayload;
  const kid = JSON.parse(decode(parts()[0])).kid as string;
  const jwk = await exportJWK(publicKey);
  for (const extra of [
    {},
    { jwk },
    { jku: 'http://127.0.0.1:1/jwks.json' },
    { x5u: 'http://127.0.0.1:1/' },
    { kid: '../../etc/passwd' },
    { kid: "' or 1=1 --" },
    { kid: 'http://127.0.0.1:1/key' },
    { kid: undefined },
  ]) {
    const token = await new SignJWT(claims)
      .setProtectedHeader({
        alg: 'EdDSA',
        typ: 'at+jwt',
        kid,
        ...extra,
      })
      .sign(privateKey);
    await assertRefused(`Bearer ${token}`, JSON.stringify(extra));
  }
});

test('critical headers, other types, compression and encryption are refused even with our signature', async () => {
  for (const header of [
    { crit: ['exp'] },
    { crit: ['b64'], b64: true },
    { zip: 'DEF' },
    { typ: 'JWT' },
    { typ: 'sonde-api-token+jwt' },
    { cty: 'JWT' },
  ]) {
    const token = await forge((claims) => claims, header).catch(() => undefined);
    if (token) await assertRefused(`Bearer ${token}`, JSON.stringify(header));
  }
  await assertRefused(
    `Bearer ${['eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0', '', 'a', 'b', 'c'].join('.')}`,
    'JWE',
  );
});

test('claims are required, typed and bounded in time', async () => {
  const now = Math.floor(clock.now() / 1000);
  const without = (name: string) => (claims: JWTPayload) => {
    const { [name]: _gone, ...rest } = claims;
    return rest;
  };
  for (const name of ['sub', 'id', 'sid', 'jti', 'iss', 'aud', 'iat', 'exp', 'organization_id'])
    await assertRefused(`Bearer ${await forge(without(name))}`, `without ${name}`);
  for (const extra of [
    { exp: now - 1 },
    { exp: '9999999999' },
    { exp: -1 },
    { exp: now + 100.5 },
    { exp: 1e300 },
    { iat: now + 3600 },
    { nbf: now + 3600 },
    { iss: 'somebody-else' },
    { aud: 'somebody-else' },
    { aud: ['sonde:api', 'somebody-else'] },
    { aud: 'sonde:exchanged' },
    { admin: true },
    { sid: '00000000-0000-4000-8000-000000000000' },
    { sub: '00000000-0000-4000-8000-000000000000' },
    { organization_id: '00000000-0000-4000-8000-000000000000' },
  ])
    await assertRefused(
      `Bearer ${await forge((claims) => ({ ...claims, ...extra }) as JWTPayload)}`,
      JSON.stringify(extra),
    );
});

test('every other spelling of the same token is refused', async () => {
  const [header = '', payload = '', signature = ''] = parts();
  const last = signature.at(-1) ?? '';
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const sibling = alphabet[alphabet.indexOf(last) ^ 1] ?? '';
  const spaced = encode(decode(header).replace('{', '{ '));
  const repeated = encode(decode(header).replace('}', ',"alg":"EdDSA"}'));
  for (const token of [
    `${header}.${payload}.${signature}=`,
    `${header}=.${payload}.${signature}`,
    `${header}.${payload}.${signature.slice(0, -1)}${sibling}`,
    `${header}.${payload}.${signature.slice(0, -1)}`,
    `${header}.${payload}.${signature}A`,
    `${header}.${payload}.`,
    `${header}.${payload}`,
    `${header}.${payload}.${signature}.`,
    `.${header}.${payload}.${signature}`,
    `${spaced}.${payload}.${signature}`,
    `${repeated}.${payload}.${signature}`,
    `${encode(`\ufeff${decode(header)}`)}.${payload}.${signature}`,
    `${header}.${encode(decode(payload).replace('"sub"', '"sub":"x","sub"'))}.${signature}`,
    `${header}.${payload}.${signature.replaceAll('-', '+').replaceAll('_', '/')}+`,
    '.'.repeat(10_000),
    'a'.repeat(9_000),
    `${header}.${encode('['.repeat(10_000))}.${signature}`,
    `snd_${person.token}`,
    `snd_snd_${person.token}`,
    'snd_',
  ])
    await assertRefused(`Bearer ${token}`, token.slice(0, 60));
});

test('an odd Authorization header is no credential and no error', async () => {
  for (const header of [
    'Bearer',
    'Bearer ',
    'bearer x',
    'Bearer %E0%A4%A',
    'Bearer  two-spaces',
    'Bearer\tx',
    `Basic ${person.token}`,
    person.token,
    `Bearer ${person.token},${person.token}`,
    `Bearer ${person.token} ${person.token}`,
    'Bearer \u00e9\u00e8',
    `Bearer ${'x'.repeat(12_000)}`,
  ]) {
    const result = await platform.call('GET', '/projects', { headers: { authorization: header } });
    assert.equal(result.status, 401, header.slice(0, 40));
  }
});

test('tokens count in the Authorization header only', async () => {
  for (const path of [`/projects?token=${person.token}`, `/users/me?access_token=${person.token}`]) {
    const result = await platform.call('GET', path, { headers: { cookie: `session=${person.token}` } });
    assert.ok(result.status === 401, result.text);
  }
});

test('the published keys are public halves with kid, use and algorithm', async () => {
  const { body, headers } = await platform.call('GET', '/.well-known/jwks.json');
  assert.match(String(headers['cache-control']), /max-age=/);
  assert.ok(body.keys.length >= 1);
  for (const key of body.keys) {
    assert.deepEqual(Object.keys(key).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x']);
    assert.equal(key.alg, 'EdDSA');
  }
});

test('private keys are sealed at rest', async () => {
  const { rows } = await platform.app.database.executeSql('select private_sealed from signing_keys');
  for (const row of rows) {
    assert.match(String(row['private_sealed']), /^v1\./);
    assert.doesNotMatch(String(row['private_sealed']), /"d"/);
  }
});

test('access tokens carry ids and nothing about the person', () => {
  const claims = JSON.parse(decode(parts()[1]));
  assert.deepEqual(Object.keys(claims).sort(), [
    'aud',
    'exp',
    'iat',
    'id',
    'iss',
    'jti',
    'organization_id',
    'sid',
    'sub',
  ]);
});

test('a new key is published before it signs, the old one verifies until the overlap ends, API tokens go on', async () => {
  const apiToken = (
    await platform.call('POST', '/tokens', { token: person.token, body: { name: 'Old key' } })
  ).body.access_token;
  const oldKid = tokens.keys.signing().kid;
  const oldReset = await platform.app.database.system((tx) =>
    tokens.singleUse.issue(tx, 'password_reset', { userId: person.userId }),
  );
  await tokens.keys.rotate({ force: true });
  assert.equal(tokens.keys.signing().kid, oldKid, 'published, but not signing yet');
  assert.equal((await tokens.keys.published()).length, 2);
  clock.advance(6 * 60_000);
  assert.notEqual(tokens.keys.signing().kid, oldKid);
  assert.ok(await tokens.jwt.verify('password_reset', oldReset.token), 'the old key still verifies');
  const refreshed = await platform.call('POST', '/auth/refresh', {
    body: { refresh_token: person.refreshToken },
  });
  assert.equal((await platform.call('GET', '/users/me', { token: refreshed.body.access_token })).status, 200);
  clock.advance(8 * 24 * 3600 * 1000);
  await tokens.keys.rotate();
  assert.deepEqual((await tokens.keys.published()).map((key) => key.kid).includes(oldKid), false);
  assert.equal((await platform.call('GET', '/projects', { token: apiToken })).status, 200);
  const { rows } = await platform.app.database.executeSql(
    'select private_sealed from signing_keys where kid = $1',
    [oldKid],
  );
  assert.equal(rows[0]?.['private_sealed'], '', 'the private half of a retired key is gone');
});

test('a key that is due is replaced by the scheduled job, once', async () => {
  const before = (await tokens.keys.published()).length;
  clock.advance(31 * 24 * 3600 * 1000);
  await Promise.all([tokens.keys.rotate(), tokens.keys.rotate()]);
  assert.equal((await tokens.keys.published()).length, before + 1);
});

test('a process with another ENCRYPTION_KEY does not start, unless the former key is said to be lost', async () => {
  const { database } = platform.app;
  const other = createSealer({ key: new Secret('another-key-that-opens-nothing-0123456789') });
  const options = { database, clock, sealer: other, log: createLog('silent') };
  const count = async () =>
    (await database.executeSql('select count(*)::int as n from signing_keys')).rows[0]?.['n'];
  const before = await count();
  await assert.rejects(createKeys({ ...options, isKeyLost: false }), {
    name: 'SettingsError',
    message: /ENCRYPTION_KEY: is not the one this database was sealed with/,
  });
  assert.equal(await count(), before, 'and leaves no key of its own behind');
  await createKeys({ ...options, isKeyLost: true });
  assert.equal(await count(), Number(before) + 1);
});

test('key ids that nobody knows do not make a storm of readings', async () => {
  const { database } = platform.app;
  let readings = 0;
  const counting = Object.assign(Object.create(database) as typeof database, {
    query: Object.assign(Object.create(database.query) as typeof database.query, {
      select: (...columns: []) => {
        readings += 1;
        return database.query.select(...columns);
      },
    }),
  });
  const keys = await createKeys({
    database: counting,
    clock,
    sealer: createSealer(platform.config.sealing),
    log: createLog('silent'),
    isKeyLost: false,
  });
  const atStart = readings;
  for (let n = 0; n < 500; n += 1) await keys.verifying(`unknown-${n}`, { evenRetired: false });
  assert.equal(readings, atStart, 'just read, so not read again');
  clock.advance(11_000);
  await Promise.all(
    Array.from({ length: 500 }, (_, n) => keys.verifying(`unknown-${n}`, { evenRetired: false })),
  );
  assert.equal(readings, atStart + 1, 'once for all of them');
});

test('no token is signed with a secret, so no list of secrets fits one', async () => {
  const { rows } = await platform.app.database.executeSql('select public_jwk from signing_keys');
  for (const { public_jwk: jwk } of rows as { public_jwk: Record<string, string> }[])
    assert.deepEqual([jwk['kty'], jwk['crv'], jwk['alg']], ['OKP', 'Ed25519', 'EdDSA']);
  assert.equal(JSON.parse(decode(parts()[0])).alg, 'EdDSA');
});

test('ids of single-use tokens never repeat, also when very many are made at once', async () => {
  const ids = Array.from({ length: 100_000 }, () => newId());
  assert.equal(new Set(ids).size, ids.length);
});
