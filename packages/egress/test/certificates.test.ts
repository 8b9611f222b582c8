import assert from 'node:assert/strict';
import type { TLSSocket } from 'node:tls';
import { after, before, describe, test } from 'node:test';
import { makeCertificate, sendJson, startTargetServer, type TargetServer } from '@sonde/fakes';
import { createEgress, EgressError, type Egress, type EgressTls } from '../src/index.ts';

void describe('certificates of one target', () => {
  const authority = makeCertificate({ name: 'Authority', isAuthority: true });
  const server = makeCertificate({ name: 'Server', issuer: authority, hosts: ['127.0.0.1'] });
  const client = makeCertificate({ name: 'Client', issuer: authority });
  const trusted: EgressTls = { ca: authority.certificate };
  const known: EgressTls = { ...trusted, certificate: client.certificate, key: client.key };
  let open: TargetServer;
  let mutual: TargetServer;
  let other: TargetServer;
  let egress: Egress;
  const seen: unknown[] = [];

  before(async () => {
    const tls = { cert: server.certificate, key: server.key };
    open = await startTargetServer({ tls });
    other = await startTargetServer({
      tls: { ...tls, requestCert: true, rejectUnauthorized: false, ca: authority.certificate },
    });
    mutual = await startTargetServer({
      tls: { ...tls, requestCert: true, rejectUnauthorized: true, ca: authority.certificate },
    });
    for (const target of [open, mutual])
      target.route('/', (_request, response) => sendJson(response, 200, {}));
    other.route('/', (_request, response) => {
      seen.push((response.socket as TLSSocket).getPeerCertificate().subject?.CN);
      sendJson(response, 200, {});
    });
    mutual.route('/away', (_request, response) =>
      response.writeHead(307, { location: other.url('/') }).end(),
    );
    mutual.routeSocket('/line', (socket) => socket.send('greeting'));
    egress = createEgress();
  });
  after(async () => {
    await egress.close();
    await Promise.all([open, mutual, other].map((target) => target.close()));
  });

  const outcome = async (target: TargetServer, path: string, tls?: EgressTls): Promise<number | string> => {
    try {
      const response = await egress.request({ url: target.url(path), tls });
      response.discard();
      return response.status;
    } catch (error) {
      assert.ok(error instanceof EgressError);
      return error.stage;
    }
  };

  void test('an own authority is trusted for this call and for no other', async () => {
    assert.equal(await outcome(open, '/', trusted), 200);
    assert.equal(await outcome(open, '/'), 'tls');
    const foreign = makeCertificate({ name: 'Foreign', isAuthority: true });
    assert.equal(await outcome(open, '/', { ca: foreign.certificate }), 'tls');
  });

  void test('a client certificate is shown, also by a WebSocket, and a call without it never shares its connection', async () => {
    assert.equal(await outcome(mutual, '/', known), 200);
    assert.notEqual(await outcome(mutual, '/', trusted), 200);
    const socket = await egress.openWebSocket({ url: mutual.socketUrl('/line'), tls: known });
    assert.ok(socket.isOpen);
    socket.terminate();
    await assert.rejects(egress.openWebSocket({ url: mutual.socketUrl('/line'), tls: trusted }));
  });

  void test('neither goes along with a redirect to another origin', async () => {
    assert.equal(await outcome(mutual, '/away', known), 'tls');
    assert.equal(seen.length, 0);
    assert.equal(await outcome(other, '/', known), 200);
    assert.deepEqual(seen, ['Client']);
  });

  void test('certificates that cannot be used end the call before anything is sent', async () => {
    assert.equal(
      await outcome(open, '/', { ...trusted, certificate: client.certificate, key: server.key }),
      'tls',
    );
  });
});
