import type { Socket } from 'node:net';

/** Until a connection is over. One that is cut may end in a reset, which is no fault of whoever waits for its end. */
export const untilClosed = (socket: Socket): Promise<void> =>
  new Promise((settle) => {
    if (socket.closed) settle();
    else socket.once('error', () => undefined).once('close', () => settle());
  });
