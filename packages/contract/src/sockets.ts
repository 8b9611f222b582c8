import { connectorCloseCodes, connectorPath } from './connector.ts';
import type { ProblemCode } from './problems.ts';

/** A WebSocket door. It is no operation: the handshake is plain HTTP, and what follows are messages. */
export interface SocketDoor {
  readonly id: string;
  /** Served at the root and below the base path. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** How whoever comes in says who they are. */
  readonly access: string;
  /** Codes of the plain HTTP answer to a handshake that is refused. */
  readonly problems: readonly ProblemCode[];
  /** Codes in `error` messages on the open socket. */
  readonly errors: readonly string[];
  /** Close codes, with what a client does about them. */
  readonly closes: Readonly<Record<number, string>>;
}

export const eventsPath = '/ws';

/** 1008 is for good (the caller must sign in again), the others mean "come back". */
export const eventCloseCodes = { refused: 1008, tooSlow: 1013, restart: 1012, idle: 1001 } as const;
export const messageInvalid = 'message.invalid';

export const eventSocket: SocketDoor = {
  id: 'events.socket',
  path: eventsPath,
  tag: 'Events',
  summary: 'Progress, turns and notifications as they happen',
  description:
    'The first message shows a ticket from `POST /ws/token`; then the client subscribes to channels: `organization`, `user`, `job:{task_id}`, `architect:{session_id}`.',
  access: 'a single-use ticket in the first message; browsers from the web app only',
  problems: ['ws.origin_forbidden', 'ws.too_many'],
  errors: [messageInvalid],
  closes: {
    [eventCloseCodes.refused]: 'no ticket, a bad one, an ended session or too many messages: sign in again',
    [eventCloseCodes.tooSlow]: 'the client reads too slowly, or a fault of ours: come back',
    [eventCloseCodes.restart]: 'the server restarts: come back',
    [eventCloseCodes.idle]: 'nothing was heard for long: come back',
  },
};

export const connectorSocket: SocketDoor = {
  id: 'connector.socket',
  path: connectorPath,
  tag: 'Connector',
  summary: 'Where programs built with the SDK offer their functions',
  description: 'Messages are JSON objects with a `type`; unknown types are ignored.',
  access: 'a bearer token with the permission `connector:use` in the Authorization header',
  problems: [
    'request.malformed',
    'auth.unauthenticated',
    'auth.permission_denied',
    'project.not_found',
    'request.invalid',
    'connector.too_many_connections',
    'rate_limited',
    'service.unavailable',
  ],
  errors: [],
  closes: {
    [connectorCloseCodes.denied]: 'the token is not good any more: give up',
    [connectorCloseCodes.restart]: 'the platform restarts: come back',
    [connectorCloseCodes.overloaded]: 'a fault of ours: come back later',
    [connectorCloseCodes.idle]: 'not even pings were answered: come back',
  },
};

export const sockets: readonly SocketDoor[] = [eventSocket, connectorSocket];
