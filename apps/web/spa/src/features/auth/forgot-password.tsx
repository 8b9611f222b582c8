import { useState } from 'react';
import type { FormEvent } from 'react';
import { Link, useLocation } from '@tanstack/react-router';
import { useMutation, useQuery } from '@tanstack/react-query';
import { usePlatform } from '../../lib/platform-context.tsx';
import { authConfigQuery } from '../../lib/session-query.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { MailOff } from './mail-off.tsx';
import { MailboxHint } from './mailbox-hint.tsx';

export function ForgotPassword() {
  const { api, session } = usePlatform();
  const config = useQuery(authConfigQuery(session));
  const typed = useLocation({ select: ({ state }) => state.email });
  const [email, setEmail] = useState(typed ?? '');
  const ask = useMutation({ mutationFn: () => api.call('forgotPassword', { body: { email } }) });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    ask.mutate();
  };
  if (config.data?.mail_enabled === false) {
    return (
      <AuthFrame title="Reset your password">
        <MailOff>
          Whoever runs it can print a link for you:{' '}
          <code>npm run owner-link -- {email || 'your address'}</code>
        </MailOff>
        <Link className="link justify-self-start" to="/">
          Back to sign in
        </Link>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title="Reset your password" lead="We email you a link. It works once, within an hour.">
      {ask.data ? (
        <>
          <p role="status">{ask.data.message}</p>
          <MailboxHint />
        </>
      ) : (
        <form className="grid gap-4" onSubmit={submit}>
          <TextField
            label="Email"
            type="email"
            name="email"
            autoComplete="username"
            autoFocus
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          {ask.error ? <ProblemNotice error={ask.error} /> : null}
          <Button type="submit" look="primary" busy={ask.isPending}>
            Send the reset link
          </Button>
        </form>
      )}
      <Link className="link justify-self-start" to="/">
        Back to sign in
      </Link>
    </AuthFrame>
  );
}
