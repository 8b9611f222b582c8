import { errors } from 'undici';

export type EgressStage =
  | 'dns'
  | 'blocked'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'send'
  | 'too_large'
  | 'redirect'
  | 'aborted';

export type EgressErrorDetails = {
  stage: EgressStage;
  code: string;
  message: string;
  /** The rule of the address policy that refused the call. */
  rule?: string | undefined;
  /** The setting an operator changes to decide otherwise. */
  setting?: string | undefined;
  /** The status of a refused WebSocket handshake or of a redirect. */
  status?: number | undefined;
  cause?: unknown;
};

/** The one error of every outgoing call: where it ended, why, and which setting decides it. */
export class EgressError extends Error {
  readonly stage: EgressStage;
  readonly code: string;
  readonly rule: string | undefined;
  readonly setting: string | undefined;
  readonly status: number | undefined;

  constructor(details: EgressErrorDetails) {
    super(details.message, { cause: details.cause });
    this.name = 'EgressError';
    this.stage = details.stage;
    this.code = details.code;
    this.rule = details.rule;
    this.setting = details.setting;
    this.status = details.status;
  }
}

/**
 * Turns what the network stack threw into one of a small set of errors. Few messages on purpose: whoever may only see
 * an error must not be able to map a network with it.
 */
export function toEgressError(error: unknown): EgressError {
  const known = findEgressError(error);
  if (known !== undefined) return known;
  const code = closedUnanswered(error) ? 'closed_unanswered' : deepestCode(error);
  const found = classify(code);
  return new EgressError({ ...found, code: found.code ?? code, cause: error });
}

type Classified = { stage: EgressStage; message: string; code?: string };

function classify(code: string): Classified {
  if (DNS_CODES.has(code)) return { stage: 'dns', message: 'The host name could not be resolved.' };
  if (code === 'ECONNREFUSED')
    return { stage: 'connect', message: 'Nothing accepts connections at this address and port.' };
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return { stage: 'timeout', code: 'connect_timeout', message: 'The connection was not accepted in time.' };
  }
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
    return {
      stage: 'timeout',
      code: 'inactivity_timeout',
      message: 'The application stayed silent for too long.',
    };
  }
  if (isTlsCode(code)) {
    return { stage: 'tls', message: `The TLS connection could not be trusted or set up (${code}).` };
  }
  if (CONNECT_CODES.has(code)) return { stage: 'connect', message: 'The address could not be reached.' };
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
    return { stage: 'too_large', code: 'response_too_large', message: 'The answer is larger than allowed.' };
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'HPE_HEADER_OVERFLOW') {
    return {
      stage: 'too_large',
      code: 'headers_too_large',
      message: 'The header of the answer is larger than allowed.',
    };
  }
  if (code === 'AbortError' || code === 'UND_ERR_ABORTED' || code === 'ABORT_ERR') {
    return { stage: 'aborted', code: 'aborted', message: 'The call was given up by its caller.' };
  }
  if (code.startsWith('HPE_') || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
    return {
      stage: 'send',
      code: 'invalid_http',
      message: 'What answers at this address does not speak valid HTTP.',
    };
  }
  if (code === 'UND_ERR_INVALID_ARG') {
    return {
      stage: 'send',
      code: 'invalid_request',
      message: 'The request is not valid HTTP: check method and header names and values.',
    };
  }
  if (code === 'closed_unanswered')
    return { stage: 'send', message: 'The application closed the connection without any answer.' };
  return {
    stage: 'send',
    code: 'connection_lost',
    message: 'The connection was closed before the answer was complete.',
  };
}

/** The first request of a connection, and not one byte came back: often a port that expects another protocol. */
function closedUnanswered(error: unknown): boolean {
  return error instanceof errors.SocketError && error.socket?.bytesRead === 0;
}

const DNS_CODES = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'EAI_NONAME',
  'ENODATA',
  'ESERVFAIL',
  'EBADNAME',
]);
const CONNECT_CODES = new Set([
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'EACCES',
  'EPERM',
  'EINVAL',
  'EHOSTDOWN',
  'ENETDOWN',
]);

function isTlsCode(code: string): boolean {
  return (
    code.startsWith('ERR_TLS') ||
    code.startsWith('ERR_SSL') ||
    code.startsWith('CERT_') ||
    code.includes('SELF_SIGNED') ||
    code.startsWith('UNABLE_TO_') ||
    code === 'DEPTH_ZERO_SELF_SIGNED_CERT' ||
    code === 'EPROTO'
  );
}

function findEgressError(error: unknown): EgressError | undefined {
  let current = error;
  for (let depth = 0; depth < 6 && current instanceof Error; depth += 1) {
    if (current instanceof EgressError) return current;
    const several =
      current instanceof AggregateError
        ? current.errors.find((one) => one instanceof EgressError)
        : undefined;
    if (several instanceof EgressError) return several;
    current = current.cause;
  }
  return undefined;
}

function deepestCode(error: unknown): string {
  let code = 'unknown';
  let current = error;
  for (let depth = 0; depth < 6 && current instanceof Error; depth += 1) {
    if ('code' in current && typeof current.code === 'string') code = current.code;
    else if (current.name === 'AbortError') code = 'AbortError';
    current = current instanceof AggregateError ? (current.errors[0] ?? current.cause) : current.cause;
  }
  return code;
}
