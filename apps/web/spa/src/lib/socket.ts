import type { ClientMessage, ServerMessage } from '@sonde/contract';

export interface EventSocketDependencies {
  readonly open: () => WebSocket;
  readonly ticket: () => Promise<string>;
  readonly onMessage: (message: ServerMessage) => void;
  readonly onState: (connected: boolean) => void;
  readonly wait: (milliseconds: number, then: () => void) => () => void;
}

export interface EventSocket {
  subscribe(channel: string): () => void;
  close(): void;
}

const firstDelayMs = 1000;
const longestDelayMs = 30_000;

/** Keeps one socket to `/ws`, with its subscriptions, through every loss of connection. */
export function createEventSocket(dependencies: EventSocketDependencies): EventSocket {
  const channels = new Map<string, number>();
  // What was heard on one channel says nothing of the others, so each goes on from its own place.
  const heard = new Map<string, string>();
  let socket: WebSocket | null = null;
  let ready = false;
  let closed = false;
  let lastId: string | undefined;
  let failures = 0;
  let cancelWait: (() => void) | null = null;

  const send = (message: ClientMessage): void => {
    if (socket?.readyState === 1) socket.send(JSON.stringify(message));
  };
  const join = (channel: string): void => {
    const after = heard.get(channel);
    send({ type: 'subscribe', channel, ...(after === undefined ? {} : { after }) });
  };
  const retry = (): void => {
    if (closed) return;
    const delay = Math.min(firstDelayMs * 2 ** failures, longestDelayMs);
    failures += 1;
    cancelWait = dependencies.wait(delay, () => void connect());
  };
  const receive = (text: string): void => {
    const message = JSON.parse(text) as ServerMessage;
    if (message.id !== undefined) {
      lastId = message.id;
      if (message.channel !== undefined && channels.has(message.channel))
        heard.set(message.channel, message.id);
    }
    if (message.type === 'connected') {
      ready = true;
      failures = 0;
      dependencies.onState(true);
      for (const channel of channels.keys()) join(channel);
    }
    dependencies.onMessage(message);
  };
  const connect = async (): Promise<void> => {
    const ticket = await dependencies.ticket().catch(() => null);
    if (closed) return;
    if (ticket === null) return retry();
    const opened = dependencies.open();
    socket = opened;
    opened.onopen = () =>
      send({ type: 'authenticate', token: ticket, ...(lastId === undefined ? {} : { after: lastId }) });
    opened.onmessage = (event) => receive(String(event.data));
    opened.onclose = () => {
      ready = false;
      dependencies.onState(false);
      retry();
    };
  };

  void connect();
  return {
    subscribe: (channel) => {
      channels.set(channel, (channels.get(channel) ?? 0) + 1);
      if (ready && channels.get(channel) === 1) join(channel);
      return () => {
        const left = (channels.get(channel) ?? 1) - 1;
        if (left > 0) channels.set(channel, left);
        else {
          channels.delete(channel);
          heard.delete(channel);
          if (ready) send({ type: 'unsubscribe', channel });
        }
      };
    },
    close: () => {
      closed = true;
      cancelWait?.();
      if (socket) socket.onclose = null;
      socket?.close();
    },
  };
}
