import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  addressesBelow,
  createTestClock,
  startPlatform,
  testPassword,
  type Json,
  type SignedUp,
  type TestPlatform,
} from '../../support/platform.ts';
import { stepAt, totpCode } from '../../../src/modules/tokens/totp.ts';
import { joinAs } from '../tenancy/support.ts';
import { printLink } from '../../../src/owner-link/print-link.ts';
import { databaseUrl, testDatabaseUrl } from '../../support/database.ts';

const clock = createTestClock();
let platform: TestPlatform;
before(async () => {
  platform = await startPlatform({ spread: true, clock });
});
after(() => platform.close());

const freshIp = addressesBelow('10.62');
const post = (path: string, body?: object, token?: string) =>
  platform.call('POST', path, { body, token, ip: freshIp() });
const nextStep = (): void => clock.advance(30_000);
const codeNow = (secret: string): string => totpCode(secret, stepAt(clock.now()));
const signInCode = async (email: string): Promise<string> =>
  (await post('/auth/login/email', { email, password: testPassword })).body.auth_code;

interface Enrolled extends SignedUp {
  readonly secret: string;
  readonly recoveryCodes: string[];
}

async function enrol(person: SignedUp): Promise<Enrolled> {
  const begun = await post('/auth/second-factor/setup', { current_password: testPassword }, person.token);
  assert.equal(begun.status, 200, begun.text);
  const { secret } = begun.body;
  const enabled = await post('/auth/second-factor/enable', { code: codeNow(secret) }, person.token);
  assert.equal(enabled.status, 200, enabled.text);
  nextStep();
  return {
    ...person,
    token: enabled.body.session_token,
    refreshToken: enabled.body.refresh_token,
    secret,
    recoveryCodes: enabled.body.recovery_codes,
  };
}
async function challengeFor(code: string): Promise<string> {
  const stopped = await post('/auth/exchange-code', { code });
  assert.equal(stopped.status, 403, stopped.text);
  assert.equal(stopped.body.code, 'auth.second_factor_required');
  assert.equal('session_token' in stopped.body, false);
  return stopped.body.challenge;
}
const complete = (challenge: string, code: string) => post('/auth/second-factor/verify', { challenge, code });
const state = async (token: string) => (await platform.call('GET', '/auth/second-factor', { token })).body;

test('a second factor begins with the password, and nothing changes before its first code', async () => {
  const person = await platform.signUp();
  assert.equal((await post('/auth/second-factor/setup', {}, person.token)).status, 403);
  assert.equal(
    (await post('/auth/second-factor/setup', { current_password: 'wrong' }, person.token)).status,
    403,
  );
  const begun = await post('/auth/second-factor/setup', { current_password: testPassword }, person.token);
  const url = new URL(begun.body.otpauth_url);
  assert.equal(url.searchParams.get('secret'), begun.body.secret);
  assert.match(decodeURIComponent(url.pathname), new RegExp(`:${person.email}$`));
  assert.equal((await post('/auth/exchange-code', { code: await signInCode(person.email) })).status, 200);
  const wrong = await post('/auth/second-factor/enable', { code: '000000' }, person.token);
  assert.equal(wrong.body.code, 'auth.second_factor_wrong');
  const enabled = await post(
    '/auth/second-factor/enable',
    { code: codeNow(begun.body.secret) },
    person.token,
  );
  assert.equal(new Set(enabled.body.recovery_codes).size, 10);
  assert.deepEqual(
    { ...(await state(enabled.body.session_token)), enabled_at: null },
    { enabled: true, enabled_at: null, recovery_codes_left: 10, required: false },
  );
  await platform.mail(person.email, /second factor/);
});

test('an API token cannot touch the second factor of its person', async () => {
  const person = await platform.signUp();
  const made = await post('/tokens', { name: 'ci' }, person.token);
  for (const path of ['setup', 'enable', 'disable', 'recovery-codes'])
    assert.equal(
      (await post(`/auth/second-factor/${path}`, { code: '123456' }, made.body.access_token)).status,
      403,
    );
});

test('the secret is sealed and recovery codes are hashes', async () => {
  const person = await enrol(await platform.signUp());
  const { database } = platform.app;
  const { rows } = await database.executeSql('select * from second_factors where user_id = $1', [
    person.userId,
  ]);
  assert.ok(!JSON.stringify(rows).includes(person.secret));
  const codes = await database.executeSql(
    `select encode(code_hash, 'escape') as hash from recovery_codes where user_id = $1`,
    [person.userId],
  );
  assert.equal(codes.rows.length, 10);
  for (const code of person.recoveryCodes)
    assert.ok(!JSON.stringify(codes.rows).includes(code.replaceAll('-', '').toUpperCase()));
});

test('password, magic link and six digits of a mail all end before the second factor', async () => {
  const person = await enrol(await platform.signUp());
  await challengeFor(await signInCode(person.email));
  await post('/auth/magic-link', { email: person.email });
  const mail = await platform.mail(person.email, /sign-in link/);
  const link = await post('/auth/magic-link/verify', { token: platform.linkToken(mail) });
  await challengeFor(link.body.auth_code);
  await post('/auth/forgot-password', { email: person.email });
  const reset = platform.linkToken(await platform.mail(person.email, /Set a new password/));
  const chosen = 'harbour-ladder-quiet-ninety';
  assert.equal((await post('/auth/reset-password', { token: reset, new_password: chosen })).status, 200);
  const login = await post('/auth/login/email', { email: person.email, password: chosen });
  const challenge = await challengeFor(login.body.auth_code);
  const done = await complete(challenge, codeNow(person.secret));
  assert.equal(done.status, 200, done.text);
  assert.equal((await platform.call('GET', '/users/me', { token: done.body.session_token })).status, 200);
});

test('a code works once, also for two who show it at once, and no older one after it', async () => {
  const person = await enrol(await platform.signUp());
  const challenges = await Promise.all([
    challengeFor(await signInCode(person.email)),
    challengeFor(await signInCode(person.email)),
    challengeFor(await signInCode(person.email)),
  ]);
  const code = codeNow(person.secret);
  const shown = await Promise.all(challenges.map((challenge) => complete(challenge, code)));
  assert.deepEqual(shown.map(({ status }) => String(status)).toSorted(), ['200', '403', '403']);
  const older = totpCode(person.secret, stepAt(clock.now()) - 1);
  assert.equal((await complete(await challengeFor(await signInCode(person.email)), older)).status, 403);
  nextStep();
  const next = await complete(await challengeFor(await signInCode(person.email)), codeNow(person.secret));
  assert.equal(next.status, 200);
});

test('a recovery code works once, however it was copied from paper, and new ones end the former', async () => {
  const person = await enrol(await platform.signUp());
  const [code = '', second = '', third = ''] = person.recoveryCodes;
  const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `;
  assert.equal((await complete(await challengeFor(await signInCode(person.email)), typed)).status, 200);
  assert.equal((await complete(await challengeFor(await signInCode(person.email)), code)).status, 403);
  assert.equal((await state(person.token)).recovery_codes_left, 9);
  const renewed = await post('/auth/second-factor/recovery-codes', { code: second }, person.token);
  assert.equal(renewed.body.recovery_codes.length, 10);
  assert.equal((await complete(await challengeFor(await signInCode(person.email)), third)).status, 403);
});

test('wrong codes use a challenge up, and more of them bring pauses that the right code waits out', async () => {
  const person = await enrol(await platform.signUp());
  const challenge = await challengeFor(await signInCode(person.email));
  for (let count = 0; count < 5; count += 1) assert.equal((await complete(challenge, '000000')).status, 403);
  assert.equal((await complete(challenge, codeNow(person.secret))).body.code, 'auth.code_invalid');
  const next = await challengeFor(await signInCode(person.email));
  assert.equal((await complete(next, '000000')).status, 403);
  const paused = await complete(next, codeNow(person.secret));
  assert.equal(paused.status, 429);
  assert.ok(Number(paused.headers['retry-after']) >= 1);
  nextStep();
  assert.equal((await complete(next, codeNow(person.secret))).status, 200);
});

test('a challenge ends with its sign-in: replayed, ended, out of time or used', async () => {
  const person = await enrol(await platform.signUp());
  const code = await signInCode(person.email);
  const replayed = await challengeFor(code);
  assert.equal((await post('/auth/exchange-code', { code })).status, 400);
  assert.equal((await complete(replayed, codeNow(person.secret))).body.code, 'auth.code_invalid');
  const ended = await challengeFor(await signInCode(person.email));
  await platform.call('DELETE', '/auth/sessions', { token: person.token });
  assert.equal((await complete(ended, codeNow(person.secret))).status, 400);
  const used = await challengeFor(await signInCode(person.email));
  assert.equal((await complete(used, codeNow(person.secret))).status, 200);
  nextStep();
  assert.equal((await complete(used, codeNow(person.secret))).status, 400);
  const late = await challengeFor(await signInCode(person.email));
  clock.advance(11 * 60_000);
  assert.equal((await complete(late, codeNow(person.secret))).status, 400);
  const other = await challengeFor(await signInCode(person.email));
  for (const path of ['/auth/exchange-code', '/auth/refresh'])
    assert.ok((await post(path, { code: other, refresh_token: other })).status >= 400);
});

test('it is replaced and removed with a code alone, and its person is told', async () => {
  const person = await enrol(await platform.signUp());
  assert.equal(
    (await post('/auth/second-factor/setup', { current_password: testPassword }, person.token)).status,
    403,
  );
  assert.equal((await post('/auth/second-factor/disable', { code: '000000' }, person.token)).status, 403);
  const begun = await post('/auth/second-factor/setup', { code: codeNow(person.secret) }, person.token);
  assert.equal(begun.status, 200, begun.text);
  nextStep();
  const still = await complete(await challengeFor(await signInCode(person.email)), codeNow(person.secret));
  assert.equal(still.status, 200, 'the former one is good until the new one has shown a code');
  const removed = await post(
    '/auth/second-factor/disable',
    { code: person.recoveryCodes[0] ?? '' },
    person.token,
  );
  assert.equal(removed.status, 200, removed.text);
  assert.equal((await post('/auth/exchange-code', { code: await signInCode(person.email) })).status, 200);
  assert.equal((await post('/auth/second-factor/disable', { code: '000000' }, person.token)).status, 409);
});

test('a password alone replaces none that comes into force while it is being checked', async () => {
  const person = await platform.signUp();
  const setUp = () => post('/auth/second-factor/setup', { current_password: testPassword }, person.token);
  const { secret } = (await setUp()).body;
  const both = await Promise.all([
    setUp(),
    post('/auth/second-factor/enable', { code: codeNow(secret) }, person.token),
  ]);
  // Whichever comes first, the other one is too late.
  assert.deepEqual(both.map(({ status }) => String(status)).toSorted(), ['200', '403']);
});

test('an account goes only with its password, and where there is a second factor only with a code of it', async () => {
  const person = await platform.signUp({ organization: null });
  const end = (token: string, body?: Json) =>
    platform.call('DELETE', '/users/me', { token, ...(body ? { body } : {}) });
  assert.equal((await end(person.token)).body.code, 'auth.password_wrong');
  assert.equal((await end(person.token, { current_password: 'not it' })).body.code, 'auth.password_wrong');
  const { token, secret } = await enrol(person);
  const withPassword = await end(token, { current_password: testPassword });
  assert.equal(withPassword.body.code, 'auth.second_factor_wrong', withPassword.text);
  assert.equal((await end(token, { code: '000000' })).body.code, 'auth.second_factor_wrong');
  assert.equal((await end(token, { code: codeNow(secret) })).status, 200);
  assert.equal((await platform.call('GET', '/users/me', { token })).status, 401);
});

test('who acts for no organization until they have it is its last owner all the same, and stays', async () => {
  const founder = await platform.signUp();
  const last = await joinAs(platform, founder, 'owner');
  const { token } = await enrol(founder);
  const path = `/organizations/${founder.organizationId}`;
  await platform.call('PUT', path, { token, body: { require_second_factor: true } });
  assert.equal((await platform.call('PATCH', '/users/leave-organization', { token })).status, 200);
  const me = await platform.call('GET', '/users/me', { token: last.token });
  assert.equal(me.body.organization_id, null);
  const gone = await platform.call('DELETE', '/users/me', {
    token: last.token,
    body: { current_password: testPassword },
  });
  assert.equal(gone.body.code, 'member.last_owner', gone.text);
});

test('an owner asks it of everybody, and whoever lacks it acts for the organization in no way until they have it', async () => {
  const founder = await platform.signUp();
  const member = await joinAs(platform, founder, 'member');
  const admin = await joinAs(platform, founder, 'admin');
  const apiToken = (await post('/tokens', { name: 'ci' }, member.token)).body.access_token;
  const require = (token: string, wish = true) =>
    platform.call('PUT', `/organizations/${founder.organizationId}`, {
      token,
      body: { require_second_factor: wish },
    });
  assert.equal((await require(founder.token)).body.code, 'auth.second_factor_missing');
  const owner = await enrol(founder);
  assert.equal((await require(admin.token)).body.code, 'member.rank_too_low');
  const ownersToken = (await post('/tokens', { name: 'ci' }, owner.token)).body.access_token;
  assert.equal((await require(ownersToken)).status, 403);
  assert.equal((await require(owner.token)).body.require_second_factor, true);

  const refused = await platform.call('GET', '/endpoints', { token: member.token });
  assert.equal(refused.body.code, 'auth.second_factor_setup_required');
  assert.equal((await platform.call('GET', '/endpoints', { token: apiToken })).status, 401);
  const renewed = await post('/auth/refresh', { refresh_token: member.refreshToken });
  const fresh = renewed.body.access_token;
  assert.equal((await platform.call('GET', '/endpoints', { token: fresh })).status, 403);
  assert.equal((await post('/organizations', { name: 'Another' }, fresh)).status, 409);
  const me = await platform.call('GET', '/users/me', { token: fresh });
  assert.deepEqual([me.body.organization_id, me.body.needs_second_factor], [null, true]);
  assert.equal((await state(fresh)).required, true);

  const enrolled = await enrol({ ...member, token: fresh });
  assert.equal((await platform.call('GET', '/endpoints', { token: enrolled.token })).status, 200);
  assert.equal((await platform.call('GET', '/endpoints', { token: apiToken })).status, 200);
  const kept = await post('/auth/second-factor/disable', { code: codeNow(enrolled.secret) }, enrolled.token);
  assert.equal(kept.body.code, 'auth.second_factor_setup_required');
  assert.equal((await require(owner.token, false)).status, 200);
  assert.equal((await platform.call('GET', '/endpoints', { token: admin.token })).status, 200);
});

test('a second factor that comes into force ends the other sessions, and not the one that set it up', async () => {
  const person = await platform.signUp();
  const other = await post('/auth/exchange-code', { code: await signInCode(person.email) });
  const enrolled = await enrol(person);
  const use = async (token: string) => (await platform.call('GET', '/users/me', { token })).status;
  assert.deepEqual([await use(other.body.session_token), await use(enrolled.token)], [401, 200]);
});

test('an admin takes away the second factor of a member who lost it: told by mail, written down, sessions ended', async () => {
  const founder = await platform.signUp();
  const [admin, member] = [
    await joinAs(platform, founder, 'admin'),
    await joinAs(platform, founder, 'member'),
  ];
  const stranger = await platform.signUp();
  const lost = await enrol(member);
  const reset = (by: SignedUp, id = member.userId) =>
    post(`/members/${id}/reset-second-factor`, undefined, by.token);
  assert.equal((await reset(lost)).status, 403);
  assert.equal((await reset(stranger)).status, 404);
  assert.equal((await reset(admin, founder.userId)).body.code, 'member.rank_too_low');
  const done = await reset(admin);
  assert.equal(done.status, 200, done.text);
  assert.ok(done.body.ended >= 1);
  assert.equal((await platform.call('GET', '/users/me', { token: lost.token })).status, 401);
  assert.match(
    (await platform.mail(member.email, /taken away|took away/)).text,
    /took away the second factor/,
  );
  const signedIn = await post('/auth/exchange-code', { code: await signInCode(member.email) });
  assert.equal(signedIn.status, 200, signedIn.text);
  assert.equal((await reset(admin)).body.code, 'member.no_second_factor');
  const trail = await platform.call('GET', '/audit-events?limit=100', { token: founder.token });
  assert.ok(trail.text.includes('member.second_factor_reset'));
});

test('nobody takes their own second factor away without a code of it', async () => {
  const founder = await enrol(await platform.signUp());
  const reset = await post(`/members/${founder.userId}/reset-second-factor`, undefined, founder.token);
  assert.deepEqual([reset.status, reset.body.code], [403, 'member.own_second_factor']);
  assert.equal((await state(founder.token)).enabled, true);
});

test('who lacks the second factor that their organization asks for may leave it', async () => {
  const founder = await platform.signUp();
  const member = await joinAs(platform, founder, 'member');
  const { token } = await enrol(founder);
  const path = `/organizations/${founder.organizationId}`;
  await platform.call('PUT', path, { token, body: { require_second_factor: true } });
  const left = await platform.call('PATCH', '/users/leave-organization', { token: member.token });
  assert.equal(left.status, 200, left.text);
  assert.equal((await post('/organizations', { name: 'Another' }, left.body.session_token)).status, 201);
});

test('the link of the operator sets a new password and removes the second factor, and says so', async (t) => {
  if (!testDatabaseUrl) return t.skip('the embedded database has one process');
  const person = await enrol(await platform.signUp());
  let printed = '';
  await printLink(
    person.email,
    {
      DATA_DIR: platform.directory,
      PASSWORD_CHECK_BREACHED: 'false',
      DATABASE_URL: databaseUrl(testDatabaseUrl, platform.databaseName ?? ''),
    },
    { write: (text: string) => (printed += text) },
  );
  assert.match(printed, /removes their second factor/);
  const token = new URL(/https?:\S+/.exec(printed)?.[0] ?? '').searchParams.get('token');
  const chosen = 'harbour-ladder-quiet-ninety';
  assert.equal((await post('/auth/reset-password', { token, new_password: chosen })).status, 200);
  const login = await post('/auth/login/email', { email: person.email, password: chosen });
  assert.equal((await post('/auth/exchange-code', { code: login.body.auth_code })).status, 200);
});

test('a sign-in from a new place is told by mail, the first one and known places are not', async () => {
  const person = await platform.signUp();
  const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36';
  const signIn = async (userAgent: string, ip: string) => {
    const headers = { 'user-agent': userAgent };
    const login = await platform.call('POST', '/auth/login/email', {
      body: { email: person.email, password: testPassword },
      headers,
      ip,
    });
    return platform.call('POST', '/auth/exchange-code', {
      body: { code: login.body.auth_code },
      headers,
      ip,
    });
  };
  const told = async () =>
    (await platform.call('GET', `/dev/mailbox?to=${encodeURIComponent(person.email)}&limit=100`)).body.filter(
      (mail: { subject: string }) => /new place/.test(mail.subject),
    );
  await signIn(chrome, '192.0.2.7');
  const mail = await platform.mail(person.email, /new place/);
  assert.match(mail.text, /Chrome on Windows from the address 192\.0\.2\.7/);
  await signIn(chrome, '192.0.200.9');
  await signIn(chrome, '198.51.100.1');
  await platform.mail(person.email, /new place/);
  for (let tries = 0; (await told()).length < 2 && tries < 4800; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 25));
  assert.equal((await told()).length, 2);
});
