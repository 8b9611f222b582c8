import { useState } from 'react';
import { Link, useLocation } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { usePlatform } from '../../lib/platform-context.tsx';
import { authConfigQuery } from '../../lib/session-query.ts';
import { useSearchText } from '../../lib/use-search-text.ts';
import { Notice } from '../../ui/page.tsx';
import { AuthFrame, OrRule } from './auth-frame.tsx';
import { MagicLinkRequest } from './magic-link-request.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProviderButtons } from './provider-buttons.tsx';

/** The door: three equal ways in. */
export function Landing() {
  const { session } = usePlatform();
  const config = useQuery(authConfigQuery(session));
  const wasSignedOut = useSearchText('force_logout') === 'true';
  const returnTo = useSearchText('return_to');
  const [way, setWay] = useState<'password' | 'link'>('password');
  const known = useLocation({ select: ({ state }) => state.email });
  const [email, setEmail] = useState(known ?? '');
  const other = way === 'password' ? 'link' : 'password';
  return (
    <AuthFrame
      title="Sign in"
      lead={
        <>
          New here?{' '}
          <Link
            className="link"
            to="/auth/register"
            search={returnTo === undefined ? {} : { return_to: returnTo }}
          >
            Create an account
          </Link>
        </>
      }
    >
      {config.data?.is_set_up === false ? <NobodyYet /> : null}
      {wasSignedOut ? (
        <Notice tone="warn">
          <p role="status">
            Your session has ended, so you were signed out. Sign in to carry on where you were.
          </p>
        </Notice>
      ) : null}
      {way === 'password' ? (
        <PasswordForm email={email} onEmail={setEmail} returnTo={returnTo} />
      ) : (
        <MagicLinkRequest email={email} onEmail={setEmail} returnTo={returnTo} />
      )}
      {config.data?.mail_enabled === false ? (
        <p className="text-[0.875rem] text-muted">
          This installation sends no email, so sign-in links and password resets are off.
        </p>
      ) : (
        <button
          type="button"
          className="link min-h-8 touch:min-h-11 justify-self-start"
          onClick={() => setWay(other)}
        >
          {other === 'link' ? 'Get a sign-in link by email instead' : 'Use a password instead'}
        </button>
      )}
      {config.data && config.data.providers.length > 0 ? (
        <>
          <OrRule>or continue with</OrRule>
          <ProviderButtons providers={config.data.providers} returnTo={returnTo} />
        </>
      ) : null}
    </AuthFrame>
  );
}

/** Says where the link is, and nothing of what is in it. */
function NobodyYet() {
  return (
    <Notice>
      <div role="status" className="grid gap-1.5">
        <p className="font-medium">Nobody has an account here yet.</p>
        <p>
          The first owner comes in by a link that stands in the terminal, or the log, where Sonde was started.
          To print a new one there:
        </p>
        <p>
          <code className="font-mono text-[0.8125rem] break-words">
            npm run owner-link -- you@example.org
          </code>
        </p>
      </div>
    </Notice>
  );
}
