import { randomUUID } from 'node:crypto';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startFakeOidc, type FakeOidc } from '@sonde/fakes';
import { loadConfig } from '../../../src/config.ts';
import { takesAddress } from '../../../src/modules/people/registration-rule.ts';
import { startPlatform, testPassword, type SignedUp, type TestPlatform } from '../../support/platform.ts';

const random = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
const production = {
  NODE_ENV: 'production',
  TRUSTED_PROXIES: 'none',
  ENCRYPTION_KEY: random(),
  PROXY_SECRET: random(),
  FRONTEND_URL: 'https://sonde.example.test',
};
const client = { clientId: 'sonde-test', clientSecret: 'not-a-real-client-secret-for-tests' };
let oidc: FakeOidc;
/** Takes invited people and two domains; mail arrives. */
let closed: TestPlatform;
let owner: SignedUp;
/** Production that sends no mail. */
let silent: TestPlatform;
let boss: { token: string };
before(async () => {
  oidc = await startFakeOidc({ ...client, redirectUri: 'http://localhost:3000/api/v1/auth/callback' });
  closed = await startPlatform({
    env: {
      REGISTRATION: 'domains:home.example, Second.example',
      OIDC_ISSUER: oidc.issuer,
      OIDC_CLIENT_ID: client.clientId,
      OIDC_CLIENT_SECRET: client.clientSecret,
    },
  });
  owner = await closed.signUp({ email: 'owner@home.example' });
  silent = await startPlatform({ env: production });
  const link = new URL((await silent.app.ownerLink()) ?? '').searchParams.get('token');
  const made = await silent.call('POST', '/auth/owner-link', {
    body: { token: link, email: 'boss@example.test', password: testPassword },
  });
  const pair = await silent.exchange(made.body.auth_code);
  const organization = await silent.call('POST', '/organizations', {
    token: pair.token,
    body: { name: 'Quiet' },
  });
  boss = { token: organization.body.session_token };
});
after(async () => {
  await closed.close();
  await silent.close();
  await oidc.close();
});

let addresses = 0;
const post = (path: string, body: object) =>
  closed.call('POST', path, { body, ip: `192.0.2.${(addresses += 1)}` });
const invite = (email: string) =>
  closed.call('POST', '/invitations', { token: owner.token, body: { email } });

const signIn = async (platform: TestPlatform, email: string): Promise<URL> => {
  oidc.person = { sub: email, email, email_verified: true };
  const started = await platform.call('GET', '/auth/login/oidc');
  const cookies = new Map<string, string>();
  let url = String(started.headers['location']);
  while (!url.startsWith('http://localhost:3000')) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=', 2);
      cookies.set(name, value);
    }
    url = new URL(response.headers.get('location') ?? '', url).href;
  }
  const back = await platform.call('GET', url.slice('http://localhost:3000/api/v1'.length), {
    headers: { cookie: String(started.headers['set-cookie']).split(';')[0] ?? '' },
  });
  return new URL(String(back.headers['location']));
};

test('production takes invited people unless it is told otherwise, and what is told must make sense', () => {
  const rule = (more: Record<string, string>) => loadConfig({ ...production, ...more }).identity.registration;
  assert.equal(rule({}).kind, 'invite');
  assert.equal(rule({ REGISTRATION: 'open' }).kind, 'open');
  assert.deepEqual(rule({ REGISTRATION: 'domains:a.example, B.example' }).domains, [
    'a.example',
    'b.example',
  ]);
  for (const REGISTRATION of ['closed', 'domains:', 'domains:@a', 'Open'])
    assert.throws(() => rule({ REGISTRATION }), /REGISTRATION: must be open, invite/);
});

test('a domain of other letters takes the addresses that stand for it, and what is no domain starts nothing', () => {
  const rule = (REGISTRATION: string) => loadConfig({ ...production, REGISTRATION }).identity.registration;
  for (const domain of [
    'münchen.example',
    'MÜNCHEN.example',
    'mu\u0308nchen.example',
    'xn--mnchen-3ya.example',
  ])
    assert.ok(takesAddress(rule(`domains:a.example,${domain}`), 'g@XN--mnchen-3ya.example'), domain);
  assert.ok(!takesAddress(rule('domains:münchen.example'), 'g@munchen.example'));
  for (const domain of ['*.home.example', 'home.example:25', 'https://home.example', 'a..b', 'xn--\u0301.x'])
    assert.throws(() => rule(`domains:a.example,${domain}`), /REGISTRATION: /, domain);
});

test('people of other domains get no account, are told by mail alone, and the answer does not differ', async () => {
  const inside = await post('/auth/register', { email: 'new@second.example', password: testPassword });
  const outside = await post('/auth/register', { email: 'new@elsewhere.example', password: testPassword });
  assert.equal(outside.text, inside.text);
  assert.match((await closed.mail('new@second.example')).subject, /Confirm/);
  assert.match((await closed.mail('new@elsewhere.example')).subject, /by invitation/);
  for (const path of ['/auth/resend-verification', '/auth/magic-link', '/auth/forgot-password'])
    await post(path, { email: 'new@elsewhere.example' });
  const { rows } = await closed.app.database.executeSql(
    "select 1 from users where email = 'new@elsewhere.example'",
  );
  assert.deepEqual(rows, []);
});

test('an account that was begun before the door was closed is not confirmed by any mail', async () => {
  const email = 'early@elsewhere.example';
  const sent = await invite(email);
  await post('/auth/register', { email, password: testPassword });
  const confirmation = closed.linkToken(await closed.mail(email, /Confirm/));
  await closed.call('DELETE', `/invitations/${sent.body.id}`, { token: owner.token });
  for (const path of ['/auth/resend-verification', '/auth/magic-link', '/auth/forgot-password'])
    await post(path, { email });
  assert.equal((await post('/auth/verify-email', { token: confirmation })).body.code, 'auth.token_invalid');
  const { rows } = await closed.app.database.executeSql(
    "select count(*)::int as n from single_use_tokens s join users u on u.id = s.user_id where u.email = $1 and s.purpose <> 'email_verification'",
    [email],
  );
  assert.deepEqual(rows, [{ n: 0 }]);
});

test('an invited stranger may register, finds the invitation waiting, and joins without its mail', async () => {
  const email = 'guest@elsewhere.example';
  await invite(email);
  await post('/auth/register', { email, password: testPassword });
  const confirmation = closed.linkToken(await closed.mail(email, /Confirm/));
  const verified = await post('/auth/verify-email', { token: confirmation });
  const guest = await closed.exchange(verified.body.auth_code);
  const { body } = await closed.call('GET', '/users/me/invitations', { token: guest.token });
  assert.deepEqual(
    body.map((row: { invited_by: string; role: string }) => [row.invited_by, row.role]),
    [[owner.email, 'member']],
  );
  const other = await closed.signUp({ email: 'other@home.example', organization: null });
  assert.deepEqual((await closed.call('GET', '/users/me/invitations', { token: other.token })).body, []);
  const path = `/users/me/invitations/${body[0].id}/accept`;
  const stolen = await closed.call('POST', path, { token: other.token });
  const unknown = await closed.call('POST', `/users/me/invitations/${randomUUID()}/accept`, {
    token: other.token,
  });
  assert.deepEqual([stolen.status, stolen.text], [404, unknown.text]);
  const joined = await closed.call('POST', path, { token: guest.token });
  assert.equal(joined.status, 200, joined.text);
  assert.equal(joined.body.id, owner.organizationId);
});

test('a provider brings nobody whom the rule keeps out', async () => {
  assert.equal(
    (await signIn(closed, 'x@elsewhere.example')).searchParams.get('error'),
    'oauth_registration_closed',
  );
  assert.ok((await signIn(closed, 'x@home.example')).searchParams.get('code'));
});

test('where no mail is sent, an invitation gives a link, and its holder an account', async () => {
  assert.equal((await silent.call('GET', '/auth/providers')).body.registration, 'invite');
  const email = 'colleague@example.test';
  const made = await silent.call('POST', '/invitations', { token: boss.token, body: { email } });
  assert.equal(made.status, 201, made.text);
  const token = new URL(made.body.link).searchParams.get('token');
  assert.match(made.body.link, /^https:\/\/sonde\.example\.test\/auth\/accept-invitation\?token=/);
  const register = (body: object) =>
    silent.call('POST', '/auth/register', { body: { email, password: testPassword, ...body } });
  assert.equal((await register({})).body.code, 'mail.unavailable');
  const other = await register({ email: 'somebody-else@example.test', invitation_token: token });
  assert.equal(other.body.code, 'auth.token_invalid');
  const registered = await register({ invitation_token: token });
  const pair = await silent.exchange(registered.body.auth_code);
  const joined = await silent.call('POST', '/invitations/accept', { token: pair.token, body: { token } });
  assert.equal(joined.status, 200, joined.text);
  const listed = await silent.call('GET', '/invitations', { token: boss.token });
  assert.doesNotMatch(listed.text, /token=/);
});

test('the word of one organization opens no other: an invitation of theirs takes its own link', async () => {
  const ask = (path: string, token: string | undefined, body: object = {}) =>
    silent.call('POST', path, { body, token, ip: `192.0.2.${(addresses += 1)}` });
  const invited = async (email: string, by: string) => {
    const { body } = await ask('/invitations', by, { email, role: 'viewer' });
    return { id: String(body.id), token: new URL(body.link).searchParams.get('token') };
  };
  const register = async (email: string, by: string) => {
    const body = { email, password: testPassword, invitation_token: (await invited(email, by)).token };
    return silent.exchange((await ask('/auth/register', undefined, body)).body.auth_code);
  };
  const stranger = await register('stranger@example.test', boss.token);
  await silent.app.database.executeSql(
    "update users set may_found = true where email = 'stranger@example.test'",
  );
  const made = await ask('/organizations', stranger.token, { name: 'Elsewhere' });
  const email = 'courted@example.test';
  const { token } = await register(email, made.body.session_token);
  const wanted = await invited(email, boss.token);
  const me = await silent.call('GET', '/users/me', { token });
  assert.equal(me.body.is_email_verified, false);
  assert.deepEqual((await silent.call('GET', '/users/me/invitations', { token })).body, []);
  const stolen = await ask(`/users/me/invitations/${wanted.id}/accept`, token);
  assert.equal(stolen.body.code, 'invitation.not_found', stolen.text);
  const joined = await ask('/invitations/accept', token, { token: wanted.token });
  assert.equal(joined.status, 200, joined.text);
  const again = await ask('/auth/login/email', undefined, { email, password: testPassword });
  assert.ok(again.body.auth_code, 'without mail a password is a way in as before');
});

const proofs: Record<string, (email: string) => Promise<string>> = {
  'a provider': async (email) => (await signIn(closed, email)).searchParams.get('code') ?? '',
  'a magic link': async (email) => {
    await post('/auth/magic-link', { email });
    const token = closed.linkToken(await closed.mail(email, /sign-in link/));
    return (await post('/auth/magic-link/verify', { token })).body.auth_code;
  },
  'a new registration': async (email) => {
    await post('/auth/register', { email, password: 'another-harbour-ladder-88' });
    const token = closed.linkToken(await closed.mail(email, /Confirm/));
    return (await post('/auth/verify-email', { token })).body.auth_code;
  },
};
test('an account that the word of an organization opened is emptied by the first proof, at a provider or by mail', async () => {
  for (const [proof, prove] of Object.entries(proofs)) {
    const before = await closed.signUp({ email: `${randomUUID()}@home.example` });
    const { token } = before;
    const email = `by-${proof.replaceAll(' ', '-')}@home.example`;
    // As it is left where no mail is sent, so that no letter has gone to this address.
    await closed.app.database.executeSql(
      'update users set email = $2, is_email_verified = false, is_vouched_for = true where id = $1',
      [before.userId, email],
    );
    assert.ok((await post('/auth/login/email', { email, password: testPassword })).body.auth_code);
    const kept = await closed.call('POST', '/tokens', { token, body: { name: 'left behind' } });
    const begun = await closed.call('POST', '/auth/second-factor/setup', {
      token,
      body: { current_password: testPassword },
    });
    assert.equal(begun.status, 200, begun.text);
    const proved = await closed.exchange(await prove(email));
    const me = await closed.call('GET', '/users/me', { token: proved.token });
    assert.deepEqual([me.body.id, me.body.is_email_verified], [before.userId, true]);
    assert.equal((await post('/auth/login/email', { email, password: testPassword })).body.auth_code, null);
    for (const left of [token, kept.body.access_token])
      assert.equal((await closed.call('GET', '/users/me', { token: left })).status, 401);
    const { rows } = await closed.app.database.executeSql('select 1 from second_factors where user_id = $1', [
      before.userId,
    ]);
    assert.deepEqual(rows, []);
    await signIn(closed, email);
    const after = await closed.call('GET', '/users/me', { token: proved.token });
    assert.equal(after.status, 200, 'a second proof ends nothing');
  }
});

test('where mail is sent, the link of an invitation proves no mailbox', async () => {
  const email = 'victim@elsewhere.example';
  const made = await invite(email);
  const token = new URL(made.body.link).searchParams.get('token');
  const registered = await post('/auth/register', {
    email,
    password: testPassword,
    invitation_token: token,
  });
  assert.equal(registered.body.auth_code, null);
});

test('who confirms an address sees what was registered with it, and may leave it aside', async () => {
  const email = 'planted@home.example';
  await post('/auth/register', { email, password: testPassword, name: 'Somebody Else' });
  const token = closed.linkToken(await closed.mail(email, /Confirm/));
  const preview = await post('/auth/verify-email/preview', { token });
  assert.deepEqual(preview.body, { email, name: 'Somebody Else', sets_password: true });
  const verified = await post('/auth/verify-email', { token, discard_registration: true });
  const pair = await closed.exchange(verified.body.auth_code);
  const me = await closed.call('GET', '/users/me', { token: pair.token });
  assert.deepEqual([me.body.name, me.body.has_password], [null, false]);
  const login = await post('/auth/login/email', { email, password: testPassword });
  assert.equal(login.body.auth_code, null);
  assert.equal((await post('/auth/verify-email/preview', { token })).body.code, 'auth.token_invalid');
});
