import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createAudit } from '#audit';
import { createOperatorLinks } from '#identity';
import { systemClock } from '#kernel/clock';
import { createEvents } from '#kernel/events';
import { createJobs } from '#kernel/jobs';
import { createMemoryLimiter } from '#kernel/limiter';
import { createLog } from '#kernel/log';
import { createSealer } from '#kernel/seal';
import { createTokens } from '#tokens';
import { startPlatform, testPassword, type TestPlatform } from '../../support/platform.ts';

const log = createLog('silent');
const random = (): string => randomBytes(32).toString('base64url');
/** Production as its operator gets it: invited people, and no mail. */
let invited: TestPlatform;
let boss: string;
/** Takes the addresses of one domain, and sends mail. */
let domains: TestPlatform;
before(async () => {
  invited = await startPlatform({
    env: {
      NODE_ENV: 'production',
      TRUSTED_PROXIES: 'none',
      ENCRYPTION_KEY: random(),
      PROXY_SECRET: random(),
      FRONTEND_URL: 'https://sonde.example.test',
    },
  });
  const link = new URL((await invited.app.ownerLink()) ?? '').searchParams.get('token');
  const made = await invited.call('POST', '/auth/owner-link', {
    body: { token: link, email: 'boss@example.test', password: testPassword },
  });
  boss = await found(invited, (await invited.exchange(made.body.auth_code)).token, 'First');
  domains = await startPlatform({ env: { REGISTRATION: 'domains:home.example' } });
});
after(async () => {
  await invited.close();
  await domains.close();
});

let addresses = 0;
const ip = () => `192.0.2.${(addresses += 1)}`;

async function found(platform: TestPlatform, token: string, name: string): Promise<string> {
  const { status, text, body } = await platform.call('POST', '/organizations', { token, body: { name } });
  assert.equal(status, 201, text);
  return body.session_token;
}

/** Both what is refused and what is told of it before. */
async function isClosed(platform: TestPlatform, token: string): Promise<void> {
  const me = await platform.call('GET', '/users/me', { token });
  assert.equal(me.body.organization_id, null);
  assert.equal(me.body.may_create_organization, false);
  const refused = await platform.call('POST', '/organizations', { token, body: { name: 'Own' } });
  assert.deepEqual([refused.status, refused.body.code], [403, 'organization.founding_closed']);
}

async function open(email: string): Promise<{ id: string; token: string; link: string }> {
  const { body } = await invited.call('POST', '/invitations', { token: boss, body: { email } });
  const link = new URL(body.link).searchParams.get('token') ?? '';
  const registered = await invited.call('POST', '/auth/register', {
    body: { email, password: testPassword, invitation_token: link },
    ip: ip(),
  });
  const { token } = await invited.exchange(registered.body.auth_code);
  const me = await invited.call('GET', '/users/me', { token });
  return { id: me.body.id, token, link };
}

async function join(email: string) {
  const one = await open(email);
  const joined = await invited.call('POST', '/invitations/accept', {
    token: one.token,
    body: { token: one.link },
  });
  assert.equal(joined.status, 200, joined.text);
  return { ...one, token: String(joined.body.session_token) };
}

async function signIn(platform: TestPlatform, email: string, password = testPassword): Promise<string> {
  const { body } = await platform.call('POST', '/auth/login/email', { body: { email, password }, ip: ip() });
  return (await platform.exchange(body.auth_code)).token;
}

/** With the link that `npm run owner-link` prints. */
async function resetByOperator(platform: TestPlatform, email: string): Promise<string> {
  const { config, database } = platform;
  const parts = {
    database,
    clock: systemClock,
    sealer: createSealer(config.sealing),
    jobs: createJobs({ database, log, isWorker: false }),
    log,
    limiter: createMemoryLimiter(),
  };
  const audit = createAudit(parts);
  const events = createEvents({ database, log });
  const tokens = await createTokens({ ...parts, audit, events, settings: config.tokens });
  const links = createOperatorLinks({ ...parts, tokens, audit, settings: config.identity });
  const made = await links.reset(email);
  assert.ok('url' in made);
  const token = new URL(made.url).searchParams.get('token');
  const password = 'harbour-ladder-quiet-ninety';
  const reset = await platform.call('POST', '/auth/reset-password', {
    body: { token, new_password: password },
    ip: ip(),
  });
  assert.equal(reset.status, 200, reset.text);
  return signIn(platform, email, password);
}

test('where people are invited, whoever was removed founds no organization, and is told so before', async () => {
  const email = 'gone@example.test';
  const { id } = await join(email);
  assert.equal((await invited.call('DELETE', `/members/${id}`, { token: boss })).status, 200);
  await isClosed(invited, await signIn(invited, email));
});

test('nor does whoever left, or has not come in yet', async () => {
  const { token } = await join('left@example.test');
  const left = await invited.call('PATCH', '/users/leave-organization', { token });
  assert.equal(left.status, 200, left.text);
  await isClosed(invited, left.body.session_token);
  await isClosed(invited, (await open('waiting@example.test')).token);
});

test('the first owner founds another one, unless somebody else has sent them away', async () => {
  const { body: me } = await invited.call('GET', '/users/me', { token: boss });
  assert.equal(me.may_create_organization, false, 'they belong to one');
  const second = await invited.call('POST', '/organizations', { token: boss, body: { name: 'Second' } });
  assert.equal(second.body.code, 'organization.already_member');
  const ended = await invited.call('DELETE', `/organizations/${me.organization_id}`, { token: boss });
  assert.equal(ended.status, 200, ended.text);
  boss = await found(invited, await signIn(invited, 'boss@example.test'), 'Again');
  const heir = await join('heir@example.test');
  const raised = await invited.call('PATCH', `/members/${heir.id}`, { token: boss, body: { role: 'owner' } });
  assert.equal(raised.status, 200, raised.text);
  assert.equal((await invited.call('DELETE', `/members/${me.id}`, { token: heir.token })).status, 200);
  await isClosed(invited, await signIn(invited, 'boss@example.test'));
});

test('an address that the rule takes founds one, once it is proved', async () => {
  const one = await domains.signUp({ email: 'one@home.example' });
  const { email, token, userId } = await domains.signUp({ email: 'two@home.example', organization: null });
  const set = (changes: string) =>
    domains.app.database.executeSql(`update users set ${changes} where id = $1`, [userId]);
  // As whoever was let in by the word of an organization, which may name any address.
  await set('is_email_verified = false, is_vouched_for = true');
  await isClosed(domains, token);
  await set('is_email_verified = true');
  const me = await domains.call('GET', '/users/me', { token });
  assert.equal(me.body.may_create_organization, true);
  await found(domains, token, email);
  assert.ok(one.organizationId);
});

test('elsewhere the operator lets somebody who belongs to none, by a link of theirs', async () => {
  const owner = await domains.signUp({ email: 'three@home.example' });
  const email = 'guest@elsewhere.example';
  const invite = await domains.call('POST', '/invitations', { token: owner.token, body: { email } });
  await domains.call('POST', '/auth/register', { body: { email, password: testPassword }, ip: ip() });
  const confirmation = domains.linkToken(await domains.mail(email, /Confirm/));
  const confirmed = await domains.call('POST', '/auth/verify-email', { body: { token: confirmation } });
  const guest = await domains.exchange(confirmed.body.auth_code);
  const { body: me } = await domains.call('GET', '/users/me', { token: guest.token });
  const accept = { token: domains.linkToken(await domains.mail(email, /invited/)) };
  const joined = await domains.call('POST', '/invitations/accept', { token: guest.token, body: accept });
  assert.equal(joined.status, 200, invite.text);
  const byLink = await resetByOperator(domains, email);
  const removed = await domains.call('DELETE', `/members/${me.id}`, { token: owner.token });
  assert.equal(removed.status, 200, removed.text);
  await isClosed(domains, await signIn(domains, email, 'harbour-ladder-quiet-ninety'));
  assert.equal((await domains.call('GET', '/users/me', { token: byLink })).status, 401);
  await found(domains, await resetByOperator(domains, email), 'Own');
});
