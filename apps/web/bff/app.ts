import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Health } from '@sonde/contract';
import {
  belowBase,
  createClientAddress,
  createConnectionGuard,
  createHandedOn,
  ownCallMark,
} from '@sonde/server-kit';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { Agent, type Dispatcher } from 'undici';
import { createArrivals, createCodeBond } from './arrivals.ts';
import { mountAuthRoutes } from './auth-routes.ts';
import type { WebConfig } from './config.ts';
import { createNeighbours } from './neighbours.ts';
import { mountPages } from './pages.ts';
import { type Caller, createPlatform } from './platform.ts';
import { notHere, sendFault } from './problems.ts';
import { mountProxy } from './proxy.ts';
import { createRefresher } from './refresh.ts';
import { strictPath } from './request-path.ts';
import { createOriginGate } from './same-origin.ts';
import { createHeaderPolicy } from './security-headers.ts';
import { createSessionCookie } from './session-cookie.ts';
import { createSessions } from './sessions.ts';
import { createLocalMemory, createRedisMemory } from './shared-memory.ts';
import { createVault } from './vault.ts';
import { attachWebSocket } from './web-socket.ts';
import manifest from '../package.json' with { type: 'json' };

export interface WebOptions {
  readonly config: WebConfig;
  readonly clock: { now(): Date };
  /** How the platform is reached; by default a pool of kept connections. */
  readonly upstream?: Dispatcher;
  readonly log?: FastifyBaseLogger;
  /** How long a request waits for a renewal before it goes on without. */
  readonly patienceMs?: number;
}

/** Requests under way get this long when the server closes; runServer's own limit is longer. */
const drainMs = 8_000;

/** The whole web server, ready to listen. */
export async function createWeb(options: WebOptions): Promise<FastifyInstance> {
  const { config } = options;
  const headers = createHeaderPolicy(config);
  const app = Fastify({
    ...(options.log ? { loggerInstance: options.log } : { logger: { level: config.logLevel } }),
    // Addresses of sign-in pages hold codes, so no request line is ever logged.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    // Everything below sees addresses as they are at the root; what leaves for a browser gets the base put before it.
    rewriteUrl: ({ url = '/' }) => belowBase(url, config.base),
    requestTimeout: 300_000,
    // Two tokens at the contract's cap travel in cookies of about 23 kB.
    http: {
      maxHeaderSize: 32_768,
      // An offer of HTTP/2 in an Upgrade header is an ordinary request to us.
      shouldUpgradeCallback: (request: IncomingMessage) =>
        request.headers.upgrade?.toLowerCase() === 'websocket',
    },
    clientErrorHandler: refuseUnreadable(headers.data),
    // No hook has run for an address that the router cannot read.
    frameworkErrors: (error, request, reply) =>
      void sendFault(error, request, reply.headers(headers.data), app.log),
  });
  const log = app.log;
  const nowMs = (): number => options.clock.now().getTime();
  const nowSeconds = (): number => Math.floor(nowMs() / 1000);
  const gate = createOriginGate(config.frontendOrigin, config.base);
  const callerOf = createCallerOf(config);
  const dispatcher = options.upstream ?? new Agent({ connect: { timeout: 5_000 } });
  const platform = createPlatform({
    origin: config.platformOrigin,
    dispatcher,
    proxySecret: config.proxySecret,
  });
  const secrets = { secret: config.sessionSecret, previousSecret: config.previousSessionSecret };
  const neighbours = createNeighbours({ nowSeconds });
  const cookie = createSessionCookie({
    neighbours,
    vault: createVault({ ...secrets, purpose: 'session cookie' }),
    https: config.https,
    frontendOrigin: config.frontendOrigin,
    base: config.base,
    nowSeconds,
  });
  const waiting = createSessionCookie({
    vault: createVault({ ...secrets, purpose: 'waiting session' }),
    https: config.https,
    frontendOrigin: config.frontendOrigin,
    base: config.base,
    nowSeconds,
    name: 'sonde_waiting',
    lifetimeSeconds: 300,
  });
  const memory = createMemory(config, nowMs, log);
  const refresher = createRefresher({
    platform,
    memory,
    vault: createVault({ ...secrets, purpose: 'remembered answer' }),
    log,
    ...(options.patienceMs === undefined ? {} : { patienceMs: options.patienceMs }),
  });
  const arrivals = createArrivals({
    memory,
    vault: createVault({ ...secrets, purpose: 'remembered arrival' }),
    isOver: refresher.isOutdated,
  });
  const byRequest = (request: { raw: IncomingMessage; id: string }): Caller =>
    callerOf(request.raw, request.id);
  const sessions = createSessions({ cookie, refresher, callerOf: byRequest, nowSeconds });

  app.setErrorHandler((error, request, reply) => sendFault(error, request, reply, log));
  app.setNotFoundHandler((request, reply) => sendFault(notHere(), request, reply, log));
  const ownCalls = ownCallMark(config.proxySecret);
  const guard = createConnectionGuard({ ownCalls });
  app.addHook('onRequest', async (request, reply) => {
    byRequest(request);
    void reply.headers({ ...headers.data, 'x-request-id': request.id });
    if (guard(request.raw, reply.raw) === 'cut') return reply.hijack();
    gate.check({ method: request.method, path: strictPath(request.raw.url ?? ''), headers: request.headers });
    return undefined;
  });

  app.get('/health', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .send(healthOf({ isAlone: config.redisUrl !== undefined || !neighbours.wereSeen() })),
  );
  const shared = {
    platform,
    sessions,
    cookie,
    waiting,
    arrivals,
    bond: createCodeBond(config),
    refresher,
    gate,
    callerOf: byRequest,
    nowMs,
    log,
    base: config.base,
  };
  await mountAuthRoutes(app, shared);
  await mountProxy(app, shared);
  await mountPages(app, { ...shared, headers, directory: config.pagesDirectory });

  const sockets = attachWebSocket(app.server, {
    platform,
    frontendOrigin: config.frontendOrigin,
    base: config.base,
    gate,
    callerOf: (request) => callerOf(request, requestId(request)),
    log,
  });
  app.addHook('preClose', async () => {
    sockets.closeAll();
    setTimeout(() => app.server.closeAllConnections(), drainMs).unref();
  });
  app.addHook('onClose', async () => {
    await memory.close();
    if (!options.upstream) await dispatcher.destroy();
  });
  return app;
}

/** What cannot be parsed never reaches a hook; it is answered as any other refusal. */
function refuseUnreadable(headers: Readonly<Record<string, string>>) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const [status, code] =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? ['431 Request Header Fields Too Large', 'request.headers_too_large']
        : ['400 Bad Request', 'request.malformed'];
    const body = JSON.stringify({
      type: 'about:blank',
      title: 'Malformed request',
      status: Number(status.slice(0, 3)),
      code,
    });
    const lines = Object.entries({
      ...headers,
      'content-type': 'application/problem+json',
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
  };
}

/** A process that works worse than it should still serves: nobody is to restart it for that. */
function healthOf({ isAlone }: { isAlone: boolean }): Health {
  const sessions = isAlone
    ? { status: 'healthy' as const }
    : {
        status: 'degraded' as const,
        detail:
          'Another web process served the same browsers within the last hour, and nothing is shared between them: people may be signed out. Give all of them one REDIS_URL, or keep each browser with one process.',
      };
  return { status: sessions.status, service: 'web', version: manifest.version, components: { sessions } };
}

function createMemory(config: WebConfig, nowMs: () => number, log: FastifyBaseLogger) {
  const local = createLocalMemory({ nowMs });
  if (!config.redisUrl) return local;
  return createRedisMemory({
    url: config.redisUrl,
    local,
    onFault: (error) =>
      log.warn({ event: 'memory.fault', err: error }, 'Redis is away; this process remembers alone'),
  });
}

/**
 * Headers naming an address count only from trusted proxies; everyone else is who they connect as. Looked up once, when
 * the request begins: a request whose body has been passed on no longer knows its socket.
 */
function createCallerOf(config: WebConfig) {
  const clientAddress = createClientAddress(config.trustedProxies);
  const isHandedOn = createHandedOn(config.trustedProxies);
  const known = new WeakMap<IncomingMessage, Caller>();
  return (request: IncomingMessage, id: string): Caller => {
    const caller = known.get(request) ?? {
      address: clientAddress(request.socket.remoteAddress, request.headers['x-forwarded-for']),
      isHandedOn: isHandedOn(request.socket.remoteAddress, request.headers),
      host: request.headers.host?.slice(0, 300) ?? '',
      userAgent: request.headers['user-agent']?.slice(0, 500),
      requestId: id,
    };
    known.set(request, caller);
    return caller;
  };
}

/** A caller's own id is kept when it is plain, so that one id follows a request through every log. */
function requestId(request: { headers: IncomingMessage['headers'] }): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}
