import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Link, Navigate, useLocation } from '@tanstack/react-router';
import { useSearchText } from '../../lib/use-search-text.ts';
import { useSignIn } from '../../lib/use-sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { AuthFrame } from './auth-frame.tsx';

/** The second half of every way in, for people who have asked for it. */
export function SecondFactorStep() {
  const challenge = useLocation({ select: ({ state }) => state.challenge });
  const returnTo = useSearchText('return_to');
  const signIn = useSignIn();
  const [code, setCode] = useState('');
  const [usesRecovery, setUsesRecovery] = useState(false);
  const complete = useMutation({
    mutationFn: () => signIn.complete(challenge ?? '', code, returnTo),
    onError: () => setCode(''),
  });
  // Typed or bookmarked: it begins with the first half.
  if (challenge === undefined) return <Navigate to="/" replace />;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    complete.mutate();
  };
  return (
    <AuthFrame
      title="Second factor"
      lead={
        usesRecovery
          ? 'Each recovery code works once, in place of the code of your app.'
          : 'Open your authenticator app and type the six digits it shows for Sonde.'
      }
    >
      <form className="grid gap-4" onSubmit={submit}>
        <TextField
          key={usesRecovery ? 'recovery' : 'app'}
          label={usesRecovery ? 'Recovery code' : 'Code'}
          name="code"
          mono
          autoFocus
          required
          autoComplete="one-time-code"
          inputMode={usesRecovery ? 'text' : 'numeric'}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        {complete.error ? <ProblemNotice error={complete.error} /> : null}
        <Button type="submit" look="primary" busy={complete.isPending}>
          Sign in
        </Button>
      </form>
      <button
        type="button"
        className="link min-h-8 touch:min-h-11 justify-self-start"
        onClick={() => {
          setUsesRecovery(!usesRecovery);
          setCode('');
        }}
      >
        {usesRecovery ? 'Use the app instead' : 'Use a recovery code instead'}
      </button>
      {usesRecovery ? (
        <p className="text-muted">
          No recovery code either? Whoever runs this Sonde can make you a way in on the server, with{' '}
          <code className="font-mono text-[0.8125rem]">npm run owner-link</code>.
        </p>
      ) : null}
      <Link className="link justify-self-start" to="/">
        Sign in as somebody else
      </Link>
    </AuthFrame>
  );
}
