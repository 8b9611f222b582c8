import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { limitBodyTime } from '../../src/kernel/http/body-clock.ts';

const timeMs = 300;
let app: FastifyInstance;
let port: number;
before(async () => {
  app = Fastify({ requestTimeout: 60_000 });
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  limitBodyTime(app, timeMs);
  app.post('/ordinary', async () => 'done');
  app.post('/streamed', { config: { isStreamed: true } }, async ({ raw }) => {
    let bytes = 0;
    for await (const chunk of raw) bytes += (chunk as Buffer).length;
    return String(bytes);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
after(() => app.close());

/** The head of a request whose body is on its way. */
function begin(path: string, type: string, length = 10): { socket: Socket; answer: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => undefined);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n12345`,
  );
  return { socket, answer: once(socket, 'close').then(() => Buffer.concat(chunks).toString()) };
}

test('an ordinary body that does not come to its end is cut off', async () => {
  const { answer } = begin('/ordinary', 'application/json');
  assert.doesNotMatch(await answer, / 200 /);
});

test('a body that is read as it comes may take longer, as long as it comes', async () => {
  const portion = 'x'.repeat(512 * 1024);
  const portions = 20;
  const { socket, answer } = begin('/streamed', 'application/octet-stream', 5 + portions * portion.length);
  for (let sent = 0; sent < portions; sent += 1) {
    await pause(timeMs / 10);
    socket.write(portion);
  }
  assert.match(await answer, new RegExp(` 200 [^]*${5 + portions * portion.length}$`));
});

test('a body that is read as it comes, and comes no more, is cut off', async () => {
  const { answer } = begin('/streamed', 'application/octet-stream');
  assert.doesNotMatch(await answer, / 200 /);
});
