import type { IncomingMessage } from 'node:http';
import { Problem } from '@sonde/server-kit';
import type { MemberPrincipal } from '#kernel/http';
import type { Limiter } from '#kernel/limiter';
import type { Log } from '#kernel/log';
import type { Tokens } from '#tokens';
import { authenticate, type Caller } from './authenticate.ts';
import { handshakeMalformed, tooManyConnections, tooManyHandshakes } from './problems.ts';

export interface HandshakeOptions {
  readonly log: Log;
  readonly tokens: Pick<Tokens, 'credentials' | 'recheckBearer'>;
  readonly audit: {
    recordRefusal(entry: {
      action: string;
      organizationId: string;
      actorId: string;
      caller: { ip: string; userAgent: string | null };
      details: Record<string, unknown>;
    }): Promise<void>;
  };
  readonly limiter: Limiter;
  /** Of the program, beyond proxies we trust. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** Programs of an organization that are connected to this process. */
  readonly countOf: (organizationId: string) => number;
}

const connectionsPerOrganization = 200;
/** Of one person: after a restart of the platform all programs of an organization may come back with one token. */
const handshakesPerMinute = 300;

/**
 * Who is let in. Refusals are told in the log, and where it is known whose they are, to that organization as well:
 * unknown callers must not be able to fill a table.
 */
export function createHandshake({ log, tokens, audit, limiter, addressOf, countOf }: HandshakeOptions) {
  async function requirePatience({ userId }: MemberPrincipal): Promise<void> {
    const taken = await limiter.take(`connector.handshake:${userId}`, handshakesPerMinute, 60);
    if (!taken.allowed) throw tooManyHandshakes(Math.max(1, Math.ceil(taken.resetMs / 1000)));
  }

  return async (request: IncomingMessage): Promise<Caller> => {
    let principal: MemberPrincipal | undefined;
    try {
      const caller = await authenticate(tokens, request, async (known) => {
        principal = known;
        await requirePatience(known);
      });
      if (countOf(caller.principal.organizationId) >= connectionsPerOrganization) throw tooManyConnections();
      if (request.method !== 'GET' || request.headers.upgrade?.toLowerCase() !== 'websocket')
        throw handshakeMalformed();
      return caller;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const ip = addressOf(request);
      log.warn({ code: error.code, ip, user: principal?.userId }, 'a program was not let in');
      if (principal)
        await audit.recordRefusal({
          action: 'connector.connected',
          organizationId: principal.organizationId,
          actorId: principal.userId,
          caller: { ip, userAgent: request.headers['user-agent']?.slice(0, 500) ?? null },
          details: { code: error.code },
        });
      throw error;
    }
  };
}
