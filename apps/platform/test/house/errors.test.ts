import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operations } from '@sonde/contract';
import { startPlatform, type CallResult, type SignedUp, type TestPlatform } from '../support/platform.ts';

let platform: TestPlatform;
let person: SignedUp;
before(async () => {
  platform = await startPlatform({ spread: true });
  person = await platform.signUp();
});
after(() => platform.close());

function assertProblem(result: CallResult, status: number, code: string): void {
  assert.equal(result.status, status, result.text);
  assert.match(String(result.headers['content-type']), /^application\/problem\+json/);
  assert.equal(result.body.code, code);
  assert.equal(result.body.status, status);
  for (const field of ['type', 'title', 'detail']) assert.equal(typeof result.body[field], 'string', field);
  assert.ok(result.headers['x-request-id']);
  assert.doesNotMatch(
    result.text,
    /node_modules|\.ts:\d|at \w+ \(|drizzle|postgres/i,
    'nothing of the inside shows',
  );
}

test('an unknown route is a problem', async () => {
  assertProblem(await platform.call('GET', '/nothing-here'), 404, 'route.not_found');
  assertProblem(await platform.call('GET', '//outside/the/base'), 404, 'route.not_found');
});

test('malformed JSON is a problem that repeats nothing of it', async () => {
  const result = await platform.call('POST', '/endpoints', {
    token: person.token,
    body: '{"name": "secret-value-5471", ',
    headers: { 'content-type': 'application/json' },
  });
  assertProblem(result, 400, 'request.malformed');
  assert.doesNotMatch(result.text, /secret-value-5471/);
});

test('a malformed path is a problem', async () => {
  assertProblem(
    await platform.call('GET', '/endpoints/%zz', { token: person.token }),
    400,
    'request.malformed',
  );
});

test('wrong types and unknown keys name the field and never the value', async () => {
  const result = await platform.call('POST', '/endpoints', {
    token: person.token,
    body: {
      name: 5,
      url: 'https://example.test',
      auth_token: { nested: 'secret-value-5471' },
      surprise: 'secret-value-5471',
    },
  });
  assertProblem(result, 422, 'request.invalid');
  const paths = result.body.errors.map((error: { path: string }) => error.path).sort();
  assert.deepEqual(paths, ['auth_token', 'name', 'surprise']);
  assert.doesNotMatch(result.text, /secret-value-5471/);
});

test('a body of 50 MB is refused without being read to its end', async () => {
  const result = await platform.call('POST', '/endpoints', {
    token: person.token,
    body: `{"name":"${'x'.repeat(50 * 1024 * 1024)}"}`,
    headers: { 'content-type': 'application/json' },
  });
  assertProblem(result, 413, 'request.too_large');
});

const keys = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 0]));

test('of a thousand faults a hundred are told, and that there are more', async () => {
  const names = Object.keys(keys(1000)).join('=&');
  for (const result of [
    await platform.call('POST', '/endpoints', { token: person.token, body: keys(1000) }),
    await platform.call('POST', '/endpoints', { token: person.token, body: { request_headers: keys(1000) } }),
    await platform.call('GET', `/endpoints?${names}`, { token: person.token }),
  ]) {
    assertProblem(result, 422, 'request.invalid');
    assert.equal(result.body.errors.length, 101);
    assert.equal(result.body.errors[100].code, 'more');
  }
});

test('an object of more keys than anything has is refused before it is judged', async () => {
  const result = await platform.call('POST', '/endpoints', {
    token: person.token,
    body: { query_params: keys(10_001) },
  });
  assertProblem(result, 422, 'request.invalid');
  assert.match(result.body.detail, /more than 10000 keys/);
});

test('what strangers may call takes 64 KiB and not a byte more', async () => {
  const open = operations.filter(
    ({ access, body, bodyType }) => body && bodyType !== 'stream' && ['public', 'own'].includes(access.who),
  );
  assert.ok(open.length > 10);
  for (const { id, method, path, bodyType } of open) {
    const type = bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
    const send = (bytes: number) =>
      platform.call(method, path, {
        body: bodyType === 'form' ? 'a='.padEnd(bytes, 'x') : `${'{"a":"'.padEnd(bytes - 2, 'x')}"}`,
        headers: { 'content-type': type },
      });
    assert.equal((await send(64 * 1024 + 1)).status, 413, id);
    assert.notEqual((await send(64 * 1024)).status, 413, id);
  }
});

test('another media type than JSON is refused', async () => {
  const result = await platform.call('POST', '/endpoints', {
    token: person.token,
    body: 'name=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  assertProblem(result, 415, 'request.media_type');
});

test('prototype keys in a body are refused and pollute nothing', async () => {
  const result = await platform.call('POST', '/endpoints', {
    token: person.token,
    body: '{"__proto__": {"polluted": true}, "name": "x", "url": "https://example.test"}',
    headers: { 'content-type': 'application/json' },
  });
  assert.ok([400, 422].includes(result.status), result.text);
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
});

test('NUL in a text that is stored is a fault of the input, not of the server', async () => {
  const result = await platform.call('POST', '/projects', { token: person.token, body: { name: 'a\0b' } });
  assertProblem(result, 422, 'request.invalid');
});

test('a duplicated query parameter is refused', async () => {
  assertProblem(
    await platform.call('GET', '/endpoints?limit=1&limit=2', { token: person.token }),
    422,
    'request.invalid',
  );
});

test('paging outside its bounds, unknown sort and select fields are refused by name', async () => {
  for (const query of [
    'limit=0',
    'limit=101',
    'skip=-1',
    'sort_by=auth_token_sealed',
    'sort_order=up',
    '$select=auth_token',
    "$filter=organization_id eq 'x'",
    '$filter=name eq',
  ])
    assertProblem(
      await platform.call('GET', `/endpoints?${query}`, { token: person.token }),
      422,
      'request.invalid',
    );
});

test('answers are never cached and carry the security headers', async () => {
  const { headers } = await platform.call('GET', '/endpoints', { token: person.token });
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['access-control-allow-origin'], undefined);
});

test('a fault of ours is masked, and its error_id is the request id and stands once in the log', async (t) => {
  const broken = await startPlatform({ expectErrors: true });
  t.after(() => broken.close());
  const { token } = await broken.signUp();
  await broken.app.database.executeSql('alter table projects rename column name to gone');
  const result = await broken.call('GET', '/projects', { token });
  assertProblem(result, 500, 'server.error');
  assert.equal(result.body.error_id, result.headers['x-request-id']);
  const lines = broken.log.errors.filter((line) => line.includes(result.body.error_id));
  assert.equal(lines.length, 1);
  assert.doesNotMatch(lines[0] ?? '', /eyJ/);
  assert.equal(
    (await broken.call('GET', '/users/me', { token })).status,
    200,
    'and everybody else is served',
  );
});
