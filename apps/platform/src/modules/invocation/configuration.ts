import type { BeforeStep, InvocationResult, Polling } from '@sonde/contract';
import type { EgressTls } from '@sonde/egress';

export type { InvocationResult };

/** Everything a call needs to know about its target, with secrets in clear: it never leaves the process. */
export type TargetConfiguration = {
  organizationId: string;
  endpointId?: string | null;
  projectId?: string | null;
  environment?: string | null;
  name: string;
  url: string;
  method: string;
  protocol: 'REST' | 'WebSocket' | 'SDK';
  authType: 'none' | 'bearer_token' | 'client_credentials';
  authToken?: string | null;
  clientId?: string | null;
  clientSecret?: string | null;
  tokenUrl?: string | null;
  scopes?: string | null;
  audience?: string | null;
  tokenParams?: Readonly<Record<string, string>> | null;
  /** Secret header values included; `secretHeaderNames` tells which they are. */
  requestHeaders: Readonly<Record<string, string>>;
  secretHeaderNames?: readonly string[];
  /** What templates place as `{{ secrets.name }}`. */
  secrets?: Readonly<Record<string, string>>;
  queryParams?: Readonly<Record<string, string>> | null;
  /** Jinja2 text, or a JSON value whose strings are templates. */
  requestMapping: unknown;
  responseMapping: Readonly<Record<string, unknown>>;
  params?: Readonly<Record<string, unknown>>;
  /** Further params that templates may place and not read. */
  secretParams?: Readonly<Record<string, string>>;
  timeoutSeconds?: number | null;
  disableTracing: boolean;
  /** Settings of calls, as the endpoint keeps them. */
  metadata?: Readonly<Record<string, unknown>> | undefined;
  websocket?: WebSocketConfiguration | null;
  /** Requests before the call, and how its answer is waited for. */
  beforeSteps?: readonly BeforeStep[];
  polling?: Polling | null;
  /** Own authorities, and what the target is shown of who calls. */
  tls?: EgressTls | undefined;
};

export type WebSocketConfiguration = {
  done?: { path: string; equals?: unknown } | undefined;
  quietPeriodMs?: number | undefined;
  subprotocols?: readonly string[] | undefined;
};

/** The variables of one call, by the names templates use; any further key is a variable too. */
export type CallVariables = { readonly input: string; readonly [name: string]: unknown };

export type InvokeOptions = {
  signal?: AbortSignal | undefined;
  /** False leaves no trace of this call, whatever the configuration says. */
  traceEnabled?: boolean;
  /** Continues a trace the caller has begun. */
  parent?: { traceId: string; spanId: string } | undefined;
  /** Further attributes of the span, such as the ids of a test run. */
  attributes?: Readonly<Record<string, string>>;
};

const DEFAULT_TIMEOUT_SECONDS = { REST: 30, WebSocket: 30, SDK: 120 } as const;

/** Of one request. */
export function requestTimeoutMsOf(configuration: TargetConfiguration): number {
  const seconds = configuration.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS[configuration.protocol];
  return Math.min(3600, Math.max(1, seconds)) * 1000;
}

/** Of the whole call: waiting for an answer that takes its time has a limit of its own. */
export function timeoutMsOf(configuration: TargetConfiguration): number {
  return requestTimeoutMsOf(configuration) + (configuration.polling?.max_seconds ?? 0) * 1000;
}
