import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { startChatbot } from './harness.ts';

async function open(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  socket.write(text);
  await once(socket, 'close');
  return received;
}

void test('two Host headers are refused, and a pile of requests ends its connection', async () => {
  await using bot = startChatbot();
  await bot.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = bot.app.server.address() as AddressInfo;
  const two = await open(port, 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n');
  assert.match(two, /^HTTP\/1\.1 400 /);
  assert.match(two, /"detail":"The request has more than one Host header\."/);
  const answers = await open(port, 'GET /use-cases HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(200));
  assert.ok(answers.split('HTTP/1.1 ').length - 1 <= 32);
});
