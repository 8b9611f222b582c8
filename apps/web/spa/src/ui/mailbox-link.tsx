import { Link } from '@tanstack/react-router';

/** Where the emails of an installation stay that sends none. */
export const MailboxLink = () => (
  <Link className="link" to="/auth/mailbox" target="_blank">
    development mailbox
  </Link>
);
