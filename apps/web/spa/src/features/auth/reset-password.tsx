import { useState } from 'react';
import type { FormEvent } from 'react';
import { Link } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../lib/platform-context.tsx';
import { passwordRefusal } from '../../lib/password-refusal.ts';
import { useSearchText } from '../../lib/use-search-text.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { CheckField } from '../../ui/field.tsx';
import { NewPasswordField } from '../../ui/new-password-field.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { MissingToken } from './token-confirm.tsx';

export function ResetPassword() {
  const api = useApi();
  const token = useSearchText('token');
  const [password, setPassword] = useState('');
  const [endsTokens, setEndsTokens] = useState(true);
  const reset = useMutation({
    mutationFn: () =>
      api.call('resetPassword', {
        body: { token: token ?? '', new_password: password, revoke_api_tokens: endsTokens },
      }),
  });
  const refusal = passwordRefusal(reset.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    reset.mutate();
  };
  const again = (
    <Link className="link justify-self-start" to="/auth/forgot-password">
      Ask for a new link
    </Link>
  );
  if (token === undefined) return <MissingToken title="Set a new password">{again}</MissingToken>;
  if (reset.data) {
    return (
      <AuthFrame title="Your password has been changed" lead="All your sessions have ended, on all devices.">
        <LinkButton look="primary" to="/">
          Sign in
        </LinkButton>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title="Set a new password" lead="All your sessions end with it, on all devices.">
      <form className="grid gap-4" onSubmit={submit}>
        <NewPasswordField
          label="New password"
          value={password}
          onChange={(changed) => {
            setPassword(changed);
            reset.reset();
          }}
          refusal={refusal}
        />
        <CheckField
          label="Revoke my API tokens too"
          checked={endsTokens}
          onChange={(event) => setEndsTokens(event.target.checked)}
        />
        {reset.error && refusal === undefined ? (
          <>
            <ProblemNotice error={reset.error} />
            {again}
          </>
        ) : null}
        <Button type="submit" look="primary" busy={reset.isPending}>
          Set the password
        </Button>
      </form>
    </AuthFrame>
  );
}
