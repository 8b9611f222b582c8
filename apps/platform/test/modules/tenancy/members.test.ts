import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createTestClock,
  startPlatform,
  testPassword,
  type CallResult,
  type SignedUp,
  type TestPlatform,
} from '../../support/platform.ts';
import { apiToken, joinAs } from './support.ts';

const clock = createTestClock();
let platform: TestPlatform;
let owner: SignedUp;
before(async () => {
  platform = await startPlatform({ clock, spread: true });
  owner = await platform.signUp();
});
after(() => platform.close());

const patch = (by: SignedUp, id: string, body: object) =>
  platform.call('PATCH', `/members/${id}`, { token: by.token, body });
const codeOf = (result: { body: { code?: string } }): string | undefined => result.body.code;

test('the answer to making an organization carries fresh tokens, and the former ones still say who it is', async () => {
  const person = await platform.signUp({ organization: null });
  const before = await platform.call('GET', '/projects', { token: person.token });
  assert.equal(before.status, 403);
  const made = await platform.call('POST', '/organizations/', { token: person.token, body: { name: 'New' } });
  assert.equal(made.status, 201);
  assert.equal((await platform.call('GET', '/projects', { token: made.body.session_token })).status, 200);
  const claims = JSON.parse(Buffer.from(made.body.session_token.split('.')[1], 'base64url').toString());
  assert.equal(claims.organization_id, made.body.id);
  const endpoints = await platform.call('GET', '/endpoints', { token: made.body.session_token });
  assert.equal(endpoints.body[0].name, 'Insurance Chatbot');
  const refreshed = await platform.call('POST', '/auth/refresh', {
    body: { refresh_token: made.body.refresh_token },
  });
  assert.equal(refreshed.status, 200);
});

test('a second organization is refused', async () => {
  const result = await platform.call('POST', '/organizations', {
    token: owner.token,
    body: { name: 'Second' },
  });
  assert.equal(result.status, 409);
  assert.equal(codeOf(result), 'organization.already_member');
});

test('nobody manages somebody above themselves, or makes one', async () => {
  const [admin, member] = [await joinAs(platform, owner, 'admin'), await joinAs(platform, owner, 'member')];
  assert.equal(codeOf(await patch(admin, owner.userId, { role: 'viewer' })), 'member.rank_too_low');
  assert.equal(codeOf(await patch(admin, member.userId, { role: 'owner' })), 'member.rank_too_low');
  assert.equal(codeOf(await patch(admin, owner.userId, { is_active: false })), 'member.rank_too_low');
  const removed = await platform.call('DELETE', `/members/${owner.userId}`, { token: admin.token });
  assert.equal(codeOf(removed), 'member.rank_too_low');
  const invited = await platform.call('POST', '/invitations', {
    token: admin.token,
    body: { email: 'boss@example.test', role: 'owner' },
  });
  assert.equal(codeOf(invited), 'member.rank_too_low');
  assert.equal((await patch(admin, member.userId, { role: 'viewer' })).status, 200);
});

test('nobody takes away, or replaces, an invitation to a role above theirs', async () => {
  const admin = await joinAs(platform, owner, 'admin');
  const email = 'next-owner@example.test';
  const invite = (by: SignedUp, role: string) =>
    platform.call('POST', '/invitations', { token: by.token, body: { email, role } });
  const open = await invite(owner, 'owner');
  assert.equal(open.status, 201, open.text);
  const remove = (by: SignedUp) =>
    platform.call('DELETE', `/invitations/${open.body.id}`, { token: by.token });
  assert.equal(codeOf(await invite(admin, 'viewer')), 'member.rank_too_low');
  assert.equal(codeOf(await remove(admin)), 'member.rank_too_low');
  assert.equal((await remove(owner)).status, 200, 'it is still there for whoever may');
  assert.equal((await invite(admin, 'viewer')).status, 201);
});

test('the last owner is neither demoted, disabled, removed nor deleted', async () => {
  for (const body of [{ role: 'admin' }, { is_active: false }])
    assert.equal(codeOf(await patch(owner, owner.userId, body)), 'member.last_owner');
  const removed = await platform.call('DELETE', `/members/${owner.userId}`, { token: owner.token });
  assert.equal(codeOf(removed), 'member.last_owner');
  const gone = await platform.call('DELETE', '/users/me', {
    token: owner.token,
    body: { current_password: testPassword },
  });
  assert.equal(codeOf(gone), 'member.last_owner');
});

test('a change of role takes effect on the next request', async () => {
  const admin = await joinAs(platform, owner, 'admin');
  assert.equal((await platform.call('GET', '/usage', { token: admin.token })).status, 200);
  await patch(owner, admin.userId, { role: 'member' });
  assert.equal((await platform.call('GET', '/usage', { token: admin.token })).status, 403);
});

test('a disabled member is out at once, everywhere, and comes back only by signing in', async () => {
  const member = await joinAs(platform, owner, 'member');
  const token = await apiToken(platform, member);
  const code = (
    await platform.call('POST', '/auth/login/email', {
      body: { email: member.email, password: testPassword },
      ip: '10.77.0.1',
    })
  ).body.auth_code;
  await patch(owner, member.userId, { is_active: false });
  assert.equal((await platform.call('GET', '/users/me', { token: member.token })).status, 401);
  assert.equal((await platform.call('GET', '/projects', { token })).status, 401);
  const refreshed = await platform.call('POST', '/auth/refresh', {
    body: { refresh_token: member.refreshToken },
  });
  assert.equal(refreshed.status, 401);
  assert.equal((await platform.call('POST', '/auth/exchange-code', { body: { code } })).status, 400);
  const verify = await platform.call('POST', '/auth/verify', { body: { session_token: member.token } });
  assert.equal(verify.status, 401);
  await patch(owner, member.userId, { is_active: true });
  assert.equal(
    (await platform.call('GET', '/users/me', { token: member.token })).status,
    401,
    'the session has ended',
  );
  const again = await platform.call('POST', '/auth/login/email', {
    body: { email: member.email, password: testPassword },
    ip: '10.77.0.2',
  });
  assert.ok(again.body.auth_code);
});

test('an admin ends the sessions of a member', async () => {
  const [admin, member] = [await joinAs(platform, owner, 'admin'), await joinAs(platform, owner, 'member')];
  const ended = await platform.call('POST', `/members/${member.userId}/end-sessions`, { token: admin.token });
  assert.ok(ended.body.ended >= 1);
  assert.equal((await platform.call('GET', '/users/me', { token: member.token })).status, 401);
});

test('a removed member keeps the account and loses the organization', async () => {
  const member = await joinAs(platform, owner, 'member');
  assert.equal(
    (await platform.call('DELETE', `/members/${member.userId}`, { token: owner.token })).status,
    200,
  );
  const login = await platform.call('POST', '/auth/login/email', {
    body: { email: member.email, password: testPassword },
    ip: '10.77.0.3',
  });
  const pair = await platform.exchange(login.body.auth_code);
  const me = await platform.call('GET', '/users/me', { token: pair.token });
  assert.equal(me.body.organization_id, null);
});

test('the link of an invitation tells who invites to what, as long as the invitation is open', async () => {
  const guest = await platform.signUp({ organization: null });
  const invited = await platform.call('POST', '/invitations', {
    token: owner.token,
    body: { email: guest.email, role: 'viewer' },
  });
  const token = platform.linkToken(await platform.mail(guest.email, /invited/));
  const preview = (shown: string) =>
    platform.call('POST', '/invitations/preview', { body: { token: shown } });
  const organization = await platform.call('GET', `/organizations/${owner.organizationId}`, {
    token: owner.token,
  });
  assert.deepEqual((await preview(token)).body, {
    organization_name: organization.body.name,
    email: guest.email,
    invited_by: owner.email,
    role: 'viewer',
  });
  assert.equal(codeOf(await preview(`${token}x`)), 'auth.token_invalid');
  await platform.call('DELETE', `/invitations/${invited.body.id}`, { token: owner.token });
  assert.equal(codeOf(await preview(token)), 'auth.token_invalid');
});

/** The ways to go, each for the organization of `owner`. */
const goings: Readonly<Record<string, (person: SignedUp) => Promise<CallResult>>> = {
  'who leaves': ({ token }) => platform.call('PATCH', '/users/leave-organization', { token, body: {} }),
  'who is removed': ({ userId }) => platform.call('DELETE', `/members/${userId}`, { token: owner.token }),
  'who deletes their account': ({ token }) =>
    platform.call('DELETE', '/users/me', { token, body: { current_password: testPassword } }),
};
for (const [who, go] of Object.entries(goings))
  test(`${who} takes along what they invited to`, async () => {
    const admin = await joinAs(platform, owner, 'admin');
    const { body: invitation } = await platform.call('POST', '/invitations', {
      token: admin.token,
      body: { email: `guest-of-${admin.email}`, role: 'member' },
    });
    assert.equal((await go(admin)).status, 200);
    const { body: listed } = await platform.call('GET', '/invitations?limit=100', { token: owner.token });
    assert.ok(!listed.some(({ id }: { id: string }) => id === invitation.id));
    const token = new URL(invitation.link).searchParams.get('token');
    assert.equal((await platform.call('POST', '/invitations/preview', { body: { token } })).status, 400);
  });

test('an invitation is for one address, works once, can be withdrawn, and ends', async () => {
  const guest = await platform.signUp({ organization: null });
  const other = await platform.signUp({ organization: null });
  const invite = () =>
    platform.call('POST', '/invitations', {
      token: owner.token,
      body: { email: guest.email, role: 'viewer' },
    });
  const first = await invite();
  const firstToken = platform.linkToken(await platform.mail(guest.email, /invited/));
  const accept = (person: SignedUp, token: string) =>
    platform.call('POST', '/invitations/accept', { token: person.token, body: { token } });
  assert.equal(codeOf(await accept(other, firstToken)), 'invitation.other_address');
  await platform.call('DELETE', `/invitations/${first.body.id}`, { token: owner.token });
  assert.equal(codeOf(await accept(guest, firstToken)), 'auth.token_invalid');
  await invite();
  let token = firstToken;
  while (token === firstToken) token = platform.linkToken(await platform.mail(guest.email, /invited/));
  const results = await Promise.all(Array.from({ length: 8 }, () => accept(guest, token)));
  assert.equal(results.filter((result) => result.status === 200).length, 1);
  const again = await invite();
  assert.equal(codeOf(again), 'member.already_member');
});

test('an organization that is deleted takes its data and leaves its people', async () => {
  const person = await platform.signUp();
  const gone = await platform.call('DELETE', `/organizations/${person.organizationId}`, {
    token: person.token,
  });
  assert.equal(gone.status, 200);
  assert.equal((await platform.call('GET', '/projects', { token: person.token })).status, 401);
  const next = await platform.call('POST', '/auth/refresh', { body: { refresh_token: person.refreshToken } });
  const me = await platform.call('GET', '/users/me', { token: next.body.access_token });
  assert.equal(me.body.organization_id, null);
});

test('a project with endpoints stays, an empty one goes, and its parameters resolve by environment', async () => {
  const made = await platform.call('POST', '/projects', { token: owner.token, body: { name: 'Empty' } });
  const path = `/projects/${made.body.id}`;
  const parameters = { region: { default: 'eu', Production: 'us' }, limit: { Staging: 3 } };
  const put = await platform.call('PUT', `${path}/parameters`, { token: owner.token, body: parameters });
  assert.deepEqual(put.body, parameters);
  assert.equal((await platform.call('DELETE', path, { token: owner.token })).status, 200);
  assert.equal((await platform.call('GET', path, { token: owner.token })).status, 404);
  const first = (await platform.call('GET', '/projects', { token: owner.token })).body[0].id;
  assert.equal(
    codeOf(await platform.call('DELETE', `/projects/${first}`, { token: owner.token })),
    'project.not_empty',
  );
});
