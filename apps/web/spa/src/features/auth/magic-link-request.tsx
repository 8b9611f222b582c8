import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../lib/platform-context.tsx';
import { useSignIn } from '../../lib/use-sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { MailboxHint } from './mailbox-hint.tsx';

export function MagicLinkRequest({
  email,
  onEmail,
  returnTo,
}: {
  email: string;
  onEmail: (email: string) => void;
  returnTo: string | undefined;
}) {
  const api = useApi();
  const ask = useMutation({
    mutationFn: () =>
      api.call('magicLink', { body: { email, ...(returnTo === undefined ? {} : { return_to: returnTo }) } }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    ask.mutate();
  };
  if (ask.isSuccess) return <CodeEntry email={email} returnTo={returnTo} onAgain={() => ask.reset()} />;
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        required
        hint="We email you a link and a six-digit code. They work once, within 15 minutes."
        value={email}
        onChange={(event) => onEmail(event.target.value)}
      />
      {ask.error ? <ProblemNotice error={ask.error} /> : null}
      <Button type="submit" look="primary" busy={ask.isPending}>
        Send the link
      </Button>
    </form>
  );
}

/** The tab that asked can finish too: the mail may have been opened on a phone. */
function CodeEntry({
  email,
  returnTo,
  onAgain,
}: {
  email: string;
  returnTo: string | undefined;
  onAgain: () => void;
}) {
  const api = useApi();
  const signIn = useSignIn();
  const [code, setCode] = useState('');
  const verify = useMutation({
    mutationFn: async () => {
      const answer = await api.call('magicLinkVerify', { body: { email, code } });
      if (answer.auth_code !== null) await signIn(answer.auth_code, returnTo);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    verify.mutate();
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <p role="status">
        If <strong>{email}</strong> has an account, an email is on its way. Open its link, or type its code
        here.
      </p>
      <MailboxHint />
      <TextField
        label="Six-digit code"
        name="one-time-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        pattern="[0-9]{6}"
        maxLength={6}
        required
        mono
        value={code}
        onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, ''))}
      />
      {verify.error ? <ProblemNotice error={verify.error} /> : null}
      <Button type="submit" look="primary" busy={verify.isPending}>
        Sign in with the code
      </Button>
      <button type="button" className="link min-h-8 touch:min-h-11 justify-self-start" onClick={onAgain}>
        Send it again, or to another address
      </button>
    </form>
  );
}
