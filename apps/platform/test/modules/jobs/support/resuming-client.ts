import { setTimeout as pause } from 'node:timers/promises';
import type { ServerMessage } from '@sonde/contract';
import { openSocket } from '../../realtime/support/socket-client.ts';

interface Options {
  /** An API process that lives. */
  readonly base: () => string;
  readonly ticket: (base: string) => Promise<string>;
}

/** A client of the event WebSocket that comes back by itself and goes on, on each channel, after what it has heard. */
export function createResumingClient({ base, ticket }: Options) {
  const cursors = new Map<string, number>();
  const begins = new Map<string, number>();
  const heard: { channel: string; id: number; message: ServerMessage }[] = [];
  let gaps = 0;
  let connections = 0;
  let closed = false;
  let socket: Awaited<ReturnType<typeof openSocket>> | undefined;

  const join = (channel: string): void => {
    const after = cursors.get(channel);
    socket?.send({ type: 'subscribe', channel, ...(after === undefined ? {} : { after: String(after) }) });
  };

  function take(message: ServerMessage): void {
    if (message.type === 'gap') gaps += 1;
    const { channel } = message;
    if (channel === undefined || message.id === undefined) return;
    const id = Number(message.id);
    if (message.type === 'subscribed') {
      if (!begins.has(channel)) begins.set(channel, id);
    } else heard.push({ channel, id, message });
    cursors.set(channel, Math.max(id, cursors.get(channel) ?? 0));
  }

  async function keepConnected(channels: ReadonlySet<string>): Promise<void> {
    while (!closed) {
      const at = base();
      try {
        const token = await ticket(at);
        socket = await openSocket(`${at}/ws`, { token, onMessage: take });
        connections += 1;
        for (const channel of channels) join(channel);
        await socket.closed;
      } catch {
        // The process was killed while it was being asked; the next one is asked.
      }
      await pause(100);
    }
  }

  const channels = new Set<string>();
  const work = keepConnected(channels);
  return {
    heard,
    /** Where each channel began: earlier events were not asked for. */
    begins,
    gaps: () => gaps,
    connections: () => connections,
    async watch(channel: string): Promise<void> {
      channels.add(channel);
      join(channel);
      while (!begins.has(channel)) await pause(20);
    },
    async close(): Promise<void> {
      closed = true;
      socket?.close();
      await work;
    },
  };
}
