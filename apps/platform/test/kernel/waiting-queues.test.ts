import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { after, before, beforeEach, test } from 'node:test';
import { z } from 'zod';
import { createJobs, type JobDefinition } from '#kernel/jobs';
import { createLog } from '#kernel/log';
import { createWaitingQueues, type WaitingQueues } from '#kernel/waiting-queues';
import { openTestDatabase, type OpenedDatabase } from '../support/database.ts';

const log = createLog('debug', new Writable({ write: (_chunk, _encoding, done) => done() }));
const [first, second] = ['first', 'second'].map((name): JobDefinition<{ of: string }> => ({
  name,
  payload: z.object({ of: z.string() }),
})) as [JobDefinition<{ of: string }>, JobDefinition<{ of: string }>];

let opened: OpenedDatabase;
/** In a process that takes no jobs, so that what waits goes on waiting. */
let jobs: ReturnType<typeof createJobs>;
let looks: number;
let time: number;
let waiting: WaitingQueues;

before(async () => {
  opened = await openTestDatabase(log);
  jobs = createJobs({ database: opened.database, log, isWorker: false });
  for (const definition of [first, second]) jobs.work(definition, async () => undefined);
  await jobs.start();
});
after(async () => {
  await jobs.stop();
  await opened.database.close();
  await opened.drop();
});
beforeEach(async () => {
  await opened.database.executeSql('delete from "jobs"."job"');
  looks = 0;
  time = 0;
  waiting = createWaitingQueues({
    database: {
      executeSql: (text, values) => {
        looks += 1;
        return opened.database.executeSql(text, values);
      },
    },
    names: () => [first.name, second.name],
    now: () => time,
  });
});

const enqueue = (definition: typeof first) =>
  opened.database.system((tx) => jobs.enqueue(tx, definition, { of: 'one' }));
const both = () => Promise.all([waiting.has(first.name), waiting.has(second.name)]);

test('one look at all queues answers everybody who asks about the same time', async () => {
  await enqueue(second);
  assert.deepEqual([await both(), await both(), looks], [[false, true], [false, true], 1]);
});

test('what is announced is seen at once, and what is announced to nobody a little later', async () => {
  assert.deepEqual(await both(), [false, false]);
  await enqueue(first);
  waiting.forget();
  assert.deepEqual([await both(), looks], [[true, false], 2]);
  await enqueue(second);
  time += 499;
  assert.deepEqual([await both(), looks], [[true, false], 2]);
  time += 1;
  assert.deepEqual([await both(), looks], [[true, true], 3]);
});

test('a look that began before an announcement answers nobody who asks after it', async () => {
  const before = waiting.has(first.name);
  await enqueue(first);
  waiting.forget();
  const behind = waiting.has(first.name);
  await before;
  assert.deepEqual([await behind, await waiting.has(first.name), looks], [true, true, 2]);
});

test('a look that failed is told to who asked, and the next one looks again', async () => {
  let isBroken = true;
  const shaken = createWaitingQueues({
    database: {
      executeSql: (text, values) =>
        isBroken ? Promise.reject(new Error('gone')) : opened.database.executeSql(text, values),
    },
    names: () => [first.name],
    now: () => 0,
  });
  await assert.rejects(shaken.has(first.name), /gone/);
  isBroken = false;
  assert.equal(await shaken.has(first.name), false);
});
