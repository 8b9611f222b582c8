import { useState } from 'react';
import type { FormEvent } from 'react';
import { Link, useLocation } from '@tanstack/react-router';
import { useMutation, useQuery } from '@tanstack/react-query';
import { usePlatform } from '../../lib/platform-context.tsx';
import { passwordRefusal } from '../../lib/password-refusal.ts';
import { safeReturnPath } from '../../lib/return-path.ts';
import type { AuthConfig } from '../../lib/session.ts';
import { authConfigQuery } from '../../lib/session-query.ts';
import { useSearchText } from '../../lib/use-search-text.ts';
import { useSignIn } from '../../lib/use-sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { NewPasswordField } from '../../ui/new-password-field.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { AuthFrame, OrRule } from './auth-frame.tsx';
import { MailOff } from './mail-off.tsx';
import { MailboxHint } from './mailbox-hint.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { ResendVerification } from './resend-verification.tsx';

export function Register() {
  const { api, session } = usePlatform();
  const config = useQuery(authConfigQuery(session));
  const signIn = useSignIn();
  const returnTo = useSearchText('return_to');
  const invited = useLocation({ select: ({ state }) => state.email });
  const [form, setForm] = useState({ name: '', email: invited ?? '', password: '' });
  const invitation = invitationIn(returnTo);
  const register = useMutation({
    mutationFn: async () => {
      const answer = await api.call('register', {
        body: {
          email: form.email,
          password: form.password,
          ...(form.name.trim() === '' ? {} : { name: form.name }),
          ...(returnTo === undefined ? {} : { return_to: returnTo }),
          ...(config.data?.mail_enabled === false && invitation !== undefined
            ? { invitation_token: invitation }
            : {}),
        },
      });
      if (answer.auth_code !== null) await signIn(answer.auth_code, returnTo);
      return answer;
    },
  });
  const refusal = passwordRefusal(register.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    register.mutate();
  };
  if (config.data?.mail_enabled === false && invitation === undefined) {
    return (
      <AuthFrame title="Create an account">
        <MailOff>Accounts are by invitation here: ask a member for the link of one.</MailOff>
        <Link className="link justify-self-start" to="/">
          Back to sign in
        </Link>
      </AuthFrame>
    );
  }
  if (register.data && register.data.auth_code === null) {
    return (
      <AuthFrame title={config.data?.mail_enabled === false ? 'Sign in instead' : 'Check your email'}>
        <p role="status">
          {register.data.message ?? `We sent a mail to ${form.email}. Open its link to confirm the address.`}
        </p>
        {config.data?.mail_enabled === false ? null : (
          <>
            <MailboxHint orElse="register again" />
            <ResendVerification email={form.email} isHinted />
          </>
        )}
        <Link className="link justify-self-start" to="/">
          Back to sign in
        </Link>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="Create an account"
      lead={
        <>
          Have one already?{' '}
          <Link className="link" to="/" search={returnTo === undefined ? {} : { return_to: returnTo }}>
            Sign in
          </Link>
        </>
      }
    >
      <form className="grid gap-4" onSubmit={submit}>
        <TextField
          label="Name"
          optional
          name="name"
          autoComplete="name"
          autoFocus
          value={form.name}
          onChange={(event) => setForm({ ...form, name: event.target.value })}
        />
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          value={form.email}
          onChange={(event) => setForm({ ...form, email: event.target.value })}
        />
        <NewPasswordField
          label="Password"
          value={form.password}
          onChange={(password) => {
            setForm({ ...form, password });
            register.reset();
          }}
          refusal={refusal}
          email={form.email}
          name={form.name}
        />
        <WhoMayCome config={config.data} />
        {register.error && refusal === undefined ? <ProblemNotice error={register.error} /> : null}
        <Button type="submit" look="primary" busy={register.isPending}>
          Create the account
        </Button>
      </form>
      {config.data && config.data.providers.length > 0 ? (
        <>
          <OrRule>or continue with</OrRule>
          <ProviderButtons providers={config.data.providers} returnTo={returnTo} />
        </>
      ) : null}
    </AuthFrame>
  );
}

/** The page of an invitation comes back here; where no mail is sent, its token stands for the mail. */
const invitationIn = (returnTo: string | undefined): string | undefined => {
  const url = new URL(safeReturnPath(returnTo), 'http://here.invalid');
  return url.pathname === '/auth/accept-invitation'
    ? (url.searchParams.get('token') ?? undefined)
    : undefined;
};

function WhoMayCome({ config }: { config: AuthConfig | undefined }) {
  if (config === undefined || config.registration === 'open') return null;
  const domains = config.registration_domains.join(', ');
  return (
    <p className="text-[0.875rem] text-muted">
      {config.registration === 'invite'
        ? 'This Sonde takes invited people. Use the address your invitation went to.'
        : `This Sonde takes people with an address at ${domains}, and invited ones.`}
    </p>
  );
}
