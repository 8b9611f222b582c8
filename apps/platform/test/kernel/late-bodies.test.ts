import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { defineOperation } from '@sonde/contract';
import { Problem, Secret } from '@sonde/server-kit';
import { z } from 'zod';
import { systemClock } from '#kernel/clock';
import { createCursors, createHttpServer, createMount, type Principal } from '#kernel/http';
import { createLimiter } from '#kernel/limiter';
import { createLog } from '#kernel/log';
import { createStorageWatch } from '#kernel/storage-watch';
import { openTestDatabase } from '../support/database.ts';
import { createTestClock } from '../support/platform.ts';

const changeThing = defineOperation({
  tag: 'Things',
  scope: 'project',
  takes: 'moment',
  access: { who: 'self' },
  id: 'things.change',
  method: 'PUT',
  path: '/things',
  summary: 'Change a thing',
  audit: 'thing.updated',
  body: z.strictObject({ name: z.string() }),
  answers: { 200: z.object({ by: z.string().nullable() }) },
});

const clock = createTestClock();
/** What the gate would say at this moment; undefined is no. */
let role: Principal['role'] | undefined = 'admin';
let asked = Promise.withResolvers<void>();
const done: string[] = [];
let port: number;
let close: () => Promise<void>;
before(async () => {
  const log = createLog('fatal');
  const opened = await openTestDatabase(log);
  const { database } = opened;
  const limiter = await createLimiter({ redisUrl: undefined, database, log });
  const app = createHttpServer({
    log,
    storage: createStorageWatch(systemClock),
    https: false,
    trustedProxies: [],
    proxySecret: 'a shared text',
  });
  const mount = createMount({
    app,
    gate: {
      async check() {
        asked.resolve();
        if (role === undefined) throw new Problem('forbidden', 'not_let_in', 'Not let in.');
        return {
          kind: 'session',
          userId: 'somebody',
          email: 'somebody@example.test',
          organizationId: null,
          role,
          permissions: new Set<never>(),
          projectId: null,
          credentialId: 'a session',
        };
      },
    },
    limiter,
    cursors: createCursors({ key: new Secret('of no worth') }),
    writeDeed: async () => undefined,
    clock,
  });
  mount(changeThing, async ({ body, principal }) => {
    done.push(body.name);
    return { by: principal.role };
  });
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  close = async () => {
    await app.close();
    await limiter.close();
    await database.close();
    await opened.drop();
  };
});
after(() => close());

/** A call that the gate has let in and that lacks the end of its body, which `finish` sends. */
async function held(name: string) {
  asked = Promise.withResolvers();
  const bytes = JSON.stringify({ name });
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `PUT /api/v1/things HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: ${bytes.length}\r\nConnection: close\r\n\r\n${bytes.slice(0, 3)}`,
  );
  await asked.promise;
  return async (): Promise<string> => {
    socket.write(bytes.slice(3));
    return text(socket);
  };
}

test('rights that end while a body is kept back are gone when it comes', async () => {
  role = 'admin';
  const finish = await held('by somebody who was removed');
  role = undefined;
  clock.advance(1000);
  assert.match(await finish(), /^HTTP\/1\.1 403 .*not_let_in/s);
  assert.deepEqual(done, []);
});

test('a caller acts as what they are when the body is there, and not as what they were', async () => {
  role = 'admin';
  const finish = await held('by a viewer');
  role = 'viewer';
  clock.advance(1000);
  assert.match(await finish(), /^HTTP\/1\.1 200 .*"by":"viewer"/s);
});

test('a clock that is set back makes no body one that came at once', async () => {
  role = 'admin';
  const finish = await held('behind the time');
  role = undefined;
  clock.advance(-60_000);
  assert.match(await finish(), /^HTTP\/1\.1 403 /);
  assert.ok(!done.includes('behind the time'));
});
