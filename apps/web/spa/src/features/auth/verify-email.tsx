import { useState } from 'react';
import { useApi } from '../../lib/platform-context.tsx';
import { useSearchText } from '../../lib/use-search-text.ts';
import { TextField } from '../../ui/field.tsx';
import { ResendVerification } from './resend-verification.tsx';
import { MissingToken, TokenConfirm } from './token-confirm.tsx';

export function VerifyEmail() {
  const api = useApi();
  const token = useSearchText('token');
  const returnTo = useSearchText('return_to');
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
      lead="One click, and your account is ready."
      action="Confirm and sign in"
      use={() => api.call('verifyEmail', { body: { token } })}
      returnTo={returnTo}
      after={<SendAgain />}
    />
  );
}

function SendAgain() {
  const [email, setEmail] = useState('');
  return (
    <div className="grid gap-3">
      <TextField
        label="E-mail"
        type="email"
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <ResendVerification email={email} />
    </div>
  );
}
