import type { IncomingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { CurrentUser, TokenPair, basePath } from '@sonde/contract';
import { hangUpSignal, hasHungUp } from '@sonde/server-kit';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import type { CodeBond } from './arrivals.ts';
import { type Caller, type Platform, readJson } from './platform.ts';
import * as problems from './problems.ts';
import { type ProxiedOperation, createProxiedOperations } from './proxied-operations.ts';
import * as crossing from './proxy-headers.ts';
import type { Refresher } from './refresh.ts';
import { isProgram } from './same-origin.ts';
import { type Session, sessionFrom } from './session.ts';
import type { Resolved, Sessions } from './sessions.ts';

interface Dependencies {
  readonly platform: Platform;
  readonly sessions: Sessions;
  readonly refresher: Refresher;
  readonly bond: CodeBond;
  readonly callerOf: (request: FastifyRequest) => Caller;
  readonly log: FastifyBaseLogger;
  /** Before every path that a browser is sent to. */
  readonly base: string;
}

type Upstream = Dispatcher.ResponseData;

/** `/api/v1/*`: what the contract lists, with the session's bearer token, streamed both ways. */
export async function mountProxy(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  const { platform, sessions, callerOf, base } = dependencies;
  const proxied = createProxiedOperations();

  await app.register(async (scope) => {
    // Bodies are left unread: they belong to the platform and may be long.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.all(`${basePath}/*`, async (request, reply) => {
      const [path = '', query] = request.url.split(/(?=\?)/, 2);
      const found = proxied.find(request.method, path);
      if (!found) throw problems.notServed(proxied.methodsAt(path));
      const { operation, movedTo } = found;
      // The platform refuses it too, but hangs up while the rest is on its way, and that looks like a platform that broke.
      if (Number(request.headers['content-length'] ?? 0) > operation.bodyLimitBytes)
        throw problems.tooLarge(operation.bodyLimitBytes);
      if (movedTo !== undefined) return reply.redirect(`${base}${basePath}${movedTo}${query ?? ''}`, 308);
      const resolved: Resolved = operation.needsSession
        ? await requireSession(request, reply)
        : { state: 'none' };
      const session = resolved.state === 'live' ? resolved.session : undefined;
      if (operation.isLong && resolved.state === 'live' && resolved.renewedFrom) {
        // The new cookie travels with an answer that may be an hour away; until then the old one keeps coming.
        await dependencies.refresher.hold(resolved.renewedFrom);
      }
      const upstream = await send(request, reply, operation, session).catch((error: unknown) => error);
      if (!isUpstream(upstream)) {
        // The browser left; nobody waits for an answer, and nothing is wrong.
        if (hasHungUp({ request, reply })) return reply.hijack();
        if (operation.isProviderStep && wantsPage(request))
          return toSignIn(reply, base, 'platform.unreachable');
        throw unreachable(upstream);
      }
      if (operation.isProviderStep) return answerProviderStep(request, reply, upstream);
      if (upstream.statusCode === 401 && session) return answerRefusal(request, reply, upstream, session);
      const succeeded = upstream.statusCode >= 200 && upstream.statusCode < 300;
      if (operation.storesTokens && succeeded && session)
        return storeTokens(request, reply, upstream, session);
      await putCookies(request, reply, resolved);
      return stream(reply, upstream, operation.isPage);
    });
  });

  async function requireSession(request: FastifyRequest, reply: FastifyReply): Promise<Resolved> {
    const resolved = await sessions.resolve(request, reply);
    if (resolved.state === 'live') return resolved;
    await putCookies(request, reply, resolved);
    if (resolved.state === 'waiting') throw problems.sessionWaiting(resolved.retryAfterSeconds);
    if (resolved.state === 'ended') throw problems.sessionEnded();
    throw isProgram(request.headers) ? problems.takesNoToken() : problems.notSignedIn();
  }

  async function putCookies(request: FastifyRequest, reply: FastifyReply, resolved: Resolved): Promise<void> {
    const cookies = await sessions.cookies(request, resolved);
    if (cookies.length > 0) void reply.header('set-cookie', cookies);
  }

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    operation: ProxiedOperation,
    session: Session | undefined,
  ): Promise<Upstream> {
    const { 'content-length': length, 'transfer-encoding': chunked } = request.headers;
    const hasBody = chunked !== undefined || (length !== undefined && length !== '0');
    return platform.dispatcher.request({
      origin: platform.origin,
      path: request.url,
      method: request.method as Dispatcher.HttpMethod,
      headers: {
        ...crossing.upstreamHeaders(request.headers, operation.storesTokens),
        ...(operation.isProviderStep ? crossing.providerCookiesOf(request.headers.cookie) : {}),
        ...platform.identify(callerOf(request)),
        ...(session ? { authorization: `Bearer ${session.accessToken}` } : {}),
      },
      body: hasBody ? request.raw : null,
      headersTimeout: operation.timeoutMs,
      bodyTimeout: operation.timeoutMs,
      signal: hangUpSignal({ request, reply }),
    });
  }

  /** A 401 means the credential is unusable. Whether the whole session is, only the refresh token can tell. */
  async function answerRefusal(
    request: FastifyRequest,
    reply: FastifyReply,
    upstream: Upstream,
    session: Session,
  ) {
    const resolved = await sessions.renewNow(request, reply, session);
    await putCookies(request, reply, resolved);
    const isRenewed = resolved.state === 'live' && resolved.renewedFrom !== undefined;
    if (isRenewed) return stream(reply, upstream);
    await upstream.body.dump();
    throw resolved.state === 'ended' ? problems.sessionEnded() : problems.sessionWaiting(2);
  }

  /** Joining an organization changes the tokens: they go into the cookie, the rest of the answer to the page. */
  async function storeTokens(
    request: FastifyRequest,
    reply: FastifyReply,
    upstream: Upstream,
    session: Session,
  ) {
    const body = await readJson(upstream.body);
    const pair = TokenPair.safeParse(body);
    if (!pair.success || typeof body !== 'object' || body === null) throw problems.platformBroke(pair.error);
    const tokens = { accessToken: pair.data.session_token, refreshToken: pair.data.refresh_token };
    const profile = await platform.me(tokens.accessToken, callerOf(request));
    const user = profile.outcome === 'ok' ? CurrentUser.parse(profile.value) : session.user;
    const next = sessionFrom(tokens, user, session.ends);
    if (!next) throw problems.platformBroke('the new access token cannot be read');
    await dependencies.refresher.adopt(session, next);
    await putCookies(request, reply, { state: 'live', session: next, renewedFrom: session });
    const { session_token: _access, refresh_token: _refresh, ...visible } = body as Record<string, unknown>;
    return reply
      .code(upstream.statusCode)
      .headers({
        ...without(crossing.downstreamHeaders(upstream.headers, base), 'content-length'),
        'cache-control': 'no-store',
      })
      .send(JSON.stringify(visible));
  }

  /** Only here do cookies and locations of the platform reach the browser. */
  async function answerProviderStep(request: FastifyRequest, reply: FastifyReply, upstream: Upstream) {
    const { location } = upstream.headers;
    const isRedirect = [302, 303].includes(upstream.statusCode) && typeof location === 'string';
    const cookies = [
      ...crossing.providerSetCookies(upstream.headers['set-cookie']),
      ...(isRedirect ? dependencies.bond.cookieFor(location) : []),
    ];
    if (cookies.length > 0) void reply.header('set-cookie', cookies);
    if (!isRedirect && wantsPage(request)) {
      const body = await readJson(upstream.body);
      const code =
        typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : 'sign_in_failed';
      return toSignIn(reply, base, code);
    }
    if (isRedirect)
      void reply.header(
        'location',
        crossing.presentLocation(location, { platformOrigin: platform.origin, base }),
      );
    void reply.header('referrer-policy', 'no-referrer');
    return stream(reply, upstream);
  }

  function stream(reply: FastifyReply, upstream: Upstream, isPage = false): void {
    reply.hijack();
    reply.raw.writeHead(upstream.statusCode, {
      'x-request-id': reply.request.id,
      ...(reply.getHeaders() as IncomingHttpHeaders),
      // The id that the platform names in its answer and its log, should it be another than ours.
      ...crossing.downstreamHeaders(upstream.headers, base),
      // A page of the platform brings the policy it was written for.
      ...(isPage ? crossing.pick(upstream.headers, ['content-security-policy']) : {}),
    });
    // An event stream's first event may be a while away; the page should know at once that it is connected.
    reply.raw.flushHeaders();
    pipeline(upstream.body, reply.raw).catch((error: unknown) => {
      dependencies.log.info(
        { event: 'proxy.cut_off', error_id: reply.request.id, err: error },
        'an answer was cut off',
      );
    });
  }
}

function toSignIn(reply: FastifyReply, base: string, code: string) {
  const safeCode = /^[\w.]{1,64}$/.test(code) ? code : 'sign_in_failed';
  return reply.header('cache-control', 'no-store').redirect(`${base}/auth/signin?error=${safeCode}`, 302);
}

const wantsPage = (request: FastifyRequest): boolean =>
  request.headers.accept?.includes('text/html') ?? false;

const isUpstream = (value: unknown): value is Upstream =>
  typeof value === 'object' && value !== null && 'statusCode' in value && 'body' in value;

const without = <T extends object>(headers: T, name: string): T =>
  Object.fromEntries(Object.entries(headers).filter(([other]) => other !== name)) as T;

/** Before the first byte nothing can have happened there; afterwards nobody can tell. */
function unreachable(error: unknown) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const neverArrived =
    /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(code);
  return neverArrived ? problems.platformUnreachable(error) : problems.platformBroke(error);
}
