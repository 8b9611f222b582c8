import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import type { ConnectorServerMessage, ConnectorTestResult } from '@sonde/contract';

export interface StandInConnection {
  readonly authorization: string | undefined;
  readonly url: string | undefined;
  readonly socket: WebSocket;
  /** The messages of the program in their order. */
  next(): Promise<Record<string, unknown>>;
  send(message: ConnectorServerMessage | Record<string, unknown>): void;
}

/** The platform's side of the connector on loopback, played by the test. */
export async function startConnectorStandIn(refuse?: () => number | undefined) {
  const waiting: StandInConnection[] = [];
  const takers: ((connection: StandInConnection) => void)[] = [];
  let handshakes = 0;
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    handshakes += 1;
    const status = refuse?.();
    if (status !== undefined) {
      socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const messages = queue<Record<string, unknown>>();
      opened.on('message', (data: Buffer) =>
        messages.push(JSON.parse(data.toString()) as Record<string, unknown>),
      );
      const connection: StandInConnection = {
        authorization: request.headers.authorization,
        url: request.url,
        socket: opened,
        next: messages.next,
        send: (message) => opened.send(JSON.stringify(message)),
      };
      const taker = takers.shift();
      if (taker) taker(connection);
      else waiting.push(connection);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const accept = async (): Promise<StandInConnection> =>
    waiting.shift() ?? new Promise((resolve) => takers.push(resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    handshakes: () => handshakes,
    accept,
    /** Takes the next connection and its registration. */
    async register(): Promise<StandInConnection & { registration: Record<string, unknown> }> {
      const connection = await accept();
      const registration = await connection.next();
      connection.send({
        type: 'registered',
        status: 'success',
        sync_stats: { created: 1, updated: 0, marked_inactive: 0, errors: [] },
      });
      return { ...connection, registration };
    },
    async close(): Promise<void> {
      for (const socket of sockets.clients) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function runOn(
  connection: StandInConnection,
  functionName: string,
  inputs: Record<string, unknown>,
): Promise<ConnectorTestResult> {
  connection.send({
    type: 'execute_test',
    test_run_id: `invoke_${functionName}`,
    function_name: functionName,
    inputs,
    parameters: {},
  });
  return (await connection.next()) as unknown as ConnectorTestResult;
}

function queue<Item>() {
  const items: Item[] = [];
  const takers: ((item: Item) => void)[] = [];
  return {
    push(item: Item): void {
      const taker = takers.shift();
      if (taker) taker(item);
      else items.push(item);
    },
    next: async (): Promise<Item> => items.shift() ?? new Promise((resolve) => takers.push(resolve)),
  };
}
