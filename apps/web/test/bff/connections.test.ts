import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { startHouse } from './harness.ts';

async function open(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  socket.write(text);
  await once(socket, 'close');
  return received;
}

void test('two Host headers are refused, for a handshake too, and a pile of requests ends its connection', async (t) => {
  const { web } = await startHouse(t);
  const hosts = 'Host: localhost:3000\r\nHost: b\r\n';
  const two = await open(web.port, `GET / HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
  assert.match(two, /^HTTP\/1\.1 400 /);
  assert.match(two, /content-security-policy/i);
  const handshake = await open(
    web.port,
    `GET /ws HTTP/1.1\r\n${hosts}Connection: upgrade\r\nUpgrade: websocket\r\n\r\n`,
  );
  assert.match(handshake, /^HTTP\/1\.1 400 /);
  const answers = await open(web.port, 'GET /health HTTP/1.1\r\nHost: localhost:3000\r\n\r\n'.repeat(200));
  assert.ok(answers.split('HTTP/1.1 ').length - 1 <= 32);
});
