/** Why a request is over. Surfaces translate the kind; nothing inside the house knows status numbers. */
export type ProblemKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'gone'
  | 'stale'
  | 'too_large'
  | 'unsupported_media'
  | 'invalid'
  | 'limited'
  | 'internal'
  | 'upstream'
  | 'unavailable';

const statuses: Readonly<Record<ProblemKind, number>> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  stale: 412,
  too_large: 413,
  unsupported_media: 415,
  invalid: 422,
  limited: 429,
  internal: 500,
  upstream: 502,
  unavailable: 503,
};

const titles: Readonly<Record<ProblemKind, string>> = {
  malformed: 'Malformed request',
  unauthenticated: 'Not signed in',
  forbidden: 'Not allowed',
  not_found: 'Not found',
  method_not_allowed: 'Method not allowed',
  conflict: 'Conflict',
  gone: 'Gone',
  stale: 'Changed meanwhile',
  too_large: 'Too large',
  unsupported_media: 'Unsupported media type',
  invalid: 'Invalid input',
  limited: 'Too many requests',
  internal: 'Server error',
  upstream: 'Upstream failure',
  unavailable: 'Unavailable',
};

export interface FieldFault {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** How many faults one answer tells; who mends these meets the others. */
export const mostFaults = 100;

export interface ProblemOptions {
  readonly errors?: readonly FieldFault[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Further fields of the body, such as where to go instead. */
  readonly details?: Readonly<Record<string, string | readonly string[]>>;
  readonly cause?: unknown;
}

/** The one error class of the house: `detail` is for people outside, `cause` for the log. */
export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly code: string;
  readonly errors: readonly FieldFault[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly details: Readonly<Record<string, string | readonly string[]>>;
  constructor(kind: ProblemKind, code: string, detail: string, options: ProblemOptions = {}) {
    super(detail, { cause: options.cause });
    this.name = 'Problem';
    this.kind = kind;
    this.code = code;
    this.errors = options.errors && told(options.errors);
    this.headers = options.headers ?? {};
    this.details = options.details ?? {};
  }
}

function told(faults: readonly FieldFault[]): readonly FieldFault[] {
  if (faults.length <= mostFaults) return faults;
  const rest = { path: '', code: 'more', message: `These are the first ${mostFaults}; there are more.` };
  return [...faults.slice(0, mostFaults), rest];
}

export const statusOf = (problem: Problem): number => statuses[problem.kind];

/** RFC 9457 body. `detail` of a server error is generic: what is inside stays in the log, found by `error_id`. */
export function problemBody(problem: Problem, errorId?: string): Record<string, unknown> {
  const status = statusOf(problem);
  // Whoever reads a 422 finds its reasons in one place, also where no field is at fault.
  const whole = [{ path: '', code: problem.code, message: problem.message }];
  const errors = problem.errors ?? (problem.kind === 'invalid' ? whole : undefined);
  return {
    type: `urn:sonde:problem:${problem.code}`,
    title: titles[problem.kind],
    status,
    detail: problem.message,
    code: problem.code,
    ...problem.details,
    ...(errors ? { errors } : {}),
    ...(status >= 500 && errorId ? { error_id: errorId } : {}),
  };
}
