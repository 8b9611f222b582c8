import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createConnectionGuard } from '../src/index.ts';

async function serve(t: { after(end: () => void): void }, answer: string) {
  const guard = createConnectionGuard();
  const seen = { passed: 0, cut: 0, refused: 0 };
  const server = createServer((request, response) => {
    try {
      if (guard(request, response) === 'cut') {
        seen.cut += 1;
        return;
      }
      seen.passed += 1;
      response.end(answer);
    } catch {
      seen.refused += 1;
      response.writeHead(400).end();
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => void server.close());
  return { seen, port: (server.address() as AddressInfo).port };
}

test('a connection that asks for more than it reads is ended, and what it asked beyond that is not worked on', async (t) => {
  const { seen, port } = await serve(t, 'x'.repeat(200_000));
  const socket = connect(port, '127.0.0.1');
  socket.pause().on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(200));
  // It reads only to learn of the end; until then everything was in the hands of the server.
  setImmediate(() => socket.resume());
  await once(socket, 'close');
  assert.ok(seen.passed <= 32 && seen.cut > 0, JSON.stringify(seen));
});

test('a connection that reads its answers may ask as often as it likes', async (t) => {
  const { seen, port } = await serve(t, 'ok');
  const socket = connect(port, '127.0.0.1');
  for (let round = 0; round < 100; round += 1) {
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
  }
  socket.destroy();
  assert.deepEqual(seen, { passed: 100, cut: 0, refused: 0 });
});

test('two Host headers are refused, in whatever case they are written', async (t) => {
  const { seen, port } = await serve(t, 'ok');
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nhOST: b\r\nConnection: close\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  assert.match(answer.toString(), /^HTTP\/1\.1 400/);
  assert.deepEqual(seen, { passed: 0, cut: 0, refused: 1 });
});
