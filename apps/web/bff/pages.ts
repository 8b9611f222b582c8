import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Platform } from './platform.ts';
import { type KnownSession, createPageHead } from './page-head.ts';
import { notHere } from './problems.ts';
import type { HeaderPolicy } from './security-headers.ts';
import { type Session, presentSession } from './session.ts';
import type { SessionCookie } from './session-cookie.ts';
import type { Resolved, Sessions } from './sessions.ts';

interface Dependencies {
  readonly directory: string;
  readonly headers: HeaderPolicy;
  readonly sessions: Sessions;
  readonly cookie: SessionCookie;
  readonly platform: Platform;
  readonly callerOf: (request: FastifyRequest) => Caller;
  /** Before every path that a browser is sent to. */
  readonly base: string;
}

/** As long as a page waits to hear which role its reader has. */
const roleTimeoutMs = 1_000;

const placeholder = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sonde</title></head>
<body><main><h1>The pages are not built yet</h1>
<p>The web server runs, but its folder of pages is missing. Run <code>npm start</code> at the root, which builds them, or set SPA_DIST.</p>
</main></body></html>
`;

/** Built files, and one page for every other address. Protected pages are given only to a session. */
export async function mountPages(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  const { directory, sessions, cookie, base } = dependencies;
  const head = createPageHead(directory, base);
  await app.register(fastifyStatic, { root: directory, serve: false, preCompressed: true });

  app.get('/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    if (path === '/api' || path.startsWith('/api/')) throw notHere();
    if (/^\/behaviors(?:\/|$)/.test(path))
      return reply
        .header('cache-control', 'no-store')
        .redirect(`${base}${request.url.replace('/behaviors', '/requirements')}`, 308);
    if (/\.\w+$/.test(path) && path !== '/index.html') return sendAsset(reply, path);
    if (path === '/' || path === '/index.html' || path === '/auth' || path.startsWith('/auth/')) {
      return sendPublic(request, reply, path);
    }
    return sendProtected(request, reply, path);
  });

  async function sendAsset(reply: FastifyReply, path: string) {
    // Hidden files are for this server and the build, not for browsers.
    if (path.includes('/.')) throw notHere();
    const found = await stat(join(directory, path)).catch(() => undefined);
    if (!found?.isFile()) throw notHere();
    // Names under assets/ hold a hash of their content, so they never change.
    const caching = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    return reply.header('cache-control', caching).sendFile(path.slice(1), { cacheControl: false });
  }

  async function sendPublic(request: FastifyRequest, reply: FastifyReply, path: string) {
    const forced =
      path === '/' && new URLSearchParams(request.url.split('?')[1]).get('force_logout') === 'true';
    const { state } = await cookie.open(request.headers.cookie);
    // Another site may link here with force_logout; only our own pages and the person may end a session.
    const site = request.headers['sec-fetch-site'];
    if (state === 'unreadable' || (forced && (site === 'same-origin' || site === 'none'))) {
      void reply.header('set-cookie', cookie.clear());
    }
    // Whether a cookie that can be read still counts, only the session route finds out.
    return sendPage(reply, path, state === 'open' ? undefined : { user: null, expires: null });
  }

  async function sendProtected(request: FastifyRequest, reply: FastifyReply, path: string) {
    let resolved = await sessions.resolve(request, reply);
    let isOnboarding = false;
    if (
      resolved.state === 'live' &&
      path !== '/onboarding' &&
      resolved.session.user.organization_id === null
    ) {
      resolved = await withMembership(request, reply, resolved);
      isOnboarding = resolved.state === 'live' && resolved.session.user.organization_id === null;
    }
    const cookies = await sessions.cookies(request, resolved);
    if (cookies.length > 0) void reply.header('set-cookie', cookies);
    if (isOnboarding) return redirect(reply, `${base}/onboarding`);
    // Also while the platform is away and the session is kept: the page itself can say so.
    if (resolved.state === 'live' || resolved.state === 'waiting')
      return sendPage(reply, path, presentSession(await asOfNow(request, resolved)));
    return redirect(reply, `${base}${homeFor(resolved, request.url)}`);
  }

  /**
   * With the role the person has now, for this page alone: the cookie keeps the one of the last renewal, and a menu drawn by
   * it would offer what is refused. A platform that says nothing in time holds no page up.
   */
  async function asOfNow(
    request: FastifyRequest,
    { state, session }: { state: 'live' | 'waiting'; session: Session },
  ): Promise<Session> {
    if (state === 'waiting') return session;
    const now = await dependencies.platform.me(
      session.accessToken,
      dependencies.callerOf(request),
      roleTimeoutMs,
    );
    return now.outcome === 'ok' && now.value.organization_id === session.user.organization_id
      ? { ...session, user: { ...session.user, role: now.value.role } }
      : session;
  }

  /** Someone may have joined an organization elsewhere since this token was made. */
  async function withMembership(
    request: FastifyRequest,
    reply: FastifyReply,
    resolved: Resolved & { session: Session },
  ): Promise<Resolved> {
    const profile = await dependencies.platform.me(
      resolved.session.accessToken,
      dependencies.callerOf(request),
    );
    if (profile.outcome !== 'ok' || profile.value.organization_id === null) return resolved;
    const renewed = await sessions.renewNow(request, reply, resolved.session);
    return renewed.state === 'live' && !renewed.renewedFrom ? resolved : renewed;
  }

  async function sendPage(reply: FastifyReply, path: string, session: KnownSession | undefined) {
    const html = await readFile(join(directory, 'index.html'), 'utf8').catch(() => undefined);
    return reply
      .code(html === undefined ? 503 : 200)
      .headers(dependencies.headers.page(path, html ?? placeholder))
      .type('text/html; charset=utf-8')
      .send(html === undefined ? placeholder : await head.complete(html, path, session));
  }
}

/** Home, with the way back; after a refused refresh also with the sign that nothing is left to try. */
function homeFor(resolved: Resolved, wanted: string): string {
  const query = new URLSearchParams();
  if (resolved.state === 'ended') query.set('force_logout', 'true');
  if (resolved.state === 'unreadable') query.set('session_expired', 'true');
  if (wanted.length <= 2000) query.set('return_to', wanted);
  return `/?${query.toString()}`;
}

const redirect = (reply: FastifyReply, to: string) =>
  reply.header('cache-control', 'no-store').redirect(to, 302);
