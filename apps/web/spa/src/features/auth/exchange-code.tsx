import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useSearchText } from '../../lib/use-search-text.ts';
import { useSignIn } from '../../lib/use-sign-in.ts';
import { ProblemNotice } from '../../ui/problem.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { AuthFrame } from './auth-frame.tsx';

/** Where a provider's sign-in returns to: the code leaves the address at once and is used once. */
export function ExchangeCode() {
  const code = useSearchText('code');
  const failure = useSearchText('error');
  const returnTo = useSearchText('return_to');
  const navigate = useNavigate();
  const signIn = useSignIn();
  const [error, setError] = useState<unknown>(null);
  const used = useRef(false);
  useEffect(() => {
    if (code === undefined || used.current) return;
    used.current = true;
    void navigate({ to: '/auth/signin', search: {}, replace: true }).then(() =>
      signIn(code, returnTo).catch(setError),
    );
  });
  if (error === null && (code !== undefined || used.current)) {
    return (
      <AuthFrame title="Signing you in">
        <ProgressBar label="Exchanging the sign-in code" />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title="Sign-in did not finish">
      {error === null ? (
        <p role="alert">
          {failure === undefined
            ? 'This page expects a sign-in code, and there is none in the address.'
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
