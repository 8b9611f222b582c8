import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ServerMessage } from '@sonde/contract';
import { createEventSocket } from '../../../spa/src/lib/socket.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function world() {
  const sockets: { sent: unknown[]; receive: (message: unknown) => void; drop: () => void }[] = [];
  const waits: { milliseconds: number; ended: () => void }[] = [];
  const messages: ServerMessage[] = [];
  const states: boolean[] = [];
  const socket = createEventSocket({
    open: () => {
      const sent: unknown[] = [];
      const fake = {
        readyState: 1,
        send: (text: string) => sent.push(JSON.parse(text)),
        close: () => undefined,
      } as unknown as WebSocket;
      sockets.push({
        sent,
        receive: (message) => fake.onmessage?.({ data: JSON.stringify(message) } as MessageEvent),
        drop: () => fake.onclose?.({} as CloseEvent),
      });
      setImmediate(() => fake.onopen?.({} as Event));
      return fake;
    },
    ticket: () => Promise.resolve('a-ticket'),
    onMessage: (message) => messages.push(message),
    onState: (state) => states.push(state),
    wait: (milliseconds, then) => {
      waits.push({ milliseconds, ended: then });
      return () => undefined;
    },
  });
  return { socket, sockets, waits, messages, states };
}

void describe('the event socket', () => {
  void it('shows its ticket first, and subscribes once it is let in', async () => {
    const { socket, sockets } = world();
    socket.subscribe('user');
    await turn();
    await turn();
    assert.deepEqual(sockets[0]?.sent, [{ type: 'authenticate', token: 'a-ticket' }]);
    sockets[0]?.receive({ type: 'connected', payload: { connection_id: 'c' } });
    assert.deepEqual(sockets[0]?.sent.at(-1), { type: 'subscribe', channel: 'user' });
  });

  void it('comes back after a loss with the last id it saw and the same channels, waiting longer each time', async () => {
    const { socket, sockets, waits, states } = world();
    socket.subscribe('organization');
    await turn();
    await turn();
    sockets[0]?.receive({ type: 'connected', payload: { connection_id: 'c' } });
    sockets[0]?.receive({ type: 'pong', id: '17' });
    sockets[0]?.drop();
    assert.deepEqual(states, [true, false]);
    waits[0]?.ended();
    await turn();
    await turn();
    assert.deepEqual(sockets[1]?.sent[0], { type: 'authenticate', token: 'a-ticket', after: '17' });
    sockets[1]?.drop();
    assert.ok((waits[1]?.milliseconds ?? 0) > (waits[0]?.milliseconds ?? 0));
  });

  void it('goes on on each channel from what it heard there, not from what another one brought', async () => {
    const { socket, sockets, waits } = world();
    socket.subscribe('organization');
    socket.subscribe('user');
    await turn();
    await turn();
    sockets[0]?.receive({ type: 'connected', id: '3', payload: { connection_id: 'c' } });
    sockets[0]?.receive({ type: 'subscribed', id: '3', channel: 'organization' });
    sockets[0]?.receive({ type: 'subscribed', id: '4', channel: 'user' });
    sockets[0]?.receive({ type: 'gap', id: '9', channel: 'organization', payload: { reason: '' } });
    sockets[0]?.drop();
    waits[0]?.ended();
    await turn();
    await turn();
    sockets[1]?.receive({ type: 'connected', id: '9', payload: { connection_id: 'd' } });
    assert.deepEqual(sockets[1]?.sent.slice(1), [
      { type: 'subscribe', channel: 'organization', after: '9' },
      { type: 'subscribe', channel: 'user', after: '4' },
    ]);
  });

  void it('leaves a channel with its last listener', async () => {
    const { socket, sockets } = world();
    const first = socket.subscribe('user');
    const second = socket.subscribe('user');
    await turn();
    await turn();
    sockets[0]?.receive({ type: 'connected', payload: { connection_id: 'c' } });
    first();
    assert.ok(!sockets[0]?.sent.some((message) => (message as { type: string }).type === 'unsubscribe'));
    second();
    assert.deepEqual(sockets[0]?.sent.at(-1), { type: 'unsubscribe', channel: 'user' });
  });
});
