import { Problem } from '@sonde/server-kit';

/** An answer of the platform that is not a success, passed on as it is. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly retryAfter: string | null;
  constructor(status: number, body: Readonly<Record<string, unknown>>, retryAfter: string | null) {
    super(
      typeof body['detail'] === 'string' ? body['detail'] : `The platform answered with status ${status}.`,
    );
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

export interface Platform {
  /** Refuses a caller whom the platform does not know, before anything of the body is read. */
  judge(authorization: string, signal: AbortSignal): Promise<void>;
  /** Has one request carried out in the name of the caller; what comes is a success and still unread. */
  generate(authorization: string, request: unknown, signal: AbortSignal): Promise<Response>;
}

/** What nothing is heard of for so long is away; the platform gives up on a model much earlier. */
const longestMs = 600_000;
const judgingMs = 10_000;

/** The platform of this installation over loopback: it holds the keys, judges callers and counts. */
export function createPlatform(url: string): Platform {
  async function ask(path: string, init: RequestInit & { signal: AbortSignal }): Promise<Response> {
    const response = await fetch(`${url}/api/v1${path}`, { ...init, redirect: 'error' }).catch(
      (error: unknown) => {
        throw away(error);
      },
    );
    if (response.ok) return response;
    throw await refusalOf(response);
  }
  return {
    async judge(authorization, signal) {
      const response = await ask('/models/generation', {
        headers: { authorization },
        signal: AbortSignal.any([signal, AbortSignal.timeout(judgingMs)]),
      });
      await response.body?.cancel();
    },
    generate: (authorization, request, signal) =>
      ask('/models/generate', {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(request),
        signal: AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
      }),
  };
}

export const away = (cause: unknown): Problem =>
  new Problem(
    'unavailable',
    'service.unavailable',
    'The platform cannot be reached at the moment. Try again shortly.',
    {
      headers: { 'retry-after': '2' },
      cause,
    },
  );

async function refusalOf(response: Response): Promise<Refusal | Problem> {
  const body: unknown = await response.json().catch(() => undefined);
  // Something else than the platform answers there.
  if (typeof body !== 'object' || body === null || !('code' in body)) return away(response.status);
  return new Refusal(response.status, { ...body }, response.headers.get('retry-after'));
}
