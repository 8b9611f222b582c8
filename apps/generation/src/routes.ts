import { Readable } from 'node:stream';
import { hasHungUp, Problem } from '@sonde/server-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createMemory } from './memory.ts';
import { Refusal, type Platform } from './platform.ts';

interface Options {
  readonly platform: Platform;
  readonly concurrency: number;
  readonly bodyMax: { readonly one: number; readonly batch: number; readonly all: number };
}

const batchMax = 50;
const deepestBody = 100;

/** One request, or up to fifty that are answered in their order; each is carried out by the platform. */
export function mountGeneration(app: FastifyInstance, { platform, concurrency, bodyMax }: Options): void {
  const memory = createMemory(bodyMax.all);
  /** The caller and the size of the body come first: strangers and giants are refused before anything is read. */
  const admit = (most: number) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { authorization } = request.headers;
    if (!/^bearer +\S+ *$/i.test(authorization ?? ''))
      throw new Problem(
        'unauthenticated',
        'auth.unauthenticated',
        'Send "Authorization: Bearer <API token>".',
      );
    memory.charge(request, reply, most);
    await platform.judge(authorization ?? '', endSignal(request, reply));
  };

  app.post('/generate', { onRequest: admit(bodyMax.one), bodyLimit: bodyMax.one }, async (request, reply) => {
    const given = readObject(request.body);
    const signal = endSignal(request, reply);
    const response = await platform.generate(request.headers.authorization ?? '', given, signal);
    if (given['stream'] !== true || !response.body) return readAnswer(response);
    return reply
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'no-cache, no-transform')
      .header('x-accel-buffering', 'no')
      .send(Readable.from(piecesOf(response.body)));
  });

  app.post(
    '/generate_batch',
    { onRequest: admit(bodyMax.batch), bodyLimit: bodyMax.batch },
    async (request, reply) => {
      const requests = readBatch(request.body);
      const signal = endSignal(request, reply);
      const authorization = request.headers.authorization ?? '';
      const carryOut = async (given: unknown): Promise<unknown> => {
        try {
          return await readAnswer(await platform.generate(authorization, given, signal));
        } catch (error) {
          return { error: wordsOf(error) };
        }
      };
      return { responses: await inTurns(requests, concurrency, carryOut) };
    },
  );
}

/** Level by level and without recursion: what is nested without end would exhaust the stack of whoever writes it out. */
function isNestedTooDeeply(body: unknown): boolean {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepestBody) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}

function readObject(body: unknown): Record<string, unknown> {
  if (isNestedTooDeeply(body)) throw invalid('', `The body is nested more than ${deepestBody} levels deep.`);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body };
  throw invalid('', 'The body must be a JSON object.');
}

function readBatch(body: unknown): readonly unknown[] {
  const { requests, ...others } = readObject(body);
  if (Object.keys(others).length > 0) throw invalid('', 'A batch has one field, requests.');
  if (!Array.isArray(requests) || requests.length < 1 || requests.length > batchMax)
    throw invalid('requests', `Give a list of 1 to ${batchMax} requests.`);
  const place = requests.findIndex((one: unknown) => Object(one)['stream'] === true);
  if (place >= 0) throw invalid(`requests.${place}.stream`, 'A batch is answered whole: leave out stream.');
  return requests;
}

const invalid = (path: string, message: string): Problem =>
  new Problem('invalid', 'request.invalid', message, { errors: [{ path, code: 'invalid', message }] });

/**
 * What one item of a batch says of its failure. That the caller may not at all, or that nobody is there to ask, is no
 * matter of the item: the whole batch is refused.
 */
function wordsOf(error: unknown): string {
  if (error instanceof Refusal && error.status !== 401 && error.status !== 403) {
    const faults = Array.isArray(error.body['errors']) ? error.body['errors'] : [];
    const told = faults.map((fault: unknown) => `${Object(fault)['path']}: ${Object(fault)['message']}`);
    return [error.message, ...told.slice(0, 5)].join(' ').slice(0, 1000);
  }
  throw error;
}

/** A connection that breaks within an answer is the platform going away. */
async function readAnswer(response: Response): Promise<unknown> {
  return response.json().catch((error: unknown) => {
    throw new Problem('unavailable', 'service.unavailable', 'The platform went away while it answered.', {
      headers: { 'retry-after': '2' },
      cause: error,
    });
  });
}

/** Passed on byte by byte; where the platform goes away within it, the last event says so. */
async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array | string> {
  try {
    yield* body;
  } catch {
    const problem = {
      status: 503,
      code: 'service.unavailable',
      detail: 'The platform went away while it answered.',
    };
    yield `event: error\ndata: ${JSON.stringify(problem)}\n\n`;
  }
}

/** Answers in the order of the questions, a few under way at a time; the first error that is thrown ends it. */
async function inTurns<T>(
  items: readonly unknown[],
  concurrency: number,
  work: (item: unknown) => Promise<T>,
): Promise<T[]> {
  const answers: T[] = [];
  const queue = items.entries();
  const lane = async (): Promise<void> => {
    for (const [place, item] of queue) answers[place] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, lane));
  return answers;
}

/** Aborted when the caller hangs up, so that no model goes on for nobody; or when the answer is there. */
function endSignal(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  if (hasHungUp({ request, reply })) controller.abort();
  return controller.signal;
}
