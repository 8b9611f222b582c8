import {
  CurrentUser,
  TokenPair,
  authProviders,
  basePath,
  completeSignIn,
  exchangeCode,
  getMe,
  logout,
  refresh,
  type Operation,
} from '@sonde/contract';
import type { Secret } from '@sonde/server-kit';
import type { Dispatcher } from 'undici';
import type { z } from 'zod';

/** The browser behind a request, as the platform's limits and session list should see it. */
export interface Caller {
  readonly address: string;
  /** By somebody whose word about the browser counts for nothing: the address is then theirs. */
  readonly isHandedOn: boolean;
  /** The name under which the browser asked, as it says. */
  readonly host: string;
  readonly userAgent: string | undefined;
  readonly requestId: string;
}

export type Answer<T> =
  | { readonly outcome: 'ok'; readonly value: T }
  | {
      readonly outcome: 'refused';
      readonly status: number;
      readonly code: string;
      readonly retryAfter?: string;
      /** A sign-in that goes on with a second factor. */
      readonly challenge?: string;
    }
  | { readonly outcome: 'unavailable'; readonly reason: string; readonly cause?: unknown };

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export type Platform = ReturnType<typeof createPlatform>;

/** An answer of these calls is a few hundred bytes; a megabyte is a fault, not an answer. */
const maxAnswerBytes = 1_048_576;
const lookTimeoutMs = 5_000;
const exchangeTimeoutMs = 15_000;
/** Long on purpose: giving up on a rotation that still succeeds would lose the successor and look like theft later. */
const refreshTimeoutMs = 60_000;

/** The calls this server makes itself; everything else passes through the proxy. */
export function createPlatform(options: { origin: string; dispatcher: Dispatcher; proxySecret: Secret }) {
  const ourselves = { 'x-sonde-proxy-secret': options.proxySecret.reveal() };
  const identify = (caller: Caller): Record<string, string> => ({
    'x-sonde-client-address': caller.address,
    'x-sonde-client-host': caller.host,
    ...(caller.isHandedOn ? { 'x-sonde-client-handed-on': 'true' } : {}),
    ...ourselves,
    'x-request-id': caller.requestId,
    ...(caller.userAgent ? { 'user-agent': caller.userAgent } : {}),
  });

  async function call<T>(
    operation: Operation,
    schema: z.ZodType<T>,
    call: { caller?: Caller; body?: unknown; bearer?: string; timeoutMs: number },
  ): Promise<Answer<T>> {
    try {
      const response = await options.dispatcher.request({
        origin: options.origin,
        path: `${basePath}${operation.path}`,
        method: operation.method,
        headers: {
          accept: 'application/json',
          ...(call.caller ? identify(call.caller) : ourselves),
          ...(call.bearer ? { authorization: `Bearer ${call.bearer}` } : {}),
          ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
        signal: AbortSignal.timeout(call.timeoutMs),
      });
      return judge(
        response.statusCode,
        response.headers['retry-after'],
        await readJson(response.body),
        schema,
      );
    } catch (cause) {
      return { outcome: 'unavailable', reason: 'the platform did not answer', cause };
    }
  }

  return {
    origin: options.origin,
    dispatcher: options.dispatcher,
    identify,
    async exchange(code: string, caller: Caller): Promise<Answer<Tokens>> {
      const answer = await call(exchangeCode, TokenPair, {
        caller,
        body: { code },
        timeoutMs: exchangeTimeoutMs,
      });
      return mapAnswer(answer, (pair) => ({
        accessToken: pair.session_token,
        refreshToken: pair.refresh_token,
      }));
    },
    async complete(challenge: string, code: string, caller: Caller): Promise<Answer<Tokens>> {
      const answer = await call(completeSignIn, TokenPair, {
        caller,
        body: { challenge, code },
        timeoutMs: exchangeTimeoutMs,
      });
      return mapAnswer(answer, (pair) => ({
        accessToken: pair.session_token,
        refreshToken: pair.refresh_token,
      }));
    },
    async refresh(refreshToken: string, caller: Caller): Promise<Answer<Tokens>> {
      const answer = await call(refresh, refresh.answers[200], {
        caller,
        body: { refresh_token: refreshToken },
        timeoutMs: refreshTimeoutMs,
      });
      return mapAnswer(answer, (pair) => ({
        accessToken: pair.access_token,
        refreshToken: pair.refresh_token,
      }));
    },
    endFamily: (refreshToken: string, caller: Caller) =>
      call(logout, logout.answers[200], {
        caller,
        body: { refresh_token: refreshToken },
        timeoutMs: lookTimeoutMs,
      }),
    me: (bearer: string, caller: Caller, timeoutMs = lookTimeoutMs) =>
      call(getMe, CurrentUser, { caller, bearer, timeoutMs }),
    providers: () => call(authProviders, authProviders.answers[200], { timeoutMs: 3_000 }),
  };
}

function judge<T>(
  status: number,
  retryAfter: string | string[] | undefined,
  body: unknown,
  schema: z.ZodType<T>,
): Answer<T> {
  if (status >= 400 && status < 500) {
    const said: Readonly<Record<string, unknown>> =
      typeof body === 'object' && body !== null ? { ...body } : {};
    const { code, challenge } = said;
    return {
      outcome: 'refused',
      status,
      code: typeof code === 'string' ? code : 'unknown',
      ...(typeof retryAfter === 'string' ? { retryAfter } : {}),
      ...(typeof challenge === 'string' ? { challenge } : {}),
    };
  }
  const parsed = schema.safeParse(body);
  if (status === 200 && parsed.success) return { outcome: 'ok', value: parsed.data };
  return { outcome: 'unavailable', reason: `the platform answered ${status} in a way that cannot be used` };
}

const mapAnswer = <T, R>(answer: Answer<T>, map: (value: T) => R): Answer<R> =>
  answer.outcome === 'ok' ? { outcome: 'ok', value: map(answer.value) } : answer;

/** Undefined for anything that is not JSON of a sensible size. */
export async function readJson(body: AsyncIterable<Uint8Array>): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const part of body) {
    sizeBytes += part.length;
    if (sizeBytes > maxAnswerBytes) return undefined;
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
