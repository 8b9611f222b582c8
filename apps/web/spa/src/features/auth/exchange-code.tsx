import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useNavigate } from '@tanstack/react-router';
import { useSearchText } from '../../lib/use-search-text.ts';
import { useSignIn } from '../../lib/use-sign-in.ts';
import type { Arrival } from '../../lib/session.ts';
import { ProblemNotice } from '../../ui/problem.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { ArrivalQuestion } from './arrival-question.tsx';
import { AuthFrame } from './auth-frame.tsx';

/** Where a provider's sign-in returns to: the code leaves the address at once and is used once. */
export function ExchangeCode() {
  const code = useSearchText('code');
  const failure = useSearchText('error');
  const returnTo = useSearchText('return_to');
  const navigate = useNavigate();
  const signIn = useSignIn();
  const [error, setError] = useState<unknown>(null);
  const [arrival, setArrival] = useState<Arrival>();
  const used = useRef(false);
  const wanted = useRef(returnTo);
  useEffect(() => {
    if (code === undefined || used.current) return;
    used.current = true;
    void navigate({ to: '/auth/signin', search: {}, replace: true }).then(() =>
      signIn(code, wanted.current, 'provider').then(setArrival, setError),
    );
  });
  if (arrival !== undefined) return <ArrivalQuestion arrival={arrival} returnTo={wanted.current} />;
  if (error === null && (code !== undefined || used.current)) {
    return (
      <AuthFrame title="Signing you in">
        <ProgressBar label="Exchanging the sign-in code" />
      </AuthFrame>
    );
  }
  // Typed or bookmarked: whoever comes without a code wants the door.
  if (error === null && failure === undefined)
    return <Navigate to="/" search={returnTo === undefined ? {} : { return_to: returnTo }} replace />;
  return (
    <AuthFrame title="Sign-in did not finish">
      {error === null ? (
        <p role="alert">
          {failure === 'oauth_registration_closed'
            ? 'This Sonde takes people by invitation, and there is none for this address.'
            : 'The provider did not sign you in, or the attempt took too long. Nothing was changed.'}
        </p>
      ) : (
        <ProblemNotice error={error} />
      )}
      <Link className="link justify-self-start" to="/">
        Start again
      </Link>
    </AuthFrame>
  );
}
