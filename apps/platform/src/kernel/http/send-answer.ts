import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { defaultBodyLimitBytes, type Operation } from '@sonde/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Answer, Page } from './answer.ts';
import { roomOf } from './large-bodies.ts';
import { pageHeaders } from './list-answer.ts';
import type { LastingCalls } from './lasting-calls.ts';
import { applySelect } from './select.ts';
import { endUntaken, inPieces } from './taking-clock.ts';

interface Sending {
  readonly operation: Operation;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly answer: Answer;
  readonly select: ReadonlySet<string> | undefined;
  readonly nextCursor: (position: string) => string;
  readonly lastingCalls: LastingCalls;
  readonly takingTimeMs: number | undefined;
}

/** What a handler gave, with the status it gets when it names none. */
export const asAnswer = (operation: Operation, result: unknown): Answer =>
  result instanceof Answer ? result : new Answer(Number(Object.keys(operation.answers)[0]), result);

export async function sendAnswer(sending: Sending): Promise<unknown> {
  const { operation, request, reply, answer, select, nextCursor } = sending;
  reply.code(answer.status).headers(answer.headers);
  const page = answer.body instanceof Page ? answer.body : undefined;
  if (page) reply.headers(pageHeaders(page, request, nextCursor));
  const schema = operation.answers[answer.status];
  const isReady = answer.body instanceof Readable || Buffer.isBuffer(answer.body);
  if (isReady || (operation.raw && !schema)) {
    const isKnownAlready = isKnown(operation, request, reply, undefined);
    if (answer.body instanceof Readable && !isKnownAlready) return sendStream(sending, answer.body);
    if (!isKnownAlready) return reply.send(answer.body);
    if (answer.body instanceof Readable) answer.body.destroy();
    return reply.code(304).send();
  }
  if (!schema)
    throw new Error(`${operation.id} answered ${answer.status}, which its contract does not list.`);
  if (schema.type === 'null') return reply.send();
  // Answers pass through their schema: a field the contract does not name never leaves.
  const body = schema.parse(page ? page.rows : answer.body);
  const version = versionOf(body);
  if (version !== undefined) reply.header('etag', `"${version}"`);
  const text = JSON.stringify(select ? applySelect(body, select) : body);
  if (isKnown(operation, request, reply, text)) return reply.code(304).send();
  // It lies here until it is taken, which may be late. What has been done is not refused any more.
  if (operation.method === 'GET') roomOf(request)?.grow(text.length);
  void reply.type('application/json; charset=utf-8');
  if (text.length <= defaultBodyLimitBytes) return reply.send(text);
  endUntaken(reply.raw, sending.takingTimeMs);
  return reply.header('content-length', Buffer.byteLength(text)).send(inPieces(text));
}

/** What goes out bit by bit ends with the rights of whoever takes it, and when nobody does. */
async function sendStream(
  { request, reply, lastingCalls, takingTimeMs }: Sending,
  body: Readable,
): Promise<unknown> {
  try {
    await lastingCalls.begin(request);
  } catch (refusal) {
    body.destroy();
    throw refusal;
  }
  endUntaken(reply.raw, takingTimeMs);
  return reply.send(inPieces(body));
}

/** Sets the ETag, the handler's own or one of the text, and says whether the caller has that answer already. */
function isKnown(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  text: string | undefined,
): boolean {
  if (operation.cache !== 'etag' || reply.statusCode !== 200) return false;
  const own = reply.getHeader('etag');
  const etag =
    typeof own === 'string'
      ? own
      : text === undefined
        ? undefined
        : `"${createHash('sha256').update(text).digest('base64url')}"`;
  if (etag === undefined) return false;
  // One caller may keep it, and asks each time whether it still holds.
  void reply.header('etag', etag).header('cache-control', 'private, no-cache');
  const asked = request.headers['if-none-match'];
  if (asked === undefined) return false;
  const plain = (tag: string): string => tag.trim().replace(/^W\//, '');
  return asked.trim() === '*' || asked.split(',').some((tag) => plain(tag) === plain(etag));
}

/** One thing that others may be changing tells the state it is in. */
function versionOf(body: unknown): number | undefined {
  const version =
    typeof body === 'object' && body !== null && 'version' in body && 'id' in body ? body.version : undefined;
  return typeof version === 'number' ? version : undefined;
}
