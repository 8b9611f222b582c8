import type { Problem } from '@sonde/contract';

export interface ApiProblem {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly errors: readonly { path: string; code: string; message: string }[];
  readonly errorId: string | null;
  readonly retryAfterSeconds: number | null;
}

export class ApiError extends Error {
  readonly problem: ApiProblem;
  constructor(problem: ApiProblem, options?: ErrorOptions) {
    super(problem.detail, options);
    this.name = 'ApiError';
    this.problem = problem;
  }
  get status(): number {
    return this.problem.status;
  }
  get code(): string {
    return this.problem.code;
  }
}

export const networkProblem: ApiProblem = {
  status: 0,
  code: 'network.unreachable',
  title: 'No connection to Sonde',
  detail: 'The request did not reach the server.',
  errors: [],
  errorId: null,
  retryAfterSeconds: null,
};

/** Reads problem+json; an answer of another shape (a proxy's page, say) still becomes a readable problem. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const body = (await response.json().catch(() => null)) as Partial<Problem> | null;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return {
    status: response.status,
    code: body?.code ?? `http.${response.status}`,
    title: body?.title ?? titleOf(response.status),
    detail: body?.detail ?? `The server answered ${response.status} without an explanation.`,
    errors: body?.errors ?? [],
    errorId: body?.error_id ?? null,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
  };
}

function titleOf(status: number): string {
  if (status === 502 || status === 503 || status === 504) return 'The platform is not answering';
  return status >= 500 ? 'Something failed on the server' : 'The request was refused';
}

/** What any thrown thing reads as, so that no error is ever shown as `[object Object]`. */
export function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiError) return error.problem;
  return {
    status: 0,
    code: 'page.unexpected',
    title: 'Something went wrong on this page',
    detail: error instanceof Error ? error.message : 'An unknown error happened in the page.',
    errors: [],
    errorId: null,
    retryAfterSeconds: null,
  };
}
