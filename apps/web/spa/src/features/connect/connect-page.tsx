import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useApi, useMay } from '../../lib/platform-context.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Facts, Notice, Page, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { forgetNewToken, heldNewToken } from './new-token.ts';
import { readySettings } from './settings-shown.ts';

/** Where agents, exporters, the SDK and the command line find this installation, ready to be copied. */
export function ConnectPage() {
  const api = useApi();
  const may = useMay();
  const [token] = useState(heldNewToken);
  // Whoever comes back later finds the settings without it.
  useEffect(() => forgetNewToken, []);
  const addresses = useQuery({
    queryKey: ['addresses'],
    queryFn: ({ signal }) => api.call('getAddresses', { signal }),
  });
  return (
    <Page
      title="Agents and SDK"
      lead="Let agents, programs, the command line and builds use Sonde: the addresses, and ready-made settings into which an API token goes. A token that you make now can be shown in them once."
      actions={
        may('token:create') ? (
          <LinkButton look="primary" to="/settings/$area" params={{ area: 'tokens' }} search={{ new: 'yes' }}>
            Make an API token
          </LinkButton>
        ) : undefined
      }
    >
      {addresses.isPending ? <SkeletonLines count={6} label="Loading the addresses" /> : null}
      {addresses.error ? (
        <ProblemNotice error={addresses.error} onRetry={() => void addresses.refetch()} />
      ) : null}
      {addresses.data ? (
        <>
          {addresses.data.is_configured ? null : (
            <Notice tone="warn">
              These addresses work on the machine that runs Sonde. Whoever operates it sets{' '}
              <code className="font-mono">API_PUBLIC_URL</code> to the address that others reach.
            </Notice>
          )}
          {token === undefined ? null : (
            <Notice>
              <p role="status">
                The settings below hold the token that you have just made. Copy what you need: once you leave
                or reload this page, it is not shown again.
              </p>
            </Notice>
          )}
          <Section title="Addresses">
            <Facts
              items={[
                ['API', <Address key="a" text={`${addresses.data.api_url}/api/v1`} />],
                ['Agents (MCP)', <Address key="m" text={addresses.data.mcp_url} />],
                ['OpenTelemetry', <Address key="o" text={addresses.data.otlp_traces_url} />],
              ]}
            />
          </Section>
          {readySettings(addresses.data, token).map(({ id, title, about, text }) => (
            <Section
              key={id}
              title={title}
              lead={about}
              actions={<CopyButton text={text} label={`Copy the settings: ${title}`} />}
            >
              <pre
                className="overflow-x-auto rounded-md bg-sunken p-3 font-mono text-[0.8125rem]"
                tabIndex={0}
              >
                {text}
              </pre>
            </Section>
          ))}
        </>
      ) : null}
    </Page>
  );
}

const Address = ({ text }: { text: string }) => (
  <span className="inline-flex flex-wrap items-center gap-1">
    <code className="font-mono text-[0.875rem] break-all">{text}</code>
    <CopyButton text={text} label={`Copy ${text}`} />
  </span>
);
