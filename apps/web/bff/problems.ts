import { basePath } from '@sonde/contract';
import { Problem, problemBody, statusOf } from '@sonde/server-kit';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';

export const notSignedIn = () =>
  new Problem('unauthenticated', 'auth.unauthenticated', 'You are not signed in. Sign in and try again.');

/** A program with an API token has come to the pages. It is let through as little as anybody without a session, but told where to go. */
export const takesNoToken = () =>
  new Problem(
    'unauthenticated',
    'web.takes_no_token',
    `This is the address of the web app, which takes no API token. The API has an address of its own: ${basePath}/addresses tells it here, as the page “Agents and SDK” does.`,
  );

export const sessionEnded = () =>
  new Problem('unauthenticated', 'session.ended', 'Your session has ended. Sign in again.');

export const sessionWaiting = (retryAfterSeconds: number) =>
  new Problem(
    'unavailable',
    'session.waiting',
    'Your session could not be renewed because the platform does not answer. You are still signed in; try again in a moment.',
    { headers: { 'retry-after': String(retryAfterSeconds) } },
  );

export const platformUnreachable = (cause?: unknown) =>
  new Problem(
    'unavailable',
    'platform.unreachable',
    'The platform cannot be reached. Check that it is running, then try again.',
    { cause, headers: { 'retry-after': '2' } },
  );

export const platformBroke = (cause?: unknown) =>
  new Problem(
    'upstream',
    'platform.no_answer',
    'The platform took the request but gave no usable answer. It may have been carried out; look before you repeat it.',
    { cause },
  );

export const tooLarge = (limitBytes: number) =>
  new Problem(
    'too_large',
    'request.too_large',
    `This is larger than can be taken at once: at most ${Math.floor(limitBytes / 1024 / 1024)} MB.`,
  );

export const notHere = () =>
  new Problem('not_found', 'request.not_found', 'There is nothing at this address for a browser.');

export const notServed = (methods: readonly string[]) =>
  methods.length === 0
    ? notHere()
    : new Problem(
        'method_not_allowed',
        'request.method_not_allowed',
        `This address is served with ${methods.join(', ')}.`,
        { headers: { allow: methods.join(', ') } },
      );

/** The one place where faults become answers. Anything that is not a problem is ours: masked, logged once. */
export function sendFault(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: FastifyBaseLogger,
) {
  const problem = error instanceof Problem ? error : fromFramework(error);
  const status = statusOf(problem);
  if (status >= 500) {
    // A platform that is away is worth a warning; only a fault of ours is an error.
    const level = problem.kind === 'internal' ? 'error' : 'warn';
    log[level](
      { event: 'request.failed', error_id: request.id, code: problem.code, err: problem.cause },
      problem.message,
    );
  }
  return reply
    .code(status)
    .headers({ ...problem.headers, 'cache-control': 'no-store' })
    .type('application/problem+json')
    .send(JSON.stringify({ ...problemBody(problem, request.id), ...sessionError(problem) }));
}

/** The specification's name for a session whose refresh was refused. */
const sessionError = (problem: Problem) =>
  problem.code === 'session.ended' ? { error: 'RefreshTokenError' } : {};

function fromFramework(error: unknown): Problem {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new Problem('too_large', 'request.too_large', 'The request body is too large.');
  if (status === 415) {
    return new Problem('unsupported_media', 'request.media_type', 'Send the body as application/json.');
  }
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new Problem('malformed', 'request.malformed', 'The request could not be read.');
  }
  return new Problem(
    'internal',
    'internal',
    'Something went wrong on our side. Quote the error id when you report it.',
    {
      cause: error,
    },
  );
}
