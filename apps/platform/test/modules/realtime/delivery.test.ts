import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { eventCloseCodes } from '@sonde/contract';
import { testDatabaseUrl } from '../../support/database.ts';
import { createPlaces } from '../../../src/modules/realtime/places.ts';
import { openHall } from './support/hall.ts';
import { openSocket } from './support/socket-client.ts';

const toldIn = (messages: readonly { type: string; id?: string | undefined }[]): number[] =>
  messages.filter(({ type }) => type === 'architect.task_progress').map(({ id }) => Number(id));

test('an event that takes long to read is neither overtaken nor lost', async (t) => {
  const hall = await openHall(t);
  const socket = await hall.listener();
  let release: () => void = () => undefined;
  const held = new Promise<void>((settle) => (release = settle));
  let later = 0;
  hall.readAs(async ({ data }) => {
    if (data['number'] === 0) await held;
    else if ((later += 1) === 4) release();
    return 'x';
  });
  await hall.tell(5);
  while (toldIn(socket.messages).length < 5) await pause(10);
  assert.deepEqual(toldIn(socket.messages), [1, 2, 3, 4, 5]);
  socket.close();
});

test('an event that cannot be read holds up none behind it', async (t) => {
  const hall = await openHall(t);
  const socket = await hall.listener();
  hall.readAs(async ({ data }) => {
    if (data['number'] === 1) throw new Error('unreadable');
    return 'x';
  });
  await hall.tell(3);
  while (toldIn(socket.messages).length < 2) await pause(10);
  assert.deepEqual(toldIn(socket.messages), [1, 3]);
  socket.close();
});

test('nothing more is read for who has gone while hearing what was missed', async (t) => {
  const hall = await openHall(t);
  await hall.tell(40);
  let reads = 0;
  const { promise: isReading, resolve: begun } = Promise.withResolvers<void>();
  const { promise: hasGone, resolve: goOn } = Promise.withResolvers<void>();
  hall.readAs(async () => {
    reads += 1;
    if (reads === 3) {
      begun();
      await hasGone;
    }
    return 'x';
  });
  const gone = await openSocket(hall.url, { token: 'ticket', after: '0' });
  for (const channel of ['organization', 'user', 'organization'])
    for (const type of ['subscribe', 'unsubscribe'] as const) gone.send({ type, channel });
  await isReading;
  gone.close();
  while (hall.realtime.connectionCount() > 0) await pause(5);
  const stays = await openSocket(hall.url, { token: 'ticket', after: '0' });
  stays.send({ type: 'subscribe', channel: 'organization' });
  goOn();
  while (toldIn(stays.messages).length < 40) await pause(5);
  assert.equal(reads, 43);
  stays.close();
});

test('a socket whose session ends while its ticket is judged is not let in', async (t) => {
  const hall = await openHall(t, { hasEnded: true });
  const socket = await openSocket(hall.url, { token: 'ticket' });
  assert.equal((await socket.closed).code, eventCloseCodes.refused);
  assert.equal(hall.realtime.connectionCount(), 0);
});

test('who reads too slowly is cut off at the cap, and everybody else goes on', async (t) => {
  const hall = await openHall(t);
  hall.readAs(async () => 'x'.repeat(300_000));
  const good = await hall.listener();
  const slow = await hall.listener();
  slow.stopReading();
  // The kernel takes some megabytes before anything waits with us.
  const told = 100;
  for (let number = 1; number <= told; number += 1) {
    await hall.tell();
    while (toldIn(good.messages).length < number) await pause(1);
  }
  while (hall.realtime.connectionCount() > 1) await pause(20);
  assert.equal(hall.realtime.connectionCount(), 1);
  slow.close();
  good.close();
});

test('who does not answer pings is cut off, who does stays', async (t) => {
  const hall = await openHall(t, { timing: { pingEveryMs: 100 } });
  const good = await hall.listener();
  const dead = await hall.listener({ answersPings: false });
  assert.equal((await dead.closed).code, 1006, 'no farewell: nobody is there to hear it');
  for (let count = 0; count < 5; count += 1) await good.hearPing();
  await hall.tell();
  await good.hear(({ type }) => type === 'architect.task_progress');
  good.close();
});

test('who shows no ticket in time is cut off', async (t) => {
  const hall = await openHall(t, { timing: { authenticateWithinMs: 50 } });
  const socket = await hall.silent();
  assert.deepEqual(await socket.closed, { code: 1008, reason: 'No ticket was shown in time.' });
  assert.equal(hall.realtime.connectionCount(), 0);
});

test('who hangs up while the ticket is judged is forgotten', async (t) => {
  let judge: () => void = () => undefined;
  const hall = await openHall(t, { judged: new Promise((settle) => (judge = settle)) });
  const gone = await Promise.all([1, 2, 3].map(() => hall.silent()));
  for (const socket of gone) {
    socket.send({ type: 'authenticate', token: 'slow ticket' });
    socket.close();
  }
  await Promise.all(gone.map(({ closed }) => closed));
  // Their places are free again when the server has seen them go.
  const others = await Promise.all(Array.from({ length: 20 }, () => untilLetIn(hall)));
  judge();
  const stays = await hall.listener({ headers: { 'x-address': '192.0.2.9' } });
  assert.equal(hall.realtime.connectionCount(), 1);
  for (const socket of [...others, stays]) socket.close();
});

const untilLetIn = async (hall: Awaited<ReturnType<typeof openHall>>): ReturnType<typeof hall.silent> => {
  for (;;) {
    const socket = await hall.silent().catch(() => undefined);
    if (socket) return socket;
    await pause(10);
  }
};

test('whoever sends frames without end is cut off, with a ticket or without, and also where nobody answers them', async (t) => {
  const hall = await openHall(t);
  for (const socket of [await hall.silent(), await hall.listener()]) {
    for (let count = 0; count < 400; count += 1) socket.pong();
    assert.equal((await socket.closed).code, 1006);
  }
});

test('sockets without a ticket have a share per address, and keep nobody else out', async (t) => {
  const hall = await openHall(t);
  const mute = await Promise.all(Array.from({ length: 20 }, () => hall.silent('2001:db8::1')));
  await assert.rejects(hall.silent('2001:db8::2'), /503/, 'the same /64 network');
  const other = await hall.silent('198.51.100.7');
  const known = await hall.listener({ headers: { 'x-address': '198.51.100.7' } });
  for (const socket of mute) socket.close();
  // The server hears of it a moment later.
  let again;
  while (!again) {
    await pause(10);
    again = await hall.silent('2001:db8::2').catch(() => undefined);
  }
  again.close();
  other.close();
  known.close();
});

test('a ticket frees the stranger’s place: one address may have many sockets that are let in', async (t) => {
  const hall = await openHall(t);
  const sockets = [];
  for (let number = 0; number < 25; number += 1) sockets.push(await hall.listener());
  for (const socket of sockets) socket.close();
});

test('strangers of all addresses have a share of their own, and whoever was let in stays', async (t) => {
  const places = createPlaces();
  for (let number = 0; number < 1_000; number += 1) {
    const place = places.take(`10.0.${number >> 8}.${number & 255}`);
    if (number < 10) t.after(place.leave);
    if (number === 0) place.leave();
    if (number === 0) place.leave();
    if (number === 1) place.admit({ userId: 'a', organizationId: 'b' });
  }
  places.take('10.1.0.1').admit({ userId: 'a', organizationId: 'b' });
  places.take('10.1.0.2');
  places.take('10.1.0.3');
  assert.throws(() => places.take('10.1.0.4'), { code: 'ws.too_many' });
});

test('nobody takes every place: a person has a hundred, and the people of an organization half of them', () => {
  const places = createPlaces();
  let address = 0;
  const come = (userId: string, organizationId: string): { isIn: boolean; leave: () => void } => {
    const place = places.take(`10.${address >> 16}.${(address >> 8) & 255}.${(address += 1) & 255}`);
    const isIn = place.admit({ userId, organizationId });
    if (!isIn) place.leave();
    return { isIn, leave: place.leave };
  };
  const one = Array.from({ length: 101 }, () => come('person-0', 'crowd'));
  assert.equal(one.filter(({ isIn }) => isIn).length, 100);
  one[0]?.leave();
  one[0]?.leave();
  assert.deepEqual([come('person-0', 'crowd').isIn, come('person-0', 'crowd').isIn], [true, false]);
  let count = 100;
  for (let person = 1; person < 60; person += 1)
    for (let socket = 0; socket < 100; socket += 1) if (come(`person-${person}`, 'crowd').isIn) count += 1;
  assert.equal(count, 2_500);
  assert.ok(come('stranger', 'elsewhere').isIn);
});

test('one connection has a limit of channels', async (t) => {
  const hall = await openHall(t);
  const socket = await hall.listener();
  const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  for (let number = 1; number < 100; number += 1) {
    // A hundred messages a minute are allowed as well, so some of them are sent by a second minute's clock.
    if (number === 90) hall.advance(61_000);
    await socket.subscribe(`architect:${id(number)}`);
  }
  socket.send({ type: 'subscribe', channel: `architect:${id(100)}`, correlation_id: 'last' });
  const refused = await socket.hear(({ correlation_id }) => correlation_id === 'last');
  assert.equal(refused.type, 'subscription_error');
  socket.close();
});

test('a channel that is joined again goes on from the id given for it, and not from another one', async (t) => {
  const hall = await openHall(t);
  const first = await hall.listener();
  await hall.tell(2);
  while (toldIn(first.messages).length < 2) await pause(10);
  first.close();
  await hall.tell(3);
  const back = await hall.listener({ subscribeAfter: '2' });
  while (toldIn(back.messages).length < 3) await pause(10);
  assert.deepEqual(toldIn(back.messages), [3, 4, 5]);
  back.send({ type: 'unsubscribe', channel: 'organization' });
  await back.hear(({ type }) => type === 'unsubscribed');
  back.send({ type: 'subscribe', channel: 'organization', after: '4', correlation_id: 'again' });
  await back.hear(({ correlation_id }) => correlation_id === 'again');
  while (toldIn(back.messages).length < 4) await pause(10);
  assert.deepEqual(toldIn(back.messages), [3, 4, 5, 5]);
  back.close();
});

if (testDatabaseUrl)
  test('who may have missed something while the server was cut off is told, and hears what comes after', async (t) => {
    const hall = await openHall(t);
    const socket = await hall.listener();
    await hall.tell();
    await socket.hear(({ id }) => id === '1');
    await hall.database.executeSql(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query ilike 'listen%sonde_events%'`,
    );
    // Nobody listens now; this one reaches no process, and only the log knows of it.
    await hall.tell();
    const gap = await socket.hear(({ type }) => type === 'gap');
    assert.match(JSON.stringify(gap), /cut off for a moment/);
    await hall.tell();
    await socket.hear(({ id }) => id === '3');
    // Told of the gap, it asks again from what it has heard, and misses nothing.
    const back = await hall.listener({ subscribeAfter: '1' });
    while (toldIn(back.messages).length < 2) await pause(10);
    assert.deepEqual(toldIn(back.messages), [2, 3]);
    socket.close();
    back.close();
  });
else
  test('losing the connection to the others is tested on PostgreSQL only: set TEST_DATABASE_URL', (t) =>
    t.diagnostic('The embedded database has no such connection.'));
