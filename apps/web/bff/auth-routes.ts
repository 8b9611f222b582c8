import { setTimeout as delay } from 'node:timers/promises';
import { basePath, exchangeCode } from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createAuthConfig } from './auth-config.ts';
import type { Answer, Caller, Platform, Tokens } from './platform.ts';
import * as problems from './problems.ts';
import type { Refresher } from './refresh.ts';
import { sameSitePath } from './request-path.ts';
import type { OriginGate } from './same-origin.ts';
import { type Session, presentSession, readClaims, sessionFrom, sessionLifetimeSeconds } from './session.ts';
import type { SessionCookie } from './session-cookie.ts';
import type { Sessions } from './sessions.ts';

interface Dependencies {
  readonly platform: Platform;
  readonly sessions: Sessions;
  readonly cookie: SessionCookie;
  readonly refresher: Refresher;
  readonly gate: OriginGate;
  readonly callerOf: (request: FastifyRequest) => Caller;
  readonly nowMs: () => number;
  readonly log: FastifyBaseLogger;
}

/** A family that could not be ended at once is tried again for a while. */
const endAgainAfterMs = [2_000, 10_000, 60_000] as const;

/** Signing in with a code, looking at the session, signing out. No answer here holds a token. */
export async function mountAuthRoutes(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  const { platform, sessions, cookie, callerOf, log } = dependencies;
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  const authConfig = createAuthConfig(dependencies);

  app.get('/api/auth-config', async (_request, reply) => sendJson(reply, await authConfig.read()));

  app.get('/api/auth/session', async (request, reply) => {
    const resolved = await sessions.resolve(request, reply);
    const cookies = await sessions.cookies(request, resolved);
    if (cookies.length > 0) void reply.header('set-cookie', cookies);
    if (resolved.state === 'live' || resolved.state === 'waiting')
      return sendJson(reply, presentSession(resolved.session));
    const error = resolved.state === 'ended' ? { error: 'RefreshTokenError' } : {};
    return sendJson(reply, { user: null, expires: null, ...error });
  });

  app.post('/api/auth/callback/credentials', { bodyLimit: 16_384 }, async (request, reply) => {
    const body = exchangeCode.body.safeParse(request.body);
    if (!body.success) {
      throw new Problem('invalid', 'request.invalid', 'Send the sign-in code alone, as {"code": "…"}.');
    }
    const before = await cookie.open(request.headers.cookie);
    const session = await begin(await platform.exchange(body.data.code, callerOf(request)), request);
    // A new sign-in ends the one it replaces, whoever's it was.
    if (before.state === 'open') void endFamily(before.session, callerOf(request));
    log.info({ event: 'session.started', user: session.user.id, family: session.familyId }, 'signed in');
    void reply.header('set-cookie', await cookie.write(session, request.headers.cookie));
    return sendJson(reply, presentSession(session));
  });

  app.get<{ Params: { provider: string }; Querystring: Record<string, string | string[] | undefined> }>(
    '/api/auth/start/:provider',
    async (request, reply) => {
      const { return_to: wanted, origin } = request.query;
      const returnTo = sameSitePath(typeof wanted === 'string' ? wanted : undefined);
      const query = new URLSearchParams({
        ...(returnTo ? { return_to: returnTo } : {}),
        ...(typeof origin === 'string' && dependencies.gate.accepts(origin) ? { origin } : {}),
      });
      const path = `${basePath}/auth/login/${request.params.provider}`;
      return reply
        .header('cache-control', 'no-store')
        .redirect(query.size > 0 ? `${path}?${query.toString()}` : path, 302);
    },
  );

  await app.register(async (scope) => {
    // Whatever the body is, it is not read: signing out must always work.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume();
      done(null);
    });
    scope.post('/api/auth/signout', async (request, reply) => {
      const opened = await cookie.open(request.headers.cookie);
      if (opened.state === 'open') await endFamily(opened.session, callerOf(request));
      return sendJson(
        reply.header('set-cookie', cookie.clear()).header('clear-site-data', '"cache", "storage"'),
        { success: true },
      );
    });
  });

  /** The code is spent by now, so a profile that cannot be read must not lose the session. */
  async function begin(answer: Answer<Tokens>, request: FastifyRequest): Promise<Session> {
    const tokens = requireTokens(answer);
    const profile = await platform.me(tokens.accessToken, callerOf(request));
    const claims = readClaims(tokens.accessToken);
    const user =
      profile.outcome === 'ok'
        ? profile.value
        : {
            id: claims?.id ?? '',
            email: '',
            name: null,
            is_email_verified: false,
            has_password: false,
            organization_id: null,
            role: null,
          };
    const ends = Math.floor(dependencies.nowMs() / 1000) + sessionLifetimeSeconds;
    const session = sessionFrom(tokens, user, ends);
    if (!session) throw problems.platformBroke('the access token cannot be read');
    return session;
  }

  async function endFamily(session: Session, caller: Caller): Promise<void> {
    await dependencies.refresher.markEnded(session);
    log.info({ event: 'session.ended', user: session.user.id, family: session.familyId }, 'signed out');
    const answer = await platform.endFamily(session.refreshToken, caller);
    if (answer.outcome === 'unavailable') void endLater(session, caller);
  }

  async function endLater(session: Session, caller: Caller): Promise<void> {
    for (const waitMs of endAgainAfterMs) {
      const stopped = await delay(waitMs, false, { signal: closing.signal, ref: false }).catch(() => true);
      if (stopped) break;
      if ((await platform.endFamily(session.refreshToken, caller)).outcome !== 'unavailable') return;
    }
    log.error(
      { event: 'session.not_ended', family: session.familyId },
      'the platform never heard of this sign-out',
    );
  }
}

function requireTokens(answer: Answer<Tokens>): Tokens {
  if (answer.outcome === 'ok') return answer.value;
  if (answer.outcome === 'unavailable') throw problems.platformUnreachable(answer.cause ?? answer.reason);
  if (answer.status === 429) {
    throw new Problem('limited', 'rate_limited', 'Too many attempts. Wait a while, then sign in again.', {
      headers: { 'retry-after': answer.retryAfter ?? '60' },
    });
  }
  throw new Problem(
    'malformed',
    'auth.code_invalid',
    'This sign-in code is not valid any more. Codes work once, for a minute; sign in again.',
  );
}

const sendJson = (reply: FastifyReply, body: unknown) =>
  reply
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
