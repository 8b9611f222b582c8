import { randomBytes } from 'node:crypto';

/** For whom work in the background speaks: a person, or one of their API tokens, which may hold less. */
export interface Borrower {
  readonly organizationId: string;
  readonly userId: string;
  readonly apiTokenId: string | null;
}

export type Lending = ReturnType<typeof createLending>;

/**
 * Bearers for work in the background that goes through the routes like any caller, so that permissions, limits and
 * validation cannot differ. They are known to this process alone, are stored nowhere, and end with the work; who stands
 * behind one is looked up anew at each call.
 */
export function createLending() {
  const lent = new Map<string, Borrower>();
  return {
    find: (token: string): Borrower | undefined => lent.get(token),
    async during<T>(borrower: Borrower, work: (bearer: string) => Promise<T>): Promise<T> {
      const bearer = `lent_${randomBytes(32).toString('base64url')}`;
      lent.set(bearer, borrower);
      try {
        return await work(bearer);
      } finally {
        lent.delete(bearer);
      }
    },
  };
}
