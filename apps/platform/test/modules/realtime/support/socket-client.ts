import { ServerMessage } from '@sonde/contract';
import { WebSocket } from 'ws';

/** A client of the event WebSocket that keeps what it hears and can wait for it. */
export async function openSocket(
  url: string,
  options: {
    token?: string;
    after?: string;
    origin?: string;
    headers?: Readonly<Record<string, string>>;
    /** False: as a peer that has gone without a word. */
    answersPings?: boolean;
    /** The last id heard on the channel that is joined first. */
    subscribeAfter?: string;
    onMessage?: (message: ServerMessage) => void;
  } = {},
) {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), {
    autoPong: options.answersPings ?? true,
    headers: { ...options.headers, ...(options.origin ? { origin: options.origin } : {}) },
  });
  const messages: ServerMessage[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data) => {
    // Every message is one of the contract, or the test fails here.
    const message = ServerMessage.parse(JSON.parse(String(data as Buffer)));
    messages.push(message);
    options.onMessage?.(message);
    for (const look of waiting) look();
  });
  const closed = new Promise<{ code: number; reason: string }>((settle) =>
    socket.once('close', (code, reason) => settle({ code, reason: reason.toString() })),
  );
  await new Promise<void>((settle, reject) => {
    socket.once('open', () => settle());
    socket.once('error', reject);
    socket.once('unexpected-response', (_request, response) =>
      reject(new Error(String(response.statusCode))),
    );
  });
  socket.on('error', () => undefined);

  /** The first message that fits, past or future. */
  function hear(fits: (message: ServerMessage) => boolean, withinMs = 20_000): Promise<ServerMessage> {
    return new Promise((settle, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(look);
        reject(new Error(`Not heard. What was: ${JSON.stringify(messages).slice(0, 2000)}`));
      }, withinMs);
      const look = (): void => {
        const found = messages.find(fits);
        if (!found) return;
        clearTimeout(timer);
        waiting.delete(look);
        settle(found);
      };
      waiting.add(look);
      look();
    });
  }

  const send = (message: unknown): void =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  if (options.token)
    send({ type: 'authenticate', token: options.token, ...(options.after ? { after: options.after } : {}) });
  return {
    messages,
    closed,
    hear,
    send,
    async subscribe(channel: string): Promise<void> {
      send({
        type: 'subscribe',
        channel,
        ...(options.subscribeAfter ? { after: options.subscribeAfter } : {}),
      });
      await hear((message) => message.type === 'subscribed' && message.channel === channel);
    },
    /** Says no more than that it is there. */
    pong: (): void => socket.pong(),
    hearPing: (): Promise<void> => new Promise((settle) => socket.once('ping', () => settle())),
    /** Leaves what comes in the buffers of the network. */
    stopReading: (): void => socket.pause(),
    close(): void {
      socket.terminate();
    },
  };
}
