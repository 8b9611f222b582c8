import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { WebSocket, type ClientOptions, type RawData } from 'ws';
import { EgressError, toEgressError } from './errors.ts';
import type { Guard } from './guard.ts';
import type { EgressTls } from './tls.ts';

export type EgressWebSocketRequest = {
  url: string | URL;
  headers?: Readonly<Record<string, string>>;
  protocols?: readonly string[];
  signal?: AbortSignal | undefined;
  connectTimeoutMs?: number;
  maxMessageBytes?: number;
  tls?: EgressTls | undefined;
};

export type EgressWebSocket = {
  readonly protocol: string;
  send(text: string): Promise<void>;
  /** One listener at a time: a connection serves one exchange after the other. */
  listen(listener: EgressWebSocketListener): void;
  readonly isOpen: boolean;
  close(): void;
  terminate(): void;
};

export type EgressWebSocketListener = {
  message(data: string | Uint8Array): void;
  close(code: number, reason: string): void;
  error(error: EgressError): void;
};

const WEBSOCKET_DEFAULTS = { connectTimeoutMs: 10_000, maxMessageBytes: 4 * 1024 * 1024 } as const;

/** Opens a WebSocket through the same judge as every request; redirects of the handshake are not followed. */
export async function openGuardedWebSocket(
  guard: Guard,
  request: EgressWebSocketRequest,
): Promise<EgressWebSocket> {
  const url = parse(request.url);
  guard.requireUrl(url, ['ws:', 'wss:']);
  // A fragment stays with the client; RFC 6455 §3 has no place for one.
  url.hash = '';
  const socket = connect(url, guard, request);
  // Wrapped before it is open: a greeting may arrive in the same packet as the handshake.
  const wrapped = wrap(socket);
  await opened(socket, guard, request);
  return wrapped;
}

function connect(url: URL, guard: Guard, request: EgressWebSocketRequest): WebSocket {
  try {
    return new WebSocket(url, [...(request.protocols ?? [])], {
      headers: handshakeHeaders(request.headers ?? {}),
      createConnection: connectionTo(url, guard, request.tls),
      maxPayload: request.maxMessageBytes ?? WEBSOCKET_DEFAULTS.maxMessageBytes,
      followRedirects: false,
      perMessageDeflate: false,
      // One message a turn: a packet may hold ten thousand, and nobody else would be served before the last of them.
      allowSynchronousEvents: false,
    });
  } catch (error) {
    // The constructor throws for subprotocols and header values that are none.
    throw new EgressError({
      stage: 'send',
      code: 'invalid_request',
      message: 'The handshake is not valid HTTP: check subprotocols and header names and values.',
      cause: error,
    });
  }
}

/** The same way to a connection as every request takes, so that judge, proxy and certificates are the same. */
function connectionTo(url: URL, guard: Guard, tls: EgressTls | undefined): ClientOptions['createConnection'] {
  const connect = guard.connectorWith(tls);
  // Node waits for the callback where nothing is returned; its types know the older form alone.
  return ((_options: unknown, done: (error: Error | null, socket: Socket | null) => void): void => {
    connect(
      {
        hostname: url.hostname.replace(/^\[|\]$/g, ''),
        host: url.host,
        protocol: url.protocol === 'wss:' ? 'https:' : 'http:',
        port: url.port,
      },
      done,
    );
  }) as unknown as ClientOptions['createConnection'];
}

function opened(socket: WebSocket, guard: Guard, request: EgressWebSocketRequest): Promise<void> {
  const { signal, connectTimeoutMs = WEBSOCKET_DEFAULTS.connectTimeoutMs } = request;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const isOver = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  };
  // Of our own: the library's measures silence, so a handshake that drips would never end.
  const timer = setTimeout(
    () =>
      fail(
        new EgressError({
          stage: 'timeout',
          code: 'connect_timeout',
          message: 'The connection was not accepted in time.',
        }),
      ),
    connectTimeoutMs,
  );
  const fail = (error: EgressError) => {
    isOver();
    reject(error);
    // The error of a terminated handshake has been reported already.
    socket.on('error', () => {}).terminate();
  };
  const abort = () =>
    fail(
      new EgressError({ stage: 'aborted', code: 'aborted', message: 'The call was given up by its caller.' }),
    );
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  socket.once('upgrade', (response: IncomingMessage) => {
    try {
      guard.requireSocket(response.socket);
    } catch (error) {
      fail(toEgressError(error));
    }
  });
  socket.once('unexpected-response', (_request, response: IncomingMessage) => {
    const status = response.statusCode ?? 0;
    fail(
      new EgressError({
        stage: 'connect',
        code: 'handshake_refused',
        status,
        message: `The application refused the WebSocket handshake with status ${status}.`,
      }),
    );
  });
  socket.once('error', (error) => fail(handshakeError(error)));
  socket.once('open', () => {
    isOver();
    resolve();
  });
  return promise;
}

/** Nothing was sent yet but the wish to speak, so a connection that breaks here is one that was not made. */
function handshakeError(error: Error): EgressError {
  const found = toEgressError(error);
  const isBroken = ['connection_lost', 'connection_closed', 'tls_closed'].includes(found.code);
  if (!isBroken && found.stage !== 'send') return found;
  return new EgressError({
    stage: 'connect',
    code: 'handshake_failed',
    message: 'The connection ended before the WebSocket handshake was done.',
    cause: error,
  });
}

function wrap(socket: WebSocket): EgressWebSocket {
  let current: EgressWebSocketListener | undefined;
  // What arrives between two exchanges waits for the next listener: a target may greet before it is asked.
  const waiting: ((listener: EgressWebSocketListener) => void)[] = [];
  const deliver = (event: (listener: EgressWebSocketListener) => void) => {
    if (current !== undefined) event(current);
    else if (waiting.length < MAX_WAITING_EVENTS) waiting.push(event);
    else socket.terminate();
  };
  let isLeaving = false;
  socket.on('message', (data, isBinary) => {
    // A polite close waits for the other side, which may go on talking as long as it is listened to.
    if (isLeaving) return socket.terminate();
    const value = isBinary ? bytesOf(data) : textOf(data);
    return deliver((listener) => listener.message(value));
  });
  socket.on('close', (code, reason) => deliver((listener) => listener.close(code, reason.toString('utf8'))));
  socket.on('error', (error) => {
    const tooLarge = 'code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH';
    const reported = tooLarge
      ? new EgressError({
          stage: 'too_large',
          code: 'message_too_large',
          message: 'A message of the application is larger than allowed.',
          cause: error,
        })
      : toEgressError(error);
    deliver((listener) => listener.error(reported));
    // After an error nothing is read any more, so a polite close would only wait for its own time limit.
    socket.terminate();
  });
  return {
    get protocol() {
      return socket.protocol;
    },
    get isOpen() {
      return socket.readyState === WebSocket.OPEN;
    },
    send: (text) =>
      new Promise((resolve, reject) =>
        socket.send(text, (error) => (error ? reject(toEgressError(error)) : resolve())),
      ),
    listen: (listener) => {
      current = listener;
      for (const event of waiting.splice(0)) event(listener);
    },
    close: () => {
      isLeaving = true;
      socket.close(1000);
    },
    terminate: () => socket.terminate(),
  };
}

const MAX_WAITING_EVENTS = 1000;

function textOf(data: RawData): string {
  return Buffer.from(bytesOf(data)).toString('utf8');
}

function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}

const HANDSHAKE_HEADERS =
  /^(host|upgrade|connection|content-length|content-type|transfer-encoding|sec-websocket-.*)$/i;

function handshakeHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HANDSHAKE_HEADERS.test(name)));
}

function parse(url: string | URL): URL {
  if (url instanceof URL) return new URL(url);
  if (!URL.canParse(url))
    throw new EgressError({
      stage: 'send',
      code: 'invalid_url',
      message: 'The address is not a complete URL such as wss://host/path.',
    });
  return new URL(url);
}
