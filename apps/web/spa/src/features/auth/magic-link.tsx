import { useState } from 'react';
import { useApi } from '../../lib/platform-context.tsx';
import { useSearchText } from '../../lib/use-search-text.ts';
import { AuthFrame } from './auth-frame.tsx';
import { MagicLinkRequest } from './magic-link-request.tsx';
import { TokenConfirm } from './token-confirm.tsx';

export function MagicLink() {
  const api = useApi();
  const token = useSearchText('token');
  const returnTo = useSearchText('return_to');
  const [email, setEmail] = useState('');
  const request = <MagicLinkRequest email={email} onEmail={setEmail} returnTo={returnTo} />;
  if (token === undefined) {
    return (
      <AuthFrame title="Sign in by email" lead="No password needed.">
        {request}
      </AuthFrame>
    );
  }
  return (
    <TokenConfirm
      title="Sign in"
      lead="You opened a sign-in link from an email. It replaces whoever is signed in on this browser."
      action="Sign me in"
      use={() => api.call('magicLinkVerify', { body: { token } })}
      returnTo={returnTo}
      after={request}
    />
  );
}
