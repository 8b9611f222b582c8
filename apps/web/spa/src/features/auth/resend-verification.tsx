import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useApi } from '../../lib/platform-context.tsx';
import { asProblem } from '../../lib/api-error.ts';
import { useSearchText } from '../../lib/use-search-text.ts';
import { MailboxHint } from './mailbox-hint.tsx';

export function ResendVerification({
  email,
  isHinted = false,
}: {
  email: string;
  /** The page says already where the mail is to be looked for. */
  isHinted?: boolean;
}) {
  const api = useApi();
  const returnTo = useSearchText('return_to');
  // The address stands in a field that may have been changed since; half an address is not sent anywhere.
  const isAddress = /^[^\s@]+@[^\s@]+$/.test(email.trim());
  const resend = useMutation({ mutationFn: () => api.call('resendVerification', { body: { email } }) });
  if (resend.data)
    return (
      <div role="status" className="grid gap-2">
        <p>{resend.data.message}</p>
        {isHinted ? null : <MailboxHint />}
        <p>
          None goes to an address that was never registered.{' '}
          <Link
            className="link"
            to="/auth/register"
            search={returnTo === undefined ? {} : { return_to: returnTo }}
            state={(before) => ({ ...before, email })}
          >
            Create the account again
          </Link>{' '}
          if nothing arrives.
        </p>
      </div>
    );
  return (
    <>
      <button
        type="button"
        className="link min-h-6 justify-self-start"
        disabled={resend.isPending || !isAddress}
        onClick={() => resend.mutate()}
      >
        Send the confirmation email again
      </button>
      {isAddress ? null : <p>First enter the address it should go to.</p>}
      {resend.error ? <p>{asProblem(resend.error).detail}</p> : null}
    </>
  );
}
