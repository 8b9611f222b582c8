import type { Readable } from 'node:stream';
import {
  basePath,
  defaultBodyLimitBytes,
  type BodyOf,
  type IsStreamed,
  type Operation,
  type ParamsOf,
  type QueryOf,
} from '@sonde/contract';
import { Problem, addressKey, hangUpSignal } from '@sonde/server-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Events } from '../events.ts';
import type { Limiter } from '../limiter.ts';
import type { AccessGate, MemberPrincipal, Principal } from './access.ts';
import { aliasRoute, redirectRoute, routePath } from './aliases.ts';
import { bodyTooLarge, limitedBody } from './body-stream.ts';
import type { Cursors } from './cursors.ts';
import { createDeed, type Deed, type WriteDeed } from './deed.ts';
import { announcedBytes, createLargeBodies, makeRoom, roomOf, type LargeBodies } from './large-bodies.ts';
import { checkMediaType, isStreamed, readBody, readPart } from './read-input.ts';
import { requireNamed } from './named-things.ts';
import { createOpenDownloads, type OpenDownloads } from './open-downloads.ts';
import { createLastingCalls, type LastingCalls } from './lasting-calls.ts';
import { whileAllowed } from './while-allowed.ts';
import { listIdentity } from './list-answer.ts';
import { parseSelect, selectableFields } from './select.ts';
import { asAnswer, sendAnswer } from './send-answer.ts';
import { invalidInput } from './server.ts';

type PrincipalOf<T extends Operation> = T['access']['who'] extends 'public' | 'own'
  ? undefined
  : T['access']['who'] extends 'member'
    ? MemberPrincipal
    : Principal;

export interface Call<T extends Operation, Read = undefined> {
  readonly principal: PrincipalOf<T>;
  readonly params: ParamsOf<T>;
  readonly query: QueryOf<T>;
  readonly body: BodyOf<T>;
  /** The unread body of a `multipart` or `stream` operation; it breaks off with a refusal beyond its limit. */
  readonly stream: IsStreamed<T> extends true ? Readable : undefined;
  /** For services that write what they change in the same transaction; otherwise it is written when they are done. */
  readonly deed: Deed;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Aborted when the caller hangs up before the answer. */
  readonly signal: AbortSignal;
  /** What was read ahead for it. */
  readonly ahead: Promise<Read> | undefined;
}

export type Handler<T extends Operation, Read = undefined> = (call: Call<T, Read>) => Promise<unknown>;

/**
 * A handler, and what it needs read while the call is counted, so that a lone caller does not wait for one after the
 * other. The read begins once the gate has let the caller in. A call that turns out to be one too many has read for
 * nothing, so this is for one cheap read that changes nothing.
 */
export interface ReadingAhead<T extends Operation, Read> {
  readonly readAhead: (call: Pick<Call<T>, 'principal' | 'params'>) => Promise<Read>;
  readonly handle: Handler<T, Read>;
}

export interface Mount {
  <T extends Operation, Read = undefined>(
    operation: T,
    handler: Handler<T, Read> | ReadingAhead<T, Read>,
  ): void;
}

export interface MountOptions {
  readonly app: FastifyInstance;
  readonly gate: AccessGate;
  readonly limiter: Limiter;
  readonly cursors: Cursors;
  readonly writeDeed: WriteDeed;
  readonly events: Pick<Events, 'subscribe'>;
  /** How long nothing may be taken of an answer that goes out bit by bit. */
  readonly takingTimeMs?: number;
}

type Tools = MountOptions & {
  readonly largeBodies: LargeBodies;
  readonly openDownloads: OpenDownloads;
  readonly lastingCalls: LastingCalls;
};

/**
 * The only way to add a route: a contract entry and a function. Access, limits, validation of input and of answers,
 * `$select`, what is written down, caching and older paths follow from the entry, so a route cannot exist without them.
 * Anything registered in another way is refused at start.
 */
export function createMount(options: MountOptions): Mount & { mounted: ReadonlySet<string> } {
  const { app } = options;
  const mounted = new Set<string>();
  const tools: Tools = {
    ...options,
    largeBodies: createLargeBodies(),
    openDownloads: createOpenDownloads(),
    lastingCalls: createLastingCalls(options),
  };
  app.addHook('onRoute', (route) => {
    if (route.config?.operationId === undefined)
      throw new Error(`The route ${String(route.method)} ${route.url} was not added through mount().`);
  });
  const addStreamed = streamedRoutes(app);

  const mount = <T extends Operation, Read>(
    operation: T,
    given: Handler<T, Read> | ReadingAhead<T, Read>,
  ): void => {
    if (mounted.has(operation.id)) throw new Error(`${operation.id} is mounted twice.`);
    mounted.add(operation.id);
    const { method } = operation;
    const path = routePath(operation.path);
    const serving = servingOf(tools, operation, typeof given === 'function' ? { handle: given } : given);
    const add = isStreamed(operation) ? addStreamed : (route: RouteOptions) => void app.route(route);
    add({ ...serving, method, url: `${basePath}${path}` });
    if (operation.alsoAtRoot) add({ ...serving, method, url: path });
    for (const alias of operation.aliases ?? [])
      add(alias.redirect ? redirectRoute(operation, alias) : { ...serving, ...aliasRoute(operation, alias) });
  };
  return Object.assign(mount, { mounted });
}

/** Their bodies are left unread; Fastify knows parsers only by the scope of a route. */
function streamedRoutes(app: FastifyInstance): (route: RouteOptions) => void {
  const routes: RouteOptions[] = [];
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    for (const route of routes) scope.route(route);
  });
  return (route) => void routes.push(route);
}

/** All of a route but its address. */
function servingOf<T extends Operation, Read>(
  tools: Tools,
  operation: T,
  { handle, readAhead }: Partial<ReadingAhead<T, Read>> & Pick<ReadingAhead<T, Read>, 'handle'>,
): Pick<RouteOptions, 'config' | 'bodyLimit' | 'onRequest' | 'handler'> {
  const fields = selectableFields(Object.values(operation.answers)[0]);
  const reads = new WeakMap<FastifyRequest, Promise<Read>>();
  const beginReading = (request: FastifyRequest, principal: Principal): void => {
    if (!readAhead) return;
    const params = operation.params?.safeParse(request.params);
    if (params && !params.success) return;
    const read = readAhead({
      principal: principal as PrincipalOf<T>,
      params: params?.data as ParamsOf<T>,
    });
    // Told where the handler waits for it; a refusal before that is the answer.
    read.catch(() => undefined);
    reads.set(request, read);
  };
  return {
    config: {
      operationId: operation.id,
      isStreamed: isStreamed(operation),
      // Forms belong to token endpoints, whose clients read refusals as RFC 6749 §5.2 says.
      isTokenEndpoint: operation.bodyType === 'form',
    },
    bodyLimit: bodyLimitOf(operation),
    // Access and limits are judged before the body is read, so that strangers cannot make us read 32 MB.
    onRequest: (request, reply) => admit(tools, operation, request, reply, beginReading),
    handler: whileHeld(async (request, reply) => {
      const hungUp = hangUpSignal({ request, reply });
      const ended = tools.lastingCalls.ended(request);
      checkMediaType(operation, request);
      const again = () => admitAgain(tools.gate, operation, request);
      const principal = isStreamed(operation) ? principals.get(request) : await again();
      const query = readPart(operation.query, request.query, 'query') as Record<string, unknown> | undefined;
      const list = listIdentity(operation, principal, query);
      if (typeof query?.['cursor'] === 'string') query['cursor'] = tools.cursors.open(query['cursor'], list);
      const select = parseSelect(query?.['$select'] as string | undefined, fields);
      const params = readPart(operation.params, request.params, 'path') as ParamsOf<T>;
      const body = readBody(operation, request);
      requireNamed(operation, principal, body);
      const deed = createDeed({ operation, principal, request, write: tools.writeDeed });
      const call: Call<T, Read> = {
        principal: principal as PrincipalOf<T>,
        params,
        query: query as QueryOf<T>,
        body: body as BodyOf<T>,
        stream: streamOf(operation, { request, reply, again }) as Call<T>['stream'],
        deed,
        request,
        reply,
        signal: ended ? AbortSignal.any([hungUp, ended]) : hungUp,
        ahead: reads.get(request),
      };
      const allowed = { gate: tools.gate, operation, principal, body, request, reply };
      const answer = await whileAllowed(allowed, async () => {
        const result = asAnswer(operation, await handle(call));
        if (result.status < 400 && !reply.sent) await deed.finish(result.body);
        return result;
      });
      if (reply.sent) return reply;
      return sendAnswer({
        operation,
        request,
        reply,
        answer,
        select,
        nextCursor: (at) => tools.cursors.seal(at, list),
        lastingCalls: tools.lastingCalls,
        takingTimeMs: tools.takingTimeMs,
      });
    }),
  };
}

/** A body is in memory until the work on it is over, whether or not its caller waits for the answer. */
const whileHeld =
  (work: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const letGo = roomOf(request)?.hold();
    try {
      return await work(request, reply);
    } finally {
      letGo?.();
    }
  };

/** Strangers send addresses, passwords and tokens. */
const strangersLimitBytes = 64 * 1024;

function bodyLimitOf({ access, bodyLimitBytes, bodyType }: Operation): number {
  const isForStrangers = (access.who === 'public' || access.who === 'own') && bodyType !== 'stream';
  return bodyLimitBytes ?? (isForStrangers ? strangersLimitBytes : defaultBodyLimitBytes);
}

/** What is read as it comes is never in memory as a whole; this much stands for its parts and what is made of them. */
const streamedBytes = 32 * 1024 * 1024;

async function admit(
  { gate, limiter, largeBodies, openDownloads, lastingCalls }: Tools,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  onceKnown: (request: FastifyRequest, principal: Principal) => void,
): Promise<void> {
  const { limit, bodyLimitBytes } = operation;
  if (limit?.per === 'ip') await applyLimit(limiter, operation, addressKey(request.clientAddress));
  const principal = await gate.check(operation, request);
  principals.set(request, principal);
  if (!principal) return;
  if (operation.raw || isStreamed(operation) || operation.takes === 'target')
    lastingCalls.enter({ operation, principal, request, reply });
  onceKnown(request, principal);
  const owner = principal.organizationId ?? principal.userId;
  if (limit && limit.per !== 'ip')
    await applyLimit(limiter, operation, limit.per === 'user' ? principal.userId : owner);
  makeRoom(largeBodies, {
    key: owner,
    userId: principal.userId,
    bytes: Math.min(
      announcedBytes(request),
      bodyLimitBytes ?? defaultBodyLimitBytes,
      isStreamed(operation) ? streamedBytes : Infinity,
    ),
    request,
    reply,
  });
  if (operation.isDownload) roomOf(request)?.atEnd(openDownloads.enter(owner, principal.userId));
  // Most come along with their head.
  if (!request.raw.complete) lateBodies.add(request);
}

/**
 * Bodies that came when their caller had been let in, perhaps much later. Who keeps one back would else keep the rights of
 * the moment they began with, whatever is taken from them meanwhile: so it is asked once more when the body is there.
 */
const lateBodies = new WeakSet<FastifyRequest>();
const isLate = (request: FastifyRequest): boolean => lateBodies.has(request);

async function admitAgain(
  gate: AccessGate,
  operation: Operation,
  request: FastifyRequest,
): Promise<Principal | undefined> {
  const before = principals.get(request);
  if (!before || !isLate(request)) return before;
  // With the refusal that the call would get if it began now.
  const now = (await gate.recheck(operation, before, request)) ?? (await gate.check(operation, request));
  principals.set(request, now);
  return now;
}

interface Streaming {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly again: () => Promise<unknown>;
}

function streamOf(operation: Operation, { request, reply, again }: Streaming): Readable | undefined {
  if (!isStreamed(operation)) return undefined;
  if (request.body === undefined)
    throw invalidInput([{ path: '', code: 'missing', message: 'A body is expected.' }]);
  const limitBytes = operation.bodyLimitBytes ?? defaultBodyLimitBytes;
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limitBytes) throw bodyTooLarge();
  return limitedBody(request, reply, { limitBytes, atEnd: again });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract entry this route serves; every route has one. */
    operationId?: string;
    /** Its body is read as it comes. */
    isStreamed?: boolean;
    /** It refuses in the words of OAuth. */
    isTokenEndpoint?: boolean;
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
