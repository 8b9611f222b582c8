import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TestSet } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { runCommand } from '../../lib/run-command.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { usualEndpointQuery } from './usual-endpoint.ts';

/** How a build is held by the gate of a set: the line that runs it, ready to be copied. */
export function BuildCommand({ set }: { set: TestSet }) {
  const api = useApi();
  const usual = useQuery(usualEndpointQuery(api, set));
  const addresses = useQuery({
    queryKey: ['addresses'],
    queryFn: ({ signal }) => api.call('getAddresses', { signal }),
  });
  const command =
    addresses.data === undefined || usual.data === undefined
      ? undefined
      : runCommand({
          url: addresses.data.api_url,
          endpoint: usual.data ?? { name: 'My endpoint' },
          testSet: set,
        });
  const error = addresses.error ?? usual.error;
  return (
    <Section
      title="In a build"
      lead={
        <>
          A command for whoever builds new versions of the application: it runs this set, and ends as a
          success (0) only when the gate is passed. The token comes from{' '}
          <Link className="link" to="/settings/$area" params={{ area: 'tokens' }}>
            API tokens
          </Link>
          , and how the command is installed stands under{' '}
          <Link className="link" to="/connect">
            Agents and SDK
          </Link>
          .
        </>
      }
      actions={command === undefined ? undefined : <CopyButton text={command} label="Copy the command" />}
    >
      {error ? <ProblemNotice error={error} /> : null}
      {command === undefined && !error ? <SkeletonLines count={2} label="Writing the command" /> : null}
      {command === undefined ? null : (
        <pre className="overflow-x-auto rounded-md bg-sunken p-3 font-mono text-[0.8125rem]" tabIndex={0}>
          {command}
        </pre>
      )}
    </Section>
  );
}
