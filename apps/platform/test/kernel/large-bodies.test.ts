import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { basePath } from '@sonde/contract';
import { createLargeBodies, makeRoom, roomOf } from '../../src/kernel/http/large-bodies.ts';
import { startPlatform, type SignedUp, type TestPlatform } from '../support/platform.ts';

const megabyte = 1024 * 1024;

describe('room for large bodies', () => {
  test('is shared by all, of whom none has more than a share', () => {
    const bodies = createLargeBodies({ totalBytes: 100, shareBytes: 60 });
    const first = bodies.take('a', 60);
    assert.equal(typeof first, 'function');
    assert.equal(bodies.take('a', 1), 'own share');
    assert.equal(typeof bodies.take('b', 40), 'function');
    assert.equal(bodies.take('c', 1), 'all');
    assert.ok(typeof first === 'function');
    first();
    first();
    assert.equal(typeof bodies.take('c', 60), 'function', 'what is given back counts once');
    assert.equal(bodies.take('a', 1), 'all');
  });

  test('is not used up by two: whoever has some of it leaves as much to others', () => {
    const bodies = createLargeBodies({ totalBytes: 256, shareBytes: 128 });
    const taken = (of: string): number => {
      let count = 0;
      while (typeof bodies.take(of, 32) === 'function') count += 1;
      return count;
    };
    assert.deepEqual(
      ['alone', 'second', 'third', 'fourth'].map((of) => taken(of)),
      [4, 2, 1, 1],
    );
  });

  test('is not used up by one member of an organization: they leave some of its share to the others', () => {
    const bodies = createLargeBodies({ totalBytes: 256, shareBytes: 128 });
    const taken = (by: string): number => {
      let count = 0;
      while (typeof bodies.take('a', 32, by) === 'function') count += 1;
      return count;
    };
    assert.equal(taken('one'), 3);
    const other = bodies.take('a', 32, 'other');
    assert.ok(typeof other === 'function');
    assert.equal(bodies.take('a', 1, 'other'), 'own share', 'of the organization');
    other();
    assert.equal(bodies.take('a', 1, 'one'), 'own share', 'of the person, still');
    assert.equal(typeof bodies.take('a', 1, 'other'), 'function');
  });

  /** A request whose caller hangs up when told. */
  function arriving(bodies: ReturnType<typeof createLargeBodies>, bytes: number) {
    const request = {} as Parameters<typeof roomOf>[0];
    const raw = new EventEmitter();
    // Of whom an organization has four, who take turns.
    makeRoom(bodies, { key: 'a', userId: 'one', bytes, request, reply: { raw } as never });
    const room = roomOf(request);
    assert.ok(room);
    return { room, hangUp: () => raw.emit('close') };
  }

  test('is taken until the work is over, also when the caller has hung up', () => {
    const bodies = createLargeBodies({
      totalBytes: 10 * megabyte,
      shareBytes: 10 * megabyte,
      personBytes: 10 * megabyte,
    });
    const { room, hangUp } = arriving(bodies, 8 * megabyte);
    const parsed = room.hold();
    hangUp();
    const handled = room.hold();
    parsed();
    parsed();
    assert.equal(bodies.take('a', 8 * megabyte), 'own share');
    handled();
    assert.equal(typeof bodies.take('a', 8 * megabyte), 'function');
  });

  test('is what a body becomes, and a small one that becomes much takes it as well', () => {
    const bodies = createLargeBodies({
      totalBytes: 20 * megabyte,
      shareBytes: 20 * megabyte,
      personBytes: 20 * megabyte,
    });
    const { room, hangUp } = arriving(bodies, megabyte / 2);
    room.grow(megabyte);
    assert.equal(typeof bodies.take('b', 2 * megabyte), 'function');
    room.grow(8 * megabyte);
    assert.equal(bodies.take('c', 11 * megabyte), 'all');
    assert.throws(() => arriving(bodies, 11 * megabyte), { code: 'service.unavailable' });
    hangUp();
    assert.equal(typeof bodies.take('c', 11 * megabyte), 'function');
  });
});

describe('large bodies on their way to the platform', () => {
  let platform: TestPlatform;
  let owner: SignedUp;
  let stranger: SignedUp;
  let url: URL;
  const open: ClientRequest[] = [];

  before(async () => {
    platform = await startPlatform();
    url = new URL(await platform.listen());
    owner = await platform.signUp();
    stranger = await platform.signUp();
  });
  after(async () => {
    for (const asked of open) asked.destroy();
    await platform.close();
  });

  /** Announces a body and sends none of it. */
  function announce(by: SignedUp, headers: Record<string, string>): Promise<IncomingMessage> {
    const asked = request({
      host: url.hostname,
      port: url.port,
      method: 'POST',
      path: `${basePath}/endpoints/test`,
      headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/json', ...headers },
    });
    open.push(asked);
    asked.flushHeaders();
    return once(asked, 'response').then(([answer]: IncomingMessage[]) => {
      assert.ok(answer);
      answer.resume();
      return answer;
    });
  }

  /** The status of a request whose body is sent, and judged where it is read. */
  async function send(by: SignedUp, bytes: number): Promise<number> {
    const answer = await fetch(new URL(`${basePath}/endpoints/test`, url), {
      method: 'POST',
      headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ filling: 'x'.repeat(bytes) }),
    });
    await answer.arrayBuffer();
    return answer.status;
  }

  test('of more values than any may hold are refused, whatever their length allows', async () => {
    const answer = await fetch(new URL(`${basePath}/endpoints/test`, url), {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      body: `{"input_data":{"input":"x","a":[${'{},'.repeat(1_000_000)}{}]}}`,
    });
    assert.equal(answer.status, 413);
    const problem = (await answer.json()) as { code: string; detail: string };
    assert.equal(problem.code, 'request.too_large');
    assert.match(problem.detail, /200000 values/);
  });

  test('beyond a share are refused before they are read, and have room again when the others are gone', async () => {
    const announced = [
      ...Array.from({ length: 4 }, () => announce(owner, { 'content-length': String(31 * megabyte) })),
      // Without a length it may be the largest there is.
      announce(owner, { 'transfer-encoding': 'chunked' }),
    ];
    const refused = await Promise.any(announced);
    assert.equal(refused.statusCode, 429);
    assert.equal(refused.headers['retry-after'], '5');
    assert.equal(await send(owner, 2 * megabyte), 422, 'what still fits is judged by its content');
    assert.equal(await send(owner, 8 * megabyte), 429);
    assert.equal(await send(owner, 1_000), 422, 'small ones need no room');
    assert.equal(await send(stranger, 8 * megabyte), 422, 'another organization has a share of its own');

    for (const asked of open) asked.destroy();
    await Promise.allSettled(announced);
    let status = await send(owner, 8 * megabyte);
    for (let attempt = 0; attempt < 4800 && status === 429; attempt += 1)
      status = await send(owner, 8 * megabyte);
    assert.equal(status, 422);
  });
});
