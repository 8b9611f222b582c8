import assert from 'node:assert/strict';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import {
  makeCertificate,
  sendJson,
  startFakeProxy,
  startTargetServer,
  type FakeProxy,
  type TargetServer,
} from '@sonde/fakes';
import {
  createEgress,
  createEgressPolicy,
  createEgressProxy,
  EgressError,
  type Egress,
} from '../src/index.ts';

// Addresses for documentation (RFC 5737): whoever went past the proxy would reach nobody.
const OUTSIDE = '203.0.113.7';
const DENIED = '203.0.113.66';

void describe("an operator's proxy", () => {
  const authority = makeCertificate({ name: 'Authority', isAuthority: true });
  const own = makeCertificate({ name: 'target.test', issuer: authority, hosts: ['target.test'] });
  let plain: TargetServer;
  let secure: TargetServer;
  let proxy: FakeProxy;
  let egress: Egress;
  const looked: string[] = [];

  before(async () => {
    plain = await startTargetServer();
    secure = await startTargetServer({ tls: { cert: own.certificate, key: own.key } });
    for (const server of [plain, secure]) {
      server.route('/hello', (request, response) => sendJson(response, 200, { host: request.headers.host }));
      server.routeSocket('/line', (socket) => socket.send('greeting'));
    }
    plain.route('/away', (_request, response) =>
      response.writeHead(307, { location: `http://${DENIED}/hello` }).end(),
    );
    proxy = await startFakeProxy({
      [`${OUTSIDE}:80`]: plain.port,
      [`${OUTSIDE}:443`]: secure.port,
      [`${DENIED}:80`]: plain.port,
      '169.254.169.254:80': plain.port,
    });
    egress = createEgress({
      policy: createEgressPolicy({ denyCidrs: [DENIED], denyPrivate: true, allowCidrs: ['127.0.0.1'] }),
      proxy: createEgressProxy({ url: `http://user:pass%20word@127.0.0.1:${proxy.port}` }),
      resolve: async (name) => {
        looked.push(name);
        return [
          {
            address: name === 'denied.test' ? DENIED : name === 'meta.test' ? '169.254.169.254' : OUTSIDE,
            family: 4,
          },
        ];
      },
      connectTimeoutMs: 3000,
    });
  });
  after(async () => {
    await egress.close();
    await Promise.all([plain.close(), secure.close(), proxy.close()]);
  });

  const get = async (url: string, tls?: { ca: string }) => {
    const response = await egress.request({ url, tls });
    let text = '';
    for await (const chunk of response.body) text += Buffer.from(chunk).toString();
    return JSON.parse(text) as { host: string };
  };
  const refusal = async (work: Promise<unknown>): Promise<EgressError> => {
    const error: unknown = await work.then(
      () => assert.fail('It should have been refused.'),
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof EgressError);
    return error;
  };

  void test('is asked for the address that was judged, so that it looks nothing up again', async () => {
    const { host } = await get('http://target.test/hello');
    assert.equal(host, 'target.test');
    assert.deepEqual(proxy.asked.at(-1), {
      target: `${OUTSIDE}:80`,
      authorization: `Basic ${Buffer.from('user:pass word').toString('base64')}`,
    });
    assert.ok(looked.includes('target.test'));
  });

  void test('carries TLS from end to end: the certificate of the target is checked by its name', async () => {
    assert.equal((await get('https://target.test/hello', { ca: authority.certificate })).host, 'target.test');
    assert.equal(proxy.asked.at(-1)?.target, `${OUTSIDE}:443`);
    assert.equal(
      (await refusal(get('https://other.test/hello', { ca: authority.certificate }))).stage,
      'tls',
    );
    assert.equal((await refusal(get('https://target.test/hello'))).stage, 'tls');
  });

  void test('carries WebSockets and the fetch of libraries as well', async () => {
    for (const url of ['ws://target.test/line', 'wss://target.test/line']) {
      const socket = await egress.openWebSocket({ url, tls: { ca: authority.certificate } });
      const message = await new Promise((resolve) =>
        socket.listen({ message: resolve, close: resolve, error: resolve }),
      );
      assert.equal(message, 'greeting');
      socket.terminate();
    }
    const before = proxy.asked.length;
    assert.equal((await egress.fetch('http://target.test/hello')).status, 200);
    assert.ok(proxy.asked.length >= before);
  });

  void test('is never asked for an address that the guard refuses, in whichever way it is come by', async () => {
    const before = proxy.asked.length;
    for (const url of [
      'http://denied.test/hello',
      `http://${DENIED}/hello`,
      'http://meta.test/',
      'http://169.254.169.254/',
    ])
      assert.equal((await refusal(get(url))).stage, 'blocked', url);
    assert.equal((await refusal(egress.openWebSocket({ url: 'ws://denied.test/line' }))).stage, 'blocked');
    assert.equal(proxy.asked.length, before);
    assert.equal((await refusal(get('http://target.test/away'))).stage, 'blocked');
    assert.ok(proxy.asked.every(({ target }) => !target.startsWith(DENIED)));
  });

  void test('does not carry calls to the machine itself', async () => {
    const before = proxy.asked.length;
    assert.equal((await get(plain.url('/hello'))).host, `127.0.0.1:${plain.port}`);
    assert.equal(proxy.asked.length, before);
  });

  void test('is not gone past by a name that means an excepted network first and another address then', async () => {
    let looks = 0;
    const turning = createEgress({
      proxy: createEgressProxy({ url: `http://127.0.0.1:${proxy.port}` }),
      resolve: async () => [{ address: (looks += 1) % 2 === 1 ? '127.0.0.1' : OUTSIDE, family: 4 }],
      connectTimeoutMs: 3000,
    });
    const before = proxy.asked.length;
    const { code } = await refusal(turning.request({ url: `http://turning.test:${plain.port}/hello` }));
    assert.deepEqual([code, looks, proxy.asked.length], ['ENOTFOUND', 2, before]);
    await turning.close();
  });

  void test('is never led to its own machine by a name or an address that means whoever connects', async () => {
    const open = createEgress({
      proxy: createEgressProxy({ url: `http://127.0.0.1:${proxy.port}` }),
      resolve: async (name) =>
        (name === 'both.test' ? ['127.0.0.1', '::1', OUTSIDE] : ['0.0.0.0', '::']).map((address) => ({
          address,
          family: address.includes(':') ? 6 : 4,
        })),
      connectTimeoutMs: 3000,
    });
    const before = proxy.asked.length;
    await open.request({ url: `http://both.test/hello` }).then((response) => response.discard());
    assert.deepEqual(
      proxy.asked.slice(before).map(({ target }) => target),
      [`${OUTSIDE}:80`],
    );
    for (const url of [
      `http://0.0.0.0:${plain.port}/hello`,
      `http://[::ffff:0.0.0.0]:${plain.port}/hello`,
      `http://[::]:${plain.port}/hello`,
      `http://unspecified.test:${plain.port}/hello`,
    ])
      await open.request({ url }).then(
        (response) => response.discard(),
        (error: unknown) => assert.ok(error instanceof EgressError, url),
      );
    assert.equal(proxy.asked.length, before + 1);
    await open.close();
  });

  void test('that refuses, or is not there, is told by its setting', async () => {
    proxy.refuseWith(407);
    const refused = await refusal(get('http://fresh.test/hello'));
    proxy.refuseWith(undefined);
    assert.deepEqual(
      [refused.stage, refused.code, refused.setting],
      ['connect', 'proxy_refused', 'OUTBOUND_PROXY'],
    );
    const gone = createEgress({
      proxy: createEgressProxy({ url: 'http://127.0.0.1:9' }),
      resolve: async () => [{ address: OUTSIDE, family: 4 }],
    });
    const error = await refusal(gone.request({ url: 'http://target.test/' }));
    assert.deepEqual([error.stage, error.code], ['connect', 'proxy_unreachable']);
    await gone.close();
  });

  void test('whose own certificate nobody vouches for is told as that, and is sent nothing', async (t) => {
    let spoken = 0;
    const { certificate, key } = makeCertificate({ name: 'proxy.test', hosts: ['proxy.test'] });
    const untrusted = createServer({ cert: certificate, key }).on('connect', () => (spoken += 1));
    untrusted.on('tlsClientError', () => undefined);
    t.after(() => untrusted.close());
    await new Promise<void>((ready) => untrusted.listen(0, '127.0.0.1', ready));
    const { port } = untrusted.address() as AddressInfo;
    const through = createEgress({
      policy: createEgressPolicy(),
      proxy: createEgressProxy({ url: `https://user:hidden@127.0.0.1:${port}` }),
    });
    t.after(() => through.close());
    const error = await refusal(through.request({ url: `http://${OUTSIDE}/hello` }));
    assert.deepEqual([error.stage, error.code], ['connect', 'proxy_untrusted']);
    assert.match(error.message, /certificate that is not trusted.*OUTBOUND_PROXY/);
    assert.doesNotMatch(error.message, /hidden/);
    assert.equal(spoken, 0);
  });
});
