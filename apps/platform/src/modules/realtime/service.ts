import type { IncomingMessage } from 'node:http';
import type { Clock } from '#kernel/clock';
import type { MemberPrincipal, Upgrades } from '#kernel/http';
import { createHub, type HubOptions } from './hub.ts';
import { attachSocket, type SocketTiming } from './socket.ts';

export interface RealtimeOptions extends HubOptions {
  readonly clock: Clock;
  readonly upgrades: Upgrades;
  /** Browsers on other sites may open sockets anywhere; only pages of the web app are let in. */
  readonly allowedOrigins: readonly string[];
  /** Address of the browser or program behind a handshake. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** Only tests are in a hurry. */
  readonly timing?: SocketTiming | undefined;
}

export type Realtime = ReturnType<typeof createRealtime>;

/** The event WebSocket: single-use tickets, channels within the caller's organization, and catching up after a break. */
export function createRealtime(options: RealtimeOptions) {
  const hub = createHub(options);
  const socket = attachSocket({ hub, ...options });
  return {
    async issueTicket(principal: MemberPrincipal): Promise<{ token: string; expires_in: number }> {
      const { token, expiresInSeconds } = await options.tickets.issueSocketTicket(principal);
      return { token, expires_in: expiresInSeconds };
    },
    /** Tells every client to come back elsewhere. Called before the server closes, which waits for its sockets. */
    close: (): void => socket.close(),
    connectionCount: hub.size,
  };
}
