import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { mock, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Problem } from '@sonde/server-kit';
import fc from 'fast-check';
import type { Answer } from '#kernel/http';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Database, Tx } from '#kernel/database';
import { createLog } from '#kernel/log';
import { createOtlpReceiver, createRoom, createTraces, type NewSpan } from '#traces';

const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_122);
const organizationId = '01890a5d-ac96-774b-bcce-b302099a8057';

function receiver(options: Parameters<typeof createRoom>[0] = {}, hold: Promise<void> = Promise.resolve()) {
  const kept: NewSpan[] = [];
  const receive = createOtlpReceiver({
    room: createRoom(options),
    store: async (_organization, spans) => {
      await hold;
      kept.push(...spans);
    },
  });
  return {
    kept,
    send: (
      body: Buffer,
      type = 'application/x-protobuf',
      encoding?: string,
      from = organizationId,
    ): Promise<Answer> =>
      receive({
        organizationId: from,
        projectId: organizationId,
        headers: { 'content-type': type, ...(encoding ? { 'content-encoding': encoding } : {}) },
        stream: Readable.from([body]),
      }),
  };
}

const field = (number: number, content: Buffer): Buffer => {
  const head = [(number << 3) | 2];
  for (let rest = content.length; ; rest = Math.floor(rest / 128)) {
    head.push(rest >= 128 ? (rest % 128) | 0x80 : rest);
    if (rest < 128) return Buffer.concat([Buffer.from(head), content]);
  }
};
const fixed = (number: number, value: bigint): Buffer => {
  const bytes = Buffer.alloc(9);
  bytes[0] = (number << 3) | 1;
  bytes.writeBigUInt64LE(value, 1);
  return bytes;
};
const start = 1_780_000_000_000_000_000n;
const span = (...more: Buffer[]): Buffer =>
  Buffer.concat([
    field(1, Buffer.alloc(16, 7)),
    field(2, Buffer.alloc(8, 9)),
    field(5, Buffer.from('chat')),
    fixed(7, start),
    fixed(8, start + 2_500_000n),
    ...more,
  ]);
const text = (key: string, value: string): Buffer =>
  Buffer.concat([field(1, Buffer.from(key)), field(2, field(1, Buffer.from(value)))]);
const request = (spans: Buffer): Buffer =>
  field(1, Buffer.concat([field(1, field(1, text('service.name', 'shop'))), field(2, field(2, spans))]));

test('a span of protobuf is read whole: ids, times, attributes of every kind, and its resource', async () => {
  const { kept, send } = receiver();
  const int = Buffer.concat([
    field(1, Buffer.from('int')),
    field(2, Buffer.from([0x18, ...Array(9).fill(0xff), 0x01])),
  ]);
  const list = Buffer.concat([
    field(1, Buffer.from('list')),
    field(2, field(5, field(1, Buffer.from([0x10, 0x01])))),
  ]);
  const map = Buffer.concat([field(1, Buffer.from('map')), field(2, field(6, field(1, text('a', 'b'))))]);
  const answer = await send(
    request(span(field(9, int), field(9, list), field(9, map), field(15, Buffer.from([0x18, 2])))),
  );
  assert.deepEqual([answer.status, (answer.body as Buffer).length], [200, 0]);
  const [found] = kept;
  assert.deepEqual(
    [found?.traceId, found?.spanId, found?.durationMs, found?.status, found?.service],
    ['07'.repeat(16), '09'.repeat(8), 2.5, 'error', 'shop'],
  );
  const { resource: _, ...attributes } = found?.attributes ?? {};
  assert.deepEqual(attributes, { int: -1, list: [true], map: { a: 'b' } });
});

test('whatever bytes come, they are read or refused in the words of the protocol', async () => {
  const { send } = receiver();
  const whole = request(span(field(9, text('gen_ai.prompt', 'Hello'))));
  const broken = fc.oneof(
    fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
    fc.tuple(fc.nat(whole.length - 1), fc.nat(255)).map(([at, value]) => {
      const copy = Buffer.from(whole);
      copy[at] = value;
      return copy;
    }),
    fc.nat(whole.length).map((length) => whole.subarray(0, length)),
  );
  await fc.assert(
    fc.asyncProperty(broken, async (bytes) => {
      const { status } = await send(bytes);
      assert.ok(status === 200 || status === 400, String(status));
    }),
    { seed, numRuns: 2_000 },
  );
  await fc.assert(
    fc.asyncProperty(fc.json({ maxDepth: 8 }), async (json) => {
      const done = await send(
        Buffer.from(`{"resourceSpans":[{"scopeSpans":[{"spans":[${json}]}]}]}`),
        'application/json',
      ).catch((error: unknown) => error);
      assert.ok(done instanceof Problem ? done.kind === 'malformed' : (done as Answer).status === 200);
    }),
    { seed, numRuns: 500 },
  );
});

test('values within values without end are cut, not followed', async () => {
  let nested = field(1, Buffer.from('x'));
  for (let depth = 0; depth < 5_000; depth += 1) nested = field(5, field(1, nested));
  const { kept, send } = receiver();
  const attribute = Buffer.concat([field(1, Buffer.from('deep')), field(2, nested)]);
  assert.equal((await send(request(span(field(9, attribute))))).status, 200);
  assert.ok(JSON.stringify(kept[0]?.attributes).length < 500);
});

test('beyond what there is room for, senders are told to come again, and what was acknowledged is kept', async () => {
  let release = (): void => undefined;
  const hold = new Promise<void>((resolve) => (release = resolve));
  const { kept, send } = receiver({ mostVisits: 3 }, hold);
  const body = gzipSync(request(span()));
  const sendFrom = (from: string): Promise<Answer> => send(body, 'application/x-protobuf', 'gzip', from);
  const answers = ['one', 'one', 'two', 'one', 'two', 'three'].map(sendFrom);
  const refused = await Promise.all(answers.slice(3));
  for (const { status, headers } of refused) assert.deepEqual([status, headers['retry-after']], [503, '2']);
  release();
  assert.deepEqual(
    (await Promise.all(answers.slice(0, 3))).map(({ status }) => status),
    [200, 200, 200],
  );
  assert.equal(kept.length, 3);
  assert.equal((await send(body, 'application/x-protobuf', 'gzip')).status, 200, 'there is room again');
  const own = receiver({ shareBytes: 1_000 });
  const large = gzipSync(request(span(field(9, text('a', 'b'.repeat(5_000))))));
  assert.equal((await own.send(large, 'application/x-protobuf', 'gzip')).status, 429);
  assert.equal((await own.send(body, 'application/x-protobuf', 'gzip')).status, 200);
});

test('requests of one organization that trickle, however many, keep out those of no other', async () => {
  let release = (): void => undefined;
  const hold = new Promise<void>((resolve) => (release = resolve));
  const { send } = receiver({ mostVisits: 16 }, hold);
  const answers = Array.from({ length: 40 }, () => send(request(span())));
  assert.equal((await answers.at(-1))?.status, 429);
  const other = send(request(span()), 'application/x-protobuf', undefined, 'another');
  release();
  assert.equal((await other).status, 200);
});

test('a hundred requests of one organization are read in turns with the one of another', async () => {
  const order: string[] = [];
  const receive = createOtlpReceiver({
    room: createRoom(),
    store: async (from) => void order.push(from),
  });
  const send = (from: string): Promise<Answer> =>
    receive({
      organizationId: from,
      projectId: organizationId,
      headers: { 'content-type': 'application/x-protobuf' },
      stream: Readable.from([request(span())]),
    });
  await Promise.all([...Array.from({ length: 100 }, () => send('many')), send('one')]);
  assert.ok(order.indexOf('one') < 10, `It came after ${order.indexOf('one')} others.`);
});

test('gzip that unpacks to more than a request may hold is given up on the way', async () => {
  const { kept, send } = receiver();
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  assert.equal((await send(bomb, 'application/x-protobuf', 'gzip')).status, 413);
  assert.equal((await send(bomb.subarray(0, 500), 'application/x-protobuf', 'gzip')).status, 400);
  assert.deepEqual(kept, []);
});

// Two bytes each, and each once cost as much as reading hundreds: eight kilobytes, unpacked, kept the process busy for seconds.
test('a million groups of nothing are refused, and of a span of a million fields the beginning is read', async () => {
  const { kept, send } = receiver();
  const million = (piece: Buffer): Buffer => Buffer.alloc(2_000_000, piece);
  assert.equal((await send(million(field(1, Buffer.alloc(0))))).status, 413);
  assert.equal((await send(field(1, million(field(2, Buffer.alloc(0)))))).status, 413);
  const groups = (inner: string): Buffer => Buffer.from(`{"resourceSpans":[${inner}]}`);
  for (const empty of ['{},'.repeat(500_000) + '{}', `{"scopeSpans":[${'{},'.repeat(500_000)}{}]}`])
    await assert.rejects(send(groups(empty), 'application/json'), { code: 'request.too_large' });
  assert.equal(kept.length, 0);
  const unknown = million(Buffer.from([0x70, 0]));
  assert.equal((await send(request(span(unknown, field(9, text('late', 'x')))))).status, 200);
  assert.deepEqual(Object.keys(kept[0]?.attributes ?? {}), ['resource'], 'what comes after them is not read');
  const attribute = field(9, Buffer.concat([text('key', 'value'), million(Buffer.from([0x70, 0]))]));
  const several = request(Buffer.concat([span(attribute), field(2, Buffer.alloc(0))]));
  assert.equal((await send(several)).status, 200);
});

test('a million fields beside the spans are refused like groups, wherever they stand', async () => {
  const { kept, send } = receiver();
  const million = (piece: Buffer): Buffer => Buffer.alloc(2_000_000, piece);
  const unknown = million(Buffer.from([0x70, 0]));
  const resources = million(field(1, Buffer.alloc(0)));
  for (const body of [unknown, field(1, unknown), field(1, resources), field(1, field(2, unknown))])
    assert.equal((await send(body)).status, 413);
  assert.equal(kept.length, 0);
});

test('as many spans as a request may bring are kept, each with a resource and a scope of its own', async () => {
  const { kept, send } = receiver();
  const schema = field(3, Buffer.from('https://example.org/schema'));
  const scope = Buffer.concat([field(1, Buffer.from([0x0a, 0])), field(2, span()), schema]);
  const one = field(
    1,
    Buffer.concat([field(1, field(1, text('service.name', 'shop'))), field(2, scope), schema]),
  );
  assert.equal((await send(Buffer.concat(Array.from({ length: 10_000 }, () => one)))).status, 200);
  assert.equal(kept.length, 10_000);
  assert.equal((await send(Buffer.concat(Array.from({ length: 10_001 }, () => one)))).status, 413);
});

test('others are served between resources, also where no span follows them', async (t) => {
  const { send } = receiver();
  // Every look at the clock finds the time at once over.
  let now = 0;
  t.after(() => mock.restoreAll());
  mock.method(performance, 'now', () => (now += 1_000));
  let served = 0;
  let isOver = false;
  const serve = (): void => {
    served += 1;
    if (!isOver) setImmediate(serve);
  };
  setImmediate(serve);
  const answer = await send(
    field(1, Buffer.concat(Array.from({ length: 100 }, () => field(1, field(1, text('a', 'b')))))),
  );
  isOver = true;
  assert.equal(answer.status, 200);
  assert.ok(served >= 100, `${served} times`);
});

test('a span is kept as far as it is short where it is stored: a control character takes six there, an emoji two', async () => {
  const { kept, send } = receiver();
  const four = (value: string): Buffer =>
    request(span(...['a', 'b', 'c', 'd'].map((key) => field(9, text(key, value)))));
  assert.equal((await send(four('\u0001'.repeat(65_000)))).status, 200);
  const stored = JSON.stringify(kept[0]?.attributes).length;
  assert.ok(stored > 200_000 && stored < 263_000, String(stored));
  const smiles = '\u{1F600}'.repeat(16_000);
  assert.equal((await send(four(smiles))).status, 200);
  for (const key of ['a', 'b', 'c', 'd']) assert.ok(kept[1]?.attributes[key] === smiles, key);
});

test('a resource counts for each span that takes it along', async () => {
  const { kept, send } = receiver();
  const many = (count: number): Buffer =>
    field(
      1,
      Buffer.concat([
        field(1, field(1, text('process.command_line', 'x'.repeat(60_000)))),
        ...Array.from({ length: count }, () => field(2, field(2, span()))),
      ]),
    );
  assert.equal((await send(many(500))).status, 200);
  assert.equal(kept.length, 500);
  assert.equal((await send(many(600))).status, 413);
  const inJson = (count: number): Buffer =>
    Buffer.from(
      JSON.stringify({
        resourceSpans: [
          {
            resource: { attributes: [{ key: 'a', value: { stringValue: 'x'.repeat(60_000) } }] },
            scopeSpans: [{ spans: Array.from({ length: count }, () => ({})) }],
          },
        ],
      }),
    );
  assert.equal((await send(inJson(500), 'application/json')).status, 200);
  await assert.rejects(send(inJson(600), 'application/json'), { code: 'request.too_large' });
});

test('spans are written in parts by their size, and everybody else is served before each', async (t) => {
  const dialect = new PgDialect();
  const sizes: number[] = [];
  let served = 0;
  const tx = {
    execute: async (query: Parameters<Tx['execute']>[0]) => {
      sizes.push(JSON.stringify(dialect.sqlToQuery(query).params).length);
      const before = served;
      setImmediate(() => (served = before + 1));
      return { rows: [] };
    },
  } as unknown as Tx;
  const database = {
    tenant: (_organization: string, work: (tx: Tx) => Promise<unknown>) => work(tx),
  } as unknown as Database;
  const traces = createTraces({ database, clock: Date, log: createLog('silent') });
  const { kept, send } = receiver();
  for (const at of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const loud = field(9, text('a', '\u0001'.repeat(20_000)));
    assert.equal(
      (await send(request(Buffer.concat([span(loud), field(2, Buffer.alloc(8, at))])))).status,
      200,
    );
  }
  let now = 0;
  t.after(() => mock.restoreAll());
  mock.method(performance, 'now', () => (now += 1_000));
  await traces.report(organizationId, kept);
  assert.equal(sizes.length, 4, `of two each: ${sizes.join(', ')}`);
  assert.ok(served >= 3, `${served} times`);
});

/** A list that takes two bytes for each of its values, and one that takes four for each object. */
const listOf = (count: number, value: Buffer): Buffer =>
  Buffer.concat([field(1, Buffer.from('l')), field(2, field(5, Buffer.concat(Array(count).fill(value))))]);

test('of all values of a request together as many are kept as of one in JSON, wherever they stand', async () => {
  const most = 200_000;
  const each = 1_000;
  const emptyObject = field(1, field(6, Buffer.alloc(0)));
  const full = span(field(9, listOf(each - 1, emptyObject)));
  const ofSpans = (count: number): Buffer =>
    field(1, field(2, Buffer.concat(Array(count).fill(field(2, full)))));
  const fullResource = field(1, field(1, listOf(each - 1, emptyObject)));
  const ofResources = (count: number): Buffer =>
    Buffer.concat(Array(count).fill(field(1, Buffer.concat([fullResource, field(2, field(2, span()))]))));
  const sharedBySpans = field(
    1,
    Buffer.concat([fullResource, field(2, Buffer.concat(Array(500).fill(field(2, span()))))]),
  );
  const { kept, send } = receiver();
  for (const body of [ofSpans(most / each), ofResources(most / each), sharedBySpans])
    assert.equal((await send(body)).status, 200);
  const before = kept.length;
  for (const body of [ofSpans(most / each + 1), ofResources(most / each + 1)]) {
    const refused = await send(body);
    assert.equal(refused.status, 413);
    assert.match(String(refused.body), /more than 200000 values/);
  }
  assert.equal(kept.length, before);
});
