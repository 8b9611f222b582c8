import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { WebSocketServer, type WebSocket } from 'ws';
import { listenOnLoopback } from '../listen.ts';

export type TargetRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  text: string;
  /** The body as JSON, or undefined when it is not JSON. */
  json: unknown;
};

export type TargetHandler = (request: TargetRequest, response: ServerResponse) => unknown;
export type TargetSocketHandler = (socket: WebSocket, request: IncomingMessage) => void;

export type TargetServer = {
  port: number;
  url: (path: string) => string;
  socketUrl: (path: string) => string;
  /** Every request so far, the oldest first. */
  requests: TargetRequest[];
  handshakes: IncomingMessage[];
  route(path: string, handler: TargetHandler): void;
  routeSocket(path: string, handler: TargetSocketHandler): void;
  close(): Promise<void>;
};

/** A loopback server on which stand-ins for AI applications are put together; it records what it was sent. */
export async function startTargetServer({ tls }: { tls?: ServerOptions } = {}): Promise<TargetServer> {
  const routes = new Map<string, TargetHandler>();
  const socketRoutes = new Map<string, TargetSocketHandler>();
  const requests: TargetRequest[] = [];
  const handshakes: IncomingMessage[] = [];
  const listener = (req: IncomingMessage, res: ServerResponse): void => {
    readRequest(req).then(
      async (request) => {
        requests.push(request);
        const handler = routes.get(request.path);
        if (handler === undefined) sendJson(res, 404, { detail: 'Not Found' });
        else await handler(request, res);
      },
      () => res.destroy(),
    );
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (req, socket, head) => {
    handshakes.push(req);
    const handler = socketRoutes.get(pathOf(req));
    if (handler === undefined) socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
    else sockets.handleUpgrade(req, socket, head, (connection) => handler(connection, req));
  });
  const port = await listenOnLoopback(server);
  return {
    port,
    url: (path) => `http${tls === undefined ? '' : 's'}://127.0.0.1:${port}${path}`,
    socketUrl: (path) => `ws${tls === undefined ? '' : 's'}://127.0.0.1:${port}${path}`,
    requests,
    handshakes,
    route: (path, handler) => void routes.set(path, handler),
    routeSocket: (path, handler) => void socketRoutes.set(path, handler),
    close: async () => {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Writes a body in pieces of a few bytes, so that characters and line endings are cut in two. */
export async function sendInPieces(response: ServerResponse, text: string, pieceBytes = 3): Promise<void> {
  const bytes = Buffer.from(text, 'utf8');
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    response.write(bytes.subarray(at, at + pieceBytes));
    await new Promise((resolve) => setImmediate(resolve));
  }
  response.end();
}

async function readRequest(req: IncomingMessage): Promise<TargetRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const url = new URL(req.url ?? '/', 'http://target.invalid');
  return {
    method: req.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: req.headers,
    text,
    json: parse(text),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function pathOf(req: IncomingMessage): string {
  return new URL(req.url ?? '/', 'http://target.invalid').pathname;
}
