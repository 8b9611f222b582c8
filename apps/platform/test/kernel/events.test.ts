import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createEvents, type Events, type DomainEvent } from '#kernel/events';
import { newId } from '#kernel/ids';
import { createLog } from '#kernel/log';
import { migrate } from '#kernel/migrate';
import { openTestDatabase, type OpenedDatabase } from '../support/database.ts';

let opened: OpenedDatabase;
let events: Events;
const organizationId = newId();
before(async () => {
  const log = createLog('silent');
  opened = await openTestDatabase(log);
  await migrate(opened.database, new URL('../../migrations/', import.meta.url));
  await opened.database.executeSql(
    `insert into organizations (id, name, created_at, updated_at) values ('${organizationId}', 'Test', now(), now())`,
  );
  events = createEvents({ database: opened.database, log });
  await events.start();
});
after(async () => {
  await events.close();
  await opened.database.close();
  await opened.drop();
});

test('kept events are told with growing numbers, and can be read again after any of them', async () => {
  const heard: DomainEvent[] = [];
  const all = new Promise<void>((settle) => {
    events.subscribe('thing.happened', (event) => {
      if (heard.push(event) === 5) settle();
    });
  });
  await Promise.all(
    [1, 2, 3, 4, 5].map((number) =>
      opened.database.tenant(organizationId, (tx) =>
        events.keep(tx, { name: 'thing.happened', organizationId, data: { number } }),
      ),
    ),
  );
  await all;
  const numbers = heard.map(({ sequence }) => sequence ?? 0);
  assert.deepEqual(
    numbers,
    numbers.toSorted((a, b) => a - b),
  );
  assert.equal(await events.latestKept(organizationId), numbers[4]);
  const missed = await events.keptAfter(organizationId, numbers[1] ?? 0, 100);
  assert.deepEqual(
    missed.events.map(({ sequence }) => sequence),
    numbers.slice(2),
  );
  assert.equal(missed.complete, true);
  assert.equal(
    (await events.keptAfter(organizationId, numbers[1] ?? 0, 2)).complete,
    false,
    'more than fits',
  );
  assert.deepEqual(
    (await events.keptAfter(newId(), 0, 100)).events,
    [],
    "another organization's are not seen",
  );
});

test('what was removed leaves a mark: who asks for it is told that something is missing', async () => {
  const oldest = (await events.keptAfter(organizationId, 0, 1)).events[0]?.sequence ?? 0;
  const latest = await events.latestKept(organizationId);
  assert.equal(await events.removeOldKept(new Date(Date.now() + 1000), 100), 4);
  assert.equal((await events.keptAfter(organizationId, oldest, 100)).complete, false);
  assert.equal((await events.keptAfter(organizationId, latest, 100)).complete, true, 'the newest stays');
});

test('an event that a notification cannot carry is refused with advice', async () => {
  await assert.rejects(
    events.publish({ name: 'too.large', organizationId, data: { text: 'x'.repeat(8_000) } }),
    /Send ids/,
  );
});

test('a listener that throws reaches neither the publisher nor the other listeners', async () => {
  const reached = new Promise<void>((settle) => {
    events.subscribe('fragile', () => {
      throw new Error('broken');
    });
    events.subscribe('fragile', () => settle());
  });
  await events.publish({ name: 'fragile', organizationId: null, data: {} });
  await reached;
});
