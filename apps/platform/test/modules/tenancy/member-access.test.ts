import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startPlatform, testPassword, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { apiToken, joinAs } from './support.ts';

let platform: TestPlatform;
let owner: SignedUp;
let stranger: SignedUp;
before(async () => {
  platform = await startPlatform({ spread: true });
  owner = await platform.signUp();
  stranger = await platform.signUp();
});
after(() => platform.close());

const call = (person: SignedUp, method: string, path: string, body?: unknown) =>
  platform.call(method, path, { token: person.token, body });
const works = async (token: string): Promise<boolean> =>
  (await platform.call('GET', '/endpoints', { token })).status === 200;

test('a disabled member loses their API tokens for good, also when they are enabled again', async () => {
  const member = await joinAs(platform, owner, 'member');
  const token = await apiToken(platform, member);
  await call(owner, 'PATCH', `/members/${member.userId}`, { is_active: false });
  await call(owner, 'PATCH', `/members/${member.userId}`, { is_active: true });
  assert.equal(await works(token), false);
});

test('ending the sessions of a member ends their API tokens too, and says how many of each', async () => {
  const member = await joinAs(platform, owner, 'member');
  const token = await apiToken(platform, member);
  const { body } = await call(owner, 'POST', `/members/${member.userId}/end-sessions`);
  assert.equal(body.api_tokens_revoked, 1);
  assert.ok(body.ended >= 1);
  assert.equal(await works(token), false);
});

/** Joins again by a new invitation, with a token of a session without an organization. */
async function rejoin(person: SignedUp, token: string): Promise<void> {
  const { body: made } = await call(owner, 'POST', '/invitations', { email: person.email, role: 'member' });
  const link = new URL(made.link).searchParams.get('token');
  const joined = await platform.call('POST', '/invitations/accept', { token, body: { token: link } });
  assert.equal(joined.status, 200, joined.text);
}
const signInAgain = async (person: SignedUp): Promise<string> => {
  const { body } = await platform.call('POST', '/auth/login/email', {
    body: { email: person.email, password: testPassword },
  });
  return (await platform.exchange(body.auth_code)).token;
};

interface Ending {
  readonly end: () => Promise<{ body: { session_token?: string } }>;
  /** Gives them back what they lost, if they can get it back. */
  readonly comeBack?: (session: string | undefined) => Promise<unknown>;
}
const endings: Record<string, (member: SignedUp) => Ending | Promise<Ending>> = {
  'an admin ends what speaks for them': ({ userId }) => ({
    end: () => call(owner, 'POST', `/members/${userId}/end-sessions`),
  }),
  'they are disabled, and enabled again': ({ userId }) => ({
    end: () => call(owner, 'PATCH', `/members/${userId}`, { is_active: false }),
    comeBack: () => call(owner, 'PATCH', `/members/${userId}`, { is_active: true }),
  }),
  'they are removed, and invited again': (member) => ({
    end: () => call(owner, 'DELETE', `/members/${member.userId}`),
    comeBack: async () => rejoin(member, await signInAgain(member)),
  }),
  'they leave, and come back': (member) => ({
    end: () => call(member, 'PATCH', '/users/leave-organization'),
    comeBack: (session) => rejoin(member, session ?? ''),
  }),
  'their password is reset': async ({ email }) => {
    await platform.call('POST', '/auth/forgot-password', { body: { email } });
    const token = platform.linkToken(await platform.mail(email, /Set a new password/));
    const body = { token, new_password: 'harbour-ladder-quiet-ninety' };
    return { end: () => platform.call('POST', '/auth/reset-password', { body }) };
  },
};
for (const [what, prepare] of Object.entries(endings))
  test(`an API token that is made while ${what} does not outlive that`, async () => {
    const member = await joinAs(platform, owner, 'member');
    const { end, comeBack } = await prepare(member);
    const made: { status: number; body: { access_token: string }; text: string }[] = [];
    let isOver = false;
    const keepMaking = async (): Promise<void> => {
      while (!isOver) made.push(await call(member, 'POST', '/tokens', { name: 'In haste' }));
    };
    const [ended] = await Promise.all([
      end().finally(() => (isOver = true)),
      ...Array.from({ length: 4 }, keepMaking),
    ]);
    await comeBack?.(ended.body.session_token);
    for (const { status, body, text } of made) {
      assert.ok(status === 201 || status === 401, text);
      if (status === 201) assert.equal(await works(body.access_token), false);
    }
  });

test('an invitation that is made while its sender loses the role is worth nothing when they get it back', async () => {
  const admin = await joinAs(platform, owner, 'admin');
  const invite = (number: number) =>
    call(admin, 'POST', '/invitations', { email: `hasty-${number}@example.test`, role: 'member' });
  const [, ...made] = await Promise.all([
    call(owner, 'PATCH', `/members/${admin.userId}`, { role: 'member' }),
    ...[1, 2, 3, 4, 5, 6].map(invite),
  ]);
  await call(owner, 'PATCH', `/members/${admin.userId}`, { role: 'admin' });
  for (const { status, body, text } of made) {
    assert.ok(status === 201 || status === 403, text);
    if (status !== 201) continue;
    const token = new URL(body.link).searchParams.get('token');
    assert.equal((await platform.call('POST', '/invitations/preview', { body: { token } })).status, 400);
  }
});

test('an invitation that is accepted while its sender goes is accepted or is none, and nobody waits for the other', async () => {
  const goings: ((sender: SignedUp) => Promise<{ status: number; text: string }>)[] = [
    (sender) => call(owner, 'DELETE', `/members/${sender.userId}`),
    (sender) => call(owner, 'PATCH', `/members/${sender.userId}`, { role: 'member' }),
    (sender) => call(owner, 'PATCH', `/members/${sender.userId}`, { is_active: false }),
    (sender) => call(sender, 'PATCH', '/users/leave-organization'),
  ];
  for (const go of goings) {
    const sender = await joinAs(platform, owner, 'admin');
    const guest = await platform.signUp({ organization: null });
    const { body: made } = await call(sender, 'POST', '/invitations', { email: guest.email, role: 'member' });
    const token = new URL(made.link).searchParams.get('token');
    const [gone, accepted] = await Promise.all([
      go(sender),
      call(guest, 'POST', '/invitations/accept', { token }),
    ]);
    assert.equal(gone.status, 200, gone.text);
    assert.ok(accepted.status === 200 || accepted.status === 400, accepted.text);
  }
});

test('a reset ends API tokens unless it is told otherwise; a change of password keeps them unless it is told to', async () => {
  const reset = async (person: SignedUp, more: object) => {
    await platform.call('POST', '/auth/forgot-password', { body: { email: person.email } });
    const token = platform.linkToken(await platform.mail(person.email, /Set a new password/));
    const answer = await platform.call('POST', '/auth/reset-password', {
      body: { token, new_password: 'harbour-ladder-quiet-ninety', ...more },
    });
    assert.equal(answer.status, 200, answer.text);
  };
  const people = await Promise.all([1, 2].map(() => joinAs(platform, owner, 'member')));
  const [one, two] = people;
  assert.ok(one && two);
  const tokens = [await apiToken(platform, one), await apiToken(platform, two)];
  await reset(one, {});
  await reset(two, { revoke_api_tokens: false });
  assert.deepEqual(await Promise.all(tokens.map(works)), [false, true]);
  const three = await joinAs(platform, owner, 'member');
  const third = await apiToken(platform, three);
  const change = (current_password: string, new_password: string, more: object) =>
    call(three, 'POST', '/auth/change-password', { current_password, new_password, ...more });
  const same = await change(testPassword, testPassword, {});
  assert.equal(same.body.errors[0].code, 'unchanged');
  assert.equal((await change(testPassword, 'harbour-ladder-quiet-ninety', {})).status, 200);
  assert.equal(await works(third), true);
  await change('harbour-ladder-quiet-ninety', 'violet-tractor-seventeen-moons', { revoke_api_tokens: true });
  assert.equal(await works(third), false);
});

test('its owner is told of a new API token by mail, without words of whoever made it', async () => {
  const member = await joinAs(platform, owner, 'member');
  const made = await call(member, 'POST', '/tokens', { name: 'see https://evil.example.test' });
  const mail = await platform.mail(member.email, /API token/);
  assert.match(mail.text, new RegExp(made.body.token_obfuscated.replaceAll('.', '\\.')));
  assert.doesNotMatch(mail.text, /evil/);
  assert.ok(!mail.text.includes(made.body.access_token));
});

test('admins list and revoke every API token of their organization, members do not', async () => {
  const [admin, member] = [await joinAs(platform, owner, 'admin'), await joinAs(platform, owner, 'member')];
  const token = await apiToken(platform, member, { name: 'Nightly' });
  await apiToken(platform, stranger);
  const list = await call(admin, 'GET', '/members/api-tokens?$filter=name%20eq%20%27Nightly%27');
  assert.equal(list.status, 200, list.text);
  assert.deepEqual(
    list.body.map((row: { user_email: string }) => row.user_email),
    [member.email],
  );
  assert.doesNotMatch(list.text, /token_hash|snd_eyJ\w{20}/);
  const all = await call(admin, 'GET', '/members/api-tokens?limit=100');
  assert.ok(!all.text.includes(stranger.email));
  const path = `/members/api-tokens/${list.body[0].id}`;
  assert.equal((await call(member, 'DELETE', path)).status, 403);
  assert.equal((await call(stranger, 'DELETE', path)).status, 404);
  assert.equal((await call(admin, 'DELETE', path)).status, 200);
  assert.equal(await works(token), false);
  assert.equal((await call(admin, 'DELETE', path)).status, 404);
  await apiToken(platform, owner, { name: 'Of the owner' });
  const ofOwner = await call(admin, 'GET', '/members/api-tokens?$filter=name%20eq%20%27Of%20the%20owner%27');
  const refused = await call(admin, 'DELETE', `/members/api-tokens/${ofOwner.body[0].id}`);
  assert.equal(refused.body.code, 'member.rank_too_low');
});

test('admins list and end every session of their organization, members do not', async () => {
  const [admin, member] = [await joinAs(platform, owner, 'admin'), await joinAs(platform, owner, 'member')];
  const filter = encodeURIComponent(`user_id eq '${member.userId}'`);
  const list = await call(admin, 'GET', `/members/sessions?$filter=${filter}`);
  assert.equal(list.status, 200, list.text);
  assert.equal(list.body.length, 1);
  assert.deepEqual(
    Object.keys(list.body[0]).sort(),
    ['created_at', 'device', 'expires_at', 'id', 'ip', 'last_used_at', 'user_email', 'user_id'].sort(),
  );
  const path = `/members/sessions/${list.body[0].id}`;
  assert.equal((await call(member, 'GET', '/members/sessions')).status, 403);
  assert.equal((await call(stranger, 'DELETE', path)).status, 404);
  assert.equal((await call(admin, 'DELETE', path)).status, 200);
  assert.equal((await platform.call('GET', '/users/me', { token: member.token })).status, 401);
  assert.equal((await call(admin, 'DELETE', path)).status, 404);
});

test('an invitation is worth what its sender is: it goes with them, with their role, and with their account', async () => {
  const invitee = await platform.signUp({ organization: null });
  const ends: Readonly<Record<string, (admin: SignedUp) => Promise<unknown>>> = {
    removed: (admin) => call(owner, 'DELETE', `/members/${admin.userId}`),
    disabled: (admin) => call(owner, 'PATCH', `/members/${admin.userId}`, { is_active: false }),
    'a member again': (admin) => call(owner, 'PATCH', `/members/${admin.userId}`, { role: 'member' }),
    gone: (admin) => call(admin, 'DELETE', '/users/me', { current_password: testPassword }),
    left: (admin) => call(admin, 'PATCH', '/users/leave-organization'),
  };
  for (const [how, end] of Object.entries(ends)) {
    const admin = await joinAs(platform, owner, 'admin');
    const invited = await call(admin, 'POST', '/invitations', { email: invitee.email, role: 'admin' });
    assert.equal(invited.status, 201, invited.text);
    const token = platform.linkToken(await platform.mail(invitee.email, /invited/));
    await end(admin);
    const preview = await platform.call('POST', '/invitations/preview', { body: { token } });
    assert.equal(preview.body.code, 'auth.token_invalid', how);
    const joined = await call(invitee, 'POST', '/invitations/accept', { token });
    assert.equal(joined.body.code, 'auth.token_invalid', how);
    const { rows } = await platform.app.database.executeSql(
      'select id from invitations where invited_by = $1 and accepted_at is null',
      [admin.userId],
    );
    assert.deepEqual(rows, [], how);
  }
});

test('people leave an organization with their account, and their tokens stay behind', async () => {
  const member = await joinAs(platform, owner, 'member');
  const token = await apiToken(platform, member);
  const left = await call(member, 'PATCH', '/users/leave-organization');
  assert.equal(left.status, 200, left.text);
  const me = await platform.call('GET', '/users/me', { token: left.body.session_token });
  assert.equal(me.body.organization_id, null);
  assert.equal(await works(token), false);
  assert.equal((await platform.call('GET', '/endpoints', { token: member.token })).status, 401);
  const again = await platform.call('PATCH', '/users/leave-organization', { token: left.body.session_token });
  assert.equal(again.body.code, 'organization.not_found');
  const made = await platform.call('POST', '/organizations', {
    token: left.body.session_token,
    body: { name: 'Another' },
  });
  assert.equal(made.status, 201, made.text);
  const alone = await platform.call('PATCH', '/users/leave-organization', { token: made.body.session_token });
  assert.equal(alone.body.code, 'member.last_owner');
  const { rows } = await platform.app.database.executeSql(
    "select organization_id from audit_events where action = 'member.left' and actor_id = $1",
    [member.userId],
  );
  assert.deepEqual(rows, [{ organization_id: owner.organizationId }]);
});

test('a token of any width may ask what it is', async () => {
  const narrow = await apiToken(platform, owner, { permissions: ['endpoint:invoke'] });
  const { status, body } = await platform.call('GET', '/tokens/current', { token: narrow });
  assert.equal(status, 200);
  assert.deepEqual(body.permissions, ['endpoint:invoke']);
  assert.equal(body.organization_id, owner.organizationId);
});

test('signing out with an access token alone ends its session, and never fails', async () => {
  const person = await platform.signUp();
  const token = await apiToken(platform, person);
  const out = (bearer: string, body?: unknown) =>
    platform.call('POST', '/auth/logout', { token: bearer, body });
  assert.equal((await out(token)).status, 200);
  assert.equal(await works(token), true, 'an API token is no session');
  assert.equal((await out(person.token)).status, 200);
  assert.equal((await platform.call('GET', '/users/me', { token: person.token })).status, 401);
  const refreshed = await platform.call('POST', '/auth/refresh', {
    body: { refresh_token: person.refreshToken },
  });
  assert.equal(refreshed.status, 401);
  for (const body of [{ refresh_token: null }, { refresh_token: '' }, {}, undefined])
    assert.equal((await out('nonsense', body)).status, 200, JSON.stringify(body));
});

test('the name of an organization makes no link in the mails that carry it', async () => {
  for (const name of ['Pay at https://evil.example.test/pay', 'www.evil.example', 'see evil.example/now'])
    assert.equal((await call(owner, 'PUT', `/organizations/${owner.organizationId}`, { name })).status, 422);
  await call(owner, 'PUT', `/organizations/${owner.organizationId}`, { name: 'Garden.example' });
  const email = 'somebody-new@example.test';
  await call(owner, 'POST', '/invitations', { email });
  const mail = await platform.mail(email, /invited/);
  assert.match(mail.text, /“Garden\. example”/);
});

test('an invitation has its link again for whoever might have sent it, until it is withdrawn', async () => {
  const admin = await joinAs(platform, owner, 'admin');
  const member = await joinAs(platform, owner, 'member');
  const guest = await platform.signUp({ organization: null });
  const { body: made } = await call(owner, 'POST', '/invitations', { email: guest.email, role: 'admin' });
  const at = `/invitations/${made.id}/link`;
  assert.equal((await call(member, 'POST', at)).status, 403);
  assert.equal((await call(stranger, 'POST', at)).status, 404);
  const shown = await call(admin, 'POST', at);
  const rank = shown.status === 200 ? shown : await call(owner, 'POST', at);
  assert.equal(rank.status, 200, rank.text);
  const token = new URL(rank.body.link).searchParams.get('token');
  const preview = await platform.call('POST', '/invitations/preview', { body: { token } });
  assert.equal(preview.status, 200, preview.text);
  const trail = (await call(owner, 'GET', '/audit-events?limit=50')).text;
  assert.ok(trail.includes('invitation.link_shown'));
  assert.ok(!trail.includes(String(token)));
  await call(owner, 'DELETE', `/invitations/${made.id}`);
  assert.equal((await call(owner, 'POST', at)).status, 404);
  assert.equal((await platform.call('POST', '/invitations/preview', { body: { token } })).status, 400);
});
