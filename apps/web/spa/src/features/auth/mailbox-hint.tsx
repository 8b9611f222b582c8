import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { mailboxQuery } from '../../lib/mailbox-query.ts';
import { useApi } from '../../lib/platform-context.tsx';
import { Notice } from '../../ui/page.tsx';

/** Without SMTP outside production, mail lands in the development mailbox; then say where that is. */
export function MailboxHint({
  orElse,
}: {
  /** What helps where no mail came, beside a look at the spam. */ orElse?: string;
}) {
  const api = useApi();
  const mailbox = useQuery(mailboxQuery(api));
  if (mailbox.isPending) return null;
  if (mailbox.isError)
    return (
      <p className="text-muted">
        If nothing arrives in a few minutes, look in the spam folder too
        {orElse === undefined ? '' : `, or ${orElse}`}.
      </p>
    );
  return (
    <Notice tone="signal">
      This Sonde sends no real mail. Look in the{' '}
      <Link className="link" to="/auth/mailbox" target="_blank">
        development mailbox
      </Link>
      .
    </Notice>
  );
}
