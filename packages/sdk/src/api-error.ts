import { Problem } from './contract.ts';

export interface FieldError {
  /** Dotted path in the input, such as `url` or `query.limit`. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

interface ApiErrorDetails {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errorId?: string | undefined;
  readonly requestId?: string | undefined;
  readonly errors?: readonly FieldError[] | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/**
 * The one error of this package: the platform refused, failed, or could not be reached.
 * Branch on `code`, which is stable; `detail` is for people.
 */
export class ApiError extends Error {
  /** HTTP status, or 0 when there was no answer. */
  readonly status: number;
  /**
   * Stable dotted word, such as `endpoint.not_found`. Without an answer: `network.unreachable`, `network.timeout`, `token.not_whole`;
   * an answer that is not the platform's: `http.<status>`, or `answer.no_list` where rows were to come.
   */
  readonly code: string;
  /** What happened, in a sentence. */
  readonly detail: string;
  /** On 5xx: the id of the platform's log line. */
  readonly errorId: string | undefined;
  /** Id of the request at the platform. */
  readonly requestId: string | undefined;
  /** On 422: what is wrong where. */
  readonly errors: readonly FieldError[];
  /** Seconds the platform asks to wait, when it does. */
  readonly retryAfterSeconds: number | undefined;

  constructor(details: ApiErrorDetails) {
    super(`${details.detail} (${details.code})`, { cause: details.cause });
    this.name = 'ApiError';
    this.status = details.status;
    this.code = details.code;
    this.detail = details.detail;
    this.errorId = details.errorId;
    this.requestId = details.requestId;
    this.errors = details.errors ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** Reads a refusal, also one that a proxy in between wrote. */
export function errorFromAnswer(response: Response, text: string, nowMs: number): ApiError {
  const problem = Problem.safeParse(parsed(text));
  const known = problem.success ? problem.data : undefined;
  return new ApiError({
    status: response.status,
    code: known?.code ?? `http.${response.status}`,
    detail: known?.detail ?? `The server answered with status ${response.status}.`,
    errorId: known?.error_id,
    errors: known?.errors,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: retryAfter(response.headers.get('retry-after'), nowMs),
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** RFC 9110: a number of seconds, or a date. */
function retryAfter(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const dateMs = Date.parse(header);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, (dateMs - nowMs) / 1000);
}
