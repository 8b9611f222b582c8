import { connectorCloseCodes, connectorPath, type Environment } from '../contract.ts';
import { socketUrl } from '../addresses.ts';
import { ApiError } from '../api-error.ts';
import { backOffMs, systemTiming, type Timing } from '../timing.ts';
import { sdkVersion } from '../version.ts';
import type { FunctionEndpoint } from './endpoint.ts';
import { serve, type RegistrationStats, type ServeEnd } from './serve.ts';

export interface ConnectOptions {
  /** Where the platform is, such as `https://sonde.example.com`. */
  readonly baseUrl: string;
  /** An API token (`snd_…`) with the permission `connector:use`, or a function that gives the current token. */
  readonly token: string | (() => string | Promise<string>);
  /** The project the endpoints belong to. May be left out when the token is bound to one. */
  readonly projectId?: string | undefined;
  /** Default: Development. Of several programs that serve one function in one environment the latest is asked. */
  readonly environment?: Environment | Lowercase<Environment> | undefined;
  /** The functions to offer, made with `endpoint`. */
  readonly endpoints: readonly FunctionEndpoint[];
  /** Told what happens to the connection, for logs. */
  readonly onEvent?: ((event: ConnectionEvent) => void) | undefined;
  /** Gives the connection up, also while it is first being made. */
  readonly signal?: AbortSignal | undefined;
  /** For tests: another clock. */
  readonly timing?: Timing | undefined;
}

export type ConnectionEvent =
  | { readonly type: 'registered'; readonly stats: RegistrationStats }
  | { readonly type: 'lost'; readonly reason: string; readonly retryInMs: number }
  | { readonly type: 'refused'; readonly error: ApiError }
  | { readonly type: 'platform_error'; readonly detail: string };

/** A connection that keeps itself alive until it is closed, or refused for good. */
export interface Connection {
  /** What the first registration came to. */
  readonly stats: RegistrationStats;
  /** Resolves when the connection was closed; rejects with an `ApiError` when the platform refused it for good. */
  readonly ended: Promise<void>;
  /** Lets running functions finish, for at most the given time (default 5,000 ms), then ends the connection. */
  close(graceMs?: number): Promise<void>;
}

const firstRetryMs = 1_000;
const lastRetryMs = 30_000;
/** A connection that lasted this long was a good one: after its loss the pauses begin short again. */
const goodConnectionMs = 30_000;
/** Asking again cannot help: malformed, unauthenticated, forbidden. */
const finalStatuses: ReadonlySet<number> = new Set([400, 401, 403]);
/** Faults of protocol or policy. Everything else, restarts and crashes included, passes. */
const finalCloseCodes: ReadonlySet<number> = new Set([1002, 1003, 1007, 1010, connectorCloseCodes.denied]);

/**
 * Offers local functions as endpoints of a project. Resolves once they are registered; from then on it reconnects by
 * itself, with back-off, and registers again. Rejects with an `ApiError` when the platform refuses for good.
 */
export function connect(options: ConnectOptions): Promise<Connection> {
  const timing = options.timing ?? systemTiming;
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const running = new Set<Promise<void>>();
  let isClosing = false;

  return new Promise((resolve, reject) => {
    const ended = keepServing({
      options,
      timing,
      signal,
      running,
      isClosing: () => isClosing,
      onRegistered: (stats) => resolve({ stats, ended, close }),
    });
    // Until somebody looks at `ended`, a refusal must not count as an unhandled rejection.
    ended.then(() => reject(signal.reason), reject);

    async function close(graceMs = 5_000): Promise<void> {
      isClosing = true;
      if (running.size > 0) {
        const enough = new AbortController();
        const grace = timing.wait(graceMs, enough.signal).catch(() => undefined);
        await Promise.race([Promise.allSettled(running), grace]);
        enough.abort();
      }
      stop.abort(new Error('The connection was closed.'));
      await ended.catch(() => undefined);
    }
  });
}

interface KeepServing {
  readonly options: ConnectOptions;
  readonly timing: Timing;
  readonly signal: AbortSignal;
  readonly running: Set<Promise<void>>;
  readonly isClosing: () => boolean;
  readonly onRegistered: (stats: RegistrationStats) => void;
}

async function keepServing({ options, timing, signal, ...shared }: KeepServing): Promise<void> {
  const report = options.onEvent ?? (() => undefined);
  const url = socketUrl(options.baseUrl, connectorPath);
  const endpoints = new Map(options.endpoints.map((item) => [item.name, item]));
  const registration = JSON.stringify({
    type: 'register',
    project_id: options.projectId ?? null,
    environment: options.environment ?? null,
    sdk_version: sdkVersion,
    functions: options.endpoints.map((item) => item.schema),
    metrics: [],
  });
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const startedAtMs = timing.now();
    const end = await serve({
      ...shared,
      url,
      token: options.token,
      registration,
      endpoints,
      signal,
      onRegistered(stats) {
        report({ type: 'registered', stats });
        shared.onRegistered(stats);
      },
      onPlatformError: (detail) => report({ type: 'platform_error', detail }),
    });
    if (signal.aborted) return;
    const refusal = finalRefusal(end, url);
    if (refusal) {
      report({ type: 'refused', error: refusal });
      throw refusal;
    }
    if (timing.now() - startedAtMs >= goodConnectionMs) attempt = 0;
    const retryInMs = backOffMs(attempt, firstRetryMs, lastRetryMs);
    report({ type: 'lost', reason: sentence(end, url), retryInMs });
    await timing.wait(retryInMs, signal).catch(() => undefined);
  }
}

function finalRefusal(end: ServeEnd, url: URL): ApiError | undefined {
  if (end.fault !== undefined) return end.fault;
  if (end.refusal !== undefined)
    return new ApiError({ status: 0, code: 'connector.registration_refused', detail: end.refusal });
  if (end.status !== undefined && finalStatuses.has(end.status))
    return new ApiError({ status: end.status, code: 'connector.denied', detail: sentence(end, url) });
  if (finalCloseCodes.has(end.code))
    return new ApiError({ status: 0, code: 'connector.denied', detail: sentence(end, url) });
  return undefined;
}

function sentence({ status, code, reason }: ServeEnd, url: URL): string {
  if (status === 401) return 'The platform does not accept the token.';
  if (status === 403) return 'The token may not connect functions: it needs the permission connector:use.';
  if (status !== undefined) return `${url.origin} answered the handshake with status ${status}.`;
  return `The connection to ${url.origin} ended with code ${code}${reason ? `: ${reason}` : ''}.`;
}
