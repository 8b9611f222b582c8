import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { createSocketServer } from '#kernel/http';

const frames = 300;

test('of the frames that come in one packet each has a turn of its own, so that others are served in between', async (t) => {
  const server = createServer();
  const sockets = createSocketServer(1024);
  let turn = 0;
  const turns = { message: new Set<number>(), pong: new Set<number>() };
  const heard = Promise.withResolvers<void>();
  let count = 0;
  const note = (kind: keyof typeof turns): void => {
    turns[kind].add(turn);
    count += 1;
    if (count === 2 * frames) heard.resolve();
  };
  server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on('message', () => note('message'));
      opened.on('pong', () => note('pong'));
    }),
  );
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  t.after(() => {
    client.terminate();
    clearImmediate(ticking);
    server.close();
  });
  let ticking = setImmediate(function tick() {
    turn += 1;
    ticking = setImmediate(tick);
  });
  const [, raw] = await Promise.all([
    once(client, 'open'),
    new Promise<Socket>((settle) => client.once('upgrade', (response) => settle(response.socket))),
  ]);
  raw.cork();
  for (let number = 0; number < frames; number += 1) {
    client.send('x');
    client.pong();
  }
  raw.uncork();
  await heard.promise;
  assert.equal(turns.message.size, frames);
  assert.equal(turns.pong.size, frames);
});
