import { ClientMessage, basePath } from '@sonde/contract';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import type { Clock } from '#kernel/clock';
import type { Upgrades } from '#kernel/http';
import { newId } from '#kernel/ids';
import type { Log } from '#kernel/log';
import { Connection, messageBytesMax, textOf } from './connection.ts';
import type { Hub } from './hub.ts';
import { foreignOrigin, tooManySockets } from './problems.ts';

interface Options {
  readonly upgrades: Upgrades;
  readonly hub: Hub;
  readonly clock: Clock;
  readonly log: Log;
  readonly allowedOrigins: readonly string[];
  readonly recheckEveryMs?: number;
}

const paths: readonly string[] = ['/ws', `${basePath}/ws`];
const authenticateWithinMs = 10_000;
const pingEveryMs = 30_000;
const recheckEveryMsDefault = 60_000;
const connectionsMax = 5_000;

/** Puts the event WebSocket on the server's upgrades. */
export function attachSocket({ upgrades, hub, clock, log, allowedOrigins, recheckEveryMs }: Options): {
  close(): void;
} {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: messageBytesMax,
    perMessageDeflate: false,
  });
  const connections = new Set<Connection>();

  upgrades.handle(paths, async (request, socket, head) => {
    const { origin } = request.headers;
    if (origin !== undefined && !allowedOrigins.includes(origin)) throw foreignOrigin();
    if (connections.size >= connectionsMax) throw tooManySockets();
    sockets.handleUpgrade(request, socket, head, accept);
  });

  function accept(socket: WebSocket): void {
    const connection = new Connection(newId(), socket);
    connections.add(connection);
    const impatience = setTimeout(
      () => connection.close('refused', 'No ticket was shown in time.'),
      authenticateWithinMs,
    );
    // One message after the other: the second must not be read before the ticket in the first has been judged.
    let queue = Promise.resolve();
    socket.on('message', (data, isBinary) => {
      connection.isAlive = true;
      if (!connection.takesMessage(clock.now())) return connection.close('refused', 'Too many messages.');
      queue = queue
        .then(() => handle(connection, isBinary ? '' : textOf(data)))
        .then(() => connection.principal && clearTimeout(impatience))
        .catch((error: unknown) => {
          log.error({ err: error }, 'a message of a socket could not be handled');
          connection.close('tooSlow', 'Server error.');
        })
        .then(() => undefined);
    });
    socket.on('pong', () => void (connection.isAlive = true));
    socket.on('error', () => connection.terminate());
    socket.on('close', () => {
      clearTimeout(impatience);
      connections.delete(connection);
      hub.remove(connection);
    });
  }

  async function handle(connection: Connection, text: string): Promise<void> {
    const message = readMessage(text);
    if (!connection.principal) {
      if (message?.type !== 'authenticate')
        return connection.close('refused', 'The first message must show a ticket.');
      if (!(await hub.authenticate(connection, message)))
        connection.close('refused', 'The ticket is not valid.');
      return;
    }
    if (!message || message.type === 'authenticate')
      return connection.send({
        type: 'error',
        payload: { code: 'message.invalid', error: 'This message is not one of the protocol.' },
      });
    await hub.receive(connection, message);
  }

  const pings = setInterval(() => {
    for (const connection of connections) {
      if (connection.isAlive) connection.ping();
      else connection.terminate();
    }
  }, pingEveryMs).unref();
  const rechecks = setInterval(() => {
    for (const connection of connections)
      void hub
        .recheck(connection)
        .then((isGood) => isGood || connection.close('refused', 'The session has ended.'));
  }, recheckEveryMs ?? recheckEveryMsDefault).unref();

  return {
    close() {
      clearInterval(pings);
      clearInterval(rechecks);
      for (const connection of connections) connection.close('restart', 'The server is restarting.');
    },
  };
}

function readMessage(text: string): ClientMessage | undefined {
  try {
    const parsed = ClientMessage.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
