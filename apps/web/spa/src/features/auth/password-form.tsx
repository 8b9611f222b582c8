import { useState } from 'react';
import type { FormEvent } from 'react';
import { Link } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../lib/platform-context.tsx';
import { useSignIn } from '../../lib/use-sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { SecretField, TextField } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { ResendVerification } from './resend-verification.tsx';

export function PasswordForm({
  email,
  onEmail,
  returnTo,
}: {
  email: string;
  onEmail: (email: string) => void;
  returnTo: string | undefined;
}) {
  const api = useApi();
  const signIn = useSignIn();
  const [password, setPassword] = useState('');
  const login = useMutation({
    mutationFn: async () => {
      const answer = await api.call('loginEmail', { body: { email, password } });
      if (answer.auth_code !== null) await signIn(answer.auth_code, returnTo);
      return answer;
    },
  });
  const refused = login.data !== undefined && login.data.auth_code === null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    login.mutate();
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        required
        value={email}
        onChange={(event) => onEmail(event.target.value)}
      />
      <SecretField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div role="alert">
        {refused ? (
          <div className="grid gap-1.5 rounded-(--radius-card) border border-danger bg-danger-soft p-3.5">
            <p className="font-medium">That did not work.</p>
            <p>
              The email or the password is wrong, or the address has not been confirmed yet. We do not say
              which, so that strangers cannot find out who has an account.
            </p>
            <ResendVerification email={email} />
          </div>
        ) : null}
      </div>
      {login.error ? <ProblemNotice error={login.error} /> : null}
      <Button type="submit" look="primary" busy={login.isPending}>
        Sign in
      </Button>
      <Link
        className="link justify-self-start"
        to="/auth/forgot-password"
        state={(before) => ({ ...before, email })}
      >
        Forgot your password?
      </Link>
    </form>
  );
}
