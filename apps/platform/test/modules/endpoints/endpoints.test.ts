import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { secretMask } from '@sonde/contract';
import { listenOnLoopback } from '@sonde/fakes';
import { startPlatform, type CallResult, type SignedUp, type TestPlatform } from '../../support/platform.ts';

let platform: TestPlatform;
let owner: SignedUp;
let stranger: SignedUp;
const target = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => {
      res.setHeader('content-type', 'application/json');
      res.end(JSON.stringify({ headers: req.headers, body: Buffer.concat(chunks).toString() }));
    });
});
let targetUrl = '';
const secret = `fake-${'s3cret'.repeat(4)}`;

before(async () => {
  targetUrl = `http://127.0.0.1:${await listenOnLoopback(target)}/chat`;
  platform = await startPlatform();
  owner = await platform.signUp();
  stranger = await platform.signUp();
});
after(async () => {
  target.closeAllConnections();
  target.close();
  await platform.close();
});

const call = (method: string, path: string, body?: unknown, token = owner.token): Promise<CallResult> =>
  platform.call(method, path, { token, body });
async function create(fields: Record<string, unknown> = {}): Promise<CallResult['body']> {
  const made = await call('POST', '/endpoints', { name: 'One', url: targetUrl, ...fields });
  assert.equal(made.status, 201, made.text);
  return made.body;
}
const rawRow = async (id: string) => {
  const { rows } = await platform.app.database.executeSql('select * from endpoints where id = $1', [id]);
  assert.ok(rows[0]);
  return rows[0];
};

test('every field comes back as it was given', async () => {
  const given = {
    name: 'Everything',
    description: 'All of it',
    url: 'https://api.example.test/v1/{{ params.model }}?a=1',
    method: 'PATCH',
    protocol: 'REST',
    environment: 'Production',
    auth_type: 'client_credentials',
    client_id: 'client',
    token_url: 'https://login.example.test/token',
    scopes: 'a b',
    audience: 'urn:x',
    token_params: { resource: 'r' },
    request_headers: { 'X-Tenant': 'one' },
    query_params: { version: '2' },
    request_mapping: { z: '{{ input }}', a: { deep: ['{{ params.x }}', 1, null, true] } },
    response_mapping: { output: ['$.a', '$.b'], metadata: { usage: '$.usage' } },
    timeout_seconds: 77,
    disable_tracing: true,
  };
  const made = await create({ ...given, client_secret: secret, secret_headers: { 'X-Key': secret } });
  const read = (await call('GET', `/endpoints/${made.id}`)).body;
  assert.deepEqual(read, made);
  for (const [name, value] of Object.entries(given)) assert.deepEqual(read[name], value, name);
  assert.deepEqual(Object.keys(read.request_mapping), ['z', 'a'], 'the order of keys is kept');
  assert.deepEqual(read.endpoint_metadata, { timeout_seconds: 77 });
  assert.deepEqual(
    [read.has_client_secret, read.has_auth_token, read.needs_credentials],
    [true, false, false],
  );
  assert.deepEqual(Object.keys(read.secret_headers), ['X-Key']);
  assert.equal(read.status, 'Active');
});

test('a credential typed among the plain headers is sealed as a secret header; a template stays', async () => {
  const typed = {
    Authorization: `Bearer ${secret}`,
    'X-Api-Key': '{{ params.key }}',
    'X-Tenant': 'one',
  };
  const made = await create({ request_headers: typed });
  assert.deepEqual(made.request_headers, { 'X-Api-Key': '{{ params.key }}', 'X-Tenant': 'one' });
  assert.deepEqual(Object.keys(made.secret_headers), ['Authorization']);
  assert.ok(!JSON.stringify(await rawRow(made.id)).includes(secret));

  const changed = await call('PATCH', `/endpoints/${made.id}`, { request_headers: { Cookie: 'sid=1' } });
  assert.deepEqual(changed.body.request_headers, {});
  assert.deepEqual(Object.keys(changed.body.secret_headers).toSorted(), ['Authorization', 'Cookie']);
});

test('the mask is refused as the value of a plain header', async () => {
  const answer = await call('POST', '/endpoints', {
    name: 'Masked',
    url: 'https://api.example.test/',
    request_headers: { Authorization: `Bearer ${secretMask}` },
  });
  assert.equal(answer.status, 422);
});

test('websocket options come back as they were given', async () => {
  const websocket = { done: { path: '$.type', equals: 'end' }, quiet_period_ms: 500, subprotocols: ['chat'] };
  const made = await create({ url: 'wss://ws.example.test/', protocol: 'WebSocket', websocket });
  assert.deepEqual([made.websocket, made.protocol], [websocket, 'WebSocket']);
});

test('a name and an address are enough, and the rest has the defaults of the specification', async () => {
  const made = await create();
  assert.deepEqual(
    [
      made.method,
      made.protocol,
      made.environment,
      made.auth_type,
      made.disable_tracing,
      made.timeout_seconds,
    ],
    ['POST', 'REST', 'Development', 'none', false, null],
  );
  assert.equal((await create({ auth_token: secret })).auth_type, 'bearer_token');
});

test('environment is read in any case, the method is stored in capitals', async () => {
  const made = await create({ environment: 'sTaGiNg', method: 'delete' });
  assert.deepEqual([made.environment, made.method], ['Staging', 'DELETE']);
  assert.equal(
    (await call('PATCH', `/endpoints/${made.id}`, { environment: 'PRODUCTION' })).body.environment,
    'Production',
  );
  assert.equal((await call('PATCH', `/endpoints/${made.id}`, { environment: 'moon' })).status, 422);
});

test('a secret that is left out stays, null clears it, a string sets it, and the mask is refused', async () => {
  const { id } = await create({ auth_token: secret, secret_headers: { 'X-Key': secret } });
  const sealed = (await rawRow(id))['auth_token_sealed'];
  for (const method of ['PUT', 'PATCH']) {
    assert.equal((await call(method, `/endpoints/${id}`, { name: 'Renamed' })).body.has_auth_token, true);
    assert.equal((await rawRow(id))['auth_token_sealed'], sealed, 'what is kept is not touched');
  }
  const mask = (await call('GET', `/endpoints/${id}`)).body.secret_headers['X-Key'];
  assert.equal((await call('PATCH', `/endpoints/${id}`, { auth_token: mask })).status, 422);
  assert.equal((await call('PATCH', `/endpoints/${id}`, { secret_headers: { 'X-Key': mask } })).status, 422);
  const replaced = await call('PATCH', `/endpoints/${id}`, { auth_token: `${secret}-2` });
  assert.equal(replaced.status, 200);
  const echoed = await call('POST', `/endpoints/${id}/invoke`, { input: 'hi' });
  assert.equal(echoed.body.success, true, echoed.text);
  const headers = await call('PATCH', `/endpoints/${id}`, {
    secret_headers: { 'x-key': null, 'X-Other': secret },
  });
  assert.deepEqual(Object.keys(headers.body.secret_headers), ['X-Other']);
  const cleared = await call('PATCH', `/endpoints/${id}`, { auth_token: null });
  assert.deepEqual([cleared.body.has_auth_token, cleared.body.needs_credentials], [false, true]);
  assert.equal((await rawRow(id))['auth_token_sealed'], null);
});

test('no secret is in an answer, an error, a log line or the database', async () => {
  const secrets = { auth_token: secret, client_secret: secret, secret_headers: { 'X-Key': secret } };
  const { id } = await create(secrets);
  const answers = [
    await call('GET', `/endpoints/${id}`),
    await call('GET', '/endpoints?limit=100'),
    await call('POST', `/endpoints/${id}/duplicate`),
    await call('POST', `/endpoints/${id}/invoke`, { input: 'hi' }),
    await call('POST', `/endpoints/${id}/test`, { input_data: { input: 'hi' }, preview_only: true }),
    await call('PATCH', `/endpoints/${id}`, { ...secrets, method: '!' }),
    await call('PATCH', `/endpoints/${id}`, { ...secrets, nonsense: secret }),
    await call('GET', '/traces'),
  ];
  for (const answer of answers) assert.ok(!answer.text.includes(secret), answer.text);
  assert.ok(!JSON.stringify(await rawRow(id)).includes(secret));
  assert.match(String((await rawRow(id))['auth_token_sealed']), /^v1\./);
  assert.ok(!platform.log.lines.some((line) => line.includes(secret)));
  for (const name of [
    'auth_token',
    'auth_token_sealed',
    'client_secret',
    'secret_headers',
    'constructor',
    '__proto__',
  ])
    for (const query of [`$filter=${name} eq 'a'`, `sort_by=${name}`])
      assert.equal((await call('GET', `/endpoints?${encodeURI(query)}`)).status, 422, query);
  assert.equal((await call('GET', `/endpoints/${id}?$select=auth_token`)).status, 422);
});

test('a change of host asks for the stored secrets again, in updates and in drafts', async () => {
  const { id } = await create({
    url: 'https://a.example.test/x',
    auth_token: secret,
    secret_headers: { 'X-Key': secret },
  });
  for (const url of [
    'https://b.example.test/x',
    'http://a.example.test/x',
    'https://a.example.test:8443/x',
  ]) {
    for (const refused of [
      await call('PATCH', `/endpoints/${id}`, { url }),
      await call('PATCH', `/endpoints/${id}`, { url, auth_token: 'another' }),
      await call('POST', `/endpoints/${id}/test`, { url, input_data: { input: 'x' }, preview_only: true }),
    ]) {
      assert.equal(refused.status, 422, url);
      assert.equal(refused.body.code, 'endpoint.secret_required');
    }
  }
  assert.equal((await call('PATCH', `/endpoints/${id}`, { url: 'https://a.example.test/y' })).status, 200);
  const moved = { url: 'https://b.example.test/x', auth_token: null, secret_headers: { 'x-key': 'fresh' } };
  assert.equal((await call('PATCH', `/endpoints/${id}`, moved)).status, 200);
});

test('a client secret follows neither another token address nor another target', async () => {
  const base = {
    url: 'https://a.example.test/',
    auth_type: 'client_credentials',
    client_id: 'c',
    client_secret: secret,
    token_url: 'https://login.example.test/token',
  };
  const { id } = await create(base);
  const changes = [
    { token_url: 'https://evil.example.test/token' },
    { token_url: 'http://login.example.test/token' },
    { token_url: null },
    { url: 'https://evil.example.test/' },
  ];
  for (const change of changes) {
    const refused = await call('PATCH', `/endpoints/${id}`, change);
    assert.equal(refused.body.code, 'endpoint.secret_required', JSON.stringify(change));
    assert.equal(refused.body.errors[0].path, 'client_secret');
  }
  assert.equal(
    (await call('PATCH', `/endpoints/${id}`, { ...changes[0], client_secret: 'fresh' })).status,
    200,
  );
});

test('a client secret that was stored before its token address goes to none that is entered later', async () => {
  const { id } = await create({
    url: 'https://a.example.test/',
    auth_type: 'client_credentials',
    client_id: 'c',
    client_secret: secret,
  });
  const token_url = 'https://evil.example.test/token';
  const refused = await call('PATCH', `/endpoints/${id}`, { token_url });
  assert.deepEqual(
    [refused.body.code, refused.body.errors?.[0]?.path],
    ['endpoint.secret_required', 'client_secret'],
  );
  const own = { token_url: 'https://a.example.test/token' };
  assert.equal((await call('PATCH', `/endpoints/${id}`, own)).status, 200, 'the target itself may have it');
  assert.equal((await call('PATCH', `/endpoints/${id}`, { token_url, client_secret: 'fresh' })).status, 200);
});

test('copies are numbered, carry their secrets, and two made at once have two names', async () => {
  const { id } = await create({ name: 'Original', auth_token: secret });
  const first = (await call('POST', `/endpoints/${id}/duplicate`)).body;
  const second = (await call('POST', `/endpoints/${id}/duplicate`)).body;
  const ofCopy = (await call('POST', `/endpoints/${first.id}/duplicate`)).body;
  assert.deepEqual(
    [first.name, second.name, ofCopy.name],
    ['Original (Copy)', 'Original (Copy 2)', 'Original (Copy 3)'],
  );
  assert.equal(ofCopy.has_auth_token, true);
  const result = (await call('POST', `/endpoints/${ofCopy.id}/invoke`, { input: 'hi' })).body;
  assert.equal(result.success, true);
  const both = await Promise.all([1, 2].map(() => call('POST', `/endpoints/${id}/duplicate`)));
  assert.equal(new Set(both.map(({ body }) => body.name)).size, 2);
});

test('a deleted endpoint is gone everywhere, and says so', async () => {
  const { id } = await create();
  assert.equal((await call('DELETE', `/endpoints/${id}`)).status, 200);
  const answers = [
    await call('GET', `/endpoints/${id}`),
    await call('PUT', `/endpoints/${id}`, { name: 'x' }),
    await call('PATCH', `/endpoints/${id}`, { name: 'x' }),
    await call('DELETE', `/endpoints/${id}`),
    await call('POST', `/endpoints/${id}/duplicate`),
    await call('POST', `/endpoints/${id}/test`, { input_data: { input: 'x' } }),
    await call('POST', `/endpoints/${id}/invoke`, { input: 'x' }),
  ];
  for (const answer of answers)
    assert.deepEqual([answer.status, answer.body.code], [410, 'endpoint.deleted']);
  const list = await call('GET', '/endpoints?limit=100');
  assert.ok(!list.body.some((item: { id: string }) => item.id === id));
  assert.notEqual((await rawRow(id))['deleted_at'], null);
});

test('another tenant and another project get the very bytes of an unknown id', async () => {
  const { id } = await create();
  const unknown = '01890a5d-ac96-774b-bcce-b302099a8057';
  const project = (await call('POST', '/projects', { name: 'Other' })).body;
  for (const [method, suffix, body] of [
    ['GET', '', undefined],
    ['PATCH', '', { name: 'x' }],
    ['DELETE', '', undefined],
    ['POST', '/duplicate', undefined],
    ['POST', '/invoke', { input: 'x' }],
    ['POST', '/test', { input_data: { input: 'x' } }],
  ] as const) {
    const path = (of: string) => `/endpoints/${of}${suffix}`;
    const none = await call(method, path(unknown), body, stranger.token);
    assert.equal(none.status, 404);
    assert.equal((await call(method, path(id), body, stranger.token)).text, none.text);
    const headers = { 'x-project-id': project.id };
    const outside = await platform.call(method, path(id), { token: owner.token, body, headers });
    assert.equal(outside.text, none.text);
  }
});

test('a template that cannot work is refused with its line and column', async () => {
  const refused = await call('POST', '/endpoints', {
    name: 'x',
    url: targetUrl,
    request_mapping: '{\n "a": {{ input | }}}',
    request_headers: { 'X-A': '{% if %}' },
  });
  assert.deepEqual([refused.status, refused.body.code], [422, 'endpoint.template_invalid']);
  assert.deepEqual(
    refused.body.errors.map(({ path }: { path: string }) => path),
    ['request_mapping', 'request_headers.X-A'],
  );
  assert.match(refused.body.errors[0].message, /Line 2, column \d+/);
  const without = await call('POST', '/endpoints', {
    name: 'x',
    url: targetUrl,
    request_mapping: '{"a": 1}',
  });
  assert.equal(without.body.errors[0].code, 'input_missing');
});

test('lists filter, sort, page and select, and tell how many there are', async () => {
  const someone = await platform.signUp();
  for (const name of ['Alpha', 'beta', 'Gamma'])
    await call('POST', '/endpoints', { name, url: targetUrl, environment: 'Production' }, someone.token);
  const list = (query: string) => call('GET', `/endpoints?${encodeURI(query)}`, undefined, someone.token);
  const names = ({ body }: CallResult) => body.map(({ name }: { name: string }) => name);
  const filtered = await list(
    "$filter=environment eq 'Production' and contains(tolower(name),'a')&sort_by=name&sort_order=asc&limit=2",
  );
  assert.equal(filtered.headers['x-total-count'], '3');
  assert.equal(filtered.body.length, 2);
  assert.equal((await list("$filter=environment eq 'Production'&skip=50")).headers['x-total-count'], '3');
  assert.deepEqual(names(await list("$filter=name in ('beta','none')")), ['beta']);
  const selected = await list("$filter=name eq 'beta'&$select=name,method");
  assert.deepEqual(Object.keys(selected.body[0]).sort(), ['id', 'method', 'name']);
});

test('parameters of the project reach templates by environment', async () => {
  const { project_id: project, id } = await create({
    environment: 'Staging',
    request_mapping: '{"m": "{{ input }}", "t": {{ params.temperature }}, "d": "{{ params.fallback }}"}',
  });
  const parameters = { temperature: { Staging: 0.5, default: 1 }, fallback: { default: 'd' } };
  assert.equal((await call('PUT', `/projects/${project}/parameters`, parameters)).status, 200);
  assert.deepEqual((await call('GET', `/projects/${project}/parameters`)).body, parameters);
  const staging = (await call('POST', `/endpoints/${id}/invoke`, { input: 'x' })).body;
  assert.deepEqual(JSON.parse(staging.raw_response.body), { m: 'x', t: 0.5, d: 'd' });
  const draft = { environment: 'Production', input_data: { input: 'x' } };
  const production = (await call('POST', `/endpoints/${id}/test`, draft)).body;
  assert.deepEqual(JSON.parse(production.raw_response.body), { m: 'x', t: 1, d: 'd' });
});

test('ten thousand endpoints are listed a page at a time, and counted', async () => {
  const someone = await platform.signUp();
  const [first] = (await call('GET', '/endpoints', undefined, someone.token)).body;
  await platform.app.database.executeSql(
    `insert into endpoints select gen_random_uuid(), organization_id, project_id, name || n, description, url, method, protocol,
       environment, auth_type, auth_token_sealed, client_id, client_secret_sealed, token_url, scopes, audience, token_params,
       request_headers, secret_header_names, secret_headers_sealed, query_params, request_mapping, response_mapping, websocket,
       endpoint_metadata, disable_tracing, status, last_tested_at, last_test_success, created_by, created_at, updated_at, deleted_at
     from endpoints, generate_series(1, 9999) n where id = '${first.id}'`,
  );
  const page = await call('GET', '/endpoints?limit=100&skip=9950', undefined, someone.token);
  assert.deepEqual([page.body.length, page.headers['x-total-count']], [50, '10000']);
});

test('a path that cannot be read is refused when it is typed, wherever it stands', async () => {
  const fields = {
    response_mapping: {
      output: ['$.answer', '$.answer['],
      context: { a: '$..a..b..c' },
      topic: '{{ jsonpath(',
      fixed: 'some words',
    },
    websocket: { done: { path: '$.type[' } },
  };
  const refused = await call('POST', '/endpoints', { name: 'One', url: targetUrl, ...fields });
  assert.equal(refused.status, 422, refused.text);
  assert.deepEqual(refused.body.errors.map((fault: { path: string }) => fault.path).toSorted(), [
    'response_mapping.context.a',
    'response_mapping.output.1',
    'response_mapping.topic',
    'websocket.done.path',
  ]);
  const made = await create();
  const patched = await call('PATCH', `/endpoints/${made.id}`, { response_mapping: { output: '$[' } });
  assert.equal(patched.status, 422);
});

test('faults are told in plain words, and a 422 without a field at fault has errors too', async () => {
  const refused = await call('POST', '/endpoints', {
    name: '',
    url: targetUrl,
    timeout_seconds: 0,
    protocol: 'FTP',
    request_headers: { 'a b': 'x' },
    disable_tracing: 'yes',
  });
  const said = Object.fromEntries(
    refused.body.errors.map(({ path, message }: { path: string; message: string }) => [path, message]),
  );
  assert.deepEqual(said, {
    name: 'This cannot be empty.',
    timeout_seconds: 'At least 1.',
    protocol: 'One of: REST, WebSocket.',
    'request_headers.a b': 'A name in here cannot be used. Not an HTTP header name.',
    disable_tracing: 'This takes true or false.',
  });
  const empty = await call('POST', '/endpoints');
  assert.deepEqual(empty.body.errors[0], { path: '', code: 'invalid_type', message: 'This is missing.' });
  const code = await call('POST', '/auth/magic-link/verify', { email: 'a@example.test', code: '12' });
  assert.deepEqual(code.body.errors, [
    { path: 'code', code: 'invalid_format', message: 'The code is six digits.' },
  ]);
});
