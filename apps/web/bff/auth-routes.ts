import { setTimeout as delay } from 'node:timers/promises';
import { basePath, completeSignIn, exchangeCode } from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Arrivals, CodeBond } from './arrivals.ts';
import { createAuthConfig } from './auth-config.ts';
import type { Answer, Caller, Platform, Tokens } from './platform.ts';
import * as problems from './problems.ts';
import type { Refresher } from './refresh.ts';
import { sameSitePath } from './request-path.ts';
import type { OriginGate } from './same-origin.ts';
import { type Session, presentSession, readClaims, sessionFrom, sessionLifetimeSeconds } from './session.ts';
import type { OpenedCookie, SessionCookie } from './session-cookie.ts';
import type { Sessions } from './sessions.ts';

interface Dependencies {
  readonly platform: Platform;
  readonly sessions: Sessions;
  readonly cookie: SessionCookie;
  /** A session that waits for its person to say whether it is theirs. */
  readonly waiting: SessionCookie;
  readonly arrivals: Arrivals;
  readonly bond: CodeBond;
  readonly refresher: Refresher;
  readonly gate: OriginGate;
  readonly callerOf: (request: FastifyRequest) => Caller;
  readonly nowMs: () => number;
  readonly log: FastifyBaseLogger;
  /** Before every path that a browser is sent to. */
  readonly base: string;
}

/** `from`: the page did not ask for the code itself, but found it, or the mail's token for it, in its address. */
const SignIn = exchangeCode.body.extend({ from: z.enum(['provider', 'mail']).optional() });
const SecondFactor = completeSignIn.body;
const Reply = z.strictObject({ accept: z.boolean() });

/** A family that could not be ended at once is tried again for a while. */
const endAgainAfterMs = [2_000, 10_000, 60_000] as const;

/** Signing in with a code, looking at the session, signing out. No answer here holds a token. */
export async function mountAuthRoutes(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  const { platform, sessions, cookie, waiting, arrivals, bond, callerOf, log, base } = dependencies;
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  const authConfig = createAuthConfig(dependencies);
  // What browsers store belongs to the whole origin, and below a path that is not ours alone.
  const clearing = base === '' ? '"cache", "storage"' : '"cache"';

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
    const body = SignIn.safeParse(request.body);
    if (!body.success) {
      throw new Problem('invalid', 'request.invalid', 'Send the sign-in code alone, as {"code": "…"}.');
    }
    const { code, from } = body.data;
    const caller = callerOf(request);
    const arrived = await arrivals
      .redeem(code, caller, async () => begin(await platform.exchange(code, caller), request))
      .catch((error: unknown) => {
        if (error instanceof SecondFactorAwaited) return error;
        throw error;
      });
    if (arrived instanceof SecondFactorAwaited)
      return sendJson(reply, { second_factor: { challenge: arrived.challenge } });
    const session = arrived;
    const before = await cookie.open(request.headers.cookie);
    if (isExpected(request, { code, from, session, before })) return admit(request, reply, session);
    void reply.header('set-cookie', await waiting.write(session, request.headers.cookie));
    const { email, name } = session.user;
    const current = before.state === 'open' ? before.session.user.email : null;
    return sendJson(reply, { confirm: { email, name }, current });
  });

  /** Whoever shows the code of their own authenticator has clearly begun this sign-in: nobody is asked. */
  app.post('/api/auth/second-factor', { bodyLimit: 16_384 }, async (request, reply) => {
    const body = SecondFactor.safeParse(request.body);
    if (!body.success) {
      throw new Problem('invalid', 'request.invalid', 'Send challenge and code, and nothing else.');
    }
    const { challenge, code } = body.data;
    const caller = callerOf(request);
    const session = await arrivals.redeem(`${challenge}\n${code}`, caller, async () =>
      begin(await platform.complete(challenge, code, caller), request),
    );
    return admit(request, reply, session);
  });

  app.post('/api/auth/arrival', { bodyLimit: 1024 }, async (request, reply) => {
    const body = Reply.safeParse(request.body);
    if (!body.success) {
      throw new Problem('invalid', 'request.invalid', 'Send whether to go on, as {"accept": true}.');
    }
    const opened = await waiting.open(request.headers.cookie);
    if (opened.state !== 'open') throw codeInvalid();
    if (body.data.accept) return admit(request, reply, opened.session);
    await endFamily(opened.session, callerOf(request));
    return sendJson(reply.header('set-cookie', waiting.clear()), { success: true });
  });

  /** Whether this browser clearly began what ends here; otherwise its person is asked. */
  function isExpected(
    request: FastifyRequest,
    arrival: { code: string; from: 'provider' | 'mail' | undefined; session: Session; before: OpenedCookie },
  ): boolean {
    const { code, from, session, before } = arrival;
    const current = before.state === 'open' ? before.session : undefined;
    if (from === undefined || current?.familyId === session.familyId) return true;
    if (from === 'provider') return bond.holds(request.headers.cookie, code);
    return current === undefined || current.user.id === session.user.id;
  }

  /** From here on the session is this browser's. It ends the one it replaces, whoever's that was. */
  async function admit(request: FastifyRequest, reply: FastifyReply, session: Session) {
    const cookies = request.headers.cookie;
    const before = await cookie.open(cookies);
    if (before.state === 'open' && before.session.familyId !== session.familyId)
      void endFamily(before.session, callerOf(request));
    log.info({ event: 'session.started', user: session.user.id, family: session.familyId }, 'signed in');
    const isWaiting = (await waiting.open(cookies)).state !== 'none';
    void reply.header('set-cookie', [
      ...(await cookie.write(session, cookies)),
      ...(isWaiting ? waiting.clear() : []),
      ...bond.clear(cookies),
    ]);
    return sendJson(reply, presentSession(session));
  }

  app.get<{ Params: { provider: string }; Querystring: Record<string, string | string[] | undefined> }>(
    '/api/auth/start/:provider',
    async (request, reply) => {
      const { return_to: wanted, origin } = request.query;
      const returnTo = sameSitePath(typeof wanted === 'string' ? wanted : undefined);
      const query = new URLSearchParams({
        ...(returnTo ? { return_to: returnTo } : {}),
        ...(typeof origin === 'string' && dependencies.gate.accepts(origin) ? { origin } : {}),
      });
      const path = `${base}${basePath}/auth/login/${request.params.provider}`;
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
      return sendJson(reply.header('set-cookie', cookie.clear()).header('clear-site-data', clearing), {
        success: true,
      });
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

/** The code is good and the person has a second factor: no session yet, and nothing to remember. */
class SecondFactorAwaited extends Error {
  readonly challenge: string;
  constructor(challenge: string) {
    super('a second factor is awaited');
    this.challenge = challenge;
  }
}

function requireTokens(answer: Answer<Tokens>): Tokens {
  if (answer.outcome === 'ok') return answer.value;
  if (answer.outcome === 'unavailable') throw problems.platformUnreachable(answer.cause ?? answer.reason);
  if (answer.code === 'auth.second_factor_required' && answer.challenge !== undefined)
    throw new SecondFactorAwaited(answer.challenge);
  if (answer.code === 'auth.second_factor_wrong') {
    throw new Problem(
      'forbidden',
      answer.code,
      'This code is not right, or was used already. Wait for the next one.',
    );
  }
  if (answer.status === 429) {
    throw new Problem('limited', 'rate_limited', 'Too many attempts. Wait a while, then sign in again.', {
      headers: { 'retry-after': answer.retryAfter ?? '60' },
    });
  }
  throw codeInvalid();
}

const codeInvalid = () =>
  new Problem(
    'malformed',
    'auth.code_invalid',
    'This sign-in code is not valid any more. Codes work once, for a minute; sign in again.',
  );

const sendJson = (reply: FastifyReply, body: unknown) =>
  reply
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
