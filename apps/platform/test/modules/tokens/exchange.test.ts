import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestClock, startPlatform, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { apiToken, exchangedToken, joinAs } from '../tenancy/support.ts';

const clock = createTestClock();
const grant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const accessType = 'urn:ietf:params:oauth:token-type:access_token';
let platform: TestPlatform;
let owner: SignedUp;
let projectId: string;
before(async () => {
  platform = await startPlatform({ clock, spread: true });
  owner = await platform.signUp();
  projectId = (await platform.call('GET', '/projects', { token: owner.token })).body[0].id;
});
after(() => platform.close());

type Form = Record<string, string | string[] | undefined>;
const good = (): Form => ({
  grant_type: grant,
  subject_token: owner.token,
  subject_token_type: accessType,
  resource: `urn:sonde:project:${projectId}`,
});

function exchange(form: Form) {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(form))
    for (const item of [value ?? []].flat()) body.append(name, item);
  return platform.call('POST', '/auth/token-exchange', {
    body: body.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

async function assertError(form: Form, error: string, what: string): Promise<void> {
  const result = await exchange(form);
  assert.equal(result.status, 400, what);
  assert.equal(result.body.error, error, what);
  assert.equal(result.headers['cache-control'], 'no-store');
  assert.equal(typeof result.body.error_description, 'string');
}

test('a session becomes a token for one project, without a refresh token', async () => {
  const { status, body, headers } = await exchange(good());
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body).sort(), [
    'access_token',
    'expires_in',
    'issued_token_type',
    'scope',
    'token_type',
  ]);
  assert.equal(body.issued_token_type, accessType);
  assert.equal(body.token_type, 'Bearer');
  assert.ok(body.expires_in <= 900);
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal((await platform.call('GET', '/endpoints', { token: body.access_token })).status, 200);
});

test('missing, empty, repeated and unknown parameters have their RFC codes', async () => {
  for (const name of ['grant_type', 'subject_token', 'subject_token_type', 'resource']) {
    await assertError({ ...good(), [name]: undefined }, 'invalid_request', `without ${name}`);
    await assertError({ ...good(), [name]: '' }, 'invalid_request', `empty ${name}`);
    await assertError({ ...good(), [name]: ['a', 'b'] }, 'invalid_request', `repeated ${name}`);
  }
  await assertError({ ...good(), grant_type: 'password' }, 'unsupported_grant_type', 'grant');
  await assertError({ ...good(), subject_token_type: 'urn:x' }, 'invalid_request', 'subject type');
  await assertError({ ...good(), requested_token_type: 'urn:x' }, 'invalid_request', 'requested type');
  await assertError({ ...good(), actor_token: owner.token }, 'invalid_request', 'actor without type');
  await assertError({ ...good(), actor_token_type: accessType }, 'invalid_request', 'actor type alone');
  for (const resource of [
    'not-a-uri',
    `urn:sonde:project:${projectId}#x`,
    'urn:sonde:project:x',
    'https://x.test/',
  ])
    await assertError({ ...good(), resource }, 'invalid_target', resource);
  await assertError(
    { ...good(), audience: 'urn:sonde:project:00000000-0000-4000-8000-000000000000' },
    'invalid_target',
    'two targets',
  );
});

test('bad subject tokens, other kinds of token and other organizations are refused', async () => {
  const stranger = await platform.signUp();
  const theirs = (await platform.call('GET', '/projects', { token: stranger.token })).body[0].id;
  await assertError({ ...good(), subject_token: 'nonsense' }, 'invalid_grant', 'nonsense');
  await assertError({ ...good(), subject_token: owner.refreshToken }, 'invalid_grant', 'refresh token');
  await assertError({ ...good(), subject_token: `${owner.token}x` }, 'invalid_grant', 'tampered');
  await assertError(
    { ...good(), resource: `urn:sonde:project:${theirs}` },
    'invalid_target',
    'foreign project',
  );
  await assertError({ ...good(), subject_token: stranger.token }, 'invalid_target', 'foreign subject');
});

test('scope never widens, and an exchanged token is never exchanged again', async () => {
  const narrow = await apiToken(platform, owner, { permissions: ['endpoint:read'] });
  const { body } = await exchange({ ...good(), subject_token: narrow });
  assert.equal(body.scope, 'endpoint:read');
  await assertError({ ...good(), subject_token: narrow, scope: 'endpoint:update' }, 'invalid_scope', 'more');
  await assertError({ ...good(), scope: 'organization:delete' }, 'invalid_scope', 'organization');
  await assertError({ ...good(), scope: 'what:ever' }, 'invalid_scope', 'unknown');
  const small = await exchange({ ...good(), scope: 'endpoint:read' });
  assert.equal((await platform.call('GET', '/projects', { token: small.body.access_token })).status, 403);
  await assertError({ ...good(), subject_token: small.body.access_token }, 'invalid_grant', 'chain');
});

test('a project-bound subject cannot reach another project', async () => {
  const other = (await platform.call('POST', '/projects', { token: owner.token, body: { name: 'Other' } }))
    .body.id;
  const bound = await apiToken(platform, owner, { project_id: other });
  await assertError({ ...good(), subject_token: bound }, 'invalid_target', 'bound elsewhere');
});

test('an actor of the same organization is written into the token, a stranger is refused', async () => {
  const colleague = await joinAs(platform, owner, 'member');
  const { body } = await exchange({ ...good(), actor_token: colleague.token, actor_token_type: accessType });
  const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString());
  assert.deepEqual(claims.act, { sub: colleague.userId });
  assert.equal(claims.sub, owner.userId);
  const stranger = await platform.signUp();
  await assertError(
    { ...good(), actor_token: stranger.token, actor_token_type: accessType },
    'invalid_grant',
    'foreign actor',
  );
});

test('it lives no longer than its subject and ends with it', async () => {
  const member = await joinAs(platform, owner, 'member');
  clock.advance(10 * 60_000);
  const form = { ...good(), subject_token: member.token };
  const { body } = await exchange(form);
  assert.ok(body.expires_in <= 300, `${body.expires_in} s`);
  await platform.call('PATCH', `/members/${member.userId}`, {
    token: owner.token,
    body: { is_active: false },
  });
  assert.equal((await platform.call('GET', '/endpoints', { token: body.access_token })).status, 401);
  await assertError(form, 'invalid_grant', 'disabled subject');
});

test('other ways of asking are refused', async () => {
  const query = new URLSearchParams(good() as Record<string, string>).toString();
  const inQuery = await platform.call('POST', `/auth/token-exchange?${query}`, {
    body: '',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  assert.ok(inQuery.status >= 400 && inQuery.status < 500);
  const asJson = await platform.call('POST', '/auth/token-exchange', { body: good() });
  assert.deepEqual([asJson.status, asJson.body.error], [415, 'invalid_request']);
  assert.match(String(asJson.headers['content-type']), /^application\/json/);
  assert.equal(typeof asJson.body.error_description, 'string');
  const get = await platform.call('GET', `/auth/token-exchange?${query}`);
  assert.ok(get.status === 404 || get.status === 405);
});

test('every exchange is written down, the refused ones too', async () => {
  const fresh = await platform.call('POST', '/auth/refresh', { body: { refresh_token: owner.refreshToken } });
  const token = fresh.body.access_token;
  await exchangedToken(platform, token, projectId);
  const { body } = await platform.call('GET', "/audit-events?$filter=action eq 'token.exchanged'&limit=100", {
    token,
  });
  assert.ok(body.some((event: { outcome: string }) => event.outcome === 'success'));
  assert.ok(body.some((event: { outcome: string }) => event.outcome === 'refused'));
  assert.equal(body[0].details.scope.includes('endpoint:read'), true);
  assert.doesNotMatch(JSON.stringify(body), /eyJ/);
});

test('a flood of exchanges leaves nothing behind', async () => {
  const before = await platform.app.database.executeSql('select count(*)::int as n from single_use_tokens');
  const fresh = await platform.signUp();
  const project = (await platform.call('GET', '/projects', { token: fresh.token })).body[0].id;
  const results = await Promise.all(
    Array.from({ length: 200 }, () =>
      exchange({ ...good(), subject_token: fresh.token, resource: `urn:sonde:project:${project}` }),
    ),
  );
  for (const result of results) assert.ok([200, 400, 429].includes(result.status), result.text);
  const after = await platform.app.database.executeSql('select count(*)::int as n from single_use_tokens');
  assert.ok(Number(after.rows[0]?.['n']) - Number(before.rows[0]?.['n']) <= 1);
});

test('an expired, a logged-out, a retired and a mistargeted subject is refused like nonsense', async () => {
  const person = await platform.signUp();
  const own = (await platform.call('GET', '/projects', { token: person.token })).body[0].id;
  const form = (token: string): Form => ({
    ...good(),
    subject_token: token,
    resource: `urn:sonde:project:${own}`,
  });
  const expired = await apiToken(platform, person, { expires_in_days: 1 });
  const revoked = await platform.call('POST', '/tokens', { token: person.token, body: { name: 'x' } });
  await platform.call('DELETE', `/tokens/${revoked.body.id}`, { token: person.token });
  await assertError(form(revoked.body.access_token), 'invalid_grant', 'a revoked API token');
  const answers = [await exchange(form(person.token))];
  await platform.call('POST', '/auth/logout', { body: { refresh_token: person.refreshToken } });
  await assertError(form(person.token), 'invalid_grant', 'a session that was logged out');
  assert.equal(answers[0]?.status, 200);
  assert.equal(
    (await platform.call('GET', '/endpoints', { token: answers[0]?.body.access_token })).status,
    401,
    'and what was exchanged from it has ended with it',
  );
  clock.advance(25 * 3600 * 1000);
  await assertError(form(expired), 'invalid_grant', 'an expired API token');
});

test('an exchanged token reaches neither the organization nor its people, tokens and usage', async () => {
  const person = await platform.signUp();
  const own = (await platform.call('GET', '/projects', { token: person.token })).body[0].id;
  const token = await exchangedToken(platform, person.token, own);
  for (const [method, path] of [
    ['PUT', `/organizations/${person.organizationId}`],
    ['GET', '/members'],
    ['POST', '/invitations'],
    ['POST', '/tokens'],
    ['GET', '/tokens'],
    ['GET', '/usage'],
    ['GET', '/audit-events'],
    ['POST', '/projects'],
    ['POST', '/ws/token'],
    ['GET', '/users/me'],
  ] as const) {
    const { status } = await platform.call(method, path, {
      token,
      ...(method === 'GET' ? {} : { body: {} }),
    });
    assert.equal(status, 403, `${method} ${path}`);
  }
});

test('a subject that exchanges too often is told when to come again, and it is written down', async () => {
  const person = await platform.signUp();
  const own = (await platform.call('GET', '/projects', { token: person.token })).body[0].id;
  let last = await exchange({ ...good(), subject_token: person.token, resource: `urn:sonde:project:${own}` });
  for (let n = 0; n < 301 && last.status === 200; n += 1) {
    const body = new URLSearchParams({
      ...(good() as Record<string, string>),
      subject_token: person.token,
      resource: `urn:sonde:project:${own}`,
    });
    last = await platform.call('POST', '/auth/token-exchange', {
      body: body.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      ip: `10.88.${n >> 8}.${n & 255}`,
    });
  }
  assert.deepEqual([last.status, last.body.error], [429, 'temporarily_unavailable']);
  assert.ok(Number(last.headers['retry-after']) > 0);
  const { body } = await platform.call(
    'GET',
    "/audit-events?$filter=action eq 'token.exchanged' and outcome eq 'refused'",
    { token: person.token },
  );
  assert.equal(body.length, 1);
});
