import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { usePlatform } from '../../lib/platform-context.tsx';
import { asProblem } from '../../lib/api-error.ts';
import { passwordRefusal } from '../../lib/password-refusal.ts';
import { authConfigQuery } from '../../lib/session-query.ts';
import type { AuthConfig } from '../../lib/session.ts';
import { useSearchText } from '../../lib/use-search-text.ts';
import { useSignIn } from '../../lib/use-sign-in.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { NewPasswordField } from '../../ui/new-password-field.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { MissingToken } from './token-confirm.tsx';

/** The first visit: the link that starting Sonde printed makes its holder the first owner. */
export function Owner() {
  const { api, session } = usePlatform();
  const config = useQuery(authConfigQuery(session));
  // Without mail and without a provider a password is the only way back in.
  const isPasswordNeeded = config.data?.mail_enabled === false && config.data.providers.length === 0;
  const signIn = useSignIn();
  const token = useSearchText('token');
  const [form, setForm] = useState({ email: '', name: '', password: '' });
  const claim = useMutation({
    mutationFn: async () => {
      const answer = await api.call('ownerLink', {
        body: {
          token: token ?? '',
          email: form.email,
          ...(form.name.trim() === '' ? {} : { name: form.name }),
          ...(form.password === '' ? {} : { password: form.password }),
        },
      });
      if (answer.auth_code !== null) await signIn(answer.auth_code, '/home');
      return answer;
    },
    // Somebody else may have used it meanwhile.
    onError: () => void config.refetch(),
  });
  const refusal = passwordRefusal(claim.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    claim.mutate();
  };
  if (token === undefined) {
    return (
      <MissingToken title="Set up Sonde">
        <p className="text-muted">Copy the whole link from the terminal where Sonde was started.</p>
      </MissingToken>
    );
  }
  if (config.isPending) return <SkeletonLines count={5} label="Looking whether this link still opens" />;
  // Whoever has just come in by it is on the way to their home, and sees no more of this page.
  if (config.data?.is_set_up === true && claim.data === undefined && !claim.isPending) return <LinkUsed />;
  if (claim.error && asProblem(claim.error).code === 'auth.token_invalid') return <LinkBroken />;
  return (
    <AuthFrame
      title="Welcome. This Sonde is yours."
      lead="You are its first owner. Say who you are; no mail is sent now."
    >
      <form className="grid gap-4" onSubmit={submit}>
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          required
          value={form.email}
          onChange={(event) => setForm({ ...form, email: event.target.value })}
        />
        <TextField
          label="Name"
          optional
          name="name"
          autoComplete="name"
          value={form.name}
          onChange={(event) => setForm({ ...form, name: event.target.value })}
        />
        <NewPasswordField
          label="Password"
          required={isPasswordNeeded}
          {...(isPasswordNeeded
            ? {}
            : {
                hint: `At least ${config.data?.password_policy.min_length ?? 12} characters, or leave it out and sign in ${waysLater(config.data)} later.`,
              })}
          value={form.password}
          onChange={(password) => {
            setForm({ ...form, password });
            claim.reset();
          }}
          refusal={refusal}
          email={form.email}
          name={form.name}
        />
        {claim.data && claim.data.auth_code === null ? (
          <p role="alert">{claim.data.message ?? 'The link did not sign you in.'}</p>
        ) : null}
        {claim.error && refusal === undefined ? <ProblemNotice error={claim.error} /> : null}
        <Button type="submit" look="primary" busy={claim.isPending}>
          Create owner account
        </Button>
      </form>
    </AuthFrame>
  );
}

/** A link that was cut off: to fill the form in again would not help. */
function LinkBroken() {
  return (
    <AuthFrame title="This link does not open">
      <p role="alert">
        It was cut off, or is not valid any more. Copy the whole link from the terminal, or the log, where
        Sonde was started, or print a new one there:
      </p>
      <code className="font-mono text-[0.8125rem] break-words">npm run owner-link -- you@example.org</code>
    </AuthFrame>
  );
}

function LinkUsed() {
  return (
    <AuthFrame
      title="This link was used"
      lead="This Sonde has an owner already, so the link opens nothing any more."
    >
      <p>
        Sign in with the account that was made. Whoever has none is invited by an owner or admin, under
        Settings, Members.
      </p>
      <LinkButton look="primary" to="/">
        Sign in
      </LinkButton>
    </AuthFrame>
  );
}

const waysLater = (config: AuthConfig | undefined): string => {
  const [provider] = config?.providers ?? [];
  return config?.mail_enabled === false && provider
    ? `with ${provider.display_name}`
    : 'with a link by email';
};
