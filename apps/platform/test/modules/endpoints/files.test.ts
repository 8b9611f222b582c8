import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startPlatform, type CallResult, type SignedUp, type TestPlatform } from '../../support/platform.ts';

const secret = `fake-${'s3cret'.repeat(4)}`;
let platform: TestPlatform;
let owner: SignedUp;
let other: SignedUp;

before(async () => {
  platform = await startPlatform();
  owner = await platform.signUp();
  other = await platform.signUp();
});
after(() => platform.close());

const call = (method: string, path: string, body?: unknown, token = owner.token): Promise<CallResult> =>
  platform.call(method, path, { token, body });
const one = {
  name: 'Claims',
  url: 'https://claims.example.test/chat',
  auth_token: secret,
  secrets: { api_key: secret },
  secret_headers: { 'X-Key': secret },
  request_mapping: '{"m": {{ input }}, "k": "{{ secrets.api_key }}"}',
  response_mapping: { output: '$.answer' },
  timeout_seconds: 12,
  before_steps: [{ name: 'Session', url: '/session', values: { csrf: '$.csrf' } }],
  tags: ['claims'],
};
const rowsOf = (result: CallResult) =>
  result.body.map(({ name, status, changes }: { name: string; status: string; changes: string[] }) => [
    name,
    status,
    changes,
  ]);

test('what was written is read again as identical, in both forms, and holds no secret', async () => {
  const { id } = (await call('POST', '/endpoints', one)).body;
  for (const format of ['yaml', 'json']) {
    const file = await call('GET', `/endpoints/export?ids=${id}&format=${format}`);
    assert.equal(file.status, 200, file.text);
    assert.ok(!file.text.includes(secret));
    const { content } = file.body;
    for (const name of ['auth_token', 'secrets.api_key', 'secret_headers.X-Key'])
      assert.ok(content.includes(name));
    const preview = await call('POST', '/endpoints/import/preview', { content });
    assert.deepEqual(rowsOf(preview), [['Claims', 'identical', []]], preview.text);
    const elsewhere = await call('POST', '/endpoints/import', { content }, other.token);
    const [row] = elsewhere.body;
    assert.deepEqual(
      [row.status, row.secrets_missing.length],
      format === 'yaml' ? ['new', 3] : ['identical', 3],
      elsewhere.text,
    );
    const made = (await call('GET', `/endpoints/${row.endpoint_id}`, undefined, other.token)).body;
    assert.deepEqual([made.timeout_seconds, made.before_steps.length, made.has_auth_token], [12, 1, false]);
  }
});

test('rows are new, changed or refused each by itself, and secrets come beside the file', async () => {
  const content = `
sonde: endpoints
version: 1
endpoints:
  - name: Claims
    url: https://claims.example.test/v2
    auth_type: bearer_token
    request_mapping: '{"m": {{ input }}, "k": "{{ secrets.api_key }}"}'
    response_mapping: { output: $.answer }
    before_steps: [{ name: Session, url: /session, values: { csrf: $.csrf } }]
    tags: [claims]
  - name: Fresh
    url: https://fresh.example.test/
    secrets: [auth_token]
  - name: Broken
    url: nowhere
  - name: Template
    url: https://fresh.example.test/
    request_mapping: '{{ input'
  - name: Fresh
    url: https://twice.example.test/
  - name: Leaky
    url: https://fresh.example.test/
    auth_token: ${secret}
`;
  const body = { content, secrets: { Fresh: { auth_token: secret } } };
  const preview = await call('POST', '/endpoints/import/preview', body);
  assert.deepEqual(
    rowsOf(preview),
    [
      ['Claims', 'changed', ['timeout_seconds', 'url']],
      ['Fresh', 'new', []],
      ['Broken', 'invalid', []],
      ['Template', 'invalid', []],
      ['Fresh', 'invalid', []],
      ['Leaky', 'invalid', []],
    ],
    preview.text,
  );
  assert.ok(!preview.text.includes(secret));
  assert.deepEqual(preview.body[1].secrets_missing, []);
  const before = (await call('GET', '/endpoints')).body.length;
  assert.deepEqual(rowsOf(await call('POST', '/endpoints/import', body)), rowsOf(preview));
  const after = (await call('GET', '/endpoints')).body;
  assert.equal(after.length, before + 1);
  const claims = after.find(({ name }: { name: string }) => name === 'Claims');
  assert.deepEqual(
    [claims.url, claims.timeout_seconds, claims.has_auth_token],
    ['https://claims.example.test/v2', null, true],
  );
});

test('a token that may not read endpoints learns of none by way of an import', async () => {
  const made = await call('POST', '/tokens', {
    name: 'Imports',
    permissions: ['endpoint:create', 'endpoint:update'],
  });
  const content =
    'sonde: endpoints\nversion: 1\nendpoints: [{ name: Claims, url: "https://a.example.test/" }]';
  for (const path of ['/endpoints/import/preview', '/endpoints/import']) {
    const refused = await call('POST', path, { content }, made.body.token ?? made.body.access_token);
    assert.equal(refused.body.code, 'endpoint.file_invalid', refused.text);
    assert.match(refused.body.detail, /endpoint:read/);
  }
});

test('a changed host carries no stored secret along', async () => {
  const content = JSON.stringify({
    sonde: 'endpoints',
    version: 1,
    endpoints: [{ name: 'Claims', url: 'https://elsewhere.example.test/' }],
  });
  const [row] = (await call('POST', '/endpoints/import', { content })).body;
  assert.equal(row.status, 'invalid');
  assert.ok(row.errors.some(({ path }: { path: string }) => path === 'auth_token'));
});

test('files that are none, hostile ones, and foreign endpoints are refused', async () => {
  const bomb = `a: &a [x,x]\nb: &b [*a,*a]\nsonde: endpoints\nversion: 1\nendpoints: [*b]`;
  for (const content of [
    'hello',
    '{"sonde": 1',
    'a: [',
    bomb,
    'sonde: endpoints\nversion: 2\nendpoints: [{}]',
    'sonde: endpoints\nversion: 1\nversion: 1\nendpoints: [{}]',
    'sonde: endpoints\n---\nversion: 1',
    // Each of these would keep everybody waiting for minutes if reading it cost the square of its length.
    Array.from({ length: 28_000 }, (_, place) => `k${place}:`).join('\n'),
    '&a '.repeat(80_000),
    '"" '.repeat(80_000),
    '['.repeat(200_000),
    `#${' '.repeat(300_000)}`,
  ]) {
    const refused = await call('POST', '/endpoints/import', { content });
    assert.equal(refused.body.code, 'endpoint.file_invalid', content.slice(0, 100));
  }
  const { id } = (await call('POST', '/endpoints', { name: 'Mine', url: 'https://a.example.test/' })).body;
  assert.equal((await call('GET', `/endpoints/export?ids=${id}`, undefined, other.token)).status, 404);
});

test('a file of nothing but faults, keys or brackets is refused at its first fault and keeps nobody waiting', async () => {
  const most = 300_000;
  const keys = Array.from({ length: most / 9 }, (_, place) => `k${String(place).padStart(6, '0')}:`).join(
    '\n',
  );
  for (const content of [
    '}'.repeat(most),
    `[${','.repeat(most)}`,
    '[&a '.repeat(most / 4),
    '['.repeat(most),
    `{"a":${'['.repeat(most / 2)}${']'.repeat(most / 2)}}`,
    keys,
    '---\n'.repeat(most / 4),
  ]) {
    const refused = await call('POST', '/endpoints/import/preview', { content });
    assert.equal(refused.body.code, 'endpoint.file_invalid', refused.text.slice(0, 300));
  }
});

test('a project with more endpoints than a file holds says where the next file begins, and leaves none out', async () => {
  const { body: project } = await call('POST', '/projects', { name: 'Many' });
  const body = { name: 'The last', url: 'https://many.example.test/chat', project_id: project.id };
  const { body: made } = await call('POST', '/endpoints', body);
  const { database } = platform.app;
  const [{ columns } = {}] = (
    await database.executeSql(
      "select string_agg(column_name, ',') as columns from information_schema.columns where table_name = 'endpoints' and is_generated = 'NEVER' and column_name not in ('id', 'name')",
    )
  ).rows;
  await database.executeSql(
    `insert into endpoints (id, name, ${String(columns)}) select gen_random_uuid(), 'Number ' || lpad(n::text, 3, '0'), ${String(columns)}
      from endpoints, generate_series(1, 200) n where id = '${made.id}'`,
  );
  const names: string[] = [];
  const files: string[] = [];
  for (let skip: number | null = 0; skip !== null;) {
    const { body: file } = await call(
      'GET',
      `/endpoints/export?format=json&project_id=${project.id}&skip=${skip}`,
    );
    names.push(...JSON.parse(file.content).endpoints.map(({ name }: { name: string }) => name));
    files.push(file.filename);
    skip = file.next_skip;
  }
  assert.deepEqual(files, ['endpoints.json', 'endpoints-from-201.json']);
  assert.equal(new Set(names).size, 201);
  assert.equal(names.length, 201);
});
