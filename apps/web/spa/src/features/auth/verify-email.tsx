import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/platform-context.tsx';
import { useSearchText } from '../../lib/use-search-text.ts';
import { CheckField, TextField } from '../../ui/field.tsx';
import { ResendVerification } from './resend-verification.tsx';
import { MissingToken, TokenConfirm } from './token-confirm.tsx';

interface Preview {
  readonly email: string;
  readonly name: string | null;
  readonly sets_password: boolean;
}

const longestWaitMs = 5000;

export function VerifyEmail() {
  const api = useApi();
  const [isForeign, setForeign] = useState(false);
  const token = useSearchText('token');
  const returnTo = useSearchText('return_to');
  // In a body, so that no log keeps the token; nothing is used up.
  const preview = useQuery({
    queryKey: ['verification', token],
    queryFn: ({ signal }) =>
      api.call('previewVerification', {
        body: { token: token ?? '' },
        // What one may choose is worth a wait, but not one without an end.
        signal: AbortSignal.any([signal, AbortSignal.timeout(longestWaitMs)]),
      }),
    enabled: token !== undefined,
    retry: false,
  });
  if (token === undefined) {
    return (
      <MissingToken title="Confirm your address">
        <SendAgain />
      </MissingToken>
    );
  }
  return (
    <TokenConfirm
      title="Confirm your address"
      lead={preview.data ? leadOf(preview.data) : 'One click, and your account is ready.'}
      action="Confirm and sign in"
      use={() => api.call('verifyEmail', { body: { token, discard_registration: isForeign } })}
      returnTo={returnTo}
      isReady={!preview.isPending}
      after={<SendAgain />}
    >
      {preview.data?.sets_password ? (
        <CheckField
          label="I did not choose that password: sign me in without it"
          checked={isForeign}
          onChange={(event) => setForeign(event.target.checked)}
        />
      ) : null}
    </TokenConfirm>
  );
}

const leadOf = ({ email, name, sets_password: setsPassword }: Preview): string => {
  const who = name === null ? email : `${email}, as “${name}”`;
  return setsPassword
    ? `Somebody registered ${who}. The password that was typed there becomes the password of this account.`
    : `This confirms ${email}.`;
};

function SendAgain() {
  const [email, setEmail] = useState('');
  return (
    <div className="grid gap-3">
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <ResendVerification email={email} />
    </div>
  );
}
