import assert from 'node:assert/strict';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { endUntaken, inPieces } from '../../src/kernel/http/taking-clock.ts';
import { untilClosed } from '../support/sockets.ts';

const timeMs = 1000;
/** More than the sockets of both sides hold between them. */
const portions = 48;
const portion = 'x'.repeat(1024 * 1024);
let app: FastifyInstance;
let port: number;
/** Resolved when the platform has let go of what it was sending. */
const letGo = new Map<string, PromiseWithResolvers<void>>();
const rest = Promise.withResolvers<void>();
before(async () => {
  app = Fastify();
  app.get<{ Params: { who: string } }>('/portions/:who', async ({ params: { who } }, reply) => {
    const gone = letGo.get(who);
    async function* written() {
      for (let sent = 0; sent < portions; sent += 1) yield portion;
    }
    const body = Readable.from(written());
    body.once('close', () => gone?.resolve());
    endUntaken(reply.raw, timeMs);
    return reply.send(inPieces(body));
  });
  app.get('/late', async (_request, reply) => {
    async function* written() {
      yield 'begun ';
      await rest.promise;
      yield 'done';
    }
    endUntaken(reply.raw, timeMs);
    return reply.send(inPieces(Readable.from(written())));
  });
  app.get('/fails', async (_request, reply) => {
    async function* written() {
      yield 'begun ';
      throw new Error('The rest cannot be read.');
    }
    return reply.send(inPieces(Readable.from(written())));
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
after(() => app.close());

function ask(path: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  return socket;
}

test('an answer of which nothing is taken ends, and what it was made of is let go of', async () => {
  const gone = Promise.withResolvers<void>();
  letGo.set('nobody', gone);
  // It never reads.
  const socket = ask('/portions/nobody').pause();
  await gone.promise;
  socket.destroy();
});

test('one that is taken slowly comes to its end, however long it takes', async () => {
  const socket = ask('/portions/slow');
  let bytes = 0;
  let isWaiting = false;
  const began = performance.now();
  socket.on('data', (chunk) => {
    bytes += chunk.length;
    if (isWaiting || bytes > (portions - 1) * portion.length) return;
    isWaiting = true;
    socket.pause();
    void pause(3).then(() => {
      isWaiting = false;
      return socket.resume();
    });
  });
  await untilClosed(socket);
  assert.ok(bytes > portions * portion.length, `${bytes} bytes came`);
  assert.ok(performance.now() - began > timeMs * 1.5, 'it took longer than nothing may be taken');
});

test('one that waits for us is not ended for it', async () => {
  const socket = ask('/late');
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString()));
  await pause(timeMs * 2);
  rest.resolve();
  await untilClosed(socket);
  assert.match(text, /begun [^]*done\r\n0\r\n/);
});

test('an answer whose source fails does not look like a whole one', async () => {
  const socket = ask('/fails');
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString()));
  await untilClosed(socket);
  assert.doesNotMatch(text, /\r\n0\r\n/);
});
