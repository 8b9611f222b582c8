import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { usePollingInterval } from '../../lib/use-events.ts';
import { useMay, usePlatform, useUser } from '../../lib/platform-context.tsx';
import { generationModelQuery } from '../../lib/generation-model-query.ts';
import { formatNumber, plural } from '../../lib/format.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EnvironmentChip } from '../../ui/chip.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { Skeleton, SkeletonLines } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { Isobaths } from '../../ui/isobaths.tsx';
import { Dashboard } from '../insights/dashboard.tsx';
import { lastChangedQuery, lastRunsQuery } from './queries.ts';
import { RecentRuns } from './recent-runs.tsx';
import { RecentJobs } from './recent-jobs.tsx';

/** What is here, and what to do next. */
export function Home() {
  const { api, projectId } = usePlatform();
  const user = useUser();
  const may = useMay();
  const endpoints = useQuery(lastChangedQuery(api, projectId));
  const refetchInterval = usePollingInterval(5_000, 20_000);
  const runs = useQuery({ ...lastRunsQuery(api, projectId), refetchInterval });
  const [lastRun] = runs.data?.items ?? [];
  const total = endpoints.data?.total ?? 0;
  const untested = endpoints.data?.items.every((endpoint) => endpoint.last_tested_at === null) ?? false;
  const [first] = endpoints.data?.items ?? [];
  // What answered lately can be explored; what never did cannot.
  const answering = endpoints.data?.items.find((endpoint) => endpoint.last_test_success === true) ?? first;
  const name = user.name?.split(' ')[0];
  return (
    <Page title={name ? `Hello, ${name}` : 'Hello'}>
      {endpoints.error ? (
        <ProblemNotice
          error={endpoints.error}
          what="The endpoints could not be read"
          onRetry={() => void endpoints.refetch()}
        />
      ) : null}
      <section className="screen-only card relative isolate grid min-h-52 content-center gap-4 overflow-hidden p-6 sm:p-10">
        <Isobaths className="absolute inset-y-0 right-0 -z-10 h-full w-2/3 opacity-70" />
        <p className="mark">Next</p>
        {endpoints.isPending ? (
          <>
            <Skeleton className="h-8 w-72 max-w-full" />
            <Skeleton className="h-10 w-48" />
          </>
        ) : lastRun && lastRun.counts.failed > 0 && may('test_result:update') ? (
          <NextStep
            title="Review what failed"
            text={`${lastRun.name} ended with ${plural(lastRun.counts.failed, 'failure')}. Say which verdicts are right: the least certain come first.`}
            action={
              <LinkButton
                look="primary"
                to="/review"
                search={{ run: lastRun.id, failed: 'yes' }}
                icon={<ArrowRight aria-hidden size={17} />}
              >
                Review
              </LinkButton>
            }
            second={
              <LinkButton className="min-w-0" to="/runs/$runId" params={{ runId: lastRun.id }}>
                <span className="truncate">Open the run</span>
              </LinkButton>
            }
          />
        ) : lastRun && lastRun.counts.not_evaluated > 0 && may('test_result:update') ? (
          <NextStep
            title="Decide what no metric decided"
            text={`${lastRun.name} ended with ${plural(lastRun.counts.not_evaluated, 'result')} that nobody has judged yet. Say which answers pass.`}
            action={
              <LinkButton
                look="primary"
                to="/review"
                search={{ run: lastRun.id, open: 'yes' }}
                icon={<ArrowRight aria-hidden size={17} />}
              >
                Review
              </LinkButton>
            }
            second={
              <LinkButton className="min-w-0" to="/runs/$runId" params={{ runId: lastRun.id }}>
                <span className="truncate">Open the run</span>
              </LinkButton>
            }
          />
        ) : first && untested && may('endpoint:invoke') ? (
          <NextStep
            title={`Talk to ${first.name}`}
            text="It is connected already. Send it a message and watch the answer arrive, stage by stage."
            action={
              <LinkButton
                look="primary"
                to="/endpoints/$endpointId"
                params={{ endpointId: first.id }}
                search={{ tab: 'test' }}
                icon={<ArrowRight aria-hidden size={17} />}
              >
                Send a first message
              </LinkButton>
            }
            second={
              may('endpoint:create') ? <LinkButton to="/endpoints/new">Connect your own</LinkButton> : null
            }
          />
        ) : first && !may('endpoint:create') ? (
          <NextStep
            title={`Look at ${first.name}`}
            text="Your role can read how applications are connected, what explorations found, and the traces of calls."
            action={
              <LinkButton
                look="primary"
                to="/endpoints/$endpointId"
                params={{ endpointId: first.id }}
                search={{ tab: 'explore' }}
                icon={<ArrowRight aria-hidden size={17} />}
              >
                See what was found
              </LinkButton>
            }
          />
        ) : first ? (
          <NextStep
            title="Connect your own application"
            text="Paste a curl command, a snippet or a description. Sonde works out the configuration and tries it."
            action={
              <LinkButton look="primary" to="/endpoints/new" icon={<ArrowRight aria-hidden size={17} />}>
                Connect an application
              </LinkButton>
            }
            second={
              answering ? (
                <LinkButton
                  className="min-w-0"
                  to="/endpoints/$endpointId"
                  params={{ endpointId: answering.id }}
                  search={{ tab: 'explore' }}
                >
                  <span className="truncate">Explore {answering.name}</span>
                </LinkButton>
              ) : null
            }
          />
        ) : (
          <NextStep
            title="Connect your first application"
            text={
              may('endpoint:create')
                ? 'Anything that takes a message over HTTP or WebSocket and answers.'
                : 'Your role can look at endpoints, but not create them. Ask an owner or admin to connect one.'
            }
            action={
              may('endpoint:create') ? (
                <LinkButton look="primary" to="/endpoints/new" icon={<ArrowRight aria-hidden size={17} />}>
                  Connect an application
                </LinkButton>
              ) : null
            }
          />
        )}
      </section>
      {lastRun ? (
        <>
          <RecentRuns runs={runs.data?.items ?? []} />
          <Dashboard />
        </>
      ) : null}
      <div className="screen-only grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Section
          title="Recently updated"
          actions={
            <Link className="link touch:py-2.5" to="/endpoints">
              All endpoints{total > 0 ? ` (${formatNumber(total)})` : ''}
            </Link>
          }
        >
          {endpoints.isPending ? <SkeletonLines count={5} /> : null}
          {endpoints.data && total === 0 ? <p className="text-muted">Nothing yet.</p> : null}
          <ul className="-my-2 grid divide-y divide-line">
            {endpoints.data?.items.map((endpoint) => (
              <li
                key={endpoint.id}
                className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5"
              >
                <Link
                  className="min-w-0 truncate font-medium touch:py-2.5 hover:text-signal hover:underline"
                  to="/endpoints/$endpointId"
                  params={{ endpointId: endpoint.id }}
                >
                  {endpoint.name}
                </Link>
                <span className="flex items-center gap-3 text-[0.8125rem] text-muted">
                  <EnvironmentChip environment={endpoint.environment} />
                  <Time at={endpoint.updated_at} />
                </span>
              </li>
            ))}
          </ul>
        </Section>
        <div className="grid gap-6">
          <RecentJobs />
          <ModelNote />
        </div>
      </div>
    </Page>
  );
}

function NextStep({
  title,
  text,
  action,
  second,
}: {
  title: string;
  text: string;
  action: ReactNode;
  second?: ReactNode;
}) {
  return (
    <>
      <div className="grid max-w-xl gap-2">
        <h2 className="text-2xl font-light sm:text-3xl">{title}</h2>
        <p className="text-muted">{text}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {action}
        {second}
      </div>
    </>
  );
}

/** Says plainly what runs without a language model. */
function ModelNote() {
  const { api } = usePlatform();
  const model = useQuery(generationModelQuery(api));
  return (
    <Section title="With or without a model">
      {model.isPending ? <SkeletonLines count={3} /> : null}
      {model.data ? <p>{model.data.description}</p> : null}
      <ul className="grid list-disc gap-1.5 pl-5 text-[0.9375rem] text-muted">
        <li>Trying endpoints, mapping answers and reading traces never need one.</li>
        <li>
          Auto-configure and Explore work with the built-in reader and explorer; a language model goes further
          with prose and unusual formats.
        </li>
      </ul>
      <Link className="link justify-self-start" to="/settings/$area" params={{ area: 'models' }}>
        AI models
      </Link>
    </Section>
  );
}
