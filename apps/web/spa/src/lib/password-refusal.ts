import type { ApiProblem } from './api-error.ts';
import { asProblem } from './api-error.ts';

/** What the server has against a new password; such a refusal speaks of nothing else, and the field itself shows it. */
export function passwordRefusal(error: unknown): ApiProblem['errors'] | undefined {
  if (error === null || error === undefined) return undefined;
  const problem = asProblem(error);
  return problem.code === 'auth.password_policy' && problem.errors.length > 0 ? problem.errors : undefined;
}
