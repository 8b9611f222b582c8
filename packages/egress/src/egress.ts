import { Agent } from 'undici';
import { createGuardedFetch } from './fetch.ts';
import { createGuard, type Resolve } from './guard.ts';
import { createEgressPolicy, type EgressPolicy } from './policy.ts';
import { sendRequest, type EgressRequest, type EgressResponse } from './request.ts';
import type { EgressProxy } from './proxy.ts';
import { createTlsAgents } from './tls.ts';
import { markedBy, type Mark } from './mark.ts';
import { openGuardedWebSocket, type EgressWebSocket, type EgressWebSocketRequest } from './websocket.ts';

export type EgressDependencies = {
  policy?: EgressPolicy;
  /** Replaces the system's name resolution; tests give stand-in addresses with it. */
  resolve?: Resolve;
  connectTimeoutMs?: number;
  /** The hard cap of `fetch`, whose callers set none of their own. */
  maxFetchResponseBytes?: number;
  /** What stands between this machine and the others; the judge looks at the address behind it all the same. */
  proxy?: EgressProxy | undefined;
  /** A header that every call bears, beside what the caller sets of the same name. */
  mark?: Mark | undefined;
};

export type Egress = {
  fetch: typeof globalThis.fetch;
  /** The same with a cap of its own, of the answer as it is read. */
  fetchUpTo(maxResponseBytes: number): typeof globalThis.fetch;
  /** The body must be read to its end, or given up with `discard`: until then its connection and clocks are held. */
  request(request: EgressRequest): Promise<EgressResponse>;
  openWebSocket(request: EgressWebSocketRequest): Promise<EgressWebSocket>;
  /** Refuses a URL that would be refused without a look-up: scheme, user information, literal address, metadata name. */
  requireUrl(url: URL): void;
  close(): Promise<void>;
};

/**
 * The one door for every outgoing call. A proxy is used only where the operator named one to us: the usual variables of
 * the environment are not read, since what they say would be a way around the judge.
 */
export function createEgress({
  policy = createEgressPolicy(),
  resolve,
  connectTimeoutMs = 10_000,
  maxFetchResponseBytes = 64 * 1024 * 1024,
  proxy,
  mark,
}: EgressDependencies = {}): Egress {
  const marked = markedBy(mark);
  const guard = createGuard({ policy, resolve, connectTimeoutMs, proxy });
  const agentOptions = {
    maxHeaderSize: 64 * 1024,
    keepAliveMaxTimeout: 60_000,
    pipelining: 1,
    allowH2: false,
  };
  const connect = guard.connectorWith();
  const requestAgent = new Agent({ ...agentOptions, connect });
  const fetchAgent = new Agent({ ...agentOptions, connect, maxResponseSize: maxFetchResponseBytes });
  const tlsAgents = createTlsAgents(
    (tls) => new Agent({ ...agentOptions, connect: guard.connectorWith(tls) }),
  );
  const dispatcherFor = (tls: EgressRequest['tls']) =>
    tls === undefined ? requestAgent : tlsAgents.agentFor(tls);
  const fetchUpTo: Egress['fetchUpTo'] = (maxResponseBytes) =>
    createGuardedFetch({ guard, dispatcher: fetchAgent, maxResponseBytes, marked });
  return {
    fetch: fetchUpTo(maxFetchResponseBytes),
    fetchUpTo,
    request: (request) => sendRequest({ guard, dispatcherFor, marked }, request),
    openWebSocket: (request) =>
      openGuardedWebSocket(guard, { ...request, headers: marked(request.headers ?? {}) }),
    requireUrl: (url) => guard.requireUrl(url, ['http:', 'https:', 'ws:', 'wss:']),
    close: async () => {
      await Promise.all([requestAgent.destroy(), fetchAgent.destroy(), tlsAgents.close()]);
    },
  };
}
