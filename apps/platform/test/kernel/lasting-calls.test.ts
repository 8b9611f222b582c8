import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { defineOperation } from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Principal } from '#kernel/http';
import type { DomainEvent } from '../../src/kernel/events.ts';
import { createLastingCalls, type LastingCalls } from '../../src/kernel/http/lasting-calls.ts';
import { untilClosed } from '../support/sockets.ts';

const operation = defineOperation({
  tag: 'Things',
  scope: 'project',
  takes: 'moment',
  access: { who: 'self' },
  id: 'things.download',
  method: 'GET',
  path: '/things',
  summary: 'Things as a file',
  answers: {},
  raw: true,
});
const upload = defineOperation({
  tag: 'Things',
  scope: 'project',
  takes: 'stream',
  access: { who: 'self' },
  audit: { none: 'a trial' },
  id: 'things.upload',
  method: 'POST',
  path: '/things',
  summary: 'Things sent bit by bit',
  bodyType: 'stream',
  answers: {},
});
const principalNamed = (userId: string): Principal => ({
  kind: 'session',
  userId,
  email: `${userId}@example.test`,
  organizationId: 'an organization',
  role: 'member',
  permissions: new Set(),
  projectId: null,
  boundProjectId: null,
  credentialId: `the session of ${userId}`,
});

/** Who has lost every right. */
const gone = new Set<string>();
let tell: (event: Omit<DomainEvent, 'id' | 'name'>) => void | Promise<void>;
let calls: LastingCalls;
let app: FastifyInstance;
let port: number;
/** Handlers that are not done yet. */
const working = new Map<string, PromiseWithResolvers<void>>();
const arrived = Promise.withResolvers<void>();
before(async () => {
  app = Fastify();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  calls = createLastingCalls({
    app,
    gate: {
      async check(_operation, request) {
        const userId = String(request.headers['authorization']);
        if (gone.has(userId)) throw new Problem('unauthenticated', 'auth.required', 'Sign in.');
        return principalNamed(userId);
      },
      recheck: async (_operation, principal) => (gone.has(principal.userId) ? undefined : principal),
    },
    events: {
      subscribe(_name, listener) {
        tell = (event) => listener({ id: '', name: 'access.changed', ...event });
        return () => undefined;
      },
    },
  });
  app.addHook('onRequest', async (request, reply) =>
    calls.enter({
      operation: request.method === 'POST' ? upload : operation,
      principal: principalNamed(String(request.headers['authorization'])),
      request,
      reply,
    }),
  );
  app.get('/things', async (request, reply) => {
    const userId = String(request.headers['authorization']);
    const work = Promise.withResolvers<void>();
    working.set(userId, work);
    if (request.headers['x-late']) await work.promise;
    await calls.begin(request).catch((refusal: Error) => reply.code(401).send(refusal.message));
    if (reply.sent) return reply;
    return reply.send(
      Readable.from(
        (async function* () {
          yield 'begun';
          await work.promise;
          yield 'done';
        })(),
      ),
    );
  });
  app.post('/things', async ({ raw }) => {
    arrived.resolve();
    let bytes = 0;
    for await (const chunk of raw) bytes += (chunk as Buffer).length;
    return String(bytes);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
after(() => app.close());

function send(userId: string, head: string, more = ''): Socket & { said: () => string } {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString())).on('error', () => undefined);
  socket.write(`${head} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${userId}\r\n${more}`);
  return Object.assign(socket, { said: () => text });
}
async function untilBegun(...open: ReturnType<typeof send>[]): Promise<void> {
  for (const socket of open) while (!socket.said().includes('begun')) await once(socket, 'data');
}

test('an answer that goes out bit by bit ends with the rights of whoever takes it, and of nobody else', async () => {
  const [ann, ben] = [send('ann', 'GET /things', '\r\n'), send('ben', 'GET /things', '\r\n')];
  await untilBegun(ann, ben);
  const ended = [untilClosed(ann), untilClosed(ben)];
  // Something changed for Ann, who may still read it.
  await tell({ organizationId: null, data: { user_id: 'ann' } });
  gone.add('ann');
  // Nobody has said anything of Ann yet.
  await tell({ organizationId: null, data: { user_id: 'ben' } });
  assert.ok(!ann.destroyed && !ann.readableEnded);
  await tell({ organizationId: null, data: { user_id: 'ann' } });
  await ended[0];
  assert.doesNotMatch(ann.said(), /done|\r\n0\r\n/);
  working.get('ben')?.resolve();
  await ended[1];
  assert.match(ben.said(), /done\r\n0\r\n/);
});

test('all of an organization that is gone end', async () => {
  const open = [send('cleo', 'GET /things', '\r\n'), send('dan', 'GET /things', '\r\n')];
  await untilBegun(...open);
  const ended = open.map((socket) => untilClosed(socket));
  for (const userId of ['cleo', 'dan']) gone.add(userId);
  await tell({ organizationId: 'another organization', data: {} });
  assert.ok(open.every((socket) => !socket.readableEnded));
  await tell({ organizationId: 'an organization', data: {} });
  await Promise.all(ended);
  for (const socket of open) assert.doesNotMatch(socket.said(), /done/);
});

test('rights that end before the first byte are a refusal', async () => {
  const eve = send('eve', 'GET /things', 'X-Late: yes\r\n\r\n');
  while (!working.has('eve')) await new Promise((resolve) => setImmediate(resolve));
  gone.add('eve');
  await tell({ organizationId: null, data: { user_id: 'eve' } });
  working.get('eve')?.resolve();
  await once(eve, 'close');
  assert.match(eve.said(), /^HTTP\/1.1 401/);
});

test('a body on its way in ends with the rights of whoever sends it', async () => {
  const fay = send('fay', 'POST /things', 'Content-Type: x/y\r\nContent-Length: 10\r\n\r\n12345');
  await arrived.promise;
  gone.add('fay');
  const ended = once(fay, 'close');
  await tell({ organizationId: null, data: { user_id: 'fay' } });
  await ended;
  assert.doesNotMatch(fay.said(), / 200 /);
});
