import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createThreadedReader } from '../../../src/modules/autoconfigure/threaded-reader.ts';

const request = (text: string) => ({
  text,
  url: 'https://bot.example/chat',
  method: undefined,
  authToken: undefined,
  secrets: new Set<string>(),
});
const readable = `curl https://bot.example/chat -d '{"message": "Hello?"}'`;
/** A whole document is read whole, whatever its size; no route lets one in that is a tenth as long. */
const endless = `openapi: 3.0.0\n${Array.from({ length: 200_000 }, (_none, index) => `x${index}: {a: [b, ${index}]}\n`).join('')}`;

test('what takes too long to read counts as unreadable, and what waits behind it is read', async () => {
  const givenUp: string[] = [];
  const reader = createThreadedReader({ computingMs: 1_000, onGivenUp: (step) => givenUp.push(step) });
  after(() => reader.close());
  await reader.warm();
  const slow = reader.read(request(endless));
  const behind = reader.read(request(readable));
  // The thread that answers everybody else goes on meanwhile.
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(await slow, undefined);
  assert.deepEqual(givenUp, ['read']);
  assert.equal((await behind)?.hypothesis.method, 'POST');
});

test('a text is read however long that takes by the clock, on a machine that is busy with other things', async () => {
  const reader = createThreadedReader({ computingMs: 1, computedMs: async () => 0 });
  after(() => reader.close());
  assert.equal((await reader.read(request(readable)))?.hypothesis.method, 'POST');
});

test('what is nested too deeply for the thread counts as unreadable, and what waits behind it is read', async () => {
  const givenUp: string[] = [];
  const reader = createThreadedReader({ onGivenUp: (step) => givenUp.push(step) });
  after(() => reader.close());
  const depths = [5000, 20_000, 50_000];
  const asked = depths.map((depth) => {
    const beside: object = JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
    const nested = { ...request(readable), beside };
    // Before the thread is there, and when it is.
    return reader.read(nested);
  });
  const behind = reader.read(request(readable));
  assert.deepEqual(await Promise.all(asked), [undefined, undefined, undefined]);
  assert.deepEqual(givenUp, ['read', 'read', 'read']);
  assert.equal((await behind)?.hypothesis.method, 'POST');
});

test('organizations take turns, also with the one that is read just now, and who has hung up is not read', async () => {
  const reader = createThreadedReader();
  after(() => reader.close());
  const order: string[] = [];
  const hungUp = AbortSignal.abort(new Error('The caller hung up.'));
  const ask = (organizationId: string, name: string, signal?: AbortSignal) =>
    reader.read(request(readable), { organizationId, signal }).then(
      () => order.push(name),
      (error: unknown) => order.push(`${name}: ${String(error)}`),
    );
  await Promise.all([
    ask('a', 'a1'),
    ask('a', 'a2'),
    ask('a', 'a3'),
    ask('b', 'b1'),
    ask('c', 'c1', hungUp),
    ask('b', 'b2'),
    ask('d', 'd1'),
  ]);
  assert.deepEqual(order, ['a1', 'b1', 'a2', 'c1: Error: The caller hung up.', 'd1', 'b2', 'a3']);
});

test('a reader that is closed while it makes itself ready does not call that a fault', async () => {
  const reader = createThreadedReader();
  await Promise.all([reader.warm(), reader.close()]);
});

test('a reader that is closed in the middle of a paste says so, and holds nothing open', async () => {
  const reader = createThreadedReader();
  const refused = [request(endless), request(readable)].map((wish) =>
    assert.rejects(reader.read(wish), /closed/),
  );
  await reader.close();
  await Promise.all(refused);
});
