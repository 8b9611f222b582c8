import { Readable } from 'node:stream';
import { basePath, type BodyOf, type Operation, type ParamsOf, type QueryOf } from '@sonde/contract';
import { Problem, addressKey, type FieldFault } from '@sonde/server-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { z } from 'zod';
import type { Limiter } from '../limiter.ts';
import type { AccessGate, MemberPrincipal, Principal } from './access.ts';
import { Answer, Page } from './answer.ts';
import type { Cursors } from './cursors.ts';
import { createLargeBodies, type LargeBodies } from './large-bodies.ts';
import { applySelect, parseSelect, selectableFields } from './select.ts';
import { defaultBodyLimitBytes, invalidInput } from './server.ts';

type PrincipalOf<T extends Operation> = T['access']['who'] extends 'public' | 'own'
  ? undefined
  : T['access']['who'] extends 'member'
    ? MemberPrincipal
    : Principal;

export interface Call<T extends Operation> {
  readonly principal: PrincipalOf<T>;
  readonly params: ParamsOf<T>;
  readonly query: QueryOf<T>;
  readonly body: BodyOf<T>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Aborted when the caller hangs up before the answer. */
  readonly signal: AbortSignal;
}

export type Handler<T extends Operation> = (call: Call<T>) => Promise<unknown>;

export interface Mount {
  <T extends Operation>(operation: T, handler: Handler<T>): void;
}

export interface MountOptions {
  readonly app: FastifyInstance;
  readonly gate: AccessGate;
  readonly limiter: Limiter;
  readonly cursors: Cursors;
}

/**
 * The only way to add a route: a contract entry and a function. Access, limits, validation of input and of answers,
 * and `$select` follow from the entry, so a route cannot exist without them. Anything registered in another way is
 * refused at start.
 */
export function createMount({
  app,
  gate,
  limiter,
  cursors,
}: MountOptions): Mount & { mounted: ReadonlySet<string> } {
  const mounted = new Set<string>();
  const largeBodies = createLargeBodies();
  app.addHook('onRoute', (route) => {
    if (route.config?.operationId === undefined)
      throw new Error(`The route ${String(route.method)} ${route.url} was not added through mount().`);
  });

  const mount = <T extends Operation>(operation: T, handler: Handler<T>): void => {
    if (mounted.has(operation.id)) throw new Error(`${operation.id} is mounted twice.`);
    mounted.add(operation.id);
    const fields = selectableFields(Object.values(operation.answers)[0]);
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const route = (url: string): RouteOptions => ({
      method: operation.method,
      url,
      config: { operationId: operation.id },
      ...(operation.bodyLimitBytes ? { bodyLimit: operation.bodyLimitBytes } : {}),
      // Access and limits are judged before the body is read, so that strangers cannot make us read 32 MB.
      onRequest: async (request, reply) => {
        if (operation.limit?.per === 'ip')
          await applyLimit(limiter, operation, addressKey(request.clientAddress));
        const principal = await gate.check(operation, request);
        if (principal && operation.limit && operation.limit.per !== 'ip')
          await applyLimit(
            limiter,
            operation,
            operation.limit.per === 'user'
              ? principal.userId
              : (principal.organizationId ?? principal.userId),
          );
        principals.set(request, principal);
        if (principal && operation.bodyLimitBytes)
          makeRoom(largeBodies, {
            key: principal.organizationId ?? principal.userId,
            bytes: Math.min(announcedBytes(request), operation.bodyLimitBytes),
            reply,
          });
      },
      handler: async (request, reply) => {
        checkMediaType(operation, request);
        const query = readPart(operation.query, request.query, 'query') as
          | Record<string, unknown>
          | undefined;
        const list = listOf(operation, principals.get(request), query);
        if (typeof query?.['cursor'] === 'string') query['cursor'] = cursors.open(query['cursor'], list);
        const select = parseSelect(query?.['$select'] as string | undefined, fields);
        const result = await handler({
          principal: principals.get(request) as PrincipalOf<T>,
          params: readPart(operation.params, request.params, 'path') as ParamsOf<T>,
          query: query as QueryOf<T>,
          body: readBody(operation, request) as BodyOf<T>,
          request,
          reply,
          signal: hangUpSignal(request, reply),
        });
        return send({
          operation,
          request,
          reply,
          result,
          select,
          nextCursor: (at) => cursors.seal(at, list),
        });
      },
    });
    app.route(route(`${basePath}${path}`));
    if (operation.alsoAtRoot) app.route(route(path));
  };
  return Object.assign(mount, { mounted });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract entry this route serves; every route has one. */
    operationId?: string;
  }
}

const principals = new WeakMap<FastifyRequest, Principal | undefined>();

async function applyLimit(limiter: Limiter, { limit }: Operation, key: string): Promise<void> {
  if (!limit) return;
  const taken = await limiter.take(`${limit.bucket}:${key}`, limit.max, limit.windowSeconds);
  if (taken.allowed) return;
  const seconds = Math.max(1, Math.ceil(taken.resetMs / 1000));
  throw new Problem('limited', 'rate_limited', `Too many requests. Try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  });
}

/** What the caller says is coming; without a word it may be anything. */
function announcedBytes({ headers }: FastifyRequest): number {
  const announced = headers['content-length'];
  return announced === undefined && headers['transfer-encoding'] !== undefined
    ? Infinity
    : Number(announced ?? 0);
}

interface Room {
  readonly key: string;
  readonly bytes: number;
  readonly reply: FastifyReply;
}

function makeRoom(largeBodies: LargeBodies, { key, bytes, reply }: Room): void {
  if (bytes <= defaultBodyLimitBytes) return;
  const taken = largeBodies.take(key, bytes);
  if (typeof taken === 'function') {
    reply.raw.once('finish', taken).once('close', taken);
    return;
  }
  const headers = { 'retry-after': '5' };
  if (taken === 'own share')
    throw new Problem(
      'limited',
      'rate_limited',
      'Too many large requests at once. Wait until some are answered.',
      {
        headers,
      },
    );
  throw new Problem(
    'unavailable',
    'service.busy',
    'Too many large requests are under way. Try again shortly.',
    {
      headers,
    },
  );
}

function checkMediaType(operation: Operation, request: FastifyRequest): void {
  if (!operation.body || request.body === undefined) return;
  const isForm = (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');
  if (isForm === (operation.bodyType === 'form')) return;
  throw new Problem(
    'unsupported_media',
    'request.media_type',
    `Send the body as ${operation.bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'}.`,
  );
}

function readBody(operation: Operation, request: FastifyRequest): unknown {
  if (!operation.body) return undefined;
  if (request.body === undefined && operation.bodyOptional) return operation.body.parse({});
  return readPart(operation.body, request.body, '');
}

function readPart(schema: z.ZodType | undefined, value: unknown, place: string): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalidInput(result.error.issues.flatMap((issue) => faults(issue, place)));
}

/** Zod's messages speak of types, never of values; paths are dotted and begin with the part of the request. */
function faults(issue: z.core.$ZodIssue, place: string): FieldFault[] {
  const path = [place, ...issue.path.map(String)].filter(Boolean).join('.');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: [path, key.slice(0, 100)].filter(Boolean).join('.'),
      code: 'unknown_key',
      message: 'This key is not known here.',
    }));
  return [{ path, code: issue.code ?? 'invalid', message: issue.message }];
}

function hangUpSignal(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('The caller hung up.'));
  });
  if (request.raw.destroyed) controller.abort(new Error('The caller hung up.'));
  return controller.signal;
}

interface Sending {
  operation: Operation;
  request: FastifyRequest;
  reply: FastifyReply;
  result: unknown;
  select: ReadonlySet<string> | undefined;
  nextCursor: (position: string) => string;
}

function send({ operation, request, reply, result, select, nextCursor }: Sending): unknown {
  if (reply.sent) return reply;
  const answer = result instanceof Answer ? result : new Answer(defaultStatus(operation), result);
  reply.code(answer.status).headers(answer.headers);
  const page = answer.body instanceof Page ? answer.body : undefined;
  if (page) reply.headers(pageHeaders(page, request, nextCursor));
  const schema = operation.answers[answer.status];
  if (answer.body instanceof Readable || (operation.raw && !schema)) return reply.send(answer.body);
  if (!schema)
    throw new Error(`${operation.id} answered ${answer.status}, which its contract does not list.`);
  if (schema.type === 'null') return reply.send();
  // Answers pass through their schema: a field the contract does not name never leaves.
  const body = schema.parse(page ? page.rows : answer.body);
  const version = versionOf(body);
  if (version !== undefined) reply.header('etag', `"${version}"`);
  return reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(select ? applySelect(body, select) : body));
}

/** What makes a list the one it is: who asks for what, in which order. The size of its pages may change under way. */
function listOf(
  operation: Operation,
  principal: Principal | undefined,
  query: Record<string, unknown> | undefined,
): readonly unknown[] {
  const { cursor: _cursor, limit: _limit, skip: _skip, $select: _select, ...rest } = query ?? {};
  const asked = Object.keys(rest)
    .toSorted((one, two) => one.localeCompare(two))
    .map((name) => [name, rest[name]]);
  return [operation.id, principal?.organizationId, principal?.projectId, asked];
}

function pageHeaders(
  page: Page<unknown>,
  request: FastifyRequest,
  nextCursor: (position: string) => string,
): Record<string, string> {
  return {
    'x-total-count': String(page.total),
    ...(page.isExact ? {} : { 'x-total-count-exact': 'false' }),
    ...(page.next === undefined ? {} : { link: nextLink(request, nextCursor(page.next)) }),
  };
}

function nextLink(request: FastifyRequest, cursor: string): string {
  const [path = '', query] = request.url.split('?', 2);
  const next = new URLSearchParams(query);
  next.delete('skip');
  next.set('cursor', cursor);
  return `<${path}?${next.toString()}>; rel="next"`;
}

/** One thing that others may be changing tells the state it is in. */
function versionOf(body: unknown): number | undefined {
  const version =
    typeof body === 'object' && body !== null && 'version' in body && 'id' in body ? body.version : undefined;
  return typeof version === 'number' ? version : undefined;
}

const defaultStatus = (operation: Operation): number => Number(Object.keys(operation.answers)[0]);
