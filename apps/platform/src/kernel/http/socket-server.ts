import { WebSocketServer } from 'ws';

/**
 * What speaks to the peers of a WebSocket door. Frames are read one a turn: a packet holds ten thousand of the smallest,
 * and everybody else would wait until the last of them was answered.
 */
export const createSocketServer = (maxPayload: number): WebSocketServer =>
  new WebSocketServer({
    noServer: true,
    maxPayload,
    perMessageDeflate: false,
    allowSynchronousEvents: false,
  });
