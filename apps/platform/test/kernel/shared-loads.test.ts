import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSharedLoads } from '#kernel/shared-loads';

test('nobody is given a read that began before they asked, and those who wait share one', async () => {
  const share = createSharedLoads<number>();
  const finish: (() => void)[] = [];
  let began = 0;
  const load = (): Promise<number> => {
    const number = (began += 1);
    return new Promise((resolve) => finish.push(() => resolve(number)));
  };
  const first = share('a', load);
  const waiting = [share('a', load), share('a', load), share('a', load)];
  const other = share('b', load);
  assert.equal(began, 2, 'the waiting ones have not begun');
  for (const done of finish.splice(0)) done();
  assert.deepEqual([await first, await other], [1, 2]);
  while (finish.length === 0) await Promise.resolve();
  const late = share('a', load);
  finish.splice(0).forEach((done) => done());
  assert.deepEqual(await Promise.all(waiting), [3, 3, 3]);
  while (finish.length === 0) await Promise.resolve();
  finish.splice(0).forEach((done) => done());
  assert.equal(await late, 4);
});

test('a read that fails fails for those who shared it and for nobody after', async () => {
  const share = createSharedLoads<number>();
  const failed = share('a', () => Promise.reject(new Error('away')));
  const next = share('a', () => Promise.resolve(2));
  await assert.rejects(failed, /away/);
  assert.equal(await next, 2);
  assert.equal(await share('a', () => Promise.resolve(3)), 3);
});
