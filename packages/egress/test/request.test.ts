import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type Server as TcpServer, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import {
  createEgress,
  createEgressPolicy,
  EgressError,
  type Egress,
  type EgressRequest,
  type ResolvedAddress,
} from '../src/index.ts';

// 127.0.0.66 stands for every address that must not be reached: a hole in the guard would end on this machine.
const BLOCKED = '127.0.0.66';
const policy = createEgressPolicy({ denyCidrs: [BLOCKED] });

const NAMES: Record<string, ResolvedAddress[]> = {
  'target.test': [{ address: '127.0.0.1', family: 4 }],
  'other.test': [{ address: '127.0.0.1', family: 4 }],
  'blocked.test': [{ address: BLOCKED, family: 4 }],
  'mixed.test': [
    { address: '127.0.0.1', family: 4 },
    { address: BLOCKED, family: 4 },
  ],
  'nowhere.test': [],
};

void describe('an outgoing request', () => {
  let server: Server;
  let port: number;
  let egress: Egress;
  const seen: { url: string; method: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const routes: Record<string, RequestListener> = {};

  before(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        seen.push({ url: request.url ?? '', method: request.method ?? '', headers: request.headers, body });
        const route = routes[(request.url ?? '').split('?')[0] ?? ''];
        if (route === undefined) response.end('plain');
        else route(request, response);
      });
    });
    port = await listen(server);
    egress = createEgress({ policy, resolve: async (name) => NAMES[name] ?? [], connectTimeoutMs: 2000 });
  });
  after(async () => {
    await egress.close();
    server.closeAllConnections();
    server.close();
  });

  const at = (path: string, host = 'target.test') => `http://${host}:${port}${path}`;
  const redirectTo =
    (location: string, status = 302): RequestListener =>
    (_request, response) =>
      response.writeHead(status, { location }).end();

  async function text(request: EgressRequest): Promise<string> {
    const response = await egress.request(request);
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
  }

  async function failure(request: EgressRequest): Promise<EgressError> {
    try {
      await text(request);
    } catch (error) {
      assert.ok(error instanceof EgressError, String(error));
      return error;
    }
    return assert.fail('the request was not refused');
  }

  void test('every call bears the mark of whoever sends it, on each hop, and nobody who configures it takes it off', async () => {
    const marking = createEgress({
      policy,
      resolve: async (name) => NAMES[name] ?? [],
      mark: { name: 'cdn-loop', value: 'sonde-1' },
    });
    routes['/marked'] = redirectTo(at('/arrived', 'other.test'));
    const from = seen.length;
    const response = await marking.request({ url: at('/marked'), headers: { 'CDN-Loop': 'theirs' } });
    response.discard();
    await (await marking.fetch(at('/marked'), { headers: { 'cdn-loop': 'theirs' } })).text();
    await (await marking.fetch(at('/plain'))).text();
    await marking.close();
    assert.deepEqual(
      seen.slice(from).map(({ headers }) => headers['cdn-loop']),
      [...Array.from({ length: 4 }, () => 'theirs, sonde-1'), 'sonde-1'],
    );
  });

  void test('reaches a name whose addresses are all allowed', async () => {
    assert.equal(await text({ url: at('/plain') }), 'plain');
    assert.equal(seen.at(-1)?.headers.host, `target.test:${port}`);
  });

  for (const host of [
    'blocked.test',
    'mixed.test',
    BLOCKED,
    '2130706498',
    '0x7f000042',
    '0177.0.0.0102',
    `[::ffff:${BLOCKED}]`,
  ]) {
    void test(`is refused before anything is sent to ${host}`, async () => {
      const count = seen.length;
      const error = await failure({ url: at('/plain', host) });
      assert.equal(error.stage, 'blocked');
      assert.equal(error.rule, 'deny_list');
      assert.equal(error.setting, 'OUTBOUND_DENY_CIDRS');
      assert.equal(seen.length, count);
      await assert.rejects(
        egress.fetch(at('/plain', host)),
        (thrown) => thrown instanceof EgressError && thrown.stage === 'blocked',
      );
      assert.equal(seen.length, count);
    });
  }

  void test('ends at dns when a name has no address', async () =>
    assert.equal((await failure({ url: at('/', 'nowhere.test') })).stage, 'dns'));

  for (const url of [
    'file:///etc/hosts',
    'ftp://target.test/',
    'data:text/plain,hi',
    'gopher://target.test/',
    'ws://target.test/',
  ]) {
    void test(`refuses the scheme of ${url}`, async () => {
      assert.equal((await failure({ url })).code, 'blocked_scheme');
      await assert.rejects(egress.fetch(url), EgressError);
    });
  }

  void test('refuses credentials in the address without repeating them', async () => {
    const error = await failure({ url: `http://user:hunter2@target.test:${port}/` });
    assert.equal(error.code, 'blocked_userinfo');
    assert.ok(!error.message.includes('hunter2'));
  });

  void test('judges every redirect again', async () => {
    routes['/to-blocked'] = redirectTo(at('/plain', BLOCKED));
    routes['/to-blocked-name'] = redirectTo(at('/plain', 'mixed.test'));
    routes['/to-metadata-name'] = redirectTo('http://metadata.google.internal/');
    routes['/to-file'] = redirectTo('file:///etc/hosts');
    for (const path of ['/to-blocked', '/to-blocked-name', '/to-metadata-name', '/to-file']) {
      assert.equal((await failure({ url: at(path) })).stage, 'blocked', path);
      await assert.rejects(
        egress.fetch(at(path)),
        (error) => error instanceof EgressError && error.stage === 'blocked',
      );
    }
  });

  void test('keeps credentials on the same origin and drops them on another', async () => {
    routes['/same'] = redirectTo('/plain', 307);
    routes['/across'] = redirectTo(at('/plain', 'other.test'), 307);
    const headers = {
      Authorization: 'Bearer fake',
      Cookie: 'a=b',
      'X-Api-Key': 'fake',
      'X-Tenant': 'fake',
      'X-Harmless': 'yes',
    };
    await text({ url: at('/same'), method: 'POST', body: 'hello', headers });
    assert.equal(seen.at(-1)?.headers['authorization'], 'Bearer fake');
    assert.equal(seen.at(-1)?.body, 'hello');
    await text({
      url: at('/across'),
      method: 'POST',
      body: 'hello',
      headers,
      secretHeaderNames: ['x-tenant'],
    });
    const last = seen.at(-1);
    assert.equal(last?.headers.host, `other.test:${port}`);
    for (const name of ['authorization', 'cookie', 'x-api-key', 'x-tenant'])
      assert.equal(last?.headers[name], undefined, name);
    assert.equal(last?.headers['x-harmless'], 'yes');
    await (await egress.fetch(at('/across'), { headers })).text();
    assert.equal(seen.at(-1)?.headers['x-api-key'], undefined);
  });

  void test('does not carry a body that holds a secret to another origin', async () => {
    routes['/secret-body'] = redirectTo(at('/plain', 'other.test'), 308);
    const error = await failure({
      url: at('/secret-body'),
      method: 'POST',
      body: 'token=fake',
      bodyIsSecret: true,
    });
    assert.equal(error.code, 'redirect_with_secret');
  });

  void test('turns POST into GET after 302 and says so in its hops', async () => {
    routes['/see-other'] = redirectTo('/plain', 302);
    const response = await egress.request({
      url: at('/see-other'),
      method: 'POST',
      body: 'x',
      headers: { 'Content-Type': 'text/plain' },
    });
    response.discard();
    assert.equal(response.hops.at(-1)?.method, 'GET');
    assert.equal(seen.at(-1)?.body, '');
    assert.equal(seen.at(-1)?.headers['content-type'], undefined);
  });

  void test('ends a circle of redirects', async () => {
    routes['/circle'] = redirectTo('/circle');
    assert.equal((await failure({ url: at('/circle') })).code, 'too_many_redirects');
  });

  void test('stops reading at the size cap, also when the answer was compressed', async () => {
    const large = Buffer.alloc(200_000, 'a');
    routes['/large'] = (_request, response) => response.end(large);
    routes['/bomb'] = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(large));
    for (const path of ['/large', '/bomb']) {
      const error = await failure({ url: at(path), maxResponseBytes: 50_000 });
      assert.equal(error.stage, 'too_large', path);
    }
    assert.equal((await text({ url: at('/bomb') })).length, 200_000);
  });

  void test('fetch stops reading at its cap too, however small the answer was before it was unpacked', async () => {
    const small = createEgress({
      policy,
      resolve: async (name) => NAMES[name] ?? [],
      maxFetchResponseBytes: 100_000,
    });
    const large = Buffer.alloc(5_000_000, 0x61);
    for (const [encoding, packed] of [
      ['gzip', gzipSync(large)],
      ['br', brotliCompressSync(large)],
    ] as const) {
      routes['/bomb'] = (_request, response) =>
        response.writeHead(200, { 'content-encoding': encoding }).end(packed);
      await assert.rejects(
        async () => (await small.fetch(at('/bomb'))).text(),
        (error) => error instanceof EgressError && error.code === 'response_too_large',
      );
    }
    await assert.rejects(
      async () => (await egress.fetchUpTo(100_000)(at('/bomb'))).text(),
      (error) => error instanceof EgressError && error.code === 'response_too_large',
    );
    routes['/fits'] = (_request, response) =>
      response.writeHead(201, { 'content-encoding': 'gzip', 'x-kept': 'yes' }).end(gzipSync('it fits'));
    const fitting = await small.fetch(at('/fits'));
    assert.deepEqual([fitting.status, fitting.headers.get('x-kept')], [201, 'yes']);
    assert.equal(await fitting.text(), 'it fits');
    routes['/nothing'] = (_request, response) => response.writeHead(204).end();
    assert.equal((await small.fetch(at('/nothing'))).status, 204);
    await small.close();
  });

  void test('reads compressed answers and names broken ones', async () => {
    routes['/br'] = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync('squeezed'));
    routes['/not-gzip'] = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain');
    assert.equal(await text({ url: at('/br') }), 'squeezed');
    assert.equal((await failure({ url: at('/not-gzip') })).stage, 'send');
  });

  void test('gives up after the total time although bytes keep dripping', async () => {
    routes['/drip'] = (_request, response) => {
      const timer = setInterval(() => response.write('.'), 10);
      response.on('close', () => clearInterval(timer));
    };
    assert.equal((await failure({ url: at('/drip'), timeoutMs: 150 })).code, 'total_timeout');
  });

  void test('gives up when the answer falls silent after its first byte', async () => {
    routes['/stall'] = (_request, response) => void response.write('first');
    const error = await failure({ url: at('/stall'), timeoutMs: 30_000, inactivityTimeoutMs: 100 });
    assert.equal(error.code, 'inactivity_timeout');
  });

  void test('gives up waiting for headers', async () => {
    routes['/never'] = () => {};
    assert.equal((await failure({ url: at('/never'), timeoutMs: 100 })).stage, 'timeout');
  });

  void test('counts a slow name resolution in the total time', async () => {
    const slow = createEgress({ policy, resolve: () => new Promise(() => {}), connectTimeoutMs: 80 });
    await assert.rejects(
      slow.request({ url: 'http://slow.test/', timeoutMs: 5000 }),
      (error) => error instanceof EgressError && error.code === 'dns_timeout',
    );
    await assert.rejects(
      slow.request({ url: 'http://slow.test/', timeoutMs: 30 }),
      (error) => error instanceof EgressError && error.code === 'total_timeout',
    );
    await slow.close();
  });

  void test('ends at its time limit and with its caller while the name is looked up, and is not sent afterwards', async () => {
    const lookup = Promise.withResolvers<ResolvedAddress[]>();
    const slow = createEgress({ policy, resolve: () => lookup.promise, connectTimeoutMs: 60_000 });
    const before = seen.length;
    const limited = slow.request({ url: at('/late'), timeoutMs: 30 });
    const controller = new AbortController();
    const given = slow.request({ url: at('/late'), signal: controller.signal });
    const fetched = slow.fetch(at('/late'), { signal: controller.signal });
    const opening = slow.openWebSocket({
      url: at('/late').replace('http', 'ws'),
      signal: controller.signal,
      connectTimeoutMs: 60_000,
    });
    const inTime = slow.openWebSocket({ url: at('/late').replace('http', 'ws'), connectTimeoutMs: 30 });
    const reason = new Error('enough');
    controller.abort(reason);
    const isStage = (stage: string) => (error: unknown) =>
      error instanceof EgressError && error.stage === stage;
    await Promise.all([
      assert.rejects(limited, isStage('timeout')),
      assert.rejects(given, isStage('aborted')),
      assert.rejects(fetched, (error) => error === reason),
      assert.rejects(opening, isStage('aborted')),
      assert.rejects(inTime, isStage('timeout')),
    ]);
    // The connections that nobody wants any more come about now; a request of today shows that nothing followed on them.
    lookup.resolve([{ address: '127.0.0.1', family: 4 }]);
    await (await slow.fetch(at('/now'))).text();
    await text({ url: at('/plain') });
    assert.deepEqual(
      seen.slice(before).map(({ url }) => url),
      ['/now', '/plain'],
    );
    await slow.close();
  });

  void test('ends at its time limit and with its caller while a target keeps silent in the TLS handshake', async () => {
    const held: Socket[] = [];
    const mute = createTcpServer((socket) => void held.push(socket));
    const mutePort = await listen(mute);
    const url = `https://target.test:${mutePort}/`;
    const patient = createEgress({
      policy,
      resolve: async (name) => NAMES[name] ?? [],
      connectTimeoutMs: 60_000,
    });
    const controller = new AbortController();
    mute.once('connection', () => controller.abort());
    const given = patient.request({ url, signal: controller.signal });
    await assert.rejects(given, (error) => error instanceof EgressError && error.stage === 'aborted');
    await assert.rejects(
      patient.request({ url, timeoutMs: 40 }),
      (error) => error instanceof EgressError && error.code === 'total_timeout',
    );
    await assert.rejects(
      patient.openWebSocket({ url: url.replace('https', 'wss'), connectTimeoutMs: 40 }),
      (error) => error instanceof EgressError && error.code === 'connect_timeout',
    );
    await patient.close();
    for (const socket of held) socket.destroy();
    mute.close();
  });

  void test('tells a break in the TLS handshake from one in the middle of a call', async () => {
    const resetting = createTcpServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const resettingPort = await listen(resetting);
    const error = await failure({ url: `https://target.test:${resettingPort}/` });
    assert.deepEqual([error.stage, error.code], ['tls', 'tls_closed']);
    await assert.rejects(
      egress.openWebSocket({ url: `wss://target.test:${resettingPort}/` }),
      (thrown) => thrown instanceof EgressError && thrown.stage === 'connect',
    );
    resetting.close();
  });

  void test('ends with its caller, before and during the answer', async () => {
    assert.equal((await failure({ url: at('/plain'), signal: AbortSignal.abort() })).stage, 'aborted');
    const controller = new AbortController();
    routes['/begun'] = (_request, response) => {
      response.write('begun');
      controller.abort();
    };
    assert.equal((await failure({ url: at('/begun'), signal: controller.signal })).stage, 'aborted');
  });

  void test('is sent once, also when the connection breaks', async () => {
    let count = 0;
    routes['/breaks'] = (request) => {
      count += 1;
      request.socket.destroy();
    };
    for (const method of ['GET', 'POST']) {
      count = 0;
      const error = await failure({ url: at('/breaks'), method, body: method === 'POST' ? 'x' : null });
      assert.equal(error.stage, 'send');
      assert.equal(count, 1);
    }
  });

  void test('says only that nothing accepts connections', async () => {
    const closed = createServer();
    const closedPort = await listen(closed);
    await new Promise((resolve) => closed.close(resolve));
    const error = await failure({ url: `http://127.0.0.1:${closedPort}/` });
    assert.equal(error.stage, 'connect');
    assert.ok(!error.message.includes(String(closedPort)));
  });

  void test('names TLS when the port speaks plain HTTP', async () => {
    assert.equal((await failure({ url: `https://target.test:${port}/` })).stage, 'tls');
  });

  void test('refuses headers and methods that are not HTTP', async () => {
    assert.equal((await failure({ url: at('/plain'), headers: { 'X-A': 'a\r\nX-B: b' } })).stage, 'send');
    assert.equal((await failure({ url: at('/plain'), method: 'GET /x' })).stage, 'send');
  });

  void test('keeps the Host of the address, whatever header is given', async () => {
    await text({
      url: at('/plain'),
      headers: { Host: 'elsewhere.test', 'Transfer-Encoding': 'chunked', Connection: 'close' },
    });
    assert.equal(seen.at(-1)?.headers.host, `target.test:${port}`);
  });

  void test('ignores the proxy variables of the environment', async () => {
    const kept = { HTTP_PROXY: process.env['HTTP_PROXY'], http_proxy: process.env['http_proxy'] };
    process.env['HTTP_PROXY'] = process.env['http_proxy'] = `http://127.0.0.1:1`;
    try {
      const fresh = createEgress({ policy, resolve: async (name) => NAMES[name] ?? [] });
      const response = await fresh.request({ url: at('/plain') });
      assert.equal(response.status, 200);
      response.discard();
      assert.equal((await fresh.fetch(at('/plain'))).status, 200);
      await fresh.close();
    } finally {
      for (const [name, value] of Object.entries(kept)) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  });

  void test('fetch takes a Request, keeps its body over 307 and honours redirect modes', async () => {
    routes['/again'] = redirectTo('/plain', 307);
    const request = new Request(at('/again'), {
      method: 'POST',
      body: 'hello',
      headers: { 'content-type': 'text/plain' },
    });
    assert.equal(await (await egress.fetch(request)).text(), 'plain');
    assert.equal(seen.at(-1)?.body, 'hello');
    assert.equal((await egress.fetch(at('/again'), { redirect: 'manual' })).status, 307);
    await assert.rejects(egress.fetch(at('/again'), { redirect: 'error' }), EgressError);
  });
});

async function listen(server: TcpServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return address.port;
}
