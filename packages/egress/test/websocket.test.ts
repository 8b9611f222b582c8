import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { WebSocketServer } from 'ws';
import {
  createEgress,
  createEgressPolicy,
  EgressError,
  type Egress,
  type EgressWebSocket,
} from '../src/index.ts';

const BLOCKED = '127.0.0.66';

void describe('an outgoing WebSocket', () => {
  let server: Server;
  let port: number;
  let egress: Egress;
  const handshakes: IncomingMessage[] = [];

  before(async () => {
    server = createServer((_request, response) => response.writeHead(404).end('no'));
    const sockets = new WebSocketServer({ noServer: true });
    server.on('upgrade', (request, socket, head) => {
      handshakes.push(request);
      if (request.url === '/denied') {
        socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n');
        return;
      }
      if (request.url === '/moved') {
        socket.end(`HTTP/1.1 302 Found\r\nLocation: ws://${BLOCKED}:${port}/\r\nContent-Length: 0\r\n\r\n`);
        return;
      }
      if (request.url === '/silent') return;
      sockets.handleUpgrade(request, socket, head, (connection) => {
        connection.send('greeting');
        connection.on('message', (data, isBinary) => connection.send(data, { binary: isBinary }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    port = address.port;
    egress = createEgress({
      policy: createEgressPolicy({ denyCidrs: [BLOCKED] }),
      resolve: async (name) => [{ address: name === 'blocked.test' ? BLOCKED : '127.0.0.1', family: 4 }],
    });
  });
  after(async () => {
    await egress.close();
    server.closeAllConnections();
    server.close();
  });

  const messages = (socket: EgressWebSocket, count: number) =>
    new Promise<(string | Uint8Array)[]>((resolve, reject) => {
      const received: (string | Uint8Array)[] = [];
      socket.listen({
        message: (data) => {
          received.push(data);
          if (received.length === count) resolve(received);
        },
        close: () => reject(new Error('closed')),
        error: reject,
      });
    });

  void test('the handshake bears the mark of whoever sends it', async () => {
    const marking = createEgress({ mark: { name: 'cdn-loop', value: 'sonde-1' } });
    const socket = await marking.openWebSocket({
      url: `ws://127.0.0.1:${port}/marked`,
      headers: { 'CDN-Loop': 'theirs' },
    });
    socket.terminate();
    await marking.close();
    assert.equal(handshakes.at(-1)?.headers['cdn-loop'], 'theirs, sonde-1');
  });

  void test('carries headers and text, and keeps a greeting that comes with the handshake', async () => {
    const socket = await egress.openWebSocket({
      url: `ws://target.test:${port}/`,
      headers: { Authorization: 'Bearer fake', Host: 'x' },
    });
    await socket.send('hällo');
    assert.deepEqual(await messages(socket, 2), ['greeting', 'hällo']);
    assert.equal(handshakes.at(-1)?.headers['authorization'], 'Bearer fake');
    assert.equal(handshakes.at(-1)?.headers.host, `target.test:${port}`);
    socket.terminate();
  });

  for (const host of ['blocked.test', BLOCKED, '2130706498', `[::ffff:${BLOCKED}]`]) {
    void test(`is refused before the handshake to ${host}`, async () => {
      const count = handshakes.length;
      await assert.rejects(
        egress.openWebSocket({ url: `ws://${host}:${port}/` }),
        (error) => error instanceof EgressError && error.stage === 'blocked' && error.rule === 'deny_list',
      );
      assert.equal(handshakes.length, count);
    });
  }

  void test('refuses metadata names and other schemes', async () => {
    for (const url of ['ws://metadata.google.internal/', `http://target.test:${port}/`]) {
      await assert.rejects(
        egress.openWebSocket({ url }),
        (error) => error instanceof EgressError && error.stage === 'blocked',
      );
    }
  });

  void test('tells the status of a refused handshake and follows no redirect', async () => {
    for (const [path, status] of [
      ['/denied', 401],
      ['/moved', 302],
    ] as const) {
      await assert.rejects(
        egress.openWebSocket({ url: `ws://target.test:${port}${path}` }),
        (error) =>
          error instanceof EgressError && error.code === 'handshake_refused' && error.status === status,
      );
    }
  });

  void test('gives up on a handshake that is never answered, in time or with its caller', async () => {
    await assert.rejects(
      egress.openWebSocket({ url: `ws://target.test:${port}/silent`, connectTimeoutMs: 80 }),
      (error) => error instanceof EgressError && error.stage === 'timeout',
    );
    const controller = new AbortController();
    const opening = egress.openWebSocket({
      url: `ws://target.test:${port}/silent`,
      signal: controller.signal,
    });
    controller.abort();
    await assert.rejects(opening, (error) => error instanceof EgressError && error.stage === 'aborted');
  });

  void test(
    'is cut where the other side goes on talking after the farewell',
    { timeout: 20_000 },
    async () => {
      const talking = createTcpServer((socket) => {
        socket.on('error', () => {});
        socket.once('data', (request) => {
          const key = /sec-websocket-key: (\S+)/i.exec(request.toString())?.[1] ?? '';
          const accept = createHash('sha1')
            .update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
            .digest('base64');
          socket.write(
            `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
          );
          const talk = setInterval(() => socket.write(Buffer.from([0x81, 1, 0x61])), 5);
          socket.on('close', () => clearInterval(talk));
        });
      });
      await new Promise<void>((resolve) => talking.listen(0, '127.0.0.1', resolve));
      const ended = new Promise((resolve) =>
        talking.once('connection', (socket) => socket.once('close', resolve)),
      );
      const at = talking.address();
      const socket = await egress.openWebSocket({
        url: `ws://target.test:${typeof at === 'object' ? at?.port : 0}/`,
      });
      assert.deepEqual(await messages(socket, 1), ['a']);
      socket.close();
      await ended;
      talking.close();
    },
  );

  void test('gives up on a handshake that drips for ever', async () => {
    const dripping = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.write('HTTP/1.1 101 Switching Protocols\r\nX-Slow: ');
      const drip = setInterval(() => socket.write('a'), 10);
      socket.on('close', () => clearInterval(drip));
    });
    await new Promise<void>((resolve) => dripping.listen(0, '127.0.0.1', resolve));
    const address = dripping.address();
    assert.ok(typeof address === 'object' && address !== null);
    await assert.rejects(
      egress.openWebSocket({ url: `ws://target.test:${address.port}/`, connectTimeoutMs: 100 }),
      (error) => error instanceof EgressError && error.code === 'connect_timeout',
    );
    dripping.close();
  });

  void test('drops a fragment of the address, and refuses subprotocols and headers that are none', async () => {
    const socket = await egress.openWebSocket({ url: `ws://target.test:${port}/path#part` });
    assert.equal(handshakes.at(-1)?.url, '/path');
    socket.terminate();
    for (const wrong of [{ protocols: ['a b'] }, { headers: { 'x-a': 'a\r\nb' } }])
      await assert.rejects(
        egress.openWebSocket({ url: `ws://target.test:${port}/`, ...wrong }),
        (error) => error instanceof EgressError && error.code === 'invalid_request',
      );
  });

  void test('reports a message that is larger than allowed', async () => {
    const socket = await egress.openWebSocket({ url: `ws://target.test:${port}/`, maxMessageBytes: 100 });
    const failed = new Promise<EgressError>((resolve) =>
      socket.listen({ message: () => {}, close: () => {}, error: resolve }),
    );
    await socket.send('x'.repeat(1000));
    assert.equal((await failed).stage, 'too_large');
  });
});
