import { TemplateError } from '@sonde/jinja';

/**
 * The time that all templates and paths of one request, or of one answer, may take together. Each has a budget of its own,
 * but a configuration may hold thousands, and while they are worked on nobody else is served.
 */
export type Allowance = {
  /** Does work that knows how much time is left, in milliseconds; throws when there is none. */
  spend<Result>(work: (leftMs: number) => Result): Result;
  /** What time templates say it is. */
  readonly wallClock: { now(): number };
};

/** Twenty megabytes of files in a body take a tenth of it. */
export const defaultAllowanceMs = 500;

export function createAllowance({
  ms,
  now = () => performance.now(),
  wallClock = { now: () => Date.now() },
}: AllowanceOptions): Allowance {
  let leftMs = ms;
  return {
    wallClock,
    spend(work) {
      if (leftMs <= 0)
        throw new TemplateError({
          kind: 'limit',
          message: `the templates and paths of this call together take longer than ${ms} ms`,
        });
      const begunAt = now();
      try {
        return work(leftMs);
      } finally {
        leftMs -= now() - begunAt;
      }
    },
  };
}

type AllowanceOptions = { ms: number; now?: () => number; wallClock?: { now(): number } };
