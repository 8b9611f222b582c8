import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { usePlatform } from './platform-context.tsx';
import { safeReturnPath } from './return-path.ts';
import type { Arrival, ArrivalWay } from './session.ts';
import { sessionQuery } from './session-query.ts';

export interface SignIn {
  /** Gives who it would be, when the person must be asked before it is done. */
  (code: string, returnTo?: string, from?: ArrivalWay): Promise<Arrival | undefined>;
  /** The answer to that question. */
  answer(accept: boolean, returnTo?: string): Promise<void>;
  /** The second half, where a second factor is on. */
  complete(challenge: string, code: string, returnTo?: string): Promise<void>;
}

/** The end of every way in: the single-use code goes to our own server, the page learns who it is, and goes on. */
export function useSignIn(): SignIn {
  const { session } = usePlatform();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  const goOn = async (returnTo: string | undefined): Promise<void> => {
    queryClient.clear();
    await queryClient.fetchQuery({ ...sessionQuery(session), staleTime: 0 });
    await router.invalidate();
    await navigate({ href: safeReturnPath(returnTo), replace: true });
  };
  const signIn = async (code: string, returnTo?: string, from?: ArrivalWay): Promise<Arrival | undefined> => {
    const arrival = await session.signIn(code, from);
    if (arrival !== undefined && 'challenge' in arrival) {
      // In the state of the page, never in its address: it stands for a password.
      await navigate({
        to: '/auth/second-factor',
        search: returnTo === undefined ? {} : { return_to: returnTo },
        state: (before) => ({ ...before, challenge: arrival.challenge }),
        replace: true,
      });
      return undefined;
    }
    if (arrival === undefined) await goOn(returnTo);
    return arrival;
  };
  const answer = async (accept: boolean, returnTo?: string): Promise<void> => {
    await session.answerArrival(accept);
    await goOn(accept ? returnTo : '/');
  };
  const complete = async (challenge: string, code: string, returnTo?: string): Promise<void> => {
    await session.complete(challenge, code);
    await goOn(returnTo);
  };
  return Object.assign(signIn, { answer, complete });
}
