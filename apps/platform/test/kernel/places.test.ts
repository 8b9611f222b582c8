import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPlaces } from '#kernel/places';

/** Work that ends when it is told to; who has begun, in order. */
function house(count: number, patience?: { ms: number; tooLong: () => Error }) {
  const places = createPlaces({ count, ...(patience ? { patience } : {}) });
  const begun: string[] = [];
  const underWay: { of: string; end: () => void }[] = [];
  const come = (of: string): Promise<void> =>
    places.take(of, () => {
      begun.push(of);
      return new Promise((resolve) => underWay.push({ of, end: resolve }));
    });
  const end = async (of: string): Promise<void> => {
    const index = underWay.findIndex((one) => one.of === of);
    underWay.splice(index, 1)[0]?.end();
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  return { places, begun, come, end, inside: (of: string) => underWay.filter((one) => one.of === of).length };
}

test('whoever comes alone gets most places, and never the last', () => {
  for (const [count, most] of [
    [2, 1],
    [3, 2],
    [10, 7],
    [20, 14],
  ] as const) {
    const { come, inside } = house(count);
    for (let time = 0; time < 2 * count; time += 1) void come('a');
    assert.equal(inside('a'), most, `of ${count}`);
    void come('b');
    assert.equal(inside('b'), 1);
  }
});

test('of several who take what they can, each later one still gets a place', () => {
  const { come, inside } = house(10);
  for (const who of ['a', 'b', 'c']) for (let time = 0; time < 30; time += 1) void come(who);
  assert.deepEqual(['a', 'b', 'c'].map(inside), [7, 2, 1]);
});

test('those who wait take turns, however many each has brought', async () => {
  const { come, end, begun, places } = house(1);
  for (const who of ['a', 'a', 'a', 'a', 'b', 'c', 'b']) void come(who);
  for (const who of ['a', 'a', 'b', 'c', 'a', 'b']) await end(who);
  assert.deepEqual(begun, ['a', 'a', 'b', 'c', 'a', 'b', 'a']);
  assert.equal(places.waiting(), 0);
});

test('a place is free again after work that failed', async () => {
  const { places } = house(1);
  await assert.rejects(
    places.take('a', () => Promise.reject(new Error('failed'))),
    /failed/,
  );
  assert.equal(await places.take('b', () => Promise.resolve('done')), 'done');
});

test('who has waited too long is sent away, and takes no place of those behind', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { come, end, begun, places } = house(1, { ms: 5_000, tooLong: () => new Error('too long') });
  void come('a');
  const waited = come('b');
  t.mock.timers.tick(4_999);
  void come('c');
  t.mock.timers.tick(1);
  await assert.rejects(waited, /too long/);
  assert.equal(places.waiting(), 1);
  await end('a');
  assert.deepEqual(begun, ['a', 'c']);
});
