import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  hasOneHost,
  problemBody,
  refuseOwnCall,
  statusOf,
  Problem,
  type ownCallMark,
} from '@sonde/server-kit';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import { atRoot } from './below-a-path.ts';

/** Takes over the connection, or throws a Problem, which becomes the plain HTTP answer to the handshake. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void | Promise<void>;

export interface Upgrades {
  /** One handler for each path; a trailing slash makes no difference. */
  handle(paths: readonly string[], handler: UpgradeHandler): void;
}

/** The one place where connections leave HTTP: each WebSocket door names its paths, and every other path is refused. */
export function createUpgrades({
  server,
  log,
  bases = [],
  ownCalls,
}: {
  server: Server;
  log: Log;
  /** What bears it comes from here, and is refused as a request would be. */
  ownCalls?: ReturnType<typeof ownCallMark>;
  /** Every path that a proxy may leave before a request. */
  bases?: readonly string[];
}): Upgrades {
  const handlers = new Map<string, UpgradeHandler>();
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Until a handler listens for itself, a peer that resets the connection must not end the process.
    socket.on('error', () => socket.destroy());
    const handler = handlers.get(pathOf(atRoot(request.url ?? '', bases)));
    if (!handler) return refuseUnlessTaken(socket);
    const handled = Promise.resolve().then(() => {
      if (!hasOneHost(request))
        throw new Problem('malformed', 'request.malformed', 'The request has more than one Host header.');
      if (ownCalls) refuseOwnCall(request.headers, ownCalls);
      return handler(request, socket, head);
    });
    handled.catch((error: unknown) => {
      const errorId = newId();
      if (!(error instanceof Problem)) log.error({ err: error, error_id: errorId }, 'an upgrade failed');
      refuse(socket, error, errorId);
    });
  });
  /** A listener of the server that stands beside this one answers at once, or not at all. */
  function refuseUnlessTaken(socket: Duplex): void {
    setImmediate(() => {
      const isTaken = 'bytesWritten' in socket && socket.bytesWritten !== 0;
      if (isTaken || socket.destroyed) return;
      refuse(socket, new Problem('not_found', 'route.not_found', 'There is no such route.'), newId());
    });
  }

  return {
    handle(paths, handler) {
      for (const path of paths) {
        if (handlers.has(path)) throw new Error(`The upgrade of ${path} is handled twice.`);
        handlers.set(path, handler);
      }
    },
  };
}

const pathOf = (target: string): string => target.split('?')[0]?.replace(/(?<=.)\/$/, '') ?? '';

function refuse(socket: Duplex, error: unknown, errorId: string): void {
  const problem =
    error instanceof Problem
      ? error
      : new Problem('internal', 'server.error', 'Something went wrong on our side.');
  const status = statusOf(problem);
  const body = JSON.stringify(problemBody(problem, errorId));
  const headers = Object.entries({
    ...problem.headers,
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': errorId,
    'cache-control': 'no-store',
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  if (!socket.writable) return void socket.destroy();
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${headers.join('')}\r\n${body}`, () =>
    socket.destroy(),
  );
}
