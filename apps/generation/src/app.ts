import { randomUUID } from 'node:crypto';
import { createConnectionGuard, Problem, problemBody, securityHeaders, statusOf } from '@sonde/server-kit';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import type { GenerationConfig } from './config.ts';
import { createPlatform, Refusal } from './platform.ts';
import { mountGeneration } from './routes.ts';
import { version } from './version.ts';

/** As large as the platform takes one request; a batch of usual ones; and all that are under way together. */
const bodyMax = { one: 1_048_576, batch: 8 * 1_048_576, all: 64 * 1_048_576 };

/** Builds the whole service, which keeps nothing: the platform judges, counts, holds the keys and calls the models. */
export function createGenerationService(config: GenerationConfig): FastifyInstance {
  const app = Fastify({
    requestTimeout: 60_000,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true },
  });
  app.removeContentTypeParser('text/plain');
  const guard = createConnectionGuard();
  app.addHook('onRequest', async (request, reply) => {
    if (guard(request.raw, reply.raw) === 'cut') return reply.hijack();
    return undefined;
  });
  app.addHook('onSend', async (_request, reply) => {
    reply.headers(securityHeaders({ https: false }));
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  app.setNotFoundHandler(async () => {
    throw new Problem(
      'not_found',
      'route.not_found',
      'There is POST /generate, POST /generate_batch and GET /health.',
    );
  });
  app.setErrorHandler(async (error, _request, reply) => sendError(error, reply));
  const about = { status: 'healthy', service: 'generation', version };
  app.get('/', async () => about);
  app.get('/health', async () => about);
  mountGeneration(app, {
    platform: createPlatform(config.platformUrl),
    concurrency: config.concurrency,
    bodyMax,
  });
  return app;
}

function sendError(error: unknown, reply: FastifyReply): FastifyReply {
  if (error instanceof Refusal) {
    if (error.retryAfter) reply.header('retry-after', error.retryAfter);
    return reply.code(error.status).type('application/problem+json').send(JSON.stringify(error.body));
  }
  const problem = asProblem(error);
  const errorId = randomUUID();
  if (problem.kind === 'internal') {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    const line = {
      level: 50,
      time: Date.now(),
      service: 'generation',
      error_id: errorId,
      msg: 'request failed',
    };
    process.stderr.write(`${JSON.stringify({ ...line, err: { message, stack } })}\n`);
  }
  return reply
    .code(statusOf(problem))
    .headers(problem.headers)
    .type('application/problem+json')
    .send(JSON.stringify(problemBody(problem, errorId)));
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { statusCode } = error as Partial<FastifyError>;
  if (statusCode === 413) return new Problem('too_large', 'request.too_large', 'The body is too large.');
  if (statusCode === 415)
    return new Problem('unsupported_media', 'request.media_type', 'The body must be application/json.');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Problem('malformed', 'request.malformed', 'The request could not be read as JSON over HTTP.');
  return new Problem('internal', 'server.error', 'Something went wrong on our side.');
}
