import { useMutation } from '@tanstack/react-query';
import type { Arrival } from '../../lib/session.ts';
import { useSignIn } from '../../lib/use-sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { AuthFrame } from './auth-frame.tsx';

/** A link may hold a stranger's sign-in: what is typed afterwards would be in the stranger's account. So it is asked. */
export function ArrivalQuestion({ arrival, returnTo }: { arrival: Arrival; returnTo: string | undefined }) {
  const signIn = useSignIn();
  const answer = useMutation({ mutationFn: (accept: boolean) => signIn.answer(accept, returnTo) });
  return (
    <AuthFrame title="Is this you?">
      <p className="[overflow-wrap:anywhere]">
        This link signs you in as <strong>{arrival.email}</strong>
        {arrival.name === null ? null : (
          <>
            {' '}
            (<bdi>{arrival.name}</bdi>)
          </>
        )}
        . Sign-in was not begun in this browser; if somebody sent you the link, it may be their account.
      </p>
      {arrival.current === null || arrival.current === arrival.email ? null : (
        <p className="[overflow-wrap:anywhere]">
          You are signed in as <strong>{arrival.current}</strong> and would be signed out.
        </p>
      )}
      <Button look="primary" busy={answer.isPending} onClick={() => answer.mutate(true)}>
        Continue as {arrival.email.length > 40 ? 'this person' : arrival.email}
      </Button>
      <button
        type="button"
        className="link min-h-8 touch:min-h-11 justify-self-start"
        disabled={answer.isPending}
        onClick={() => answer.mutate(false)}
      >
        {arrival.current === null ? 'This is not me' : `Stay as ${arrival.current}`}
      </button>
      {answer.error ? <ProblemNotice error={answer.error} /> : null}
    </AuthFrame>
  );
}
