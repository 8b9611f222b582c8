import assert from 'node:assert/strict';
import { test } from 'node:test';
import { despiteDeadlocks } from '#kernel/deadlocks';

const deadlock = (): Error =>
  new Error('Failed query', { cause: Object.assign(new Error('deadlock detected'), { code: '40P01' }) });

test('a transaction that the database ended for a deadlock is begun again, and not without end', async () => {
  let tries = 0;
  const done = await despiteDeadlocks(async () => {
    tries += 1;
    if (tries < 3) throw deadlock();
    return 'done';
  });
  assert.deepEqual([done, tries], ['done', 3]);
  await assert.rejects(
    despiteDeadlocks(() => Promise.reject(deadlock())),
    /Failed query/,
  );
});

test('whatever else fails is not tried again', async () => {
  let tries = 0;
  const failing = despiteDeadlocks(async () => {
    tries += 1;
    throw new Error('unique');
  });
  await assert.rejects(failing, /unique/);
  assert.equal(tries, 1);
});
