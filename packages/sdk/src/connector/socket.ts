/** The part of a WebSocket that the connector needs. */
export interface Socket {
  send(text: string): void;
  ping(): void;
  close(code: number, reason: string): void;
  terminate(): void;
}

export interface SocketEvents {
  onOpen(): void;
  onText(text: string): void;
  /** Anything that shows that the other side is there. */
  onSign(): void;
  /** Once, however the connection ended; `status` is the HTTP status of a refused handshake. */
  onEnd(end: SocketEnd): void;
}

export interface SocketEnd {
  readonly code: number;
  readonly reason: string;
  readonly status: number | undefined;
}

/** Frames of the platform carry at most what it accepts itself; this is a bound for broken peers. */
const maxFrameBytes = 64 * 1024 * 1024;

/**
 * Opens a WebSocket with a bearer token in its headers. Browsers cannot send headers, so this part is for server
 * programs; the library is loaded only when it is used.
 */
export async function openSocket(url: URL, token: string, events: SocketEvents): Promise<Socket> {
  const { WebSocket } = await import('ws');
  const socket = new WebSocket(url, {
    headers: { authorization: `Bearer ${token}` },
    maxPayload: maxFrameBytes,
    handshakeTimeout: 15_000,
    perMessageDeflate: false,
  });
  let status: number | undefined;
  let fault: string | undefined;
  socket.on('open', () => events.onOpen());
  socket.on('message', (data, isBinary) => {
    events.onSign();
    if (!isBinary && data instanceof Buffer) events.onText(data.toString('utf8'));
  });
  socket.on('ping', () => events.onSign());
  socket.on('pong', () => events.onSign());
  socket.on('unexpected-response', (request, response) => {
    status = response.statusCode;
    request.destroy();
    socket.terminate();
  });
  socket.on('error', (error) => (fault ??= error.message));
  socket.on('close', (code, reason) =>
    events.onEnd({ code, reason: reason.toString() || fault || '', status }),
  );
  return {
    send: (text) => socket.send(text),
    ping: () => socket.ping(),
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
  };
}
