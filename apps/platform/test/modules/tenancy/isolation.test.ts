import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { operations } from '@sonde/contract';
import { startPlatform, type CallResult, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { apiToken, exchangedToken, joinAs } from './support.ts';

let platform: TestPlatform;
let owner: SignedUp;
let stranger: SignedUp;
const ids: Record<string, string> = {};
before(async () => {
  platform = await startPlatform({ spread: true });
  owner = await platform.signUp();
  stranger = await platform.signUp();
  const first = async (path: string): Promise<string> =>
    (await platform.call('GET', path, { token: owner.token })).body[0].id;
  ids['organizations'] = owner.organizationId;
  ids['projects'] = await first('/projects');
  ids['endpoints'] = await first('/endpoints');
  ids['members'] = owner.userId;
  ids['users'] = owner.userId;
  await apiToken(platform, owner);
  ids['tokens'] = await first('/tokens');
  await platform.call('POST', '/invitations', { token: owner.token, body: { email: 'guest@example.test' } });
  ids['invitations'] = await first('/invitations');
  ids['auth'] = await first('/auth/sessions');
  const form = '--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\na\r\n--x--\r\n';
  const uploaded = await platform.call('POST', '/files', {
    token: owner.token,
    body: form,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
  ids['files'] = uploaded.body[0].id;
  const source = { title: 'Source', content: 'What it says.' };
  ids['sources'] = (await platform.call('POST', '/sources', { token: owner.token, body: source })).body.id;
});
after(() => platform.close());

const withoutRequestId = ({ status, text, headers }: CallResult) => {
  const { 'x-request-id': _id, date: _date, ...rest } = headers;
  return { status, text, headers: rest };
};

test('another tenant’s id answers exactly as an unknown id, on every operation that takes one', async () => {
  let compared = 0;
  for (const operation of operations) {
    const area = operation.path.split('/')[1] ?? '';
    const id = ids[area];
    if (!id || !operation.path.includes('{id}') || !platform.app.mounted.has(operation.id)) continue;
    const bodies: Record<string, unknown> = {
      'organizations.update': { name: 'Mine now' },
      'users.update': { name: 'Mine now' },
      'members.update': { role: 'viewer' },
      'projects.update': { name: 'Mine now' },
      'projects.parameters_put': {},
    };
    const body =
      operation.method === 'GET' || operation.method === 'DELETE' ? undefined : (bodies[operation.id] ?? {});
    const ask = (value: string) =>
      platform.call(operation.method, operation.path.replaceAll(/\{\w+\}/g, value), {
        token: stranger.token,
        ...(body === undefined ? {} : { body }),
      });
    const [foreign, unknown] = [await ask(id), await ask(randomUUID())];
    assert.deepEqual(withoutRequestId(foreign), withoutRequestId(unknown), operation.id);
    assert.ok(foreign.status === 404 || foreign.status === 422, `${operation.id}: ${foreign.text}`);
    compared += 1;
  }
  assert.ok(compared >= 15, `${compared} operations`);
});

test('the project header of another tenant is refused as an unknown one, a malformed one as malformed', async () => {
  const ask = (project: string) =>
    platform.call('GET', '/endpoints', { token: stranger.token, headers: { 'x-project-id': project } });
  const [foreign, unknown] = [await ask(ids['projects'] ?? ''), await ask(randomUUID())];
  assert.equal(foreign.status, 404);
  assert.deepEqual(withoutRequestId(foreign), withoutRequestId(unknown));
  assert.equal((await ask('not-an-id')).status, 422);
});

test('headers that claim to be somebody change nothing', async () => {
  const result = await platform.call('GET', '/users/me', {
    token: stranger.token,
    headers: { 'x-user-id': owner.userId, 'x-organization-id': owner.organizationId },
  });
  assert.equal(result.body.id, stranger.userId);
  const anonymous = await platform.call('GET', '/users/me', { headers: { 'x-user-id': owner.userId } });
  assert.equal(anonymous.status, 401);
});

test('without the application’s filter the database still shows one organization only', async () => {
  const tables = [
    'organizations',
    'memberships',
    'projects',
    'invitations',
    'users',
    'api_tokens',
    'session_families',
    'usage_events',
    'audit_events',
    'endpoints',
    'files',
    'file_texts',
    'sources',
    'passages',
  ];
  for (const table of tables) {
    const column =
      table === 'users' || table === 'session_families' || table === 'organizations' ? 'id' : '*';
    const key = table === 'organizations' ? 'id' : 'organization_id';
    const select = `select ${column === '*' ? key : column} as value from ${table}`;
    const seen = await asTenant(stranger.organizationId, select);
    const mine = new Set([stranger.organizationId, stranger.userId]);
    if (table === 'session_families') {
      const own = await platform.call('GET', '/auth/sessions', { token: stranger.token });
      assert.ok(
        seen.every((id) => own.body.some((row: { id: string }) => row.id === id)),
        table,
      );
    } else
      assert.deepEqual(
        seen.filter((value) => !mine.has(value)),
        [],
        table,
      );
    assert.deepEqual(await asTenant(randomUUID(), select), [], `${table} for nobody`);
  }
});

test('the tenant role cannot read secrets, write for others or step out of its role', async () => {
  const refuses = (statement: string) =>
    assert.rejects(asTenant(stranger.organizationId, statement), statement);
  await refuses('select password_hash as value from users');
  await refuses('select token_hash as value from refresh_tokens');
  await refuses('select private_sealed as value from signing_keys');
  await refuses('select id as value from auth_codes');
  await refuses('select id as value from single_use_tokens');
  await refuses('delete from audit_events returning id as value');
  await refuses('update audit_events set action = action returning id as value');
  await refuses(
    `insert into projects (id, organization_id, name, created_at, updated_at) values ('${randomUUID()}', '${owner.organizationId}', 'x', now(), now()) returning id as value`,
  );
  const changed = await asTenant(
    stranger.organizationId,
    `update organizations set name = 'Taken' where id = '${owner.organizationId}' returning id as value`,
  );
  assert.deepEqual(changed, []);
});

async function asTenant(organizationId: string, statement: string): Promise<string[]> {
  const { sql } = await import('drizzle-orm');
  return platform.app.database.tenant(organizationId, async (tx) => {
    const { rows } = await tx.execute<{ value: string }>(sql.raw(statement));
    return rows.map((row) => row.value);
  });
}

test('a project-bound token sees its project alone', async () => {
  const other = await platform.call('POST', '/projects', { token: owner.token, body: { name: 'Second' } });
  for (const token of [
    await apiToken(platform, owner, { project_id: other.body.id }),
    await exchangedToken(platform, owner.token, other.body.id),
  ]) {
    const list = await platform.call('GET', '/projects', { token });
    assert.deepEqual(
      list.body.map((row: { id: string }) => row.id),
      [other.body.id],
    );
    assert.equal((await platform.call('GET', `/projects/${ids['projects']}`, { token })).status, 404);
    assert.equal((await platform.call('GET', `/endpoints/${ids['endpoints']}`, { token })).status, 404);
    assert.deepEqual((await platform.call('GET', '/endpoints', { token })).body, []);
    const wish = { 'x-project-id': ids['projects'] ?? '' };
    assert.equal((await platform.call('GET', '/endpoints', { token, headers: wish })).status, 404);
    const current = await platform.call('GET', '/tokens/current', { token });
    assert.equal(current.body.project_id, other.body.id);
  }
});

test('a project-bound token brings in nothing of another project by an id in a body', async () => {
  const make = async (token: string, path: string, body: object): Promise<string> => {
    const made = await platform.call('POST', path, { token, body });
    assert.ok(made.status < 300, made.text);
    return made.body.id;
  };
  const single = { test_type: 'Single-Turn', prompt: { content: 'What is it called?' } };
  const setOf = (more: object = {}) => ({
    name: randomUUID(),
    test_set_type: 'Single-Turn',
    tests: [single],
    ...more,
  });
  const name = `Codename ${randomUUID()}`;
  const project_id = ids['projects'];
  const metric = await make(owner.token, '/metrics', {
    name,
    project_id,
    backend: 'builtin',
    kind: 'contains_any',
    args: { values: ['Codename'] },
    metric_scope: ['Single-Turn'],
  });
  const second = await make(owner.token, '/projects', { name: 'Beside' });
  const token = await apiToken(platform, owner, { project_id: second });
  const set = await make(token, '/test_sets/bulk', setOf());
  const endpoint = await make(token, '/endpoints', {
    name: 'Own',
    url: 'http://127.0.0.1:9/x',
    method: 'POST',
    request_mapping: { m: '{{ input }}' },
    response_mapping: { output: '$.x' },
  });
  const shared = await make(owner.token, '/test_sets/bulk', setOf({ project_id: null }));
  const linked = await platform.call('POST', `/test_sets/${shared}/metrics/${metric}`, {
    token: owner.token,
    body: {},
  });
  assert.equal(linked.status, 200, linked.text);
  const metrics = [{ metric }];
  for (const [method, path, body] of [
    ['POST', `/test_sets/${set}/execute/${endpoint}`, { metrics }],
    ['POST', '/tests/execute', { endpoint_id: endpoint, ...single, metrics }],
    ['POST', '/test_sets/bulk', setOf({ metrics })],
    ['PUT', `/test_sets/${set}`, { metrics }],
    ['POST', '/tests', { ...single, metrics }],
    ['POST', `/test_sets/${set}/metrics/${metric}`, {}],
  ] as const) {
    const answer = await platform.call(method, path, { token, body });
    assert.equal(answer.body.code, 'metric.not_found', `${method} ${path}: ${answer.status} ${answer.text}`);
  }
  const named = await platform.call('GET', `/test_sets/${shared}/metrics`, { token });
  assert.equal(named.status, 200, named.text);
  assert.ok(!named.text.includes(name), named.text);
});

test('a person belongs to one organization, also when two joins race', async () => {
  const person = await platform.signUp({ organization: null });
  const results = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      platform.call('POST', '/organizations', { token: person.token, body: { name: `Race ${n}` } }),
    ),
  );
  assert.equal(results.filter((result) => result.status === 201).length, 1);
  assert.equal(results.filter((result) => result.status === 409).length, 5);
});

test('writing fields that are not one’s own is refused, not ignored', async () => {
  const wishes: [string, string, object][] = [
    ['PUT', `/users/${stranger.userId}`, { email: 'new@example.test' }],
    ['PUT', `/users/${stranger.userId}`, { is_email_verified: true, organization_id: owner.organizationId }],
    ['POST', '/projects', { name: 'x', organization_id: owner.organizationId }],
    ['POST', '/organizations', { name: 'x', owner_id: owner.userId }],
    ['POST', '/tokens', { name: 'x', user_id: owner.userId }],
  ];
  for (const [method, path, body] of wishes)
    assert.equal((await platform.call(method, path, { token: stranger.token, body })).status, 422, path);
});

test('the last owner stays, also when two owners leave at the same moment', async () => {
  const second = await joinAs(platform, owner, 'owner');
  const results = await Promise.all([
    platform.call('DELETE', `/members/${second.userId}`, { token: owner.token }),
    platform.call('DELETE', `/members/${owner.userId}`, { token: second.token }),
  ]);
  assert.ok(results.filter((result) => result.status === 200).length <= 1);
  const { rows } = await platform.app.database.executeSql(
    `select count(*)::int as owners from memberships where role = 'owner' and is_active and organization_id = '${owner.organizationId}'`,
  );
  assert.ok(Number(rows[0]?.['owners']) >= 1);
});
