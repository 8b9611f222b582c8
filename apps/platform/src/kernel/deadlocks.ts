import { setTimeout } from 'node:timers/promises';

const attempts = 8;

/**
 * For a transaction that needs rows which others hold who need some of its own: the database ends one of them, which has
 * changed nothing. Only for work that may be begun again from its beginning.
 */
export async function despiteDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isDeadlock(error)) throw error;
      await setTimeout(10 * attempt);
    }
}

const isDeadlock = (error: unknown): boolean =>
  error instanceof Error && ((error as NodeJS.ErrnoException).code === '40P01' || isDeadlock(error.cause));
