import { ApiError, errorFromAnswer } from './api-error.ts';
import { backOffMs, type Timing } from './timing.ts';

export type RequestBody = NonNullable<RequestInit['body']>;

export interface Outgoing {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody | undefined;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly maxRetries: number;
}

export interface Incoming {
  readonly data: unknown;
  readonly status: number;
  readonly headers: Headers;
}

export interface SendOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly timing: Timing;
}

const retryStatuses = new Set([429, 502, 503, 504]);
const firstRetryMs = 250;
const lastRetryMs = 8_000;

/** Sends a request; one that changes nothing is repeated after trouble, with back-off, as long as its time lasts. */
export async function send(outgoing: Outgoing, { fetch, timing }: SendOptions): Promise<Incoming> {
  outgoing.signal?.throwIfAborted();
  const deadline = AbortSignal.timeout(outgoing.timeoutMs);
  const endsAtMs = timing.now() + outgoing.timeoutMs;
  const signal = outgoing.signal ? AbortSignal.any([outgoing.signal, deadline]) : deadline;
  const retries = outgoing.method === 'GET' ? outgoing.maxRetries : 0;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await once(outgoing, fetch, signal, timing);
    } catch (error) {
      const failure = asFailure(error, outgoing, deadline);
      const pauseMs = Math.max(
        (failure instanceof ApiError ? (failure.retryAfterSeconds ?? 0) : 0) * 1000,
        backOffMs(attempt, firstRetryMs, lastRetryMs),
      );
      const isLast = attempt >= retries || !mayRetry(failure) || timing.now() + pauseMs > endsAtMs;
      if (isLast) throw failure;
      await timing.wait(pauseMs, signal).catch((reason: unknown) => {
        throw asFailure(reason, outgoing, deadline);
      });
    }
  }
}

async function once(
  { method, url, headers, body }: Outgoing,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
  timing: Timing,
): Promise<Incoming> {
  const response = await fetch(url, {
    method,
    headers,
    signal,
    // A bearer token never follows a redirect to another place.
    redirect: 'error',
    ...(body === undefined ? {} : { body }),
    // Asked for by fetch for a stream, whose length is not known before.
    ...(body instanceof ReadableStream ? { duplex: 'half' as const } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw errorFromAnswer(response, text, timing.now());
  const isJson = /\bjson\b/i.test(response.headers.get('content-type') ?? '');
  return {
    data: isJson && text !== '' ? (JSON.parse(text) as unknown) : text,
    status: response.status,
    headers: response.headers,
  };
}

const mayRetry = (failure: unknown): boolean =>
  failure instanceof ApiError &&
  (failure.code === 'network.unreachable' || retryStatuses.has(failure.status));

/** The caller's own abort keeps its reason; everything else becomes an ApiError. */
function asFailure(
  error: unknown,
  { signal, timeoutMs, method, url }: Outgoing,
  deadline: AbortSignal,
): unknown {
  if (error instanceof ApiError) return error;
  if (signal?.aborted) return signal.reason;
  if (deadline.aborted)
    return new ApiError({
      status: 0,
      code: 'network.timeout',
      detail: `${method} ${url.pathname} had no complete answer after ${timeoutMs / 1000} seconds.`,
      cause: error,
    });
  if (error instanceof SyntaxError)
    return new ApiError({
      status: 0,
      code: 'network.malformed',
      detail: `${url.origin} answered with JSON that cannot be read.`,
      cause: error,
    });
  return new ApiError({
    status: 0,
    code: 'network.unreachable',
    detail: `${url.origin} cannot be reached: ${reasonOf(error)}.`,
    cause: error,
  });
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return String(cause);
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}
