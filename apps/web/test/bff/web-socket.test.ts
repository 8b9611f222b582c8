import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { test } from 'node:test';
import { WebSocket } from 'undici';
import { fakeSecret, frontend, startHouse } from './harness.ts';
import type { PlatformStandIn } from './platform-stand-in.ts';

/** Answers the handshake and sends every frame's payload back, unmasked; short text frames are all it knows. */
function echoSockets(platform: PlatformStandIn) {
  const handshakes: IncomingMessage[] = [];
  const sockets: Duplex[] = [];
  platform.server.on('upgrade', (req: IncomingMessage, socket: Duplex) => {
    handshakes.push(req);
    sockets.push(socket);
    socket.on('error', () => {});
    const accept = createHash('sha1')
      .update(`${req.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${accept}\r\nset-cookie: sonde_session=planted\r\n\r\n`,
    );
    socket.on('data', (frame: Buffer) => {
      const size = (frame[1] ?? 0) & 0x7f;
      const mask = frame.subarray(2, 6);
      const payload = frame.subarray(6, 6 + size).map((byte, index) => byte ^ (mask[index % 4] ?? 0));
      if (((frame[0] ?? 0) & 0x0f) === 1) socket.write(Buffer.concat([Buffer.from([0x81, size]), payload]));
    });
  });
  return { handshakes, sockets };
}

const handshake = (port: number, path: string, headers: Record<string, string>) =>
  new Promise<{ status: number; headers: IncomingMessage['headers'] }>((resolve, reject) => {
    const outgoing = request({
      port,
      host: '127.0.0.1',
      path,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        ...headers,
      },
    });
    outgoing.once('upgrade', (answer, socket) => {
      socket.destroy();
      resolve({ status: 101, headers: answer.headers });
    });
    outgoing.once('response', (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers });
    });
    outgoing.once('error', reject);
    outgoing.end();
  });

for (const path of ['/ws', '/api/v1/ws']) {
  void test(`a WebSocket at ${path} reaches the platform's, both ways, without cookies`, async (t) => {
    const { platform, web } = await startHouse(t);
    const { handshakes } = echoSockets(platform);
    const socket = new WebSocket(`ws://127.0.0.1:${web.port}${path}`, {
      headers: { origin: frontend, cookie: 'sonde_session=mine', 'x-forwarded-for': '203.0.113.9' },
    });
    await once(socket, 'open');
    socket.send('ticket');
    const [message] = (await once(socket, 'message')) as [MessageEvent];
    assert.equal(message.data, 'ticket');
    const seen = handshakes[0]?.headers ?? {};
    assert.equal(handshakes[0]?.url, path);
    assert.equal(seen.cookie, undefined);
    assert.equal(seen.origin, frontend);
    assert.equal(seen['x-forwarded-for'], undefined);
    assert.equal(seen['x-sonde-client-address'], '127.0.0.1');
    assert.equal(seen['x-sonde-proxy-secret'], fakeSecret('proxy'));
    const closed = once(socket, 'close');
    await web.app.close();
    await closed;
  });
}

void test('a WebSocket of another origin, or at another path, is refused before the platform hears of it', async (t) => {
  const { platform, web } = await startHouse(t);
  const { handshakes } = echoSockets(platform);
  for (const headers of [{ origin: 'https://evil.example' }, {}, { origin: 'null' }]) {
    assert.equal((await handshake(web.port, '/ws', headers as Record<string, string>)).status, 403);
  }
  for (const path of ['/ws/../ws', '/api/v1/endpoints', '/ws/', '//ws', '/%77s']) {
    assert.equal((await handshake(web.port, path, { origin: frontend })).status, 404, path);
  }
  assert.equal(handshakes.length, 0);
  const accepted = await handshake(web.port, '/ws', { origin: frontend });
  assert.equal(accepted.status, 101);
  assert.equal(accepted.headers['set-cookie'], undefined);
});

void test('a platform without WebSocket, or without life, refuses the handshake cleanly', async (t) => {
  const { platform, web } = await startHouse(t);
  assert.equal((await handshake(web.port, '/ws', { origin: frontend })).status, 404);
  await platform.stop();
  assert.equal((await handshake(web.port, '/ws', { origin: frontend })).status, 503);
  await platform.restart();
});

void test('when the platform ends a WebSocket, the browser learns it', async (t) => {
  const { platform, web } = await startHouse(t);
  const { sockets } = echoSockets(platform);
  const socket = new WebSocket(`ws://127.0.0.1:${web.port}/ws`, { headers: { origin: frontend } });
  await once(socket, 'open');
  const closed = once(socket, 'close');
  for (const one of sockets) one.destroy();
  await closed;
});

void test('an offer to speak HTTP/2 is answered as an ordinary request', async (t) => {
  const { web } = await startHouse(t);
  const answer = await handshake(web.port, '/health', { upgrade: 'h2c', 'http2-settings': 'AAMAAABk' });
  assert.equal(answer.status, 200);
});
