import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createSlowWork } from '#kernel/slow-work';

/** Work takes what it says, and a rest ends when it is told to. */
function bench() {
  let nowMs = 0;
  const done: string[] = [];
  const rests: { readonly ms: number; end(): void }[] = [];
  const slowWork = createSlowWork({
    now: () => nowMs,
    rest: (ms) => new Promise((end) => rests.push({ ms, end })),
  });
  const ask = (of: string, name: string, takesMs: number) =>
    slowWork(of, () => {
      nowMs += takesMs;
      done.push(name);
      return name;
    });
  return { ask, done, rests, rested: () => rests.map(({ ms }) => ms) };
}

test('after work that took long everybody else has as long, and then comes the next of the same organization', async () => {
  const { ask, done, rests, rested } = bench();
  const all = ['a', 'b', 'c'].map((name) => ask('one', name, 300));
  await setImmediate();
  assert.deepEqual(done, ['a']);
  assert.deepEqual(rested(), [300]);
  rests[0]?.end();
  await setImmediate();
  assert.deepEqual(done, ['a', 'b']);
  rests[1]?.end();
  await setImmediate();
  assert.deepEqual(await Promise.all(all), ['a', 'b', 'c']);
});

test('whoever has no such work waits for nobody', async () => {
  const { ask, done } = bench();
  void ask('one', 'a', 500);
  void ask('one', 'b', 500);
  assert.equal(await ask('two', 'quick', 0), 'quick');
  assert.deepEqual(done, ['a', 'quick']);
});

test('all who have long work leave half of the thread together', async () => {
  const { ask, rested } = bench();
  for (const name of ['one', 'two', 'three']) void ask(name, name, 100);
  await setImmediate();
  assert.deepEqual(rested(), [100, 300, 500]);
});

test('short work is done at once, and much of it that comes at the same moment gives way as long work does', async () => {
  const { ask, done, rested } = bench();
  for (let count = 0; count < 50; count += 1) void ask('one', `unnoticed ${count}`, 0.125);
  assert.equal(done.length, 50);
  for (let count = 0; count < 9; count += 1) void ask('one', `short ${count}`, 3);
  await setImmediate();
  await setImmediate();
  assert.equal(done.length, 54);
  assert.deepEqual(rested(), [9]);
});

test('work that fails fails for whoever asked, and the next is done all the same', async () => {
  const slowWork = createSlowWork();
  const failing = slowWork('one', () => {
    for (const since = performance.now(); performance.now() - since < 10;);
    throw new Error('of the work');
  });
  const next = slowWork('one', () => 'done');
  await assert.rejects(failing, /of the work/);
  assert.equal(await next, 'done');
});
