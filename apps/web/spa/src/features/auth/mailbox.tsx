import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useApi } from '../../lib/platform-context.tsx';
import { addressOf, pathOf } from '../../lib/site.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';

/** Mail that would have been sent. Reachable without a session, since the first mail is needed to get one. */
export function Mailbox() {
  const api = useApi();
  const [to, setTo] = useState('');
  const mails = useQuery({
    queryKey: ['mailbox', to],
    queryFn: ({ signal }) =>
      api.list('developmentMailbox', { query: { limit: 50, ...(to === '' ? {} : { to }) }, signal }),
    refetchInterval: 4000,
    retry: false,
  });
  return (
    <main className="mx-auto grid max-w-3xl gap-8 px-4 py-8">
      <Wordmark to="/" />
      <Page
        title="Development mailbox"
        lead="Without an SMTP server, mail stays here instead of going out. Anyone who can open this page can read it, so it exists outside production only."
        actions={
          <Button
            icon={<RefreshCw aria-hidden size={16} />}
            busy={mails.isFetching}
            onClick={() => void mails.refetch()}
          >
            Look again
          </Button>
        }
      >
        <TextField
          label="Sent to"
          optional
          type="email"
          value={to}
          onChange={(event) => setTo(event.target.value)}
          className="max-w-sm"
        />
        {mails.isPending ? <SkeletonLines count={4} /> : null}
        {mails.error ? <ProblemNotice error={mails.error} what="There is no mailbox to show" /> : null}
        {mails.data?.items.length === 0 ? (
          <EmptyState title="No mail yet">
            <p>Register, or ask for a sign-in link. The mail appears here by itself.</p>
          </EmptyState>
        ) : null}
        <ul className="grid gap-4">
          {mails.data?.items.map((mail) => (
            <li key={mail.id} className="card grid gap-3 p-5">
              <div className="flex flex-wrap justify-between gap-2">
                <h2 className="font-semibold">{mail.subject}</h2>
                <span className="text-[0.8125rem] text-muted">
                  <Time at={mail.sent_at} />
                </span>
              </div>
              <p className="text-[0.875rem] text-muted">To {mail.to}</p>
              <pre className="m-0 font-sans text-[0.9375rem] [overflow-wrap:anywhere] whitespace-pre-wrap">
                {mail.text}
              </pre>
              <div className="flex flex-wrap gap-3">
                {mail.links.map((link) => (
                  <a key={link} className="link break-all" href={localTarget(link)}>
                    Open the link of this mail
                  </a>
                ))}
              </div>
            </li>
          ))}
        </ul>
      </Page>
    </main>
  );
}

/** Links of our own pages open here even when the configured address is another name of this server. */
function localTarget(link: string): string {
  const url = URL.canParse(link) ? new URL(link) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return '#';
  const path = pathOf(url.pathname);
  return path.startsWith('/auth/') ? addressOf(path) + url.search : link;
}
