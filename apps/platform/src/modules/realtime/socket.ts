import type { IncomingMessage } from 'node:http';
import { ClientMessage, basePath, eventsPath, messageInvalid } from '@sonde/contract';
import type { WebSocket } from 'ws';
import { accessChanged, concerns } from '#kernel/access-changed';
import type { Clock } from '#kernel/clock';
import type { Events } from '#kernel/events';
import { createLargeBodies, createSocketServer, createUnreadOutput, type Upgrades } from '#kernel/http';
import { newId } from '#kernel/ids';
import type { Log } from '#kernel/log';
import { Connection, messageBytesMax, textOf } from './connection.ts';
import type { Hub } from './hub.ts';
import { createPlaces, type Place } from './places.ts';
import { foreignOrigin } from './problems.ts';

/** How often sockets are pinged and their sessions looked at. */
export interface SocketTiming {
  readonly pingEveryMs?: number;
  readonly recheckEveryMs?: number;
  readonly authenticateWithinMs?: number;
}

interface Options {
  readonly upgrades: Upgrades;
  readonly hub: Hub;
  readonly events: Pick<Events, 'subscribe'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly allowedOrigins: readonly string[];
  /** Address of the browser or program behind a handshake. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly timing?: SocketTiming | undefined;
}

const paths: readonly string[] = [eventsPath, `${basePath}${eventsPath}`];
/** Of events that the sockets of an organization have not read, over all of them. */
const unreadBytes = 64 * 1024 * 1024;
const usualTiming = { authenticateWithinMs: 10_000, pingEveryMs: 30_000, recheckEveryMs: 60_000 };

/** Puts the event WebSocket on the server's upgrades. */
export function attachSocket(options: Options): { close(): void } {
  const { upgrades, hub, events, clock, log, allowedOrigins, addressOf } = options;
  const { authenticateWithinMs, pingEveryMs, recheckEveryMs } = { ...usualTiming, ...options.timing };
  const sockets = createSocketServer(messageBytesMax);
  const connections = new Set<Connection>();
  const places = createPlaces();
  const unreadOutput = createUnreadOutput(
    createLargeBodies({ shareBytes: unreadBytes, totalBytes: 2 * unreadBytes }),
  );

  upgrades.handle(paths, async (request, socket, head) => {
    const { origin } = request.headers;
    if (origin !== undefined && !allowedOrigins.includes(origin)) throw foreignOrigin();
    const place = places.take(addressOf(request));
    // A handshake that fails ends its connection, and with it the place.
    socket.once('close', place.leave);
    sockets.handleUpgrade(request, socket, head, (opened) => accept(opened, place));
  });

  function accept(socket: WebSocket, place: Place): void {
    const connection = new Connection(newId(), socket);
    connections.add(connection);
    const impatience = setTimeout(
      () => connection.close('refused', 'No ticket was shown in time.'),
      authenticateWithinMs,
    );
    // One message after the other: the second must not be read before the ticket in the first has been judged.
    let queue = Promise.resolve();
    socket.on('message', (data, isBinary) => {
      // Nothing is done for whoever is leaving.
      if (!connection.takesFrame(clock.now()) || !connection.isOpen) return;
      connection.isAlive = true;
      if (!connection.takesMessage()) return connection.close('refused', 'Too many messages.');
      queue = queue
        .then(() => handle(connection, isBinary ? '' : textOf(data)))
        .then(() => {
          if (!connection.principal) return;
          clearTimeout(impatience);
          const { organizationId } = connection.principal;
          if (connection.isOpen)
            connection.outgoing ??= unreadOutput.open({
              organizationId,
              socket,
              cutOff: () => connection.terminate(),
            });
          if (!place.admit(connection.principal))
            connection.close('tooSlow', 'Too many WebSockets are open for this person or organization.');
        })
        .catch((error: unknown) => {
          log.error({ err: error }, 'a message of a socket could not be handled');
          connection.close('tooSlow', 'Server error.');
        })
        .then(() => undefined);
    });
    socket.on('ping', () => void connection.takesFrame(clock.now()));
    socket.on('pong', () => void (connection.isAlive = connection.takesFrame(clock.now())));
    socket.on('error', () => connection.terminate());
    socket.on('close', () => {
      clearTimeout(impatience);
      connections.delete(connection);
      hub.remove(connection);
      connection.outgoing?.end();
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
        payload: { code: messageInvalid, error: 'This message is not one of the protocol.' },
      });
    await hub.receive(connection, message);
  }

  const pings = setInterval(() => {
    for (const connection of connections) {
      if (connection.isAlive) connection.ping();
      else connection.terminate();
    }
  }, pingEveryMs).unref();
  const recheck = async (connection: Connection): Promise<void> => {
    if (!(await hub.recheck(connection))) connection.close('refused', 'The session has ended.');
  };
  const rechecks = setInterval(() => {
    for (const connection of connections) void recheck(connection);
  }, recheckEveryMs).unref();
  // Whoever signs out, is disabled, removed or given another role hears nothing more of what they may not see, at once.
  const forget = events.subscribe(accessChanged, async (event) => {
    const concerned = [...connections].filter(({ principal }) => concerns(event, principal));
    await Promise.all(concerned.map(recheck));
  });

  return {
    close() {
      clearInterval(pings);
      clearInterval(rechecks);
      forget();
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
