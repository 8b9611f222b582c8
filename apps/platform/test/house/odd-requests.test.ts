import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { operations } from '@sonde/contract';
import { startPlatform, type SignedUp, type TestPlatform } from '../support/platform.ts';

let platform: TestPlatform;
let person: SignedUp;
let port: number;
before(async () => {
  platform = await startPlatform({ env: { FRONTEND_URL: 'https://sonde.example.test' } });
  person = await platform.signUp();
  port = Number(new URL(await platform.listen()).port);
});
after(() => platform.close());

interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Sends bytes as they are: clients and test tools would mend what is odd about them. */
function send(lines: readonly string[], body = ''): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    // A server that has had enough may reset the connection after its answer; what came before counts.
    socket.on('error', (error) => (chunks.length > 0 ? undefined : reject(error)));
    socket.on('close', () => {
      const [head = '', ...rest] = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n');
      resolve({ status: Number(head.split(' ')[1]), head, body: rest.join('\r\n\r\n') });
    });
    socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`);
  });
}
const request = (method: string, path: string, headers: readonly string[] = []) =>
  send([`${method} ${path} HTTP/1.1`, 'Host: localhost', ...headers]);
const post = (path: string, body: string, headers: readonly string[] = []) =>
  send(
    [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...headers,
    ],
    body,
  );
const bearer = (): string => `Authorization: Bearer ${person.token}`;

test('a path that cannot be read is refused with the headers of every answer', async () => {
  const refused = await request('GET', '/%');
  assert.equal(refused.status, 400);
  for (const name of ['x-content-type-options', 'content-security-policy', 'referrer-policy'])
    assert.match(refused.head.toLowerCase(), new RegExp(`^${name}:`, 'm'));
});

test('no other spelling of a path gets in without a token', async () => {
  const spellings = (path: string): string[] => [
    `${path}/`,
    `/${path}`,
    `/.${path}`,
    path.replace('/api/v1', '/api/v1/.'),
    path.replace('/api/v1', '/api/v1//'),
    path.replace('/api/v1', '/api/v1/x/..'),
    path.replace('/api/v1', '/api/v1/%2e%2e/v1'),
    path.replace('/api/v1/', '/api%2fv1%2f'),
    path.replace('/api', '/%61pi'),
    path.toUpperCase(),
    `${path};x=1`,
    `${path}.json`,
    `${path}%00`,
    `${path}%20`,
    `${path}?token=${person.token}`,
    `${path}#/auth/providers`,
    `http://localhost${path}`,
    `http://evil.example${path}`,
  ];
  const guarded = operations.filter(({ access }) => access.who !== 'public' && access.who !== 'own');
  for (const { id, method, path } of guarded.filter((operation) => !operation.path.includes('{')))
    for (const spelling of spellings(`/api/v1${path}`)) {
      const { status, body } = await request(method, spelling, ['Content-Length: 0']);
      assert.ok([400, 401, 404, 405].includes(status), `${id} as ${spelling} answered ${status}: ${body}`);
    }
});

test('headers that name another method, path or caller change nothing', async () => {
  for (const header of [
    'X-HTTP-Method-Override: DELETE',
    'X-Method-Override: DELETE',
    'X-HTTP-Method: DELETE',
    'X-Original-URL: /api/v1/auth/providers',
    'X-Rewrite-URL: /api/v1/auth/providers',
    'X-Forwarded-Prefix: /auth/providers',
    'X-Accel-Redirect: /auth/providers',
    `X-User-Id: ${person.userId}`,
    `X-Organization-Id: ${person.organizationId}`,
    `Proxy-Authorization: Bearer ${person.token}`,
    `Cookie: session=${person.token}; __Host-sonde=${person.token}; next-auth.session-token=${person.token}`,
  ])
    assert.equal((await request('GET', '/api/v1/projects', [header])).status, 401, header);
  const overridden = await request('POST', '/api/v1/auth/sessions', [
    bearer(),
    'X-HTTP-Method-Override: DELETE',
    'Content-Length: 0',
  ]);
  assert.equal(overridden.status, 405);
  assert.equal((await request('GET', '/api/v1/users/me', [bearer()])).status, 200, 'nothing was ended');
});

test('HEAD is judged as GET is, and methods that nobody serves reach nothing', async () => {
  assert.equal((await request('HEAD', '/api/v1/projects')).status, 401);
  const head = await request('HEAD', '/api/v1/projects', [bearer()]);
  assert.equal(head.status, 200);
  assert.equal(head.body, '');
  for (const method of ['TRACE', 'OPTIONS', 'PROPFIND', 'PATCH', 'LOCK', 'PURGE']) {
    const { status, body, head: headers } = await request(method, '/api/v1/projects', [bearer(), 'X-Odd: 1']);
    assert.ok([400, 404, 405, 501].includes(status), `${method} answered ${status}`);
    assert.doesNotMatch(body, /X-Odd|Bearer/, `${method} repeats nothing`);
    assert.doesNotMatch(headers, /access-control-allow/i);
  }
});

test('a repeated header is one value or a refusal, never a choice', async () => {
  const bad = 'Authorization: Bearer nonsense';
  assert.equal((await request('GET', '/api/v1/projects', [bad, bearer()])).status, 401, 'the first counts');
  const projects = JSON.parse((await request('GET', '/api/v1/projects', [bearer()])).body) as {
    id: string;
  }[];
  const project = `X-Project-Id: ${projects[0]?.id}`;
  assert.equal((await request('GET', '/api/v1/endpoints', [bearer(), project])).status, 200);
  assert.equal((await request('GET', '/api/v1/endpoints', [bearer(), project, project])).status, 422);
  const lengths = ['Content-Type: application/json', 'Content-Length: 2', 'Content-Length: 3'];
  assert.equal((await send(['POST /api/v1/auth/logout HTTP/1.1', 'Host: x', ...lengths], '{} ')).status, 400);
  const smuggled = ['Content-Type: application/json', 'Content-Length: 2', 'Transfer-Encoding: chunked'];
  const both = await send(['POST /api/v1/auth/logout HTTP/1.1', 'Host: x', ...smuggled], '0\r\n\r\n');
  assert.equal(both.status, 400);
});

test('of a repeated key in a body the last one counts, for every reader alike', async () => {
  const twice = `{"email":"first@example.test","email":"${person.email}","password":"x","password":"${person.password}"}`;
  const result = JSON.parse((await post('/api/v1/auth/login/email', twice)).body) as {
    auth_code: string | null;
  };
  assert.ok(result.auth_code);
});

test('deep, wide, long and broken bodies are refused or read, and never a fault of ours', async () => {
  const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const bodies: Record<string, string> = {
    'deep array': deep(100_000),
    'deep object': `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
    'deep in a free field': `{"name":"x","url":"https://example.test","request_mapping":${deep(20_000)}}`,
    'deep mapping': `{"name":"x","url":"https://example.test","response_mapping":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
    'many keys': `{${Array.from({ length: 50_000 }, (_, n) => `"k${n}":1`).join(',')}}`,
    'a long number': `{"name":${'9'.repeat(500_000)}}`,
    'lone surrogates': '{"name":"\\ud800","url":"https://example.test"}',
    NUL: '{"name":"a\\u0000b","url":"https://example.test"}',
    prototype: '{"__proto__":{"is_admin":true},"constructor":{"prototype":{"x":1}}}',
    'a byte order mark': '\ufeff{"name":"x"}',
    'a bare string': '"x"',
    nothing: 'null',
  };
  for (const path of ['/api/v1/endpoints', '/api/v1/auth/login/email', '/api/v1/endpoints/auto-configure'])
    for (const [what, body] of Object.entries(bodies)) {
      const { status, body: text } = await post(path, body, [bearer()]);
      assert.ok(status >= 200 && status < 500, `${what} at ${path}: ${status} ${text.slice(0, 300)}`);
      assert.doesNotMatch(text, /RangeError|Maximum call stack|\.ts:\d/);
    }
  const [{ id } = { id: '' }] = JSON.parse((await request('GET', '/api/v1/projects', [bearer()])).body) as {
    id: string;
  }[];
  const parameters = await send(
    [
      `PUT /api/v1/projects/${id}/parameters HTTP/1.1`,
      'Host: x',
      bearer(),
      'Content-Type: application/json',
      `Content-Length: ${20_000 * 6 + 30_000 + 26}`,
    ],
    `{"p":{"default":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}}`.padEnd(20_000 * 6 + 30_000 + 26),
  );
  assert.ok(parameters.status >= 200 && parameters.status < 500, `parameters: ${parameters.status}`);
});

// Each pair was once copied together with all before it: eighty kilobytes kept everybody waiting for eight seconds.
test('a form of half a million pairs is refused at once, whoever sends it', { timeout: 60_000 }, async () => {
  const post = async (path: string, form: string): Promise<number> => {
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: x',
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${form.length}`,
    ];
    return (await send(head, form)).status;
  };
  for (const path of ['/api/v1/auth/token-exchange', '/api/v1/auth/login/email']) {
    assert.equal(await post(path, 'a&'.repeat(500_000)), 413, path);
    // As many as are read at all.
    assert.equal(await post(path, 'a&'.repeat(32_000)), path.endsWith('exchange') ? 400 : 415, path);
  }
});

test('headers beyond all measure end at the server, and the next caller is served', async () => {
  const refused = await request('GET', '/api/v1/projects', [`X-Long: ${'x'.repeat(20_000)}`]).catch(
    () => undefined,
  );
  assert.ok(refused === undefined || refused.status === 431, refused?.head);
  assert.equal((await request('GET', '/api/v1/health')).status, 200);
});

test('every answer forbids framing, sniffing, storing and referring, and asks for TLS behind an https address', async () => {
  for (const [method, path, headers] of [
    ['GET', '/api/v1/auth/providers', []],
    ['GET', '/api/v1/projects', [bearer()]],
    ['GET', '/api/v1/projects', []],
    ['GET', '/nothing', []],
    ['GET', '/api/v1/docs', []],
    ['GET', '/api/v1/auth/callback?state=x', []],
  ] as const) {
    const { head } = await request(method, path, headers);
    for (const expected of [
      /\r\nx-frame-options: DENY/i,
      /\r\nx-content-type-options: nosniff/i,
      /\r\nreferrer-policy: no-referrer/i,
      /\r\ncache-control: no-store/i,
      /\r\ncontent-security-policy: default-src 'none'/i,
      /\r\ncross-origin-opener-policy: same-origin/i,
      /\r\nstrict-transport-security: max-age=31536000/i,
    ])
      assert.match(head, expected, path);
    assert.doesNotMatch(head, /\r\n(server|x-powered-by|access-control-allow-\w+):/i, path);
  }
});

test('two Host headers are refused with the headers of every answer, also in the handshake of a WebSocket', async () => {
  const refused = await request('GET', '/health', ['Host: other']);
  assert.equal(refused.status, 400);
  assert.match(refused.head, /content-security-policy/i);
  const handshake = await send([
    'GET /ws HTTP/1.1',
    'Host: localhost',
    'Host: other',
    'Upgrade: websocket',
    'Connection: upgrade',
  ]);
  assert.equal(handshake.status, 400);
});

test('answers that nobody reads do not pile up: the document is the same bytes for all, and too many requests end their connection', async () => {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  socket.write('GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(200));
  await once(socket, 'close');
  assert.ok(received.split('HTTP/1.1 200').length - 1 <= 32);
  const document = await request('GET', '/api/v1/openapi.json');
  assert.match(document.head, /content-type: application\/json; charset=utf-8/i);
});

test('a path that is served with other methods says with which', async () => {
  for (const [method, path, allowed] of [
    ['GET', '/auth/register', 'POST'],
    ['OPTIONS', '/auth/register/', 'POST'],
    ['POST', '/tokens/01890a5d-ac96-774b-bcce-b302099a8057', 'DELETE'],
  ] as const) {
    const answer = await platform.call(method, path);
    assert.deepEqual([answer.status, answer.body.code], [405, 'route.method_not_allowed'], path);
    assert.equal(answer.headers['allow'], allowed);
  }
  assert.equal((await platform.call('GET', '/nowhere')).status, 404);
});

test('one id follows a request of the web server through answer and log; nobody else chooses it', async () => {
  const ask = (headers: Record<string, string>) =>
    platform.call('GET', '/nowhere', { headers: { 'x-request-id': 'from-the-web-1', ...headers } });
  const secret = platform.config.http.proxySecret.reveal();
  const through = await ask({ 'x-sonde-proxy-secret': secret });
  assert.equal(through.headers['x-request-id'], 'from-the-web-1');
  assert.ok(platform.log.lines.some((line) => line.includes('"request_id":"from-the-web-1"')));
  assert.notEqual((await ask({})).headers['x-request-id'], 'from-the-web-1');
});
