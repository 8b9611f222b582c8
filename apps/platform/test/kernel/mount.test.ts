import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { crudOperations, defineOperation } from '@sonde/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Problem, Secret } from '@sonde/server-kit';
import {
  Answer,
  createCursors,
  createHttpServer,
  createMount,
  type Principal,
  type WriteDeed,
} from '#kernel/http';
import { createLimiter, type Limiter } from '#kernel/limiter';
import { systemClock } from '#kernel/clock';
import { createStorageWatch } from '#kernel/storage-watch';
import { createLog } from '#kernel/log';
import { openTestDatabase } from '../support/database.ts';

const common = { tag: 'Things', scope: 'project', takes: 'moment', access: { who: 'public' } } as const;
const Thing = z.object({ id: z.string(), name: z.string() });
const params = z.strictObject({ id: z.string() });

const getThing = defineOperation({
  ...common,
  id: 'things.get',
  method: 'GET',
  path: '/things/{id}',
  summary: 'One thing',
  params,
  answers: { 200: Thing },
  cache: 'etag',
  aliases: [{ path: '/objects/{id}', redirect: true }],
});
const changeThing = defineOperation({
  ...common,
  id: 'things.update',
  method: 'PUT',
  path: '/things/{id}',
  summary: 'Change a thing',
  audit: 'thing.updated',
  params,
  body: z.strictObject({ name: z.string().optional() }),
  answers: { 200: Thing },
  aliases: [{ method: 'PATCH' }, { path: '/objects/{id}', redirect: true }],
});
const readFile = defineOperation({
  ...common,
  id: 'things.file',
  method: 'GET',
  path: '/things/{id}/file',
  summary: 'A file with a tag of its own',
  params,
  answers: {},
  raw: true,
  cache: 'etag',
});
const upload = defineOperation({
  ...common,
  id: 'things.upload',
  method: 'POST',
  path: '/things/upload',
  summary: 'Send files',
  audit: 'thing.uploaded',
  bodyType: 'multipart',
  bodyLimitBytes: 2000,
  body: z.object({ file: z.string() }),
  answers: { 201: Thing },
});
const importThings = defineOperation({
  ...common,
  id: 'things.import',
  method: 'POST',
  path: '/things/import',
  summary: 'Send a stream',
  audit: { none: 'a trial' },
  bodyType: 'stream',
  bodyLimitBytes: 2000,
  answers: { 200: z.object({ length: z.number() }) },
});

/** Its body may be longer than what is parsed at once. */
const awaitThing = defineOperation({
  ...common,
  id: 'things.await',
  method: 'POST',
  path: '/things/{id}/await',
  summary: 'Wait for a thing',
  audit: { none: 'a trial' },
  bodyLimitBytes: 1_000_000,
  params,
  body: z.strictObject({ filling: z.string() }),
  answers: { 200: z.object({ isGivenUp: z.boolean() }) },
});

const callThing = defineOperation({
  ...common,
  access: { who: 'self' },
  id: 'things.call',
  method: 'POST',
  path: '/things/{id}/call',
  summary: 'Call a thing',
  audit: { none: 'a trial' },
  limit: { bucket: 'things', per: 'user', max: 3, windowSeconds: 60 },
  params: z.strictObject({ id: z.string().max(20) }),
  answers: { 200: Thing },
});
const downloadThing = defineOperation({
  ...common,
  access: { who: 'self' },
  id: 'things.download',
  method: 'GET',
  path: '/things/{id}/download',
  summary: 'A thing as a file',
  params,
  answers: { 200: z.string() },
  raw: true,
  isDownload: true,
});
const somebody: Principal = {
  kind: 'session',
  userId: 'somebody',
  email: 'somebody@example.test',
  organizationId: null,
  role: null,
  permissions: new Set(),
  projectId: null,
  boundProjectId: null,
  credentialId: 'a session',
};
const readAhead: string[] = [];
let readBegins = (): void => undefined;
let countingWaitsFor: Promise<void> | undefined;
let gateWaitsFor: ((request: FastifyRequest) => Promise<void>) | undefined;
/** What became of a call: its handler tells. */
let told: (outcome: unknown) => void = () => undefined;

const written: Parameters<WriteDeed>[0][] = [];
let filesMade = 0;
/** What is being downloaded, and how it is sent to its end. */
const downloads = new Map<string, PromiseWithResolvers<void>>();
let name = 'first';
let house: Awaited<ReturnType<typeof startHouse>>;
before(async () => {
  house = await startHouse();
});
after(() => house?.close());

async function startHouse() {
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
  const counted: Limiter = {
    ...limiter,
    async take(...counted) {
      await countingWaitsFor;
      return limiter.take(...counted);
    },
  };
  const mount = createMount({
    app,
    gate: {
      async check({ access }, request) {
        await gateWaitsFor?.(request);
        if (access.who === 'public') return undefined;
        const { authorization } = request.headers;
        if (authorization !== undefined)
          return {
            ...somebody,
            userId: authorization,
            organizationId: authorization.split(' at ')[1] ?? null,
          };
        throw new Problem('forbidden', 'not_let_in', 'Not let in.');
      },
      recheck: async (_operation, principal) => principal,
    },
    limiter: counted,
    cursors: createCursors({ key: new Secret('of no worth') }),
    writeDeed: async (entry) => void written.push(entry),
    events: { subscribe: () => () => undefined },
  });
  mount(getThing, async ({ params: { id } }) => ({ id, name }));
  mount(changeThing, async ({ params: { id }, body, deed }) => {
    if (body.name === 'refused') return new Answer(200, { id, name });
    if (body.name === 'in transaction') await deed.record(database.query, 'another');
    deed.explain({ keys: Object.keys(body) });
    name = body.name ?? name;
    return { id, name };
  });
  mount(readFile, async () => {
    filesMade += 1;
    return new Answer(200, Readable.from(['content']), { etag: '"v7"' });
  });
  mount(downloadThing, async ({ params: { id } }) => {
    const rest = Promise.withResolvers<void>();
    downloads.set(id, rest);
    return new Answer(
      200,
      Readable.from(
        (async function* () {
          yield 'begun ';
          await rest.promise;
          yield 'done';
        })(),
      ),
    );
  });
  mount(upload, async ({ stream }) => ({ id: 'new', name: String((await text(stream)).length) }));
  mount(importThings, async ({ stream }) => {
    const length = text(stream).then((sent) => sent.length);
    length.then(told, told);
    return { length: await length };
  });
  mount(awaitThing, async ({ params: { id }, signal }) => {
    if (id === 'abandoned') {
      if (!signal.aborted) await once(signal, 'abort');
      told(signal.reason);
    }
    return { isGivenUp: signal.aborted };
  });
  mount(callThing, {
    async readAhead({ params: { id } }) {
      readAhead.push(id);
      readBegins();
      if (id === 'unreadable') throw new Problem('not_found', 'unknown_thing', 'Nobody has seen it.');
      return `read as ${id}`;
    },
    handle: async ({ ahead }) => ({ id: 'called', name: (await ahead) ?? '' }),
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url: new URL(url),
    fetch: (path: string, init: RequestInit = {}) =>
      fetch(`${url}/api/v1${path}`, { redirect: 'manual', ...init }),
    async close() {
      await app.close();
      await limiter.close();
      await database.close();
      await opened.drop();
    },
  };
}

const json = (body: unknown, method: string): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

test('an older path leads to the new one with 308, its parameters and query kept', async () => {
  const answer = await house.fetch('/objects/a%20b?$select=id', json({ name: 'x' }, 'PUT'));
  assert.equal(answer.status, 308);
  assert.equal(answer.headers.get('location'), '/api/v1/things/a%20b?$select=id');
  assert.equal((await house.fetch('/objects/one')).headers.get('location'), '/api/v1/things/one');
});

test('a second method does the same as the first', async () => {
  const answer = await house.fetch('/things/one', json({ name: 'patched' }, 'PATCH'));
  assert.deepEqual(await answer.json(), { id: 'one', name: 'patched' });
});

test('an answer that the caller has already is 304 until it changes', async () => {
  const first = await house.fetch('/things/one');
  const etag = first.headers.get('etag') ?? '';
  assert.match(etag, /^"[\w-]{20,}"$/);
  assert.equal(first.headers.get('cache-control'), 'private, no-cache');
  for (const asked of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await house.fetch('/things/one', { headers: { 'if-none-match': asked } });
    assert.equal(again.status, 304, asked);
    assert.equal(await again.text(), '');
  }
  await house.fetch('/things/one', json({ name: 'changed' }, 'PUT'));
  const changed = await house.fetch('/things/one', { headers: { 'if-none-match': etag } });
  assert.equal(changed.status, 200);
  assert.notEqual(changed.headers.get('etag'), etag);
});

test('a stream is known by the tag its handler gives it', async () => {
  const first = await house.fetch('/things/one/file');
  assert.equal(await first.text(), 'content');
  assert.equal(first.headers.get('etag'), '"v7"');
  const again = await house.fetch('/things/one/file', { headers: { 'if-none-match': '"v7"' } });
  assert.equal(again.status, 304);
  assert.equal(filesMade, 2);
});

test('a change is written under the word of its entry, with actor, caller, target and what it is called', async () => {
  written.length = 0;
  await house.fetch('/things/one', {
    ...json({ name: 'noted' }, 'PUT'),
    headers: { 'content-type': 'application/json', 'user-agent': 'a\u0009test' },
  });
  assert.deepEqual(written, [
    {
      action: 'thing.updated',
      organizationId: null,
      actorId: null,
      actorEmail: null,
      caller: { ip: '127.0.0.1', userAgent: 'a test' },
      target: { type: 'thing', id: 'one', name: 'noted' },
      details: { keys: ['name'] },
    },
  ]);
});

test('a change that its service has written in its own transaction is written once, and a refusal never', async () => {
  written.length = 0;
  await house.fetch('/things/one', json({ name: 'in transaction' }, 'PUT'));
  assert.deepEqual(
    written.map(({ target }) => target?.id),
    ['another'],
  );
  written.length = 0;
  assert.equal((await house.fetch('/things/one', json({ nonsense: 1 }, 'PUT'))).status, 422);
  assert.deepEqual(written, []);
});

test('a form with files reaches its handler unread, and nothing else does', async () => {
  written.length = 0;
  const form = new FormData();
  form.set('file', new Blob(['hello']), 'hello.txt');
  const answer = await house.fetch('/things/upload', { method: 'POST', body: form });
  assert.equal(answer.status, 201);
  assert.deepEqual(
    written.map(({ action, target }) => [action, target?.id]),
    [['thing.uploaded', 'new']],
  );
  assert.equal((await house.fetch('/things/upload', json({}, 'POST'))).status, 415);
  assert.equal((await house.fetch('/things/upload', { method: 'POST' })).status, 422);
});

test('a streamed body is JSON or anything else, and never longer than its limit, announced or not', async () => {
  const send = (body: string | ReadableStream) =>
    house.fetch('/things/import', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
      ...(body instanceof ReadableStream ? { duplex: 'half' as const } : {}),
    } as RequestInit);
  assert.deepEqual(await (await send('{"not": ')).json(), { length: 8 });
  const chunks = (count: number): ReadableStream =>
    Readable.toWeb(Readable.from(Array.from({ length: count }, () => Buffer.alloc(500)))) as ReadableStream;
  assert.deepEqual(await (await send(chunks(4))).json(), { length: 2000 });
  for (const body of ['x'.repeat(2001), chunks(5)]) {
    const answer = await send(body);
    assert.equal(answer.status, 413);
    assert.equal(((await answer.json()) as { code: string }).code, 'request.too_large');
  }
});

const long = JSON.stringify({ filling: 'x'.repeat(500_000) });

test('whoever waits is not taken for somebody who hung up, however long their body takes to be parsed', async () => {
  const answer = await house.fetch('/things/one/await', json(JSON.parse(long), 'POST'));
  assert.equal(answer.status, 200, await answer.clone().text());
  assert.deepEqual(await answer.json(), { isGivenUp: false });
});

/** A request of somebody who may hang up. */
function begin(path: string, length: number): Socket {
  const socket = connect(Number(house.url.port), house.url.hostname).on('error', () => undefined);
  socket.write(
    `POST /api/v1${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
  );
  return socket;
}

test('a call whose caller hung up is given up, also when that was while its body was parsed', async () => {
  const outcome = new Promise((resolve) => (told = resolve));
  const socket = begin('/things/abandoned/await', long.length);
  socket.end(long);
  assert.match(String(await outcome), /The caller hung up/);
});

test('a stream that was cut off while its caller was being let in ends with a refusal', async () => {
  const outcome = new Promise((resolve) => (told = resolve));
  gateWaitsFor = async ({ raw }) => {
    socket.destroy();
    if (!raw.destroyed) await new Promise((resolve) => raw.once('close', resolve));
  };
  const socket = begin('/things/import', 100);
  socket.write('12345');
  assert.equal(((await outcome) as Problem).code, 'request.malformed');
  gateWaitsFor = undefined;
});

test('the operations of a plain resource have the names, paths and words they would have if written out', () => {
  const { listSources, getSource, updateSource, restoreSource } = crudOperations({
    one: 'source',
    many: 'sources',
    tag: 'Sources',
    scope: 'organization',
    words: ['a source', 'sources'],
    shown: Thing,
    create: Thing,
    update: Thing.partial(),
    formerPath: '/ventures',
    idProblems: ['endpoint.deleted'],
  });
  // The compiler holds these literals; a client is typed from them.
  const id: 'sources.list' = listSources.id;
  assert.equal(id, 'sources.list');
  assert.deepEqual(getSource.problems, ['source.not_found', 'endpoint.deleted']);
  assert.deepEqual(updateSource.aliases, [
    { path: '/ventures/{id}', redirect: true },
    { method: 'PATCH' },
    { method: 'PATCH', path: '/ventures/{id}', redirect: true },
  ]);
  assert.equal(updateSource.audit, 'source.updated');
  assert.equal(restoreSource.path, '/sources/{id}/restore');
});

test('what a handler needs is read while the call is counted, and for nobody who is not let in', async () => {
  const call = (id: string, headers: Record<string, string> = { authorization: 'of somebody' }) =>
    house.fetch(`/things/${id}/call`, { method: 'POST', headers });

  // The count ends only after the read has begun: one after the other they would wait for ever.
  countingWaitsFor = new Promise((resolve) => (readBegins = resolve));
  const first = await call('one');
  assert.deepEqual([first.status, await first.json()], [200, { id: 'called', name: 'read as one' }]);
  countingWaitsFor = undefined;

  assert.equal((await call('two', {})).status, 403);
  assert.equal((await call('x'.repeat(21))).status, 422, 'an address that is not understood');
  assert.deepEqual(readAhead, ['one']);

  const unread = await call('unreadable');
  assert.equal(unread.status, 404, 'what could not be read is the answer');
  const tooMany = await call('unreadable');
  assert.equal(tooMany.status, 429, 'unless there were too many calls');
});

test('a person and an organization have only some downloads open at once, and are told before anything is done', async () => {
  const download = (id: string, authorization: string) =>
    house.fetch(`/things/${id}/download`, { headers: { authorization } });
  for (let at = 0; at < 5; at += 1) assert.equal((await download(`ann ${at}`, 'ann at acme')).status, 200);
  const sixth = await download('ann 5', 'ann at acme');
  assert.deepEqual([sixth.status, sixth.headers.get('retry-after')], [429, '5']);
  const { code, detail } = (await sixth.json()) as { code: string; detail: string };
  assert.equal(code, 'rate_limited');
  assert.match(detail, /You have 5 downloads open/);
  assert.ok(!downloads.has('ann 5'), 'nothing was begun for who was refused');

  for (const name of ['ben', 'cleo'])
    for (let at = 0; at < 5; at += 1)
      assert.equal((await download(`${name} ${at}`, `${name} at acme`)).status, 200);
  const ofAll = await download('dan 0', 'dan at acme');
  assert.equal(ofAll.status, 429);
  assert.match(
    ((await ofAll.json()) as { detail: string }).detail,
    /Your organization has 15 downloads open/,
  );
  assert.equal((await download('eve 0', 'eve at another')).status, 200, 'others wait for none of them');
  for (const { resolve } of downloads.values()) resolve();
});

test('a download that was taken or given up leaves its place to the next', async () => {
  const download = (id: string, signal?: AbortSignal) =>
    house.fetch(`/things/${id}/download`, {
      headers: { authorization: 'fay at home' },
      ...(signal ? { signal } : {}),
    });
  const untilLetIn = async (id: string): Promise<void> => {
    while ((await download(id)).status !== 200) await new Promise((resolve) => setImmediate(resolve));
  };
  const leaving = new AbortController();
  const open = await Promise.all(
    [0, 1, 2, 3, 4].map((at) => download(`fay ${at}`, at === 0 ? leaving.signal : undefined)),
  );
  assert.equal((await download('fay 5')).status, 429);
  downloads.get('fay 1')?.resolve();
  assert.equal(await open[1]?.text(), 'begun done');
  await untilLetIn('fay 6');
  assert.equal((await download('fay 7')).status, 429);
  leaving.abort();
  await untilLetIn('fay 8');
  for (const { resolve } of downloads.values()) resolve();
});
