import {
  Headers,
  Response as FreshResponse,
  fetch as undiciFetch,
  type BodyInit,
  type Dispatcher,
  type RequestInit,
  type Response as UndiciResponse,
} from 'undici';
import { untilAborted } from './abort.ts';
import { EgressError, toEgressError } from './errors.ts';
import type { Guard } from './guard.ts';
import { nextHop } from './redirects.ts';

type FetchInput = string | URL | Request;

export type FetchDependencies = {
  guard: Guard;
  dispatcher: Dispatcher;
  /** Of the answer as it is read: the dispatcher's own cap counts what is still packed. */
  maxResponseBytes: number;
  marked: (headers: Readonly<Record<string, string>>) => Record<string, string>;
};

/** A `fetch` for libraries that accept one: every hop is judged, and no credential header crosses an origin. */
export function createGuardedFetch({
  guard,
  dispatcher,
  maxResponseBytes,
  marked,
}: FetchDependencies): typeof globalThis.fetch {
  async function guardedFetch(input: FetchInput, init?: globalThis.RequestInit): Promise<Response> {
    const first = await readRequest(input, init);
    const mode = first.init.redirect ?? 'follow';
    let { url, headers, method, body } = first;
    for (let hopCount = 0; ; hopCount += 1) {
      guard.requireUrl(url, ['http:', 'https:']);
      const response = await sendOnce(url, {
        ...first.init,
        method,
        headers: marked(headers),
        body,
        redirect: 'manual',
        dispatcher,
      });
      if (mode === 'manual') return asGlobal(capped(response, maxResponseBytes));
      const next = nextHop({
        current: { url, method, headers, body: null, status: 0 },
        status: response.status,
        location: response.headers.get('location') ?? undefined,
        input: { maxRedirects: 20 },
        hopCount,
      });
      if (next === undefined) return asGlobal(capped(response, maxResponseBytes));
      await response.body?.cancel();
      if (mode === 'error') {
        throw new EgressError({
          stage: 'redirect',
          code: 'redirect_refused',
          status: response.status,
          message: 'The application redirected, which this call does not follow.',
        });
      }
      const keepsBody = next.method === method;
      if (
        keepsBody &&
        body != null &&
        typeof body !== 'string' &&
        !(body instanceof Uint8Array) &&
        !(body instanceof URLSearchParams)
      ) {
        throw new EgressError({
          stage: 'redirect',
          code: 'body_not_replayable',
          status: response.status,
          message: 'The application redirected a streamed body, which cannot be sent twice.',
        });
      }
      if (!keepsBody) body = undefined;
      ({ url, method, headers } = next);
    }
  }
  return guardedFetch;
}

type ReadRequest = {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: BodyInit | undefined;
  init: RequestInit;
};

async function readRequest(
  input: FetchInput,
  init: globalThis.RequestInit | undefined,
): Promise<ReadRequest> {
  // A Request made by the runtime is foreign to undici, so it is taken apart here.
  const request = typeof input === 'object' && 'url' in input ? input : undefined;
  const href = typeof input === 'string' ? input : 'url' in input ? input.url : input.href;
  if (!URL.canParse(href))
    throw new EgressError({
      stage: 'send',
      code: 'invalid_url',
      message: 'The address is not a complete URL.',
    });
  const given = (init ?? {}) as RequestInit;
  const headers = new Headers(given.headers ?? [...(request?.headers ?? [])]);
  const body = given.body ?? (request?.body ? new Uint8Array(await request.arrayBuffer()) : undefined);
  return {
    url: new URL(href),
    method: (given.method ?? request?.method ?? 'GET').toUpperCase(),
    headers: Object.fromEntries(headers.entries()),
    body: body ?? undefined,
    init: {
      ...given,
      redirect: given.redirect ?? request?.redirect ?? 'follow',
      signal: given.signal ?? request?.signal ?? null,
    },
  };
}

async function sendOnce(url: URL, init: RequestInit): Promise<UndiciResponse> {
  try {
    return await untilAborted(undiciFetch(url, init), init.signal, (late) => void late.body?.cancel());
  } catch (error) {
    // Callers tell their own abort from a failure by the reason they gave.
    if (init.signal?.aborted) throw error;
    throw toEgressError(error);
  }
}

/** The same answer, whose body fails when more comes out of it than is allowed: a megabyte may unpack to a gigabyte. */
function capped(response: UndiciResponse, maxBytes: number): UndiciResponse {
  if (response.body === null) return response;
  let received = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      received += chunk.byteLength;
      if (received <= maxBytes) return controller.enqueue(chunk);
      throw responseTooLarge();
    },
  });
  const { status, statusText, headers } = response;
  return new FreshResponse(response.body.pipeThrough(counter), { status, statusText, headers });
}

const responseTooLarge = (): EgressError =>
  new EgressError({
    stage: 'too_large',
    code: 'response_too_large',
    message: 'The answer is larger than allowed.',
  });

/** undici's Response and the runtime's are the same class of thing in two copies; their types differ only in details. */
function asGlobal(response: UndiciResponse): Response {
  return response as unknown as Response;
}
