import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { after, before, test } from 'node:test';
import { z } from 'zod';
import { createJobs, type JobDefinition, type Jobs } from '#kernel/jobs';
import { createLog } from '#kernel/log';
import { waitForTurn } from '#kernel/wait-for-turn';
import { openTestDatabase, type OpenedDatabase } from '../support/database.ts';

const log = createLog('debug', new Writable({ write: (_chunk, _encoding, done) => done() }));
const definition: JobDefinition<{ group: string }> = {
  name: 'long-work',
  payload: z.object({ group: z.string() }),
  concurrency: 4,
  perGroup: 3,
};

const shared: JobDefinition<{ group: string }> = {
  ...definition,
  name: 'shared-work',
  concurrency: 2,
  perGroup: 1,
};
const single: JobDefinition<{ group: string }> = { ...definition, name: 'single-work', perGroup: 1 };
const eager: JobDefinition<{ group: string }> = { ...shared, name: 'eager-work' };
const steady: JobDefinition<{ group: string }> = { ...shared, name: 'steady-work' };
const membered: JobDefinition<{ group: string }> = { ...shared, name: 'membered-work', concurrency: 1 };
const retried: JobDefinition<{ group: string }> = { ...shared, name: 'retried-work' };

let opened: OpenedDatabase;
let workers: Jobs[];
const running = new Map<string, (() => void)[]>();
const done = new Map<string, number>();
let most = 0;
/** In which order jobs of a kind have begun, and what lets those end that run. */
const kinds = new Map<string, { readonly order: string[]; readonly endings: (() => void)[] }>();
function seen({ name }: typeof shared) {
  const kind = kinds.get(name) ?? { order: [], endings: [] };
  kinds.set(name, kind);
  return kind;
}
let singles = 0;
let mostSingles = 0;
let singlesDone = 0;

before(async () => {
  opened = await openTestDatabase(log);
  workers = [1, 2].map(() => createJobs({ database: opened.database, log, isWorker: true }));
  for (const worker of workers) {
    worker.work(definition, async ({ group }) => {
      const ends = running.get(group) ?? [];
      running.set(group, ends);
      await new Promise<void>((end) => {
        ends.push(end);
        if (group === 'busy') most = Math.max(most, ends.length);
      });
      done.set(group, (done.get(group) ?? 0) + 1);
    });
    worker.work(single, async () => {
      singles += 1;
      mostSingles = Math.max(mostSingles, singles);
      await soon();
      singles -= 1;
      singlesDone += 1;
    });
    if (worker === workers[0])
      for (const work of [shared, eager, steady, retried, membered])
        worker.work(work, async ({ group }) => {
          const { order, endings } = seen(work);
          order.push(group);
          await new Promise<void>((end) => endings.push(end));
        });
    await worker.start();
  }
});
after(async () => {
  for (const { endings } of kinds.values()) for (const end of endings) end();
  for (const worker of workers) await worker.stop();
  await opened.database.close();
  await opened.drop();
});

const enqueue = (group: string, of = definition): Promise<string> =>
  opened.database.system(async (tx) => {
    const [worker] = workers;
    assert.ok(worker);
    return worker.enqueue(tx, of, { group }, { group });
  });
const soon = () => new Promise((settle) => setTimeout(settle, 10));

test('a group has no more places than its own, however many workers have room', async () => {
  for (let count = 0; count < 9; count += 1) await enqueue('busy');
  while ((running.get('busy') ?? []).length < 3) await soon();
  // Room is left on both workers, and it is for others.
  await enqueue('other');
  while ((running.get('other') ?? []).length === 0) await soon();
  running.get('other')?.pop()?.();
  while ((done.get('busy') ?? 0) < 9) {
    running.get('busy')?.pop()?.();
    await soon();
  }
  assert.equal(most, 3);
  assert.equal(done.get('other'), 1);
});

test('a group that has one place has one, also where many places are free at the same moment', async () => {
  for (let count = 0; count < 30; count += 1) await enqueue('busy', single);
  while (singlesDone < 30) await soon();
  assert.equal(mostSingles, 1);
});

test('whoever comes new has the next place, however much older the work of those is who have all places', async () => {
  for (let count = 0; count < 4; count += 1)
    for (const group of ['one', 'another']) await enqueue(group, shared);
  const { order: begun, endings: ends } = seen(shared);
  while (begun.length < 2) await soon();
  await enqueue('new', shared);
  for (let count = 3; count <= 9; count += 1) {
    ends.shift()?.();
    while (begun.length < count) await soon();
  }
  for (const end of ends) end();
  assert.deepEqual(begun.slice(0, 2).toSorted(), ['another', 'one']);
  assert.equal(begun[2], 'new');
});

/** Runs jobs of two places, ending the oldest each time, until so many have begun; `again` asks for more as each begins. */
async function turns(of: typeof eager, count: number, again: (group: string) => boolean): Promise<string[]> {
  const { order, endings } = seen(of);
  const from = order.length;
  let told = 0;
  while (order.length < from + count) {
    for (; told < order.length; told += 1) {
      const group = order[told];
      if (group !== undefined && told >= from && again(group)) await enqueue(group, of);
    }
    if (endings.length > 1) endings.shift()?.();
    await soon();
  }
  return order.slice(from, from + count);
}

test('groups that ask for more as soon as they are served do not keep the line of another waiting', async () => {
  for (const group of ['one', 'another']) await enqueue(group, eager);
  while (seen(eager).order.length < 2) await soon();
  for (const group of ['one', 'another']) await enqueue(group, eager);
  for (let count = 0; count < 10; count += 1) await enqueue('patient', eager);
  const order = await turns(eager, 11, (group) => group !== 'patient');
  assert.ok(order.filter((group) => group === 'patient').length >= 3, order.join(' '));
});

test('whoever has worked without a pause is not behind the whole lines of those who come later', async () => {
  for (let count = 0; count < 2; count += 1) await enqueue('steady', steady);
  const alone = seen(steady);
  while (alone.order.length < 7) {
    if (alone.endings.length > 0) {
      await enqueue('steady', steady);
      alone.endings.shift()?.();
    }
    await soon();
  }
  for (const group of ['one', 'another'])
    for (let count = 0; count < 7; count += 1) await enqueue(group, steady);
  const order = await turns(steady, 8, (group) => group === 'steady');
  assert.ok(order.filter((group) => group === 'steady').length >= 2, order.join(' '));
});

test('what is tried again from far behind in a line of long ago takes nobody there who comes meanwhile', async () => {
  for (const group of ['failing', 'one']) await enqueue(group, retried);
  while (seen(retried).order.length < 2) await soon();
  for (let count = 0; count < 5; count += 1)
    for (const group of ['one', 'another']) await enqueue(group, retried);
  await opened.database.executeSql(
    `update "jobs"."job" set priority = -1000, retry_count = 1
     where name = $1 and group_id = 'failing' and state = 'active'`,
    [retried.name],
  );
  await enqueue('new', retried);
  const order = await turns(retried, 5, () => false);
  assert.ok(order.includes('new'), order.join(' '));
});

test('members of a group take turns in its line, and the group has no more turns for it', async () => {
  const { order, endings } = seen(membered);
  const ask = (group: string, member: string, count: number) =>
    opened.database.system(async (tx) => {
      for (let number = 1; number <= count; number += 1)
        await workers[0]?.enqueue(tx, membered, { group: `${member} ${number}` }, { group, member });
    });
  await ask('first', 'blocker', 1);
  while (order.length < 1) await soon();
  await ask('one', 'ada', 5);
  await ask('two', 'cy', 6);
  await ask('one', 'ben', 2);
  for (let count = 2; count <= 14; count += 1) {
    endings.shift()?.();
    while (order.length < count) await soon();
  }
  const of = (names: readonly string[]) =>
    order.filter((name) => names.some((member) => name.startsWith(member)));
  assert.deepEqual(of(['ada', 'ben']), ['ada 1', 'ben 1', 'ada 2', 'ben 2', 'ada 3', 'ada 4', 'ada 5']);
  assert.deepEqual(of(['cy']), ['cy 1', 'cy 2', 'cy 3', 'cy 4', 'cy 5', 'cy 6']);
  assert.ok(order.slice(1, 9).filter((name) => name.startsWith('cy')).length >= 4, order.join(', '));
});

test('claims that wait for their turn hold no connection that others need', async () => {
  const { database } = opened;
  let letGo: () => void = () => undefined;
  const isHeld = new Promise<void>((held) => {
    void database.system(async (tx) => {
      await waitForTurn(tx, 'jobs: claims that count groups');
      held();
      if (database.kind === 'postgres') await new Promise<void>((resolve) => (letGo = resolve));
    });
  });
  await isHeld;
  const before = singlesDone;
  for (let count = 0; count < 20; count += 1) await enqueue(`group ${count}`, single);
  try {
    for (let count = 0; count < 50; count += 1) {
      await database.ping();
      await soon();
    }
  } finally {
    letGo();
  }
  while (singlesDone < before + 20) await soon();
});
