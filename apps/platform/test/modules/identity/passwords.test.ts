import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, mock, test } from 'node:test';
import { startFakeBreachService, type FakeBreachService } from '@sonde/fakes';
import { createPasswordHashes } from '../../../src/modules/identity/passwords/hash.ts';
import { createPasswordPolicy } from '../../../src/modules/identity/passwords/policy.ts';
import { createStrength } from '../../../src/modules/identity/passwords/strength.ts';
import { startPlatform, type TestPlatform } from '../../support/platform.ts';

let breaches: FakeBreachService;
let platform: TestPlatform;
before(async () => {
  breaches = await startFakeBreachService();
  platform = await startPlatform({
    spread: true,
    env: { PASSWORD_CHECK_BREACHED: 'true', PASSWORD_BREACH_URL: breaches.url },
  });
});
after(async () => {
  await platform.close();
  await breaches.close();
});

let addresses = 0;
const register = (password: string, who: { email?: string; name?: string } = {}) =>
  platform.call('POST', '/auth/register', {
    body: { email: `pw-${(addresses += 1)}@example.test`, ...who, password },
    ip: `100.64.${addresses >> 8}.${addresses & 255}`,
  });
const codes = (result: { body: { errors?: { code: string }[] } }): string[] =>
  (result.body.errors ?? []).map((error) => error.code).sort();

const good = 'violet-tractor-seventeen-moons';

test('the limits are readable before anything is typed', async () => {
  const { body } = await platform.call('GET', '/auth/providers');
  assert.deepEqual(body.password_policy, { min_length: 12, max_length: 128, min_strength_score: 2 });
});

test('all failed rules come at once, with codes and without the password', async () => {
  const result = await register('sonde', { name: 'Ann' });
  assert.equal(result.status, 422);
  assert.equal(result.body.code, 'auth.password_policy');
  assert.deepEqual(codes(result), ['contains_context', 'too_short', 'too_weak']);
  for (const error of result.body.errors) assert.equal(error.path, 'password');
  assert.doesNotMatch(result.text, /"sonde"/);
});

test('length is counted in code points and never truncated', async () => {
  const emoji = '🦊🚜🌙🪐🧶🎻🪵🧭🪁🫖🧊🦉';
  assert.equal(Array.from(emoji).length, 12);
  assert.ok(!codes(await register(emoji)).includes('too_short'));
  assert.ok(codes(await register(Array.from(emoji).slice(1).join(''))).includes('too_short'));
  const long = `${good}-`.repeat(5).slice(0, 128);
  assert.equal((await register(long)).status, 200);
  assert.deepEqual(codes(await register(`${long}x`)), ['too_long']);
  const email = 'no-truncation@example.test';
  await register(long, { email });
  await platform.call('POST', '/auth/verify-email', {
    body: { token: platform.linkToken(await platform.mail(email)) },
  });
  const login = (password: string) =>
    platform.call('POST', '/auth/login/email', { body: { email, password }, ip: '100.65.0.1' });
  assert.equal((await login(long.slice(0, 127))).body.auth_code, null);
  assert.ok((await login(long)).body.auth_code);
});

test('blank passwords are refused', async () => {
  assert.ok(codes(await register(' '.repeat(20))).includes('blank'));
  assert.ok(codes(await register('')).includes('blank'));
});

test('context words are the whole local part, name parts from four characters, and the product', async () => {
  const who = { email: 'marigold.hopper@example.test', name: 'Bo Featherstone' };
  for (const password of [
    'xx-MARIGOLD.hopper-xx-99',
    'my-featherSTONE-garden-77',
    'the-sonde-is-on-its-way-55',
  ])
    assert.ok(codes(await register(password, who)).includes('contains_context'), password);
  for (const password of [
    'bo-walks-through-seven-gates',
    'marigold-and-violets-in-june',
    'example.test-of-patience-8',
  ])
    assert.ok(!codes(await register(password, who)).includes('contains_context'), password);
});

test('common passwords that are long enough are too weak', async () => {
  for (const password of [
    'passwordpassword',
    'qwertyuiopasdf',
    '123456789012',
    'aaaaaaaaaaaaaaaa',
    'abcdefghijklmnop',
  ])
    assert.ok(codes(await register(password)).includes('too_weak'), password);
});

test('the breach service sees five characters, asks for padding, and zero counts are clean', async () => {
  const leaked = 'leaked-marmalade-orbit-42';
  const padded = 'padded-marmalade-orbit-42';
  breaches.known.set(leaked, 3).set(padded, 0);
  breaches.requests.length = 0;
  assert.deepEqual(codes(await register(leaked)), ['breached']);
  assert.equal((await register(padded)).status, 200);
  for (const request of breaches.requests) {
    assert.match(request.path, /^\/range\/[0-9A-F]{5}$/);
    assert.equal(request.addPadding, 'true');
  }
  breaches.requests.length = 0;
  await register('short');
  assert.equal(breaches.requests.length, 0, 'what fails anyway is not sent anywhere');
});

test('a breach service that fails, floods or hangs stops nobody', async () => {
  for (const behaviour of ['fails', 'floods', 'hangs'] as const) {
    breaches.behaviour = behaviour;
    assert.equal((await register(`${good}-${behaviour}`)).status, 200, behaviour);
  }
  breaches.behaviour = 'answers';
  assert.ok(platform.log.lines.some((line) => line.includes('breach service did not answer')));
});

test('a password can be judged without storing or sending anything', async () => {
  breaches.requests.length = 0;
  const weak = await platform.call('POST', '/auth/check-password', { body: { password: 'hello' } });
  assert.equal(weak.body.acceptable, false);
  const fine = await platform.call('POST', '/auth/check-password', { body: { password: good } });
  assert.equal(fine.body.acceptable, true);
  assert.ok(fine.body.score >= 2);
  assert.equal(breaches.requests.length, 0);
});

test('the same password typed in another normal form signs in', async () => {
  const email = 'normal-forms@example.test';
  const composed = 'Zürich-Straße-étang-écluse'.normalize('NFC');
  await register(composed, { email });
  await platform.call('POST', '/auth/verify-email', {
    body: { token: platform.linkToken(await platform.mail(email)) },
  });
  const login = await platform.call('POST', '/auth/login/email', {
    body: { email: email.toUpperCase(), password: composed.normalize('NFD') },
    ip: '100.65.0.2',
  });
  assert.ok(login.body.auth_code);
});

test('hashes are Argon2id with their parameters inside, and older parameters are noticed', async () => {
  const hashes = createPasswordHashes();
  const stored = await hashes.hash(good);
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.deepEqual(await hashes.verify(good, stored), { matches: true, isOutdated: false });
  assert.deepEqual(await hashes.verify(`${good} `, stored), { matches: false, isOutdated: false });
  assert.equal((await hashes.verify(good, undefined)).matches, false);
  const email = 'older-hash@example.test';
  await register(good, { email });
  await platform.call('POST', '/auth/verify-email', {
    body: { token: platform.linkToken(await platform.mail(email)) },
  });
  const { argon2Sync, randomBytes } = await import('node:crypto');
  const nonce = randomBytes(16);
  const tag = argon2Sync('argon2id', {
    message: good,
    nonce,
    memory: 8_192,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
  await platform.app.database.executeSql('update users set password_hash = $1 where email = $2', [
    `$argon2id$v=19$m=8192,t=1,p=1$${unpadded(nonce)}$${unpadded(tag)}`,
    email,
  ]);
  const login = await platform.call('POST', '/auth/login/email', {
    body: { email, password: good },
    ip: '100.65.0.3',
  });
  assert.ok(login.body.auth_code);
  const { rows } = await platform.app.database.executeSql(
    'select password_hash from users where email = $1',
    [email],
  );
  assert.match(String(rows[0]?.['password_hash']), /m=19456,t=2,p=1/);
});

test('another spelling of a leaked password is as leaked', async () => {
  const leaked = 'leaked-harmonica-orbit-43';
  breaches.known.set(leaked, 7);
  const wide = Array.from(leaked, (character) => String.fromCodePoint(character.charCodeAt(0) + 0xfee0)).join(
    '',
  );
  assert.notEqual(wide, leaked);
  assert.deepEqual(codes(await register(wide)), ['breached']);
});

test('every printing character and space may be used, and no kind of character must be', async () => {
  // All 95, in an order that is no sequence, with a space at either end of the text as it is typed.
  const shuffled = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + ((n * 37) % 95))).join('');
  const printing = `${shuffled} `;
  assert.ok(printing.startsWith(' '));
  const email = 'all-characters@example.test';
  assert.equal((await register(printing, { email })).status, 200);
  await platform.call('POST', '/auth/verify-email', {
    body: { token: platform.linkToken(await platform.mail(email)) },
  });
  const login = (password: string) =>
    platform.call('POST', '/auth/login/email', { body: { email, password }, ip: '100.65.0.9' });
  assert.ok((await login(printing)).body.auth_code);
  assert.equal((await login(printing.toLowerCase())).body.auth_code, null, 'case counts');
  assert.equal((await login(printing.trim())).body.auth_code, null, 'spaces count');
  for (const password of [
    'onlysmalllettersyetverylong',
    '8374 9201 5563 7718 2046',
    'ганс-купил-лодку-в-четверг',
    '紫色の拖拉机十七个月亮和一只狐狸',
  ])
    assert.equal((await register(password)).status, 200, password);
});

test('the most common passwords that are long enough are all refused', async () => {
  const { dictionary } = createRequire(import.meta.url)('@zxcvbn-ts/language-common') as {
    dictionary: Readonly<Record<'passwords-common', readonly string[]>>;
  };
  const fitting = dictionary['passwords-common'].filter((password) => password.length >= 12).slice(0, 120);
  assert.equal(fitting.length, 120);
  const policy = createPasswordPolicy({
    rules: platform.config.identity.passwords,
    strength: createStrength(),
    breaches: undefined,
  });
  const accepted = fitting.filter((password) => policy.judge(password, {}).failures.length === 0);
  assert.deepEqual(accepted, []);
});

test('marks that may stand for letters make a password only some times more work to judge', () => {
  const judge = createStrength();
  judge('the first one loads the dictionaries', []);
  /** How many parts of the password are looked at: nearly all of the work of an estimate. */
  const looks = (password: string): number => {
    const slices = mock.method(String.prototype, 'slice');
    judge(password, []);
    slices.mock.restore();
    return slices.mock.callCount();
  };
  const plain = looks('bdfhjkmnpqrxyz'.repeat(10).slice(0, 128));
  for (const marks of [
    '35%1|4<2@&!4%%(0+$24+3<$@4/$!<@5',
    '/|vwvw_w_wu_|/w\\|uv|v_w/|vwvw_w',
    '4@8({[<369&#!1/|0$5+7%2',
  ])
    assert.ok(looks(marks.repeat(4).slice(0, 128)) < 4 * plain, marks);
  // What people write in place of letters is still seen through.
  for (const common of ['p@ssw0rdp@ssw0rd', 'P4$$w0rd1234', '1l0v3y0u1l0v3y0u', 'l3tm31nl3tm31n'])
    assert.ok(judge(common, []).score < 2, common);
});
