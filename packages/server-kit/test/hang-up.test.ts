import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { hangUpSignal, hasHungUp } from '../src/hang-up.ts';

/** Whether or not it breaks. */
const closed = (socket: Socket): Promise<unknown> => new Promise((resolve) => socket.once('close', resolve));

/** One request with a body that has been read, which leaves its stream destroyed. */
async function exchange(t: TestContext) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket: Socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  t.after(async () => {
    socket.destroy();
    server.close();
    await once(server, 'close');
  });
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n12345');
  const [request, reply]: [IncomingMessage, ServerResponse] = (await once(server, 'request')) as never;
  assert.equal(await text(request), '12345');
  if (!request.destroyed) await once(request, 'close');
  return { socket, of: { request: { raw: request }, reply: { raw: reply } } };
}

test('whose request has been read waits still, until the answer is out', async (t) => {
  const { of, socket } = await exchange(t);
  assert.equal(hasHungUp(of), false);
  const signal = hangUpSignal(of);
  of.reply.raw.end('done');
  await once(of.reply.raw, 'close');
  assert.equal(signal.aborted, false);
  const gone = closed(of.request.raw.socket);
  socket.destroy();
  await gone;
  assert.equal(hasHungUp(of), false, 'they have their answer');
});

test('whoever hangs up is known to have, whether that is asked before or afterwards', async (t) => {
  const { of, socket } = await exchange(t);
  const before = hangUpSignal(of);
  const gone = closed(of.request.raw.socket);
  socket.destroy();
  await gone;
  assert.equal(before.aborted, true);
  assert.equal(hasHungUp(of), true);
  const { reason } = hangUpSignal(of);
  assert.match(String(reason), /The caller hung up/);
});
