import { onHangUp } from '@sonde/server-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from './platform.ts';
import type { Refresher } from './refresh.ts';
import type { Session } from './session.ts';
import type { SessionCookie } from './session-cookie.ts';

/** What a request's cookie amounts to, after a renewal where one was due. */
export type Resolved =
  | { readonly state: 'none' }
  | { readonly state: 'unreadable' }
  | {
      readonly state: 'live';
      readonly session: Session;
      readonly renewedFrom?: Session;
      readonly isRemembered?: boolean;
    }
  /** The platform refused to renew it. */
  | { readonly state: 'ended' }
  /** The access token is over and the platform could not be asked. */
  | { readonly state: 'waiting'; readonly session: Session; readonly retryAfterSeconds: number };

export type Sessions = ReturnType<typeof createSessions>;

/** The specification: refreshed when within 60 seconds of expiry. */
const refreshWindowSeconds = 60;

export function createSessions(options: {
  cookie: SessionCookie;
  refresher: Refresher;
  callerOf: (request: FastifyRequest) => Caller;
  nowSeconds: () => number;
}) {
  const { cookie, refresher, callerOf, nowSeconds } = options;

  async function renew(request: FastifyRequest, session: Session): Promise<Resolved> {
    const outcome = await refresher.rotate(session, callerOf(request));
    if (outcome.outcome === 'refused') return { state: 'ended' };
    if (outcome.outcome === 'rotated') {
      const { session: renewed, isRemembered } = outcome;
      return { state: 'live', session: renewed, renewedFrom: session, isRemembered };
    }
    return session.accessExpires > nowSeconds()
      ? { state: 'live', session }
      : { state: 'waiting', session, retryAfterSeconds: outcome.retryAfterSeconds };
  }

  /** The same, whatever the expiry: after a 401, or when the token's organization is out of date. */
  async function renewNow(request: FastifyRequest, reply: FastifyReply, session: Session): Promise<Resolved> {
    const resolved = await renew(request, session);
    keepUndelivered(request, reply, resolved);
    return resolved;
  }

  async function resolve(request: FastifyRequest, reply: FastifyReply): Promise<Resolved> {
    const opened = await cookie.open(request.headers.cookie);
    if (opened.state !== 'open') return opened;
    let resolved: Resolved = { state: 'live', session: opened.session };
    // A remembered answer may itself be near its end by now; two steps reach the newest pair of any real history.
    for (let step = 0; step < 3; step += 1) {
      if (resolved.state !== 'live' || resolved.session.accessExpires - nowSeconds() > refreshWindowSeconds)
        break;
      const next = await renew(request, resolved.session);
      if (next.state === 'live' && !next.renewedFrom) break;
      resolved = next.state === 'live' ? { ...next, renewedFrom: opened.session } : next;
      if (next.state === 'live' && !next.isRemembered) break;
    }
    keepUndelivered(request, reply, resolved);
    return resolved;
  }

  /** A browser that went away before the answer still has the old cookie and will come back with it. */
  function keepUndelivered(request: FastifyRequest, reply: FastifyReply, resolved: Resolved): void {
    const renewedFrom = resolved.state === 'live' ? resolved.renewedFrom : undefined;
    if (!renewedFrom) return;
    onHangUp({ request, reply }, () => void refresher.hold(renewedFrom));
  }

  return {
    resolve,
    renewNow,
    /** The Set-Cookie values an answer to this request should carry. */
    async cookies(request: FastifyRequest, resolved: Resolved): Promise<string[]> {
      if (resolved.state === 'unreadable' || resolved.state === 'ended') return cookie.clear();
      if (resolved.state !== 'live' || !resolved.renewedFrom) return [];
      // A slow answer may arrive after newer ones, or after a sign-out; it must not turn the clock back.
      if (await refresher.isOutdated(resolved.session)) return [];
      return cookie.write(resolved.session, request.headers.cookie);
    },
  };
}
