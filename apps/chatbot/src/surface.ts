import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { createConnectionGuard, Problem, statusOf } from '@sonde/server-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { accessRequest } from './access.ts';
import type { Access, Caller } from './access.ts';
import type { Log } from './log.ts';
import { methodNotAllowed, routeNotFound } from './problems.ts';
import type { Quota, QuotaState } from './quota.ts';
import { chargeQuota } from './routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on chat and session routes once the caller may use them. */
    caller: Caller | null;
    /** Set once the request has been counted. */
    quotaState: QuotaState | null;
  }
}

type SurfaceParts = Readonly<{
  access: Access;
  quota: Quota;
  clock: () => number;
  log: Log;
}>;

/** Twice what a message of the greatest length takes when each of its characters is written as a JSON escape. */
const bodyBytesMax = 128 * 1024;

const methodsByPath: ReadonlyArray<readonly [RegExp, string]> = [
  [/^\/chat\/?$/, 'POST'],
  [/^\/sessions\/[^/]+\/?$/, 'GET, HEAD, DELETE'],
  [/^\/(?:health|use-cases|use-cases\/[^/]+\/flaws)?\/?$/, 'GET, HEAD'],
];

/** How the server treats what never reaches a route: such answers carry `{detail}` and the rate headers as well. */
export function serverOptions(quota: Quota): FastifyServerOptions {
  return {
    bodyLimit: bodyBytesMax,
    requestTimeout: 30_000,
    routerOptions: { ignoreTrailingSlash: true },
    // What arrives on an open connection while closing is still answered in full.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, _request, reply) => {
      const { status, headers, body } = unreadableRequestAnswer(error.statusCode ?? 400, quota.untouched());
      reply.raw.writeHead(status, headers).end(body);
    },
    clientErrorHandler: (error, socket) => {
      if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy();
      const { status, headers, body } = unreadableRequestAnswer(
        connectionErrorStatus(error),
        quota.untouched(),
      );
      const lines = Object.entries({ ...headers, connection: 'close' }).map(
        ([name, value]) => `${name}: ${value}\r\n`,
      );
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
    },
  };
}

/** What all answers share: rate and security headers, the `{detail}` of every refusal, and masked faults. */
export function mountSurface(app: FastifyInstance, parts: SurfaceParts): void {
  const { access, quota, log } = parts;
  app.decorateRequest('caller', null);
  app.decorateRequest('quotaState', null);
  acceptOnlyJson(app);
  const guard = createConnectionGuard();
  app.addHook('onRequest', async (request, reply) =>
    guard(request.raw, reply.raw) === 'cut' ? reply.hijack() : undefined,
  );

  // With callbacks, as these run for every answer and counting in memory has nothing to wait for.
  app.addHook('onSend', (request, reply, payload, done) => {
    const caller = request.caller ?? access.identify(accessRequest(request));
    const state = request.quotaState ?? quota.peek(caller?.quotaKey);
    if (state instanceof Promise) {
      state.then((known) => {
        reply.headers(answerHeaders(known));
        done(null, payload);
      }, done);
    } else {
      reply.headers(answerHeaders(state));
      done(null, payload);
    }
  });
  app.setNotFoundHandler(async (request) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const allowed = methodsByPath.find(([pattern]) => pattern.test(path))?.[1];
    throw allowed === undefined ? routeNotFound() : methodNotAllowed(request.method, allowed);
  });
  app.setErrorHandler(async (error, request, reply) => {
    const judged = await judge(error, request, parts);
    if (judged instanceof Problem) {
      await reply.code(statusOf(judged)).headers(judged.headers).send({ detail: judged.message });
    } else if (isFrameworkRefusal(judged)) {
      await reply.code(judged.statusCode).send({ detail: refusalDetail(judged) });
    } else {
      await answerFault(judged, { request, reply, log });
    }
  });
}

/** A body that could not be read is refused before its quota hook ran, so it is counted here. */
async function judge(error: unknown, request: FastifyRequest, parts: SurfaceParts): Promise<unknown> {
  if (error instanceof Problem || !isFrameworkRefusal(error)) return error;
  try {
    await chargeQuota(parts, request);
    return error;
  } catch (refusal) {
    return refusal;
  }
}

async function answerFault(
  fault: unknown,
  { request, reply, log }: Readonly<{ request: FastifyRequest; reply: FastifyReply; log: Log }>,
): Promise<void> {
  const errorId = randomUUID();
  log.error('A request failed.', {
    error_id: errorId,
    method: request.method,
    route: request.routeOptions.url,
    reason: fault instanceof Error ? fault.stack : String(fault),
    cause: fault instanceof Error && fault.cause instanceof Error ? fault.cause.message : undefined,
  });
  const detail = 'Something went wrong on our side. Please try again; if it stays, report the error_id.';
  await reply.code(500).header('x-request-id', errorId).send({ detail, error_id: errorId });
}

type FrameworkRefusal = Error & Readonly<{ statusCode: number; code?: string }>;

function isFrameworkRefusal(error: unknown): error is FrameworkRefusal {
  if (!(error instanceof Error) || !('statusCode' in error)) return false;
  return typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500;
}

function refusalDetail({ statusCode, code }: FrameworkRefusal): string {
  if (statusCode === 413) return `The body is larger than ${bodyBytesMax} bytes.`;
  if (statusCode === 415) return 'The body must be JSON; send the header "Content-Type: application/json".';
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY') return 'The body is not valid JSON.';
  return `The request could not be read (${STATUS_CODES[statusCode] ?? 'client error'}).`;
}

/** Clients often declare JSON on a DELETE without a body: nothing is sent, so nothing is parsed. */
function acceptOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body, done);
  });
}

function answerHeaders({ limit, remaining, resetSeconds }: QuotaState): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetSeconds),
  };
}

function connectionErrorStatus({ code }: ConnectionError): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}

type ConnectionError = Error & Readonly<{ code: string }>;

/** For requests so broken that they reach neither hooks nor error handler. */
function unreadableRequestAnswer(status: number, state: QuotaState) {
  const body = JSON.stringify({
    detail: `The request could not be read (${STATUS_CODES[status] ?? 'client error'}).`,
  });
  const headers: Record<string, string> = {
    ...answerHeaders(state),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  };
  return { status, headers, body };
}
