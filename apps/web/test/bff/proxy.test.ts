import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { operations } from '@sonde/contract';
import { ownCallMark, Secret } from '@sonde/server-kit';
import { createProxiedOperations } from '../../bff/proxied-operations.ts';
import { fakeSecret, readAnswer, startHouse } from './harness.ts';
import { organizationId } from './platform-stand-in.ts';

void test('a request passes with the bearer token, the caller named under the shared secret, and nothing else of the browser', async (t) => {
  const { platform, browser } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  browser.jar.set('tracking', '1');
  const answer = await browser.send('/api/v1/endpoints?limit=5&$select=name', {
    headers: {
      'user-agent': 'Browser/1.0',
      accept: 'application/json',
      'x-project-id': 'p1',
      'if-none-match': '"e"',
      'x-request-id': 'request-1234',
      authorization: 'Bearer planted',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'evil.example',
      'x-real-ip': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
      'x-user-id': 'someone',
      'x-organization-id': 'someone',
      'x-sonde-client-address': '203.0.113.9',
      'x-sonde-proxy-secret': 'guess',
      'proxy-authorization': 'x',
      te: 'trailers',
      connection: 'keep-alive, x-project-id',
    },
  });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers['x-total-count'], '0');
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.equal(answer.headers['x-request-id'], 'request-1234');
  const sent = platform.last('GET /endpoints');
  assert.equal(sent?.url, '/api/v1/endpoints?limit=5&$select=name');
  const headers = sent?.headers ?? {};
  assert.match(String(headers.authorization), /^Bearer eyJ/);
  assert.equal(headers['x-sonde-client-address'], '127.0.0.1');
  assert.match(String(headers['x-sonde-client-host']), /^127\.0\.0\.1:\d+$/);
  assert.equal(headers['x-sonde-proxy-secret'], fakeSecret('proxy'));
  assert.equal(headers['user-agent'], 'Browser/1.0');
  assert.equal(headers['x-project-id'], 'p1');
  assert.equal(headers['if-none-match'], '"e"');
  assert.equal(headers['x-request-id'], 'request-1234');
  for (const name of [
    'cookie',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-real-ip',
    'forwarded',
    'x-user-id',
    'x-organization-id',
    'proxy-authorization',
    'te',
    'origin',
    'sec-fetch-site',
  ]) {
    assert.equal(headers[name], undefined, name);
  }
});

void test('the forwarded address counts only from a trusted proxy', async (t) => {
  const { platform, browser, openWeb } = await startHouse(t);
  const behind = await openWeb({ TRUSTED_PROXIES: '127.0.0.0/8' });
  await browser.signIn(platform.code('ada@example.test'));
  await browser
    .at(behind.port)
    .send('/api/v1/endpoints', { headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' } });
  const believed = platform.last('GET /endpoints')?.headers;
  assert.equal(believed?.['x-sonde-client-address'], '203.0.113.9');
  assert.equal(believed?.['x-sonde-client-handed-on'], undefined);
  await browser.send('/api/v1/endpoints', { headers: { 'x-forwarded-for': '203.0.113.9' } });
  const ignored = platform.last('GET /endpoints')?.headers;
  assert.equal(ignored?.['x-sonde-client-address'], '127.0.0.1');
  assert.equal(ignored?.['x-sonde-client-handed-on'], 'true', 'the platform hears that it is somebody else');
  await browser.send('/api/v1/endpoints', { headers: { 'x-sonde-client-handed-on': 'true' } });
  assert.equal(platform.last('GET /endpoints')?.headers['x-sonde-client-handed-on'], undefined);
});

void test('the exchange, the refresh and the sign-out name the browser too', async (t) => {
  const { platform, browser, clock } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  clock.advance(850);
  await browser.send('/api/auth/session', { headers: { 'user-agent': 'Browser/1.0' } });
  await browser.post('/api/auth/signout', {}, { headers: { 'user-agent': 'Browser/1.0' } });
  for (const call of ['POST /auth/exchange-code', 'POST /auth/refresh', 'POST /auth/logout']) {
    assert.equal(platform.last(call)?.headers['x-sonde-client-address'], '127.0.0.1', call);
    assert.equal(platform.last(call)?.headers['x-sonde-proxy-secret'], fakeSecret('proxy'));
  }
  assert.equal(platform.last('POST /auth/refresh')?.headers['user-agent'], 'Browser/1.0');
});

void test('what this Sonde has sent itself is refused, wherever it arrives', async (t) => {
  const { browser } = await startHouse(t);
  const { value } = ownCallMark(new Secret(fakeSecret('proxy')));
  for (const path of ['/api/v1/auth/providers', '/api/auth/session', '/']) {
    const answer = await browser.send(path, { headers: { 'cdn-loop': `other; a=1, ${value}` } });
    assert.equal(answer.status, 403, path);
    assert.match(answer.body, /comes from this very Sonde/);
    assert.notEqual((await browser.send(path, { headers: { 'cdn-loop': 'other' } })).status, 403, path);
  }
});

void test('paths that two readers may read apart are refused before anything is sent', async (t) => {
  const { platform, browser, web } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  const before = platform.seen.length;
  const tricks = [
    '/api/v1/../endpoints',
    '/api/v1/endpoints/..',
    '/api/v1/./endpoints',
    '/api/v1/%2e%2e/endpoints',
    '/api/v1/%2E%2e/endpoints',
    '/api/v1/.%2e/endpoints',
    '/api/v1//endpoints',
    '//api/v1/endpoints',
    '/api//v1/endpoints',
    '/api/v1/endpoints%2f..%2fusers',
    '/api/v1/endpoints%2Fx',
    '/api/v1/endpoints%5cx',
    '/api/v1/endpoints\\x',
    '/api/v1\\endpoints',
    '/api/v1/endpoints%00',
    '/api/v1/endpoints%0d%0ahost:x',
    '/api/v1/endpoints%252e',
    '/api/v1/endpoints;x=1',
    '/api/v1/endpoints/%',
    '/api/v1/endpoints/%zz',
    '/api/v1/@evil.example/x',
    '/api/v1/http://evil.example/x',
    '/%61pi/v1/%2e%2e/x',
    '/../etc/passwd',
    '/..%2f..%2fetc/passwd',
    '/assets/..%5c..%5cindex.html',
    '/assets/%2e%2e/index.html',
  ];
  for (const path of tricks) {
    const answer = await browser.send(path);
    assert.equal(answer.status, 400, path);
    assert.match(String(answer.headers['content-type']), /problem\+json/);
  }
  for (const target of ['http://evil.example/api/v1/endpoints', '*', 'evil.example:80']) {
    const first = await rawRequest(
      web.port,
      `GET ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
    );
    assert.match(first, /^HTTP\/1\.1 40[04] /, target);
  }
  assert.equal(platform.seen.length, before);
});

void test('only operations of the contract pass, and none that hands tokens out or takes them in', async (t) => {
  const { platform, browser } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  const before = platform.seen.length;
  for (const [method, path] of [
    ['POST', '/auth/exchange-code'],
    ['POST', '/auth/refresh'],
    ['POST', '/auth/logout'],
    ['POST', '/auth/verify'],
    ['POST', '/auth/token-exchange'],
    ['POST', '/auth/refresh/'],
    ['GET', '/unknown'],
    ['DELETE', '/health'],
    ['OPTIONS', '/endpoints'],
    ['GET', ''],
  ] as const) {
    const answer = await browser.send(`/api/v1${path}`, {
      method,
      ...(method === 'POST' ? { body: '{}' } : {}),
    });
    assert.ok([403, 404, 405].includes(answer.status), `${method} ${path} ${answer.status}`);
  }
  assert.equal(platform.seen.length, before);
  const withheld = operations.filter(
    ({ id }) => !createProxiedOperations().all.some((operation) => operation.id === id),
  );
  assert.deepEqual(withheld.map(({ id }) => id).toSorted(), [
    'auth.exchange_code',
    'auth.logout',
    'auth.refresh',
    'auth.second_factor_verify',
    'auth.token_exchange',
    'auth.verify',
  ]);
  assert.deepEqual(
    createProxiedOperations()
      .all.filter(({ storesTokens }) => storesTokens)
      .map(({ id }) => id)
      .toSorted(),
    [
      'auth.second_factor_enable',
      'invitations.accept',
      'invitations.join',
      'organizations.create',
      'users.leave_organization',
    ],
  );
});

void test('public operations pass without a session and without a token; others are 401 here already', async (t) => {
  const { platform, browser } = await startHouse(t);
  assert.equal((await browser.send('/api/v1/health')).status, 200);
  assert.equal((await browser.send('/api/v1/health/')).status, 200);
  const before = platform.seen.length;
  const refused = await browser.send('/api/v1/endpoints');
  assert.equal(refused.status, 401);
  assert.equal((refused.json() as { code: string }).code, 'auth.unauthenticated');
  assert.equal(platform.seen.length, before);
  await browser.signIn(platform.code('ada@example.test'));
  await browser.send('/api/v1/health');
  assert.equal(platform.last('GET /health')?.headers.authorization, undefined);
});

for (const [path, status] of [
  ['/api/v1/organizations', 201],
  ['/api/v1/organizations/', 201],
  ['/api/v1/invitations/accept', 200],
] as const) {
  void test(`the fresh tokens in the answer of ${path} go into the cookie and not to the page`, async (t) => {
    const { platform, browser, clock, log } = await startHouse(t);
    await browser.signIn(platform.code('ada@example.test', { organizationId: null }));
    const { expires } = await browser.session();
    const page = await browser.send('/endpoints');
    assert.equal(page.headers.location, '/onboarding');
    const old = browser.copy();
    clock.advance(100);
    const answer = await browser.post(path, { name: 'Acme' });
    assert.equal(answer.status, status, log.join('\n'));
    assert.deepEqual(answer.json(), { id: organizationId, name: 'Acme' });
    assert.equal(answer.setCookies.length, 1);
    const session = await browser.session();
    assert.equal(session.user?.organization_id, organizationId);
    assert.equal(session.expires, expires);
    assert.equal((await browser.send('/endpoints')).status, 200);
    clock.advance(850);
    assert.equal((await browser.send('/api/v1/endpoints')).status, 200);
    assert.equal((await old.send('/api/auth/session')).status, 200);
  });
}

void test('a request with the old cookie right after joining gets the new pair, not a dead end', async (t) => {
  const { platform, browser, clock } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test', { organizationId: null }));
  clock.advance(838);
  const old = browser.copy();
  await browser.post('/api/v1/organizations', { name: 'Acme' });
  clock.advance(5);
  assert.equal((await old.session()).user?.organization_id, organizationId);
  assert.equal(platform.count('POST /auth/refresh'), 0);
});

void test('a refused joining passes through as it is', async (t) => {
  const { platform, browser } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test', { organizationId: null }));
  platform.route('POST /organizations', (_req, res) =>
    res
      .writeHead(409, { 'content-type': 'application/problem+json' })
      .end('{"code":"organization.already_member"}'),
  );
  const answer = await browser.post('/api/v1/organizations', { name: 'Acme' });
  assert.equal(answer.status, 409);
  assert.equal((answer.json() as { code: string }).code, 'organization.already_member');
});

void test('an API token is shown once, to the person who made it', async (t) => {
  const { platform, browser } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  const answer = await browser.post('/api/v1/tokens', { name: 'ci' });
  assert.equal((answer.json() as { access_token: string }).access_token, 'snd_shown-once');
});

void test('an event stream arrives as it is written', async (t) => {
  const { platform, browser } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  const steps = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  platform.route('POST /endpoints/auto-configure', async (_req, res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    res.flushHeaders();
    await steps[0]?.promise;
    res.write('event: parse\ndata: {}\n\n');
    await steps[1]?.promise;
    res.end('event: done\ndata: {}\n\n');
  });
  const outgoing = browser.begin('/api/v1/endpoints/auto-configure', {
    method: 'POST',
    body: '{}',
    headers: { accept: 'text/event-stream' },
  });
  outgoing.end('{}');
  const incoming = await new Promise<IncomingMessage>((resolve) => outgoing.once('response', resolve));
  assert.equal(incoming.headers['content-type'], 'text/event-stream');
  steps[0]?.resolve();
  const [first] = (await new Promise<Buffer[]>((resolve) =>
    incoming.once('data', (part: Buffer) => resolve([part])),
  )) as [Buffer];
  assert.match(first.toString(), /event: parse/);
  steps[1]?.resolve();
  assert.match((await readAnswer(incoming)).body, /event: done/);
});

void test('an upload streams: its first part is upstream before its last part is sent', async (t) => {
  const { platform, browser } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  const arrived = Promise.withResolvers<void>();
  platform.route('STREAM POST /endpoints', async (req, res) => {
    let size = 0;
    for await (const part of req) {
      size += (part as Buffer).length;
      arrived.resolve();
    }
    res.writeHead(200).end(String(size));
  });
  const outgoing = browser.begin('/api/v1/endpoints', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
  });
  outgoing.write(Buffer.alloc(100_000));
  await arrived.promise;
  outgoing.write(Buffer.alloc(3_000_000));
  outgoing.end();
  const answer = await readAnswer(await new Promise((resolve) => outgoing.once('response', resolve)));
  assert.equal(answer.body, '3100000');
});

void test('when the browser leaves, the platform notices and no fault is logged', async (t) => {
  const { platform, browser, log } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  const reached = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  platform.route('GET /endpoints', (_req, res) => {
    res.once('close', () => left.resolve());
    reached.resolve();
  });
  const outgoing = browser.begin('/api/v1/endpoints');
  outgoing.on('error', () => {});
  outgoing.end();
  await reached.promise;
  outgoing.destroy();
  await left.promise;
  await browser.send('/api/v1/health');
  assert.ok(!log.some((line) => line.includes('request.failed')));
});

void test('answers keep their status, type, ETag and compression; caching, cookies, CORS and foreign headers do not pass', async (t) => {
  const { platform, browser } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  const packed = gzipSync('hello');
  platform.route('GET /endpoints', (_req, res) =>
    res
      .writeHead(207, {
        'content-type': 'text/plain',
        'content-encoding': 'gzip',
        'content-length': packed.length,
        'cache-control': 'public, max-age=60',
        'set-cookie': 'sonde_session=planted',
        'access-control-allow-origin': '*',
        'access-control-allow-credentials': 'true',
        'retry-after': '3',
        'content-security-policy': 'default-src *',
        location: `${platform.origin}/internal`,
        server: 'secret/1.0',
        'x-powered-by': 'x',
      })
      .end(packed),
  );
  const { status, headers, setCookies } = await browser.send('/api/v1/endpoints', {
    headers: { 'accept-encoding': 'gzip' },
  });
  assert.equal(status, 207);
  assert.equal(headers['content-encoding'], 'gzip');
  assert.equal(headers['content-length'], String(packed.length));
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['retry-after'], '3');
  assert.match(String(headers['content-security-policy']), /default-src 'none'/);
  assert.equal(headers['x-content-type-options'], 'nosniff');
  for (const name of [
    'access-control-allow-origin',
    'access-control-allow-credentials',
    'server',
    'x-powered-by',
    'location',
  ]) {
    assert.equal(headers[name], undefined, name);
  }
  assert.deepEqual(setCookies, []);
  platform.route('GET /endpoints', (_req, res) =>
    res.writeHead(304, { etag: '"1"', 'cache-control': 'private, no-cache' }).end(),
  );
  const unchanged = await browser.send('/api/v1/endpoints');
  assert.equal(unchanged.status, 304);
  assert.equal(unchanged.headers['cache-control'], 'private, no-cache');
  assert.equal((await browser.send('/api/v1/health', { method: 'HEAD' })).status, 404);
});

void test('a platform that is down, answers nonsense or breaks off gives a clear problem with an error id, never a hang', async (t) => {
  const { platform, browser, log } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  platform.route('GET /endpoints', (_req, res) => res.destroy());
  const broken = await browser.send('/api/v1/endpoints');
  assert.equal(broken.status, 502);
  assert.equal((broken.json() as { code: string }).code, 'platform.no_answer');
  await platform.stop();
  const down = await browser.send('/api/v1/endpoints');
  assert.equal(down.status, 503);
  const problem = down.json() as { code: string; detail: string; error_id: string };
  assert.equal(problem.code, 'platform.unreachable');
  assert.match(problem.detail, /cannot be reached/);
  assert.equal(problem.error_id, down.headers['x-request-id']);
  assert.ok(log.some((line) => line.includes(problem.error_id)));
  assert.ok(!down.body.includes(platform.origin));
  await platform.restart();
  assert.equal((await browser.send('/api/v1/users/me')).status, 200);
});

void test('an answer that breaks off midway breaks off here too, and the server lives on', async (t) => {
  const { platform, browser } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  platform.route('GET /endpoints', (_req, res) => {
    res.writeHead(200, { 'content-length': '1000' });
    res.write('half');
    setImmediate(() => res.destroy());
  });
  await assert.rejects(browser.send('/api/v1/endpoints'));
  assert.equal((await browser.send('/api/v1/health')).status, 200);
});

void test('signing in through a provider passes this origin: its state cookies and redirects, and no others', async (t) => {
  const { platform, browser } = await startHouse(t);
  browser.jar.set('tracking', '1').set('sonde_session', 'mine');
  const start = await browser.send(
    '/api/auth/start/github?return_to=/endpoints/1%3Ftab%3Dx&origin=http://localhost:3000',
  );
  assert.equal(start.status, 302);
  assert.equal(
    start.headers.location,
    '/api/v1/auth/login/github?return_to=%2Fendpoints%2F1%3Ftab%3Dx&origin=http%3A%2F%2Flocalhost%3A3000',
  );
  const login = await browser.send(String(start.headers.location));
  assert.equal(login.status, 302);
  assert.equal(login.headers.location, 'https://provider.example/authorize?state=abc');
  assert.deepEqual(login.setCookies, ['sonde_oauth_state=abc; Path=/api/v1/auth; HttpOnly']);
  assert.equal(platform.last('GET /auth/login/github')?.headers.cookie, undefined);
  const back = await browser.send('/api/v1/auth/callback?code=x&state=abc', {
    bare: true,
    headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  });
  assert.equal(back.status, 302);
  assert.equal(
    back.headers.location,
    'http://localhost:3000/auth/signin?code=from-callback&seen=sonde_oauth_state=abc',
  );
  assert.equal(platform.last('GET /auth/callback')?.headers.authorization, undefined);
  assert.equal(back.headers['referrer-policy'], 'no-referrer');
});

void test('a provider start leads nowhere but to this site', async (t) => {
  const { browser } = await startHouse(t);
  for (const target of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/%2fevil',
    'javascript:alert(1)',
    '/api/auth/signout',
    '/a/../b',
  ]) {
    const answer = await browser.send(
      `/api/auth/start/github?return_to=${encodeURIComponent(target)}&origin=https://evil.example`,
    );
    assert.equal(answer.headers.location, '/api/v1/auth/login/github', target);
  }
  assert.equal((await browser.send('/api/auth/start/git%2fhub')).status, 400);
});

void test('when a provider cannot be reached through the platform, the person lands on the sign-in page', async (t) => {
  const { platform, browser } = await startHouse(t);
  const headers = { accept: 'text/html' };
  const unknown = await browser.send('/api/v1/auth/login/unknown', { headers });
  assert.equal(unknown.headers.location, '/auth/signin?error=not_found');
  await platform.stop();
  const down = await browser.send('/api/v1/auth/login/github', { headers });
  assert.equal(down.headers.location, '/auth/signin?error=platform.unreachable');
  await platform.restart();
});

void test('the sign-in options come from the platform, are asked for rarely, and fall back to passwords', async (t) => {
  const { platform, browser, clock } = await startHouse(t);
  const config = await browser.send('/api/auth-config');
  assert.deepEqual(config.json(), {
    providers: [{ name: 'github', display_name: 'GitHub', type: 'oauth' }],
    password_policy: { min_length: 14, max_length: 100, min_strength_score: 3 },
    registration: 'open',
    registration_domains: [],
    is_set_up: true,
    mail_enabled: true,
  });
  await Promise.all(Array.from({ length: 10 }, () => browser.send('/api/auth-config')));
  assert.equal(platform.count('GET /auth/providers'), 1);
  await platform.stop();
  clock.advance(31);
  const fallback = await browser.send('/api/auth-config');
  assert.equal(fallback.status, 200);
  assert.deepEqual(fallback.json(), {
    providers: [],
    password_policy: { min_length: 12, max_length: 128, min_strength_score: 2 },
    registration: 'invite',
    registration_domains: [],
    is_set_up: null,
    mail_enabled: null,
  });
  await platform.restart();
  clock.advance(3);
  assert.equal(
    ((await browser.send('/api/auth-config')).json() as { mail_enabled: boolean }).mail_enabled,
    true,
  );
});

void test('that the first owner has come in is told within seconds', async (t) => {
  const { platform, browser, clock } = await startHouse(t);
  const isSetUp = async () =>
    ((await browser.send('/api/auth-config')).json() as { is_set_up: boolean }).is_set_up;
  platform.state.isSetUp = false;
  assert.equal(await isSetUp(), false);
  platform.state.isSetUp = true;
  clock.advance(3);
  assert.equal(await isSetUp(), true);
});

const rawRequest = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.on('data', (part) => {
      received += part.toString();
    });
    socket.on('end', () => resolve(received));
    socket.on('error', reject);
  });

void test('the reference of the interface is asked for in the name of whoever is signed in', async (t) => {
  const { platform, browser } = await startHouse(t);
  assert.equal((await browser.send('/api/v1/docs')).status, 401);
  await browser.signIn(platform.code('ada@example.test'));
  await browser.send('/api/v1/docs');
  assert.match(String(platform.last('GET /docs')?.headers.authorization), /^Bearer eyJ/);
});

void test('the id of a failure is the one in its body, also where the platform chose it', async (t) => {
  const { platform, browser } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  platform.route('GET /endpoints', (_req, res) =>
    res
      .writeHead(500, { 'content-type': 'application/problem+json', 'x-request-id': 'e-1' })
      .end(JSON.stringify({ error_id: 'e-1' })),
  );
  const answer = await browser.send('/api/v1/endpoints');
  assert.equal(answer.headers['x-request-id'], 'e-1');
});

void test('the reference page keeps its own policy, and no other answer brings one', async (t) => {
  const { platform, browser } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  const policy = "default-src 'none'; style-src 'unsafe-inline'";
  for (const path of ['/docs', '/endpoints'])
    platform.route(`GET ${path}`, (_req, res) =>
      res.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy }).end('<p>x'),
    );
  const page = await browser.send('/api/v1/docs');
  assert.equal(page.headers['content-security-policy'], policy);
  const data = await browser.send('/api/v1/endpoints');
  assert.notEqual(data.headers['content-security-policy'], policy);
});

void test('a path with another method says which it has', async (t) => {
  const { browser } = await startHouse(t);
  const answer = await browser.send('/api/v1/auth/register');
  assert.equal(answer.status, 405);
  assert.equal(answer.headers.allow, 'POST');
});

void test('an escaped prefix, two hosts and headers without end are refused, in the shape of every refusal', async (t) => {
  const { platform, browser, web } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  const escaped = await browser.send('/%61pi/v1/users/me');
  assert.equal(escaped.status, 400);
  assert.equal(platform.count('GET /users/me'), 1, 'the one of signing in');
  const raw = (lines: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(web.port, '127.0.0.1', () => socket.end(lines));
      let text = '';
      socket.on('data', (data: Buffer) => (text += data.toString()));
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
  const twoHosts = await raw('GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n');
  assert.match(twoHosts, /^HTTP\/1\.1 400/);
  for (const [lines, status] of [
    [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['nonsense\r\n\r\n', 400],
  ] as const) {
    const answer = await raw(lines);
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status}`));
    assert.match(answer, /x-content-type-options: nosniff/i);
    assert.match(answer, /application\/problem\+json/);
  }
});

void test('files pass both ways as they are: parts, conditions and bytes, and sandboxed whatever they hold', async (t) => {
  const { platform, browser } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';
  const bytes = Buffer.from([0, 255, 1, 254]);
  let asked: IncomingMessage['headers'] = {};
  platform.route(`GET /files/${id}/content`, (req, res) => {
    asked = req.headers;
    res
      .writeHead(206, {
        'content-type': 'image/png',
        'content-length': bytes.length,
        'content-range': 'bytes 0-3/10',
        'content-disposition': 'inline; filename="a.png"',
        etag: '"hash"',
        'cache-control': 'private, no-cache',
      })
      .end(bytes);
  });
  const part = await browser.send(`/api/v1/files/${id}/content`, {
    headers: { range: 'bytes=0-3', 'if-range': '"hash"' },
  });
  assert.deepEqual([asked.range, asked['if-range']], ['bytes=0-3', '"hash"']);
  assert.equal(part.status, 206);
  assert.equal(part.headers['content-range'], 'bytes 0-3/10');
  assert.equal(part.headers['etag'], '"hash"');
  assert.equal(part.headers['cache-control'], 'private, no-cache');
  assert.match(String(part.headers['content-security-policy']), /sandbox/);
  assert.equal(part.headers['content-length'], '4');

  platform.route(`HEAD /files/${id}/content`, (_req, res) =>
    res.writeHead(200, { 'content-length': '10', 'content-type': 'image/png' }).end(),
  );
  const head = await browser.send(`/api/v1/files/${id}/content`, { method: 'HEAD' });
  assert.deepEqual([head.status, head.headers['content-length']], [200, '10']);

  let sent = '';
  platform.route('POST /files', (req, res, body) => {
    sent = `${req.headers['content-type']} ${body}`;
    res.writeHead(201, { 'content-type': 'application/json' }).end('[]');
  });
  const uploaded = await browser.send('/api/v1/files', {
    method: 'POST',
    body: '--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\nabc\r\n--x--\r\n',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
  assert.equal(uploaded.status, 201);
  assert.match(sent, /^multipart\/form-data; boundary=x --x[^]*abc/);
});

void test('a body that is larger than its operation takes is refused by its size, and the platform is not asked', async (t) => {
  const { platform, browser } = await startHouse(t);
  await browser.signIn(platform.code('ada@example.test'));
  const answer = await browser.send('/api/v1/endpoints/auto-configure', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ input_text: 'x'.repeat(3 * 1024 * 1024) }),
  });
  assert.equal(answer.status, 413, answer.body);
  const { code, detail } = answer.json() as { code: string; detail: string };
  assert.deepEqual(
    [code, detail],
    ['request.too_large', 'This is larger than can be taken at once: at most 1 MB.'],
  );
  assert.equal(platform.last('POST /endpoints/auto-configure'), undefined);
});
