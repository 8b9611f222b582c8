import { Readable } from 'node:stream';
import { basePath, type BodyOf, type Operation, type ParamsOf, type QueryOf } from '@sonde/contract';
import { Problem, addressKey, type FieldFault } from '@sonde/server-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { z } from 'zod';
import type { Limiter } from '../limiter.ts';
import type { AccessGate, MemberPrincipal, Principal } from './access.ts';
import { Answer, Page } from './answer.ts';
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
}

/**
 * The only way to add a route: a contract entry and a function. Access, limits, validation of input and of answers,
 * and `$select` follow from the entry, so a route cannot exist without them. Anything registered in another way is
 * refused at start.
 */
export function createMount({ app, gate, limiter }: MountOptions): Mount & { mounted: ReadonlySet<string> } {
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
        return send({ operation, reply, result, select });
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
  reply: FastifyReply;
  result: unknown;
  select: ReadonlySet<string> | undefined;
}

function send({ operation, reply, result, select }: Sending): unknown {
  if (reply.sent) return reply;
  const answer = result instanceof Answer ? result : new Answer(defaultStatus(operation), result);
  reply.code(answer.status).headers(answer.headers);
  const page = answer.body instanceof Page ? answer.body : undefined;
  if (page) reply.header('x-total-count', String(page.total));
  const schema = operation.answers[answer.status];
  if (answer.body instanceof Readable || (operation.raw && !schema)) return reply.send(answer.body);
  if (!schema)
    throw new Error(`${operation.id} answered ${answer.status}, which its contract does not list.`);
  if (schema.type === 'null') return reply.send();
  // Answers pass through their schema: a field the contract does not name never leaves.
  const body = schema.parse(page ? page.rows : answer.body);
  return reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(select ? applySelect(body, select) : body));
}

const defaultStatus = (operation: Operation): number => Number(Object.keys(operation.answers)[0]);
