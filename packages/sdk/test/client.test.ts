import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { operations } from '@sonde/contract';
import { ApiError, createClient, type ClientOptions } from '../src/index.ts';
import { createTestTiming, json, problem, startStandIn, tokenEndingAt } from './api-stand-in.ts';

type StandIn = Awaited<ReturnType<typeof startStandIn>>;
let standIn: StandIn | undefined;
afterEach(async () => {
  await standIn?.close();
  standIn = undefined;
});

async function serve(answer: Parameters<typeof startStandIn>[0]): Promise<StandIn> {
  standIn = await startStandIn(answer);
  return standIn;
}

const failureOf = async (work: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ApiError, String(error));
  return error;
};

const id = '01890a5d-ac96-774b-bcce-b302099a8057';

test('an operation is called by its group and name, with path, query, body and token', async () => {
  const { url, seen } = await serve((_, response) => json(response, 200, { success: true }));
  const client = createClient({ baseUrl: url, token: 'snd_test', projectId: id });
  await client.endpoints.invoke({ params: { id }, body: { input: 'Hello' } });
  await client.endpoints.list({ query: { limit: 3, $filter: "name eq 'a b'" } });
  assert.equal(seen[0]?.path, `/api/v1/endpoints/${id}/invoke`);
  assert.equal(seen[0]?.method, 'POST');
  assert.deepEqual(seen[0]?.body, { input: 'Hello' });
  assert.equal(seen[0]?.headers.authorization, 'Bearer snd_test');
  assert.equal(seen[0]?.headers['x-project-id'], id);
  assert.equal(seen[1]?.path, '/api/v1/endpoints?limit=3&%24filter=name+eq+%27a+b%27');
});

test('every operation that answers with data has a method', () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:1' }) as unknown as Record<
    string,
    Record<string, unknown>
  >;
  for (const operation of operations.filter(({ answers }) => !(302 in answers))) {
    const [group = '', method = ''] = operation.id.split('.');
    const name = method.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    assert.equal(typeof client[group]?.[name], 'function', operation.id);
  }
});

test('a base URL may have a path, a trailing slash, and the version already', async () => {
  const { url, seen } = await serve((_, response) => json(response, 200, {}));
  for (const suffix of ['', '/', '/sonde', '/sonde/', '/api/v1', '/sonde/api/v1/'])
    await createClient({ baseUrl: `${url}${suffix}` }).request('system.health');
  assert.deepEqual(
    seen.map(({ path }) => path),
    [
      '/api/v1/health',
      '/api/v1/health',
      '/sonde/api/v1/health',
      '/sonde/api/v1/health',
      '/api/v1/health',
      '/sonde/api/v1/health',
    ],
  );
  await assert.rejects(createClient({ baseUrl: 'localhost:8080' }).system.health(), /must begin with http/);
});

test('a path parameter cannot lead to another path', async () => {
  const { url, seen } = await serve((_, response) => json(response, 200, {}));
  const client = createClient({ baseUrl: url, token: 't' });
  for (const bad of ['..', '.', ''])
    await assert.rejects(client.endpoints.get({ params: { id: bad } }), TypeError);
  await client.endpoints.get({ params: { id: '../../x?y#z' } });
  assert.equal(seen[0]?.path, '/api/v1/endpoints/..%2F..%2Fx%3Fy%23z');
});

test('a refusal is an ApiError with everything the platform said', async () => {
  const { url } = await serve((request, response) =>
    problem(response, request.path.includes('list') ? 500 : 422, 'request.invalid'),
  );
  const client = createClient({ baseUrl: url, token: 't' });
  const error = await failureOf(client.projects.create({ body: { name: '' } }));
  assert.deepEqual(
    [error.status, error.code, error.detail, error.requestId, error.errors],
    [
      422,
      'request.invalid',
      'What happened.',
      'request-1',
      [{ path: 'name', code: 'too_small', message: 'Too short.' }],
    ],
  );
});

test('an answer of something else than the platform is an ApiError too', async () => {
  const { url } = await serve((_, response) => response.writeHead(418).end('<html>teapot</html>'));
  const error = await failureOf(createClient({ baseUrl: url, token: 't' }).users.me());
  assert.deepEqual([error.status, error.code], [418, 'http.418']);
});

test('a GET is repeated after an outage, waiting as long as Retry-After says', async () => {
  let calls = 0;
  const { url } = await serve((_, response) => {
    calls += 1;
    if (calls === 1) problem(response, 503, 'service.unavailable', { 'retry-after': '7' });
    else if (calls === 2) problem(response, 502, 'x.y');
    else json(response, 200, [{ id }]);
  });
  const timing = createTestTiming();
  const rows = await createClient({ baseUrl: url, token: 't', timing }).endpoints.list();
  assert.equal(rows.length, 1);
  assert.equal(timing.waits[0], 7000);
  assert.ok((timing.waits[1] ?? 0) >= 250 && (timing.waits[1] ?? 0) <= 500);
});

test('a wait longer than the call may take is not begun', async () => {
  const { url, seen } = await serve((_, response) =>
    problem(response, 429, 'rate_limited', { 'retry-after': '3600' }),
  );
  const timing = createTestTiming();
  const error = await failureOf(createClient({ baseUrl: url, token: 't', timing }).endpoints.list());
  assert.deepEqual(
    [error.code, error.retryAfterSeconds, seen.length, timing.waits.length],
    ['rate_limited', 3600, 1, 0],
  );
});

test('what changes something is never repeated', async () => {
  const { url, seen } = await serve((request, response) =>
    request.method === 'DELETE' ? response.destroy() : problem(response, 503, 'service.unavailable'),
  );
  const client = createClient({ baseUrl: url, token: 't', timing: createTestTiming() });
  await failureOf(client.endpoints.invoke({ params: { id }, body: { input: 'x' } }));
  const lost = await failureOf(client.endpoints.delete({ params: { id } }));
  assert.equal(lost.code, 'network.unreachable');
  assert.equal(seen.length, 2);
});

test('nobody there is said with the address and the reason', async () => {
  const standIn = await startStandIn(() => undefined);
  const { url } = standIn;
  await standIn.close();
  const error = await failureOf(
    createClient({ baseUrl: url, token: 't', timing: createTestTiming() }).endpoints.list(),
  );
  assert.deepEqual([error.status, error.code], [0, 'network.unreachable']);
  assert.match(error.detail, /127\.0\.0\.1:\d+ cannot be reached: .*ECONNREFUSED/);
});

test('a token that was shortened is called that, and is sent nowhere', async () => {
  const { url, seen } = await serve((_, response) => json(response, 200, []));
  for (const token of ['snd_eyJh…Y-BQ', 'snd_eyJh...Y-BQ', 'snd_ey Jh', 'Bearer snd_eyJh']) {
    const error = await failureOf(createClient({ baseUrl: url, token }).endpoints.list());
    assert.deepEqual([error.status, error.code], [0, 'token.not_whole'], token);
    assert.match(error.detail, /^This is not a whole token.*`snd_` and three long parts/);
    assert.ok(!error.detail.includes(token));
  }
  assert.equal(seen.length, 0);
  // Out of a file it ends with a line break, which no header keeps.
  await createClient({ baseUrl: url, token: 'snd_eyJh.a-b.c_d\n' }).endpoints.list();
  assert.equal(seen[0]?.headers.authorization, 'Bearer snd_eyJh.a-b.c_d');
});

test('a signal ends a call with its own reason, and a time limit with an ApiError', async () => {
  const { url } = await serve(() => undefined);
  const client = createClient({ baseUrl: url, token: 't' });
  const controller = new AbortController();
  const call = client.endpoints.list({}, { signal: controller.signal });
  controller.abort(new Error('enough'));
  await assert.rejects(call, /^Error: enough$/);
  assert.equal((await failureOf(client.endpoints.list({}, { timeoutMs: 20 }))).code, 'network.timeout');
});

test('every row of a list is given, page by page', async () => {
  const rows = Array.from({ length: 25 }, (_, index) => ({ id: String(index) }));
  const { url, seen } = await serve((request, response) => {
    const query = new URL(request.path, 'http://x').searchParams;
    const skip = Number(query.get('skip'));
    json(response, 200, rows.slice(skip, skip + Number(query.get('limit'))), { 'x-total-count': '25' });
  });
  const found: string[] = [];
  const client = createClient({ baseUrl: url, token: 't' });
  for await (const row of client.all('endpoints.list', { query: { limit: 10 } })) found.push(row.id);
  assert.deepEqual([found.length, seen.length], [25, 3]);
  assert.equal((await client.requestAnswer('endpoints.list', { query: { limit: 1 } })).total, 25);
});

test('a job is read until it has ended', async () => {
  const statuses = ['PENDING', 'STARTED', 'STARTED', 'FAILURE'];
  let look = 0;
  const { url } = await serve((_, response) =>
    json(response, 200, { task_id: id, status: statuses[look++] }),
  );
  const timing = createTestTiming();
  const seen: string[] = [];
  const job = await createClient({ baseUrl: url, token: 't', timing }).waitForJob(id, {
    intervalMs: 100,
    onProgress: ({ status }) => seen.push(status),
  });
  assert.equal(job.status, 'FAILURE');
  assert.deepEqual(seen, statuses);
  assert.deepEqual(timing.waits, [100, 150, 225]);
});

/** A platform that rotates refresh tokens and ends everything when a spent one comes back. */
async function startRotating(timing: ReturnType<typeof createTestTiming>) {
  let serial = 0;
  let current = 'refresh-0';
  let access = tokenEndingAt(timing.now() + 900_000, '0');
  let revoked = false;
  let refreshes = 0;
  const found = await serve((request, response) => {
    if (request.path.endsWith('/auth/refresh')) {
      refreshes += 1;
      const given = (request.body as { refresh_token: string }).refresh_token;
      if (revoked || given !== current) {
        revoked = true;
        return problem(response, 401, 'auth.refresh_invalid');
      }
      serial += 1;
      current = `refresh-${serial}`;
      access = tokenEndingAt(timing.now() + 900_000, String(serial));
      return json(response, 200, {
        access_token: access,
        refresh_token: current,
        token_type: 'bearer',
        expires_in: 900,
      });
    }
    return request.headers.authorization === `Bearer ${access}`
      ? json(response, 200, [])
      : problem(response, 401, 'auth.unauthenticated');
  });
  return {
    url: found.url,
    session: { session_token: access, refresh_token: current },
    refreshes: () => refreshes,
    forgetAccess: () => (access = 'none'),
    revoke: () => {
      revoked = true;
      access = 'none';
    },
  };
}

test('a session is refreshed a minute ahead, once for many calls, and each pair is handed over', async () => {
  const timing = createTestTiming();
  const platform = await startRotating(timing);
  const kept: string[] = [];
  const options: ClientOptions = {
    baseUrl: platform.url,
    session: platform.session,
    onSession: (session) => void kept.push(session.refresh_token),
    timing,
  };
  const client = createClient(options);
  await client.endpoints.list();
  assert.equal(platform.refreshes(), 0);
  timing.advance(850_000);
  await Promise.all(Array.from({ length: 20 }, () => client.endpoints.list()));
  assert.equal(platform.refreshes(), 1);
  assert.deepEqual(kept, ['refresh-1']);
});

test('a refused access token is replaced once for all calls under way', async () => {
  const timing = createTestTiming();
  const platform = await startRotating(timing);
  const client = createClient({ baseUrl: platform.url, session: platform.session, timing });
  platform.forgetAccess();
  await Promise.all(Array.from({ length: 20 }, () => client.endpoints.list()));
  assert.equal(platform.refreshes(), 1);
});

test('a refused refresh token is final and never presented again', async () => {
  const timing = createTestTiming();
  const platform = await startRotating(timing);
  const client = createClient({ baseUrl: platform.url, refreshToken: 'refresh-0', timing });
  await client.endpoints.list();
  platform.revoke();
  for (let round = 0; round < 3; round += 1)
    assert.equal((await failureOf(client.endpoints.list())).code, 'auth.refresh_invalid');
  assert.equal(platform.refreshes(), 2);
});

test('rows that do not come as a list are told as an answer that is not the platform’s', async () => {
  const { url } = await serve((_, response) => json(response, 200, { data: [] }));
  const client = createClient({ baseUrl: url, token: 'snd_test' });
  const read = async (): Promise<void> => {
    for await (const row of client.all('endpoints.list')) assert.fail(JSON.stringify(row));
  };
  const { code, detail } = await failureOf(read());
  assert.deepEqual(
    [code, detail.startsWith('The answer to endpoints.list is no list')],
    ['answer.no_list', true],
  );
});
