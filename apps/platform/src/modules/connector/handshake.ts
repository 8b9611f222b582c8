import type { IncomingMessage } from 'node:http';
import { Problem } from '@sonde/server-kit';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import type { Log } from '#kernel/log';
import type { Tokens } from '#tokens';
import { authenticate, type Caller } from './authenticate.ts';
import { handshakeMalformed, tooManyConnections } from './problems.ts';

export interface HandshakeOptions {
  readonly database: Database;
  readonly log: Log;
  readonly tokens: Pick<Tokens, 'credentials' | 'recheckPrincipal'>;
  readonly audit: {
    record(
      tx: Tx,
      entry: {
        action: string;
        outcome: 'refused';
        organizationId: string;
        actorId: string;
        caller: { ip: string; userAgent: string | null };
        details: Record<string, unknown>;
      },
    ): Promise<void>;
  };
  /** Programs of an organization that are connected to this process. */
  readonly countOf: (organizationId: string) => number;
}

const connectionsPerOrganization = 200;

/**
 * Who is let in. Refusals are told in the log, and where it is known whose they are, to that organization as well:
 * unknown callers must not be able to fill a table.
 */
export function createHandshake({ database, log, tokens, audit, countOf }: HandshakeOptions) {
  return async (request: IncomingMessage): Promise<Caller> => {
    let principal: MemberPrincipal | undefined;
    try {
      const caller = await authenticate(tokens, request, (known) => void (principal = known));
      if (countOf(caller.principal.organizationId) >= connectionsPerOrganization) throw tooManyConnections();
      if (request.method !== 'GET' || request.headers.upgrade?.toLowerCase() !== 'websocket')
        throw handshakeMalformed();
      return caller;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const ip = request.socket.remoteAddress ?? '';
      log.warn({ code: error.code, ip, user: principal?.userId }, 'a program was not let in');
      if (principal)
        await audit.record(database.query, {
          action: 'connector.connected',
          outcome: 'refused',
          organizationId: principal.organizationId,
          actorId: principal.userId,
          caller: { ip, userAgent: request.headers['user-agent']?.slice(0, 500) ?? null },
          details: { code: error.code },
        });
      throw error;
    }
  };
}
