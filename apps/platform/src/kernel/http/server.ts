import { defaultBodyLimitBytes } from '@sonde/contract';
import {
  createConnectionGuard,
  ownCallMark,
  Problem,
  problemBody,
  Secret,
  securityHeaders,
  statusOf,
  type FieldFault,
} from '@sonde/server-kit';
import Fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { atRoot, leaveBelow } from './below-a-path.ts';
import { limitBodyTime, longestRequestMs } from './body-clock.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import { storageFullCodes, type StorageWatch } from '../storage-watch.ts';
import { createCallerAddress } from './caller-address.ts';
import { isJudged, judgeJsonSize } from './json-size.ts';
import { roomOf } from './large-bodies.ts';
import { createRouteTable } from './route-table.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Address of the person or program that calls, beyond proxies we trust. */
    clientAddress: string;
    /** The name, with its port, under which they asked; also through our web server. */
    clientHost: string;
    /** Whether somebody handed it on whose word about its sender counts for nothing: `clientAddress` is then theirs. */
    isHandedOn: boolean;
  }
}

export interface HttpOptions {
  readonly log: Log;
  readonly storage: StorageWatch;
  readonly https: boolean;
  /** The path below which programs reach this server, such as `/sonde-api`; empty at the root. */
  readonly base?: string;
  /** Every path that a proxy may leave before a request. */
  readonly bases?: readonly string[];
  readonly trustedProxies: Parameters<typeof createCallerAddress>[0]['trustedProxies'];
  /** Shared with the web server, which may then name the browser's address. */
  readonly proxySecret: string;
  readonly proxies?: Parameters<typeof createCallerAddress>[0]['proxies'];
  /** For an ordinary body to arrive; tests are less patient. */
  readonly bodyTimeMs?: number;
}

/** Objects and lists inside one another; no document of people or programs comes near. */
const deepestBody = 100;
/** Keys of one object: a check of how many there may be comes after each of them has been read. */
const widestObject = 10_000;

/** The bare server: ids, caller addresses, bodies, headers, and one way for every error to leave. Routes come by `mount`. */
export function createHttpServer({
  log,
  storage,
  https,
  base = '',
  bases = [],
  trustedProxies,
  proxySecret,
  proxies,
  bodyTimeMs,
}: HttpOptions): FastifyInstance {
  // Below a path the host is somebody else's, who decides whether all of it is to be reached by TLS alone.
  const headers = securityHeaders({ https: https && base === '' });
  const caller = createCallerAddress({ trustedProxies, proxySecret, proxies });
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: defaultBodyLimitBytes,
    rewriteUrl: ({ url = '/' }) => atRoot(url, bases),
    genReqId: (request) => caller.requestId(request) ?? newId(),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    keepAliveTimeout: 72_000,
    // Fastify would wait for ever for a body that trickles in; ordinary ones have a shorter time of their own.
    requestTimeout: longestRequestMs,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 8192 },
    // A path such as /%zz is refused here, in the same shape as everything else.
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply.headers(headers)),
  }) as unknown as FastifyInstance;

  app.decorateRequest('clientAddress', '');
  app.decorateRequest('clientHost', '');
  app.decorateRequest('isHandedOn', false);
  const guard = createConnectionGuard({ ownCalls: ownCallMark(new Secret(proxySecret)) });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id).header('cache-control', 'no-store');
    if (guard(request.raw, reply.raw) === 'cut') return reply.hijack();
    request.clientHost = caller.host(request.raw);
    request.clientAddress = caller.address(request.raw);
    request.isHandedOn = caller.isHandedOn(request.raw);
    return undefined;
  });
  leaveBelow(app, base);
  limitBodyTime(app, bodyTimeMs);
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onResponse', async (request, reply) => {
    // A connection whose last answer is out would otherwise be kept alive, and closing would wait for it.
    if (isClosing) setImmediate(() => app.server.closeIdleConnections());
    request.log.info(
      {
        request_id: request.id,
        method: request.method,
        // The pattern, not the path: a path may carry what should not be logged.
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime),
        ip: request.clientAddress,
      },
      'request',
    );
  });

  parseBodies(app);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (isStorageFull(error)) storage.noteFailedWrite();
    return sendError(error, request, reply);
  });
  const routes = createRouteTable();
  app.addHook('onRoute', ({ method, url }) => routes.add(method, url));
  app.setNotFoundHandler((request, reply) => {
    void sendError(notServed(routes.methodsAt(request.url)), request, reply);
  });
  return app;
}

function notServed(methods: readonly string[]): Problem {
  if (methods.length === 0) return new Problem('not_found', 'route.not_found', 'There is no such route.');
  return new Problem(
    'method_not_allowed',
    'route.method_not_allowed',
    `This route is served with ${methods.join(', ')}.`,
    { headers: { allow: methods.join(', ') } },
  );
}

/** Empty bodies count as absent; forms become plain objects with repeated names kept as lists for their operation to judge. */
function parseBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser(
    /^application\/(?:[\w.+-]*\+)?json/,
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (body.length === 0) return done(null, undefined);
      const parse = (): void =>
        void parseJson(request, body.toString(), (error, value) => {
          const fault = error ? undefined : shapeFault(value);
          done(
            fault === undefined ? error : new Problem('invalid', 'request.invalid', `The body ${fault}.`),
            value,
          );
        });
      if (!isJudged(body as Buffer)) return parse();
      const room = roomOf(request);
      // Until the handler holds it, which begins within `done`.
      const letGo = room?.hold();
      return void judgeJsonSize(body as Buffer)
        .then((bytes) => room?.grow(bytes))
        .then(parse, (error: Error) => done(error))
        .finally(letGo);
    },
  );
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      const form: Record<string, string | string[]> = Object.create(null);
      for (const [name, value] of new URLSearchParams(body as string)) {
        const before = form[name];
        // Into the list that is there: a copy for each of half a million pairs would keep everybody waiting for hours.
        if (Array.isArray(before)) before.push(value);
        else form[name] = before === undefined ? value : [before, value];
      }
      done(null, form);
    },
  );
}

/**
 * What makes JSON too deep or too wide to be judged, to follow its name; undefined when nothing does. Level by level and
 * without recursion: what is nested without end would exhaust the stack of whoever writes it out.
 */
export function shapeFault(value: unknown): string | undefined {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      if (depth === deepestBody) return `is nested more than ${deepestBody} levels deep`;
      const inner = Object.values(item);
      if (inner.length > widestObject && !Array.isArray(item))
        return `holds an object of more than ${widestObject} keys`;
      for (const each of inner) next.push(each);
    }
    level = next;
  }
  return undefined;
}

/** The problem an error becomes; a failure of ours is logged under the id that its answer names. */
export function reportFailure(error: unknown, request: FastifyRequest): Problem {
  const problem = asProblem(error);
  if (statusOf(problem) >= 500) {
    const level = problem.kind === 'internal' ? 'error' : 'warn';
    request.log[level](
      { err: error, error_id: request.id, route: request.routeOptions?.url },
      'request failed',
    );
  }
  return problem;
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = reportFailure(error, request);
  reply
    .code(statusOf(problem))
    .headers(problem.headers)
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store');
  return request.routeOptions.config.isTokenEndpoint === true
    ? reply.type('application/json').send(JSON.stringify(tokenEndpointFault(problem)))
    : reply.type('application/problem+json').send(JSON.stringify(problemBody(problem, request.id)));
}

/** The words of OAuth; the status says the rest. */
function tokenEndpointFault(problem: Problem): { error: string; error_description: string } {
  const status = statusOf(problem);
  const error =
    status === 429 || status === 503
      ? 'temporarily_unavailable'
      : status >= 500
        ? 'server_error'
        : 'invalid_request';
  // Characters that RFC 6749 §5.2 leaves out of a description.
  return { error, error_description: problem.message.replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'") };
}

/** Translates what frameworks and drivers throw; anything unknown is our fault and stays masked. */
function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { statusCode, code } = error as FastifyError;
  if (isDatabaseOutage(error))
    return new Problem(
      'unavailable',
      'service.unavailable',
      'The database cannot be reached at the moment. Try again shortly.',
      {
        headers: { 'retry-after': '2' },
        cause: error,
      },
    );
  if (isOfNobody(error))
    return new Problem(
      'unauthenticated',
      'auth.unauthenticated',
      'The organization or the account of this request was deleted meanwhile.',
      { cause: error },
    );
  if (holdsUnstorableText(error))
    return new Problem(
      'invalid',
      'request.invalid',
      'The input holds a NUL character, which cannot be stored in a text.',
      {
        cause: error,
      },
    );
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Problem(
      'too_large',
      'request.too_large',
      'The request body is larger than this route accepts.',
    );
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Problem('unsupported_media', 'request.media_type', 'Send the body as application/json.');
  if (error instanceof SyntaxError || (statusCode !== undefined && statusCode >= 400 && statusCode < 500))
    return new Problem(
      'malformed',
      'request.malformed',
      'The request cannot be read: its body or its address is malformed.',
    );
  return new Problem(
    'internal',
    'server.error',
    'Something went wrong on our side. The error_id names the log line.',
    {
      cause: error,
    },
  );
}

/** A row that refers to an organization or a person who was there when the request was let in, and is gone. */
function isOfNobody(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const { code, constraint } = cause as NodeJS.ErrnoException & { constraint?: unknown };
    if (code === '23503' && /_(?:organization_id|user_id|created_by)_fkey$/.test(String(constraint)))
      return true;
  }
  return false;
}

/** PostgreSQL's words for text it cannot hold: NUL, in text (22021) or in JSON (22P05), and there half of a pair of surrogates. */
const holdsUnstorableText = (error: unknown): boolean =>
  [error, (error as Error).cause].some((item) => {
    const { code, detail } = Object(item) as { code?: unknown; detail?: unknown };
    return code === '22021' || code === '22P05' || (code === '22P02' && /surrogate/.test(String(detail)));
  });

const outageCodes = new Set<string>([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  ...storageFullCodes,
]);

function isStorageFull(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1)
    if (storageFullCodes.includes(String((cause as NodeJS.ErrnoException).code))) return true;
  return false;
}

/** Whether an error, or what caused it, says that the database is away rather than that a statement is wrong. */
function isDatabaseOutage(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const { code } = cause as NodeJS.ErrnoException;
    const fromDatabase =
      depth > 0 ||
      'severity' in cause ||
      /postgres|connection terminated|timeout exceeded when trying to connect/i.test(cause.message) ||
      'syscall' in cause;
    if (fromDatabase && code && outageCodes.has(code)) return true;
    if (
      /connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/i.test(
        cause.message,
      )
    )
      return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseOutage)) return true;
  }
  return false;
}

/** One fault per field, without the rejected value. */
export const invalidInput = (errors: readonly FieldFault[]): Problem =>
  new Problem('invalid', 'request.invalid', 'The input is not valid.', { errors });
