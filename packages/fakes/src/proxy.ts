import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { listenOnLoopback } from './listen.ts';

export type FakeProxy = {
  port: number;
  /** What it was asked to connect to, the oldest first. */
  asked: { target: string; authorization: string | undefined }[];
  /** Answers every question with this status from now on. */
  refuseWith(status: number | undefined): void;
  close(): Promise<void>;
};

/** A proxy that takes CONNECT and leads every address to one port of loopback. */
export async function startFakeProxy(ports: Readonly<Record<string, number>>): Promise<FakeProxy> {
  const asked: FakeProxy['asked'] = [];
  const sockets = new Set<Socket>();
  let refusal: number | undefined;
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on('connect', (request: IncomingMessage, client: Socket) => {
    const target = request.url ?? '';
    asked.push({ target, authorization: request.headers['proxy-authorization'] });
    const port = ports[target];
    if (refusal !== undefined || port === undefined) {
      client.end(`HTTP/1.1 ${refusal ?? 502} No\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const behind = connect(port, '127.0.0.1', () => client.write('HTTP/1.1 200 Connected\r\n\r\n'));
    for (const socket of [client, behind]) sockets.add(socket);
    behind.pipe(client).pipe(behind);
    client.on('error', () => behind.destroy());
    behind.on('error', () => client.destroy());
  });
  return {
    port: await listenOnLoopback(server),
    asked,
    refuseWith: (status) => void (refusal = status),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
