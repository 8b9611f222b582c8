import { createHash } from 'node:crypto';
import { EgressError, type Egress, type EgressWebSocket } from '@sonde/egress';
import { answerTooLarge, MAX_ANSWER_PARTS, pieceReader, tooManyParts, type TargetBody } from '../body.ts';
import type { TargetConfiguration } from '../configuration.ts';
import { CallFailure } from '../failures.ts';
import type { PathQueries } from '#kernel/json-path';
import { createCondition, type Condition } from '../conditions.ts';
import { isPlainObject } from '../plain-object.ts';
import type { Transport, TransportAnswer, TransportCall } from './transport.ts';

export type WebSocketTransportDependencies = {
  egress: Egress;
  queries: PathQueries;
  /** Whether these messages hold an answer, rather than a greeting before it. */
  isAnswer: (mapping: TargetConfiguration['responseMapping'], body: TargetBody) => boolean;
  /** How long a connection waits for the next turn of its conversation. */
  idleCloseMs?: number;
};

const DEFAULT_QUIET_PERIOD_MS = 1000;
const DEFAULT_IDLE_CLOSE_MS = 60_000;
/** A greeting is short and has few messages; after it, the answer may take so many quiet periods. */
const MAX_GREETING_MESSAGES = 3;
const MAX_GREETING_BYTES = 64 * 1024;
const QUIET_PERIODS_AFTER_GREETING = 10;
/** Signs of life and the like, while a connection waits for the next turn. */
const MAX_PARKED_BYTES = 256 * 1024;
const MAX_PARKED_MESSAGES = 1_000;
const MAX_CONNECT_MS = 10_000;
const INACTIVITY_MS = 120_000;
const MAX_ANSWER_BYTES = 10 * 1024 * 1024;

/** One message out, the messages of the answer in, and the connection kept for the next turn of the conversation. */
export function createWebSocketTransport({
  egress,
  queries,
  isAnswer,
  idleCloseMs = DEFAULT_IDLE_CLOSE_MS,
}: WebSocketTransportDependencies): Transport {
  const parked = new Map<string, { socket: EgressWebSocket; timer: NodeJS.Timeout }>();

  function unpark(key: string): EgressWebSocket | undefined {
    const found = parked.get(key);
    if (found === undefined) return undefined;
    clearTimeout(found.timer);
    parked.delete(key);
    return found.socket.isOpen ? found.socket : undefined;
  }

  function park(key: string, socket: EgressWebSocket): void {
    unpark(key)?.close();
    const drop = () => {
      if (parked.get(key)?.socket !== socket) return;
      unpark(key)?.close();
    };
    // Whatever the target sends between two turns belongs to neither; who talks on and on is not listened to.
    let bytes = 0;
    let messages = 0;
    const message = (data: string | Uint8Array): void => {
      bytes += data.length;
      messages += 1;
      if (bytes <= MAX_PARKED_BYTES && messages <= MAX_PARKED_MESSAGES) return;
      drop();
      socket.terminate();
    };
    socket.listen({ message, close: drop, error: drop });
    parked.set(key, { socket, timer: setTimeout(drop, idleCloseMs).unref() });
  }

  async function open({
    configuration,
    request,
    timeoutMs,
    signal,
  }: TransportCall): Promise<EgressWebSocket> {
    return egress.openWebSocket({
      url: request.url.replace(/^http/i, 'ws'),
      headers: request.headers,
      protocols: configuration.websocket?.subprotocols ?? protocolsOf(request.headers),
      signal,
      tls: configuration.tls,
      connectTimeoutMs: Math.min(MAX_CONNECT_MS, timeoutMs),
    });
  }

  async function send(call: TransportCall): Promise<TransportAnswer> {
    const startedAt = performance.now();
    const isDone = createDoneRule(queries, call.configuration.websocket?.done);
    const target = targetKey(call.configuration);
    const known = call.conversationId === undefined ? undefined : unpark(`${target}:${call.conversationId}`);
    const socket = known ?? (await open(call));
    const remainingMs = Math.max(1, call.timeoutMs - (performance.now() - startedAt));
    let isKept = false;
    try {
      // Who is greeted has just come: on a connection that is kept, whatever comes is the answer.
      const isGreeting = (body: TargetBody) =>
        known === undefined && !isAnswer(call.configuration.responseMapping, call.masked(body));
      const body = await exchange({ call, socket, isDone, isGreeting, remainingMs });
      isKept = true;
      return {
        status: null,
        body,
        warnings: [],
        keepFor: (conversationId) => {
          if (conversationId === undefined || !socket.isOpen) socket.close();
          else park(`${target}:${conversationId}`, socket);
        },
      };
    } finally {
      if (!isKept) socket.terminate();
    }
  }

  return {
    send,
    close: async () => {
      for (const key of parked.keys()) unpark(key)?.terminate();
    },
  };
}

type Exchange = {
  call: TransportCall;
  socket: EgressWebSocket;
  isDone: (value: unknown) => boolean;
  isGreeting: (body: TargetBody) => boolean;
  remainingMs: number;
};

/** Sends the message and collects until the done rule, the quiet period or the close of the target says it is complete. */
function exchange({ call, socket, isDone, isGreeting, remainingMs }: Exchange): Promise<TargetBody> {
  const { websocket } = call.configuration;
  const { promise, resolve, reject } = Promise.withResolvers<TargetBody>();
  const values: unknown[] = [];
  const pieceOf = pieceReader();
  let messages = 0;
  const sentAtMs = performance.now();
  let heardAtMs = sentAtMs;
  call.progress.sentAtMs ??= sentAtMs;
  // A target that says when it is done may pause before; only one that does not is taken to be done by silence.
  const quietPeriodMs =
    websocket?.quietPeriodMs ?? (websocket?.done === undefined ? DEFAULT_QUIET_PERIOD_MS : undefined);
  let receivedBytes = 0;
  let quiet: NodeJS.Timeout | undefined;
  const collected = (): TargetBody =>
    values.length === 0 ? { kind: 'empty' } : { kind: 'events', values: [...values], source: 'messages' };
  call.progress.partial = collected;

  const total = setTimeout(
    () =>
      fail(
        timeoutFailure(
          'total_timeout',
          `The call took longer than ${Math.round(call.timeoutMs / 100) / 10} s.`,
        ),
      ),
    remainingMs,
  );
  const inactivityMs = Math.min(remainingMs, INACTIVITY_MS);
  const inactivity = setTimeout(
    () =>
      fail(
        timeoutFailure(
          'inactivity_timeout',
          `The application stayed silent for ${Math.round(inactivityMs / 1000)} s.`,
        ),
      ),
    inactivityMs,
  );
  const abort = () =>
    fail(
      new EgressError({ stage: 'aborted', code: 'aborted', message: 'The call was given up by its caller.' }),
    );
  let isOver = false;
  const end = () => {
    isOver = true;
    clearTimeout(total);
    clearTimeout(inactivity);
    clearTimeout(quiet);
    call.signal?.removeEventListener('abort', abort);
  };
  const fail = (error: Error) => {
    end();
    reject(error);
  };
  const finish = () => {
    end();
    // The silence by which an end is known is our waiting, not the target's.
    call.progress.arrivedAtMs = heardAtMs;
    resolve(collected());
  };
  if (call.signal?.aborted) abort();
  else call.signal?.addEventListener('abort', abort, { once: true });

  const take = (value: unknown) => {
    const done = isDone(maskedPiece(call, value));
    // A closing mark in plain text is not part of the answer; a JSON message may carry fields of its own.
    if (!done || typeof value === 'object') values.push(value);
    if (done) finish();
    else if (quietPeriodMs !== undefined) {
      clearTimeout(quiet);
      quiet = setTimeout(onSilence, quietPeriodMs, quietPeriodMs);
    }
  };
  /** Silence ends the answer, unless nothing but a greeting has come yet. */
  function onSilence(quietPeriodMs: number): void {
    const mayBeGreeting = values.length <= MAX_GREETING_MESSAGES && receivedBytes <= MAX_GREETING_BYTES;
    if (!mayBeGreeting || !isGreeting(collected())) finish();
    else quiet = setTimeout(finish, quietPeriodMs * (QUIET_PERIODS_AFTER_GREETING - 1));
  }

  socket.listen({
    message: (data) => {
      if (isOver) return;
      heardAtMs = performance.now();
      call.progress.timeToFirstByteMs ??= heardAtMs - sentAtMs;
      inactivity.refresh();
      const text = typeof data === 'string' ? data : Buffer.from(data).toString('utf8');
      receivedBytes += Buffer.byteLength(text);
      messages += 1;
      if (receivedBytes > MAX_ANSWER_BYTES) return fail(answerTooLarge('is larger than 10 MB'));
      // Empty ones weigh nothing and may come without end.
      if (messages > MAX_ANSWER_PARTS) return fail(tooManyParts('messages'));
      try {
        take(pieceOf(text));
      } catch (error) {
        fail(error instanceof Error ? error : new Error('The done rule failed.'));
      }
    },
    close: (code, reason) => {
      if (values.length > 0 && (code === 1000 || code === 1001 || code === 1005)) finish();
      else fail(closeFailure(code, reason, values.length));
    },
    error: fail,
  });
  socket.send(typeof call.request.body === 'string' ? call.request.body : '').catch((error: Error) => {
    // A target that closes at once says why in its close, which is on its way.
    if (socket.isOpen) fail(error);
  });
  return promise;
}

function maskedPiece(call: TransportCall, value: unknown): unknown {
  const body = call.masked({ kind: 'events', values: [value], source: 'messages' });
  return body.kind === 'events' ? body.values[0] : value;
}

/** Without a rule, the words an older kind of target ends with are understood. */
function createDoneRule(queries: PathQueries, rule: Condition | undefined): (value: unknown) => boolean {
  return rule === undefined
    ? (value) => isPlainObject(value) && value['message'] === 'response ended'
    : createCondition(queries, rule, 'websocket.done.path');
}

/**
 * Connections are shared only by calls of one tenant to one unchanged target: whatever its handshake may be made of is
 * in the key, parameters of the project included.
 */
function targetKey(configuration: TargetConfiguration): string {
  const { name: _name, requestMapping: _request, responseMapping: _response, ...handshake } = configuration;
  return createHash('sha256').update(JSON.stringify(handshake)).digest('hex');
}

function protocolsOf(headers: Readonly<Record<string, string>>): string[] {
  const name = Object.keys(headers).find((key) => key.toLowerCase() === 'sec-websocket-protocol');
  return name === undefined
    ? []
    : (headers[name] ?? '')
        .split(',')
        .map((text) => text.trim())
        .filter(Boolean);
}

function timeoutFailure(code: string, message: string): EgressError {
  return new EgressError({ stage: 'timeout', code, message });
}

function closeFailure(code: number, reason: string, received: number): CallFailure {
  return new CallFailure({
    stage: 'send',
    type: 'websocket_error',
    message: `The application closed the connection with code ${code}${reason === '' ? '' : ` (${reason})`} ${received === 0 ? 'before it answered' : 'in the middle of its answer'}.`,
    hint:
      code === 1008 || code === 4001 || code === 4003
        ? 'The application refused the message: check the token.'
        : 'The message may have reached the application; it was not repeated.',
  });
}
