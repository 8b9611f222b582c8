import { existsSync } from 'node:fs';
import type { EgressError } from '@sonde/egress';
import type { InvocationResult } from './configuration.ts';

export type Stage = InvocationResult['stage'];

export type FailureDetails = {
  stage: Stage;
  type: string;
  message: string;
  hint?: string | null;
  cause?: unknown;
};

/** Why a call ended before it was done. It becomes the `error` of a result, never an answer of the platform's own. */
export class CallFailure extends Error {
  readonly stage: Stage;
  readonly type: string;
  readonly hint: string | null;

  constructor(details: FailureDetails) {
    super(details.message, { cause: details.cause });
    this.name = 'CallFailure';
    this.stage = details.stage;
    this.type = details.type;
    this.hint = details.hint ?? null;
  }
}

/** Docker and Podman leave a file in each container. */
const isInContainer = ['/.dockerenv', '/run/.containerenv'].some((file) => existsSync(file));

/** Turns a refusal or failure of the network into the words of a result. */
export function failureFromEgress(error: EgressError, url: string, isContained = isInContainer): CallFailure {
  const found = EGRESS_FAILURES[error.stage];
  return new CallFailure({
    ...found,
    message: error.message,
    hint: hintFor(error, url, isContained) ?? found.hint ?? null,
    cause: error,
  });
}

const EGRESS_FAILURES: Record<EgressError['stage'], Pick<FailureDetails, 'stage' | 'type' | 'hint'>> = {
  dns: {
    stage: 'dns',
    type: 'network_error',
    hint: 'Check the host name. A name that only your own machine knows cannot be resolved from the server.',
  },
  blocked: { stage: 'blocked', type: 'blocked' },
  connect: {
    stage: 'connect',
    type: 'network_error',
    hint: 'Check host and port, and that the application is running and reachable from the server.',
  },
  tls: {
    stage: 'tls',
    type: 'network_error',
    hint: 'If the application uses a certificate of your own authority, store that authority with the connection of the endpoint.',
  },
  timeout: {
    stage: 'timeout',
    type: 'timeout',
    hint: 'Raise the time limit of the endpoint (up to 3600 seconds) if the application needs longer.',
  },
  send: {
    stage: 'send',
    type: 'network_error',
    hint: 'The request may have reached the application; it was not repeated.',
  },
  too_large: {
    stage: 'parse',
    type: 'response_too_large',
    hint: 'Ask the application for less, or for a stream that ends.',
  },
  redirect: {
    stage: 'http',
    type: 'redirect_error',
    hint: 'Use the address the application redirects to in the configuration.',
  },
  aborted: { stage: 'send', type: 'aborted', hint: null },
};

function hintFor(error: EgressError, url: string, isContained: boolean): string | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (error.setting === 'OUTBOUND_PROXY')
    return 'Nothing was sent to the application. Tell whoever runs this installation.';
  if (error.code === 'ECONNREFUSED' && parsed !== undefined && isLoopback(parsed.hostname)) {
    return `Nothing listens on port ${parsed.port || 'default'} of the machine ${isContained ? 'or container ' : ''}that Sonde runs on. ${
      isContained
        ? 'Sonde runs in a container, and localhost is that container itself: use host.docker.internal for the machine around it.'
        : 'Start the application there.'
    }`;
  }
  if (error.stage === 'tls' && (error.code === 'EPROTO' || error.code.includes('WRONG_VERSION'))) {
    return 'The application does not speak TLS on this port: try http:// instead of https://.';
  }
  if (error.code === 'handshake_refused') {
    return error.status === 401 || error.status === 403
      ? 'The handshake was refused for lack of permission: check the token and the headers.'
      : 'Check that the path is the one of a WebSocket endpoint.';
  }
  if (error.code === 'invalid_http')
    return 'Check the port: something other than an HTTP server answers there, or it wants https://.';
  if (error.code === 'tls_closed')
    return 'Check that the port speaks TLS, and that the application takes connections from the server.';
  if (error.code === 'closed_unanswered') return unansweredHint(parsed);
  if (error.code === 'blocked_scheme' && /^wss?:$/.test(parsed?.protocol ?? ''))
    return 'Set the protocol of the endpoint to WebSocket, which calls ws:// and wss:// addresses.';
  if (error.code === 'dns_timeout') return 'The name servers of the installation did not answer.';
  if (error.code === 'connect_timeout')
    return 'Check host, port and firewalls between the platform and the application.';
  return undefined;
}

function unansweredHint(url: URL | undefined): string {
  const unknown = 'Whether the application acted on the request is not known; it was not repeated.';
  return url?.protocol === 'https:'
    ? `An application that wants another client certificate ends so, or any where none is stored. ${unknown}`
    : `If the application expects TLS on this port, use https://. ${unknown}`;
}

export function isLoopback(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return bare === 'localhost' || bare === '::1' || bare.startsWith('127.');
}

const ended = (said: string): string => (/[.!?…]$/.test(said) ? said : `${said}.`);

/** What a status outside 2xx means and what to do about it. */
export function failureFromStatus(status: number, method: string, said: string | undefined): CallFailure {
  const text = STATUS_HINTS.find(([matches]) => matches(status))?.[1] ?? null;
  return new CallFailure({
    stage: 'http',
    type: 'http_error',
    message: `The application answered with status ${status}${said === undefined ? '.' : `: ${ended(said)}`}`,
    hint: status === 405 ? `The application does not take ${method} at this address.` : text,
  });
}

const STATUS_HINTS: [(status: number) => boolean, string][] = [
  [
    (status) => status === 401,
    'The application did not accept the credentials: check the token and which header carries it.',
  ],
  [(status) => status === 403, 'The credentials were understood but are not allowed to do this.'],
  [(status) => status === 404, 'Check the path of the address.'],
  [
    (status) => status === 413,
    'The request is too large for the application: send smaller files or a shorter history.',
  ],
  [(status) => status === 415, 'The application expects another Content-Type.'],
  [
    (status) => status === 422 || status === 400,
    'The application did not accept the body: compare the request preview with what it documents.',
  ],
  [(status) => status === 429, 'The application limits how often it may be called: wait, or lower the rate.'],
  [(status) => status >= 300 && status < 400, 'The application redirected without saying where to.'],
  [
    (status) => status >= 500,
    'The application failed on its own side; what it answered is kept as the raw answer.',
  ],
];
