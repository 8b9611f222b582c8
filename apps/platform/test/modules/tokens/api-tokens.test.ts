import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestClock, startPlatform, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { apiToken, exchangedToken, joinAs } from '../tenancy/support.ts';

const clock = createTestClock();
let platform: TestPlatform;
let owner: SignedUp;
before(async () => {
  platform = await startPlatform({ clock, spread: true });
  owner = await platform.signUp();
});
after(() => platform.close());

async function renew(person: SignedUp): Promise<SignedUp> {
  const { body } = await platform.call('POST', '/auth/refresh', {
    body: { refresh_token: person.refreshToken },
  });
  return { ...person, token: body.access_token, refreshToken: body.refresh_token };
}

test('the value is shown once, begins with snd_, and only its hash is stored', async () => {
  const made = await platform.call('POST', '/tokens', { token: owner.token, body: { name: 'CI' } });
  assert.equal(made.status, 201);
  const value = made.body.access_token as string;
  assert.match(value, /^snd_eyJ/);
  assert.equal(made.body.token_type, 'bearer');
  const list = await platform.call('GET', '/tokens/', { token: owner.token });
  assert.equal(list.headers['x-total-count'], '1');
  assert.ok(!list.text.includes(value));
  const { rows } = await platform.app.database.executeSql('select api_tokens::text as text from api_tokens');
  for (const row of rows) assert.ok(!String(row['text']).includes(value.slice(8)));
});

test('it acts for its owner, notes its last use, and is refused from the moment it is revoked', async () => {
  const made = await platform.call('POST', '/tokens', { token: owner.token, body: { name: 'Short' } });
  const token = made.body.access_token;
  assert.equal((await platform.call('GET', '/endpoints', { token })).status, 200);
  const list = await platform.call('GET', '/tokens', { token: owner.token });
  assert.ok(list.body.find((row: { id: string }) => row.id === made.body.id).last_used_at);
  assert.equal(
    (await platform.call('DELETE', `/tokens/${made.body.id}`, { token: owner.token })).status,
    200,
  );
  assert.equal((await platform.call('GET', '/endpoints', { token })).status, 401);
  assert.equal(
    (await platform.call('DELETE', `/tokens/${made.body.id}`, { token: owner.token })).status,
    404,
  );
});

test('a call made after it was revoked is refused, however many are still being looked at', async () => {
  const made = await platform.call('POST', '/tokens', { token: owner.token, body: { name: 'Busy' } });
  const token = made.body.access_token;
  const calls = (times: number) =>
    Promise.all(Array.from({ length: times }, () => platform.call('GET', '/endpoints', { token })));
  const looked = calls(60);
  const revoked = await platform.call('DELETE', `/tokens/${made.body.id}`, { token: owner.token });
  assert.equal(revoked.status, 200);
  assert.deepEqual([...new Set((await calls(20)).map(({ status }) => status))], [401]);
  for (const { status } of await looked) assert.ok(status === 200 || status === 401, String(status));
});

test('a colleague neither sees nor revokes it', async () => {
  const admin = await joinAs(platform, owner, 'admin');
  const made = await platform.call('POST', '/tokens', { token: owner.token, body: { name: 'Private' } });
  assert.deepEqual((await platform.call('GET', '/tokens', { token: admin.token })).body, []);
  assert.equal(
    (await platform.call('DELETE', `/tokens/${made.body.id}`, { token: admin.token })).status,
    404,
  );
});

test('it can be narrower than its owner and never wider', async () => {
  const member = await joinAs(platform, owner, 'member');
  const wide = await platform.call('POST', '/tokens', {
    token: member.token,
    body: { name: 'Wide', permissions: ['endpoint:read', 'usage:read'] },
  });
  assert.equal(wide.status, 403);
  assert.equal(wide.body.code, 'token.permission_too_wide');
  const narrow = await apiToken(platform, member, { permissions: ['endpoint:read'] });
  assert.equal((await platform.call('GET', '/endpoints', { token: narrow })).status, 200);
  assert.equal((await platform.call('GET', '/projects', { token: narrow })).status, 403);
});

test('a token never makes, lists or removes tokens', async () => {
  const token = await apiToken(platform, owner);
  for (const [method, path] of [
    ['POST', '/tokens'],
    ['GET', '/tokens'],
    ['DELETE', '/tokens/00000000-0000-4000-8000-000000000000'],
  ] as const) {
    const result = await platform.call(method, path, {
      token,
      ...(method === 'POST' ? { body: { name: 'x' } } : {}),
    });
    assert.equal(result.status, 403);
  }
});

test('a non-admin’s token may not read usage, an owner’s may', async () => {
  const member = await joinAs(platform, owner, 'member');
  assert.equal(
    (await platform.call('GET', '/usage', { token: await apiToken(platform, member) })).status,
    403,
  );
  assert.equal(
    (await platform.call('GET', '/usage', { token: await apiToken(platform, owner) })).status,
    200,
  );
});

test('it follows the role of its owner at once, and ends with membership', async () => {
  const admin = await joinAs(platform, owner, 'admin');
  const token = await apiToken(platform, admin);
  assert.equal((await platform.call('GET', '/usage', { token })).status, 200);
  const change = (body: object) =>
    platform.call('PATCH', `/members/${admin.userId}`, { token: owner.token, body });
  await change({ role: 'viewer' });
  assert.equal((await platform.call('GET', '/usage', { token })).status, 403);
  await change({ is_active: false });
  assert.equal((await platform.call('GET', '/endpoints', { token })).status, 401);
  await change({ is_active: true });
  assert.equal((await platform.call('GET', '/endpoints', { token })).status, 401, 'it ended with that');
  const other = await joinAs(platform, owner, 'member');
  const removed = await apiToken(platform, other);
  await platform.call('DELETE', `/members/${other.userId}`, { token: owner.token });
  assert.equal((await platform.call('GET', '/endpoints', { token: removed })).status, 401);
});

test('it ends on its day', async () => {
  const token = await apiToken(platform, owner, { expires_in_days: 1 });
  clock.advance(23 * 3600 * 1000);
  assert.equal((await platform.call('GET', '/endpoints', { token })).status, 200);
  clock.advance(2 * 3600 * 1000);
  assert.equal((await platform.call('GET', '/endpoints', { token })).status, 401);
  owner = await renew(owner);
});

test('a foreign project cannot be bound', async () => {
  const stranger = await platform.signUp();
  const project = (await platform.call('GET', '/projects', { token: stranger.token })).body[0].id;
  const made = await platform.call('POST', '/tokens', {
    token: owner.token,
    body: { name: 'x', project_id: project },
  });
  assert.equal(made.status, 404);
});

test('whoever has become a viewer sees and revokes the tokens they made before, and makes no more', async () => {
  const member = await joinAs(platform, owner, 'member');
  const value = await apiToken(platform, member, { name: 'From better days' });
  await platform.call('PATCH', `/members/${member.userId}`, {
    token: owner.token,
    body: { role: 'viewer' },
  });
  const { token } = member;
  const list = await platform.call('GET', '/tokens', { token });
  assert.deepEqual(
    list.body.map(({ name }: { name: string }) => name),
    ['From better days'],
  );
  assert.equal((await platform.call('POST', '/tokens', { token, body: { name: 'More' } })).status, 403);
  assert.equal((await platform.call('DELETE', `/tokens/${list.body[0].id}`, { token })).status, 200);
  assert.equal((await platform.call('GET', '/endpoints', { token: value })).status, 401);
});

test('a token of a project ends with the project, also where it asks for what belongs to none', async () => {
  const { token } = owner;
  const project = await platform.call('POST', '/projects', { token, body: { name: 'Short-lived' } });
  const bound = await apiToken(platform, owner, { project_id: project.body.id });
  const exchanged = [
    await exchangedToken(platform, token, project.body.id),
    await exchangedToken(platform, bound, project.body.id),
  ];
  const statuses = () =>
    Promise.all(
      [bound, ...exchanged].flatMap((value) =>
        ['/models', '/endpoints', '/tokens/current'].map(
          async (path) => (await platform.call('GET', path, { token: value })).status,
        ),
      ),
    );
  assert.deepEqual(new Set(await statuses()), new Set([200]));
  await platform.call('DELETE', `/projects/${project.body.id}`, { token });
  assert.deepEqual(new Set(await statuses()), new Set([401]));
  assert.equal((await platform.call('GET', '/endpoints', { token })).status, 200);
});
