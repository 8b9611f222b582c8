import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { request as send } from 'undici';
import { untilAborted } from './abort.ts';
import { createDeadlines, type Deadlines } from './deadlines.ts';
import { EgressError, toEgressError } from './errors.ts';
import type { Guard } from './guard.ts';
import type { EgressTls } from './tls.ts';
import { headersForHop, nextHop, type Hop } from './redirects.ts';

export type EgressRequest = {
  url: string | URL;
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array | null;
  signal?: AbortSignal | undefined;
  /** The whole call: name resolution, connection, headers and the last byte of the body. */
  timeoutMs?: number;
  /** The longest silence once the answer has begun. */
  inactivityTimeoutMs?: number;
  maxResponseBytes?: number;
  maxRedirects?: number;
  /** Names of further headers that must not follow a redirect to another origin. */
  secretHeaderNames?: readonly string[];
  /** True when the body carries a secret: then it is not sent on to another origin either. */
  bodyIsSecret?: boolean;
  /** Certificates for the origin of `url`; a redirect to another origin gets the usual ones. */
  tls?: EgressTls | undefined;
  /** The request goes out now, on a connection that stands; told once more for each redirect. */
  onSent?: () => void;
};

export type EgressResponse = {
  url: URL;
  status: number;
  headers: Record<string, string | string[]>;
  /** Decompressed chunks. Breaking out of the loop ends the connection. */
  body: AsyncIterable<Uint8Array>;
  /** Since the first request went out: looking the name up and connecting are not the target's doing. */
  timeToFirstByteMs: number;
  hops: readonly Hop[];
  /** Gives the call up without reading the rest. */
  discard(): void;
};

const REQUEST_DEFAULTS = {
  timeoutMs: 30_000,
  maxResponseBytes: 10 * 1024 * 1024,
  maxRedirects: 5,
} as const;

export type RequestDependencies = {
  guard: Guard;
  readonly dispatcherFor: (tls: EgressTls | undefined) => Dispatcher;
  readonly marked: (headers: Readonly<Record<string, string>>) => Record<string, string>;
};

/** Sends one request, following redirects by hand so that each hop is judged and loses its credentials. */
export async function sendRequest(
  dependencies: RequestDependencies,
  input: EgressRequest,
): Promise<EgressResponse> {
  const timeoutMs = input.timeoutMs ?? REQUEST_DEFAULTS.timeoutMs;
  const deadlines = createDeadlines({
    totalMs: timeoutMs,
    inactivityMs: Math.min(input.inactivityTimeoutMs ?? timeoutMs, timeoutMs),
    signal: input.signal,
  });
  try {
    return await followHops(dependencies, input, deadlines);
  } catch (error) {
    deadlines.end();
    throw deadlines.reason() ?? toEgressError(error);
  }
}

async function followHops(
  { guard, dispatcherFor, marked }: RequestDependencies,
  input: EgressRequest,
  deadlines: Deadlines,
): Promise<EgressResponse> {
  let sentAt: number | undefined;
  const onSent = (): void => {
    sentAt ??= performance.now();
    input.onSent?.();
  };
  let current: Hop = {
    url: parseUrl(input.url),
    method: (input.method ?? 'GET').toUpperCase(),
    headers: headersForHop(input.headers ?? {}),
    body: input.body ?? null,
    status: 0,
  };
  const hops: Hop[] = [];
  const { origin } = current.url;
  for (;;) {
    deadlines.signal.throwIfAborted();
    guard.requireUrl(current.url, ['http:', 'https:']);
    const sent = send(current.url, {
      method: current.method,
      headers: marked(current.headers),
      body: current.body,
      dispatcher: tellingWhenSent(
        dispatcherFor(current.url.origin === origin ? input.tls : undefined),
        onSent,
      ),
      signal: deadlines.signal,
      // Our own two clocks are armed instead: undici's are coarse and do not cover the look-up.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const response = await untilAborted(sent, deadlines.signal, (late) =>
      late.body.on('error', ignoreDiscarded).destroy(),
    );
    const next = nextHop({
      current,
      status: response.statusCode,
      location: response.headers.location,
      input,
      hopCount: hops.length,
    });
    if (next === undefined) {
      deadlines.firstByte();
      return {
        url: current.url,
        status: response.statusCode,
        headers: plainHeaders(response.headers),
        body: readBody(response, input.maxResponseBytes ?? REQUEST_DEFAULTS.maxResponseBytes, deadlines),
        timeToFirstByteMs: sentAt === undefined ? 0 : performance.now() - sentAt,
        hops,
        discard: () => {
          deadlines.end();
          response.body.on('error', ignoreDiscarded).destroy();
        },
      };
    }
    response.body.on('error', ignoreDiscarded).destroy();
    hops.push({ ...next, url: next.url, status: response.statusCode });
    current = next;
  }
}

/** The handler belongs to this one request; it is told right before the request is written to its connection. */
const tellingWhenSent = (dispatcher: Dispatcher, onSent: () => void): Dispatcher =>
  dispatcher.compose((dispatch) => (options, handler) => {
    const begin = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (controller, context) => {
      onSent();
      begin?.(controller, context);
    };
    return dispatch(options, handler);
  });

async function* readBody(
  response: Dispatcher.ResponseData,
  maxBytes: number,
  deadlines: Deadlines,
): AsyncGenerator<Uint8Array> {
  const decoder = decoderFor(response.headers['content-encoding']);
  const source: Readable =
    decoder === undefined
      ? response.body
      : response.body.on('error', (error) => decoder.destroy(error)).pipe(decoder);
  let received = 0;
  try {
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      received += chunk.length;
      if (received > maxBytes) {
        throw new EgressError({
          stage: 'too_large',
          code: 'response_too_large',
          message: `The answer is larger than ${formatBytes(maxBytes)}, which is the most that is read.`,
        });
      }
      deadlines.activity();
      yield chunk;
    }
  } catch (error) {
    throw deadlines.reason() ?? toEgressError(error);
  } finally {
    deadlines.end();
    response.body.on('error', ignoreDiscarded).destroy();
    decoder?.on('error', ignoreDiscarded).destroy();
  }
}

/** After a body was given up its late error has no reader; the reason was already reported. */
function ignoreDiscarded(): void {}

function decoderFor(encoding: string | string[] | undefined) {
  const name = (Array.isArray(encoding) ? encoding.at(-1) : encoding)?.trim().toLowerCase();
  if (name === 'gzip' || name === 'x-gzip') return createGunzip();
  if (name === 'deflate') return createInflate();
  if (name === 'br') return createBrotliDecompress();
  if (name === 'zstd') return createZstdDecompress();
  return undefined;
}

function parseUrl(url: string | URL): URL {
  if (url instanceof URL) return url;
  if (!URL.canParse(url)) {
    throw new EgressError({
      stage: 'send',
      code: 'invalid_url',
      message: 'The address is not a complete URL such as https://host/path.',
    });
  }
  return new URL(url);
}

function plainHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string | string[]> {
  const plain: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) plain[name] = value;
  return plain;
}

function formatBytes(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${Math.round(bytes / 1024 / 1024)} MB` : `${bytes} bytes`;
}
