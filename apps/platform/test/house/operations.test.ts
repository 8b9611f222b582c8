import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operations, permissions, type Operation } from '@sonde/contract';
import { z } from 'zod';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

let platform: TestPlatform;
before(async () => {
  platform = await startPlatform();
});
after(() => platform.close());

const someId = '01890a5d-ac96-774b-bcce-b302099a8057';
const pathOf = (operation: Operation): string =>
  operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'trace_id' ? 'a'.repeat(32) : name === 'provider' ? 'none' : someId,
  );

test('every operation of the contract is mounted exactly once, and nothing else is', () => {
  const declared = operations.map((operation) => operation.id);
  assert.equal(new Set(declared).size, declared.length, 'two operations share an id');
  assert.deepEqual([...platform.app.mounted].sort(), [...declared].sort());
});

test('every operation that is not public refuses an anonymous caller before it looks at the input', async () => {
  for (const operation of operations) {
    if (operation.access.who === 'public' || operation.access.who === 'own') continue;
    const { status, body } = await platform.call(operation.method, pathOf(operation), {
      body: operation.body ? { nonsense: 1 } : undefined,
    });
    assert.equal(status, 401, `${operation.id} answered ${status}`);
    assert.equal(body.code, 'auth.unauthenticated', operation.id);
  }
});

test('every permission that exists is asked for by an operation, or reserved by name', () => {
  const asked = new Set(
    operations.map((operation) => (operation.access.who === 'member' ? operation.access.permission : '')),
  );
  // Asked for by what is named in a path: the environment `production`.
  const reserved = new Set(['connector:use', 'experiment:promote']);
  assert.deepEqual(
    permissions.filter((permission) => !asked.has(permission) && !reserved.has(permission)),
    [],
  );
});

test('every file that is made while it is sent counts as a download, and takes as long as its bytes last', () => {
  // These lie whole in the object store.
  const kept = new Set(['files.content', 'files.thumbnail']);
  const files = operations.filter(
    ({ id, raw, method, access, answers }) =>
      raw && method === 'GET' && access.who === 'member' && 200 in answers && !kept.has(id),
  );
  assert.ok(files.length >= 5);
  for (const { id, isDownload, takes } of files) assert.deepEqual([isDownload, takes], [true, 'stream'], id);
});

test('no answer of the contract carries a one-way transform, which could not be documented', () => {
  for (const operation of operations) {
    for (const answer of Object.values(operation.answers))
      assert.doesNotThrow(
        () => z.toJSONSchema(answer, { io: 'output', unrepresentable: 'any' }),
        operation.id,
      );
  }
});

test('an update never fills in a default for a key that was left out', () => {
  for (const operation of operations.filter(({ method }) => method === 'PUT' || method === 'PATCH')) {
    const parsed = operation.body?.safeParse({});
    if (parsed?.success) assert.deepEqual(parsed.data, {}, operation.id);
  }
});

test('OpenAPI 3.1 lists every path, and the reference page every operation', async () => {
  const { body } = await platform.call('GET', '/openapi.json');
  assert.equal(body.openapi, '3.1.0');
  for (const operation of operations)
    assert.equal(body.paths[operation.path][operation.method.toLowerCase()].operationId, operation.id);
  const page = await platform.call('GET', '/docs');
  for (const operation of operations) assert.ok(page.text.includes(`id="${operation.id}"`), operation.id);
});

test('health tells the state of each component, at the base path and at the root, with and without a trailing slash', async () => {
  for (const path of ['/health', '/health/', '//health', '//health/']) {
    const { status, body } = await platform.call('GET', path);
    assert.equal(status, 200, path);
    assert.equal(body.status, 'healthy');
    assert.deepEqual(Object.keys(body.components).sort(), ['database', 'jobs', 'proxies']);
  }
});

test('a redirect is a 302, which drops what a request carried, and only providers are redirected to', () => {
  const redirecting = operations.flatMap(({ id, answers }) =>
    Object.keys(answers)
      .filter((status) => status.startsWith('3'))
      .map((status) => `${id} ${status}`),
  );
  assert.deepEqual(redirecting.toSorted(), ['auth.callback 302', 'auth.login_provider 302']);
});

test('no operation takes a secret in its address', () => {
  const secret = /token|secret|password|code|key|credential|session/i;
  for (const { id, path, query } of operations)
    for (const name of [...path.matchAll(/\{(\w+)\}/g)]
      .map(([, name = '']) => name)
      .concat(Object.keys(query?.shape ?? {})))
      assert.doesNotMatch(name, secret, `${id}: ${name}`);
});

test('what reaches other people, or costs, is limited for whoever does it', () => {
  for (const id of [
    'auth.register',
    'auth.login_email',
    'auth.magic_link',
    'auth.magic_link_verify',
    'auth.forgot_password',
    'auth.resend_verification',
    'auth.change_password',
    'auth.token_exchange',
    'organizations.create',
    'invitations.create',
    'endpoints.test_draft',
    'endpoints.test',
    'endpoints.invoke',
    'endpoints.explore',
    'endpoints.auto_configure',
  ])
    assert.ok(operations.find((operation) => operation.id === id)?.limit, id);
});

test('each operation that may change something says what is written down, in words that begin with a thing', () => {
  for (const { id, method, audit } of operations) {
    if (method === 'GET') continue;
    assert.ok(audit, `${id} does not say what is written down`);
    if (typeof audit === 'string' && audit !== 'by service') assert.match(audit, /^[a-z_]+\.[a-z_]+$/, id);
  }
});

test('no two operations are found at one place', () => {
  const places = operations.flatMap(({ method, path, aliases = [] }) => [
    `${method} ${path}`,
    ...aliases.map((alias) => `${alias.method ?? method} ${alias.path ?? path}`),
  ]);
  const plain = places.map((place) => place.replaceAll(/\{\w+\}/g, '{}'));
  assert.deepEqual(
    plain.filter((place, index) => plain.indexOf(place) !== index),
    [],
  );
});

test('an operation that hands out tokens says so, and no other does', async () => {
  const shows = (operation: Operation): boolean =>
    Object.values(operation.answers).some(
      (schema) => schema instanceof z.ZodObject && 'refresh_token' in schema.shape,
    );
  for (const operation of operations)
    assert.equal(operation.answersTokens === true, shows(operation), operation.id);
});

test('changes of endpoints, models, projects and explorations are written down with who made them', async () => {
  const owner = await platform.signUp();
  const call = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
    platform.call(method, path, { token: owner.token, body });
  const { body: project } = await call('POST', '/projects', { name: 'Noted' });
  const { body: endpoint } = await call('POST', '/endpoints', {
    name: 'Noted',
    project_id: project.id,
    url: 'http://127.0.0.1:9/',
    request_mapping: '{"input": "{{ input }}"}',
    response_mapping: { output: '$.output' },
  });
  await call('PATCH', `/endpoints/${endpoint.id}`, { name: 'Noted again' });
  const { body: copy } = await call('POST', `/endpoints/${endpoint.id}/duplicate`);
  await call('DELETE', `/endpoints/${copy.id}`);
  const { body: model } = await call('POST', '/models', {
    name: 'Noted',
    provider: 'openai',
    model_name: 'm',
    api_key: 'k-1',
  });
  await call('PUT', `/models/${model.id}`, { name: 'Noted again' });
  await call('DELETE', `/models/${model.id}`);
  const { body: started } = await call('POST', `/endpoints/${endpoint.id}/explore`, {
    strategy: 'domain_probing',
    max_turns: 1,
  });
  const { body: events } = await platform.call('GET', '/audit-events?limit=50&sort_order=asc', {
    token: owner.token,
  });
  const noted = (events as { action: string; target_id: string; actor_email: string }[]).filter(
    ({ action }) => /^(endpoint|model|project|exploration)\./.test(action),
  );
  assert.deepEqual(
    noted.map(({ action, target_id: id, actor_email: email }) => [action, id, email]),
    [
      ['project.created', project.id, owner.email],
      ['endpoint.created', endpoint.id, owner.email],
      ['endpoint.updated', endpoint.id, owner.email],
      ['endpoint.duplicated', copy.id, owner.email],
      ['endpoint.deleted', copy.id, owner.email],
      ['model.created', model.id, owner.email],
      ['model.updated', model.id, owner.email],
      ['model.deleted', model.id, owner.email],
      ['exploration.started', started.task_id, owner.email],
    ],
  );
});
