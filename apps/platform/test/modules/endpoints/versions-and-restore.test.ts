import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { rolePermissions, type Role } from '@sonde/contract';
import { startPlatform, type CallResult, type SignedUp, type TestPlatform } from '../../support/platform.ts';

let platform: TestPlatform;
let owner: SignedUp;
let stranger: SignedUp;
before(async () => {
  platform = await startPlatform();
  owner = await platform.signUp();
  stranger = await platform.signUp();
});
after(() => platform.close());

const call = (
  method: string,
  path: string,
  options: { body?: unknown; token?: string; headers?: Record<string, string> } = {},
): Promise<CallResult> => platform.call(method, path, { token: owner.token, ...options });
async function create(token = owner.token): Promise<string> {
  const made = await call('POST', '/endpoints', {
    token,
    body: { name: 'One', url: 'https://one.example.test/' },
  });
  assert.equal(made.status, 201, made.text);
  assert.equal(made.headers['etag'], '"1"');
  return made.body.id;
}

/** Somebody else in the owner's organization. */
async function colleague(role: Role): Promise<SignedUp> {
  const person = await platform.signUp({ organization: null });
  await platform.app.database.executeSql(
    'insert into memberships (user_id, organization_id, role, joined_at) values ($1, $2, $3, now())',
    [person.userId, owner.organizationId, role],
  );
  return person;
}

test('each change counts the version up; one made from a stale state is refused and changes nothing', async () => {
  const id = await create();
  const path = `/endpoints/${id}`;
  const second = await call('PATCH', path, { body: { name: 'Two' }, headers: { 'if-match': '"1"' } });
  assert.deepEqual([second.status, second.body.version, second.headers['etag']], [200, 2, '"2"']);
  for (const options of [
    { body: { name: 'Stale' }, headers: { 'if-match': '"1"' } },
    { body: { name: 'Stale' }, headers: { 'if-match': 'W/"2"' } },
    { body: { name: 'Stale' }, headers: { 'if-match': '"x"' } },
    { body: { name: 'Stale', version: 1 } },
    { body: { name: 'Stale', version: 1 }, headers: { 'if-match': '"2"' } },
  ])
    for (const method of ['PATCH', 'PUT']) {
      const stale = await call(method, path, options);
      assert.deepEqual([stale.status, stale.body.code, stale.headers['etag']], [412, 'version.stale', '"2"']);
    }
  const read = await call('GET', path);
  assert.deepEqual([read.body.name, read.body.version, read.headers['etag']], ['Two', 2, '"2"']);
  for (const options of [
    { body: { name: 'Three', version: 2 } },
    { body: { name: 'Four' }, headers: { 'if-match': '"9", "3"' } },
    { body: { name: 'Five' }, headers: { 'if-match': '*' } },
    { body: { name: 'Six' } },
  ])
    assert.equal((await call('PATCH', path, options)).status, 200, JSON.stringify(options));
  assert.equal((await call('GET', path)).body.version, 6, 'the last write wins, and is counted');
});

test('of changes made at once from one state only one is taken', async () => {
  const id = await create();
  const answers = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) => call('PATCH', `/endpoints/${id}`, { body: { name, version: 1 } })),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((one, two) => one - two),
    [200, 412, 412, 412],
  );
});

test('a deleted endpoint is gone with the way back, stays readable on request, and comes back whole', async () => {
  const id = await create();
  const before = (await call('PATCH', `/endpoints/${id}`, { body: { auth_token: 'fake-token-for-restore' } }))
    .body;
  const deleted = await call('DELETE', `/endpoints/${id}`);
  assert.equal(deleted.status, 200);
  assert.notEqual(deleted.body.deleted_at, null);

  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PATCH', '', {}],
    ['DELETE', '', undefined],
    ['POST', '/duplicate', undefined],
    ['POST', '/invoke', { input: 'x' }],
  ] as const) {
    const gone = await call(method, `/endpoints/${id}${path}`, { body });
    assert.deepEqual(
      [gone.status, gone.body.code, gone.body.restore_url],
      [410, 'endpoint.deleted', `/endpoints/${id}/restore`],
      `${method} ${path}`,
    );
  }
  const ids = async (query = ''): Promise<string[]> =>
    (await call('GET', `/endpoints?limit=100${query}`)).body.map((row: { id: string }) => row.id);
  assert.ok(!(await ids()).includes(id));
  assert.ok((await ids('&include_deleted=true')).includes(id));
  assert.equal((await call('GET', `/endpoints/${id}?include_deleted=true`)).body.name, 'One');

  const restored = await call('POST', `/endpoints/${id}/restore`);
  assert.equal(restored.status, 200);
  const same = ({ version: _v, updated_at: _u, ...rest }: Record<string, unknown>) => rest;
  assert.deepEqual(same(restored.body), same(before));
  assert.equal(restored.body.has_auth_token, true);
  assert.ok((await ids()).includes(id));
  assert.equal(
    (await call('POST', `/endpoints/${id}/restore`)).body.version,
    restored.body.version,
    'again: nothing',
  );
});

test('another organization neither sees, restores nor lists what was deleted', async () => {
  const id = await create();
  await call('DELETE', `/endpoints/${id}`);
  const { token } = stranger;
  const unknown = '01890a5d-ac96-774b-bcce-b302099a8057';
  for (const [method, of] of [
    ['GET', (one: string) => `/endpoints/${one}?include_deleted=true`],
    ['POST', (one: string) => `/endpoints/${one}/restore`],
  ] as const) {
    const foreign = await call(method, of(id), { token });
    assert.equal(foreign.status, 404);
    assert.deepEqual(foreign.body, (await call(method, of(unknown), { token })).body);
  }
  const listed = await call('GET', '/endpoints?include_deleted=true&limit=100', { token });
  assert.ok(!listed.text.includes(id));
});

test('members delete, restore and see again what they made; admins everything; viewers nothing', async () => {
  const member = await colleague('member');
  const admin = await colleague('admin');
  const viewer = await colleague('viewer');
  const [own, foreign] = [await create(member.token), await create()];
  const { token } = member;
  const refused = await call('DELETE', `/endpoints/${foreign}`, { token });
  assert.deepEqual([refused.status, refused.body.code], [403, 'auth.permission_denied']);
  assert.equal((await call('DELETE', `/endpoints/${own}`, { token })).status, 200);
  assert.equal((await call('DELETE', `/endpoints/${foreign}`, { token: admin.token })).status, 200);

  assert.equal((await call('GET', `/endpoints/${foreign}?include_deleted=true`, { token })).status, 403);
  assert.equal((await call('POST', `/endpoints/${foreign}/restore`, { token })).status, 403);
  const seen = await call('GET', '/endpoints?include_deleted=true&limit=100', { token });
  assert.ok(seen.text.includes(own) && !seen.text.includes(foreign));

  assert.ok(!rolePermissions.viewer.some((permission) => permission === 'endpoint:delete'));
  assert.equal((await call('GET', '/endpoints?include_deleted=true', { token: viewer.token })).status, 403);
  assert.equal((await call('POST', `/endpoints/${own}/restore`, { token: viewer.token })).status, 403);
  assert.equal((await call('POST', `/endpoints/${own}/restore`, { token })).status, 200);
  assert.equal((await call('POST', `/endpoints/${foreign}/restore`, { token: admin.token })).status, 200);
});

test('an endpoint whose project is gone cannot be restored into it', async () => {
  const project = (await call('POST', '/projects', { body: { name: 'Short' } })).body.id;
  const made = await call('POST', '/endpoints', {
    body: { name: 'In it', url: 'https://one.example.test/', project_id: project },
  });
  await call('DELETE', `/endpoints/${made.body.id}`);
  assert.equal((await call('DELETE', `/projects/${project}`)).status, 200);
  const refused = await call('POST', `/endpoints/${made.body.id}/restore`);
  assert.deepEqual([refused.status, refused.body.code], [404, 'project.not_found']);
});
