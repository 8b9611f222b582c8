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

/** The head of a request whose body of ten bytes is on its way. */
function begin(path: string, type: string): { socket: Socket; answer: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => undefined);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: 10\r\n\r\n12345`,
  );
  return { socket, answer: once(socket, 'close').then(() => Buffer.concat(chunks).toString()) };
}

test('an ordinary body that does not come to its end is cut off', async () => {
  const { answer } = begin('/ordinary', 'application/json');
  assert.doesNotMatch(await answer, / 200 /);
});

test('a body that is read as it comes may take longer', async () => {
  const { socket, answer } = begin('/streamed', 'application/octet-stream');
  await pause(2 * timeMs);
  socket.write('67890');
  assert.match(await answer, / 200 [^]*10$/);
});
