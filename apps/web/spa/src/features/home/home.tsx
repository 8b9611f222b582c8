import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { gateOf } from '@sonde/contract/run-ends';
import { usePollingInterval } from '../../lib/use-events.ts';
import { useMay, usePlatform, useUser } from '../../lib/platform-context.tsx';
import { generationModelQuery } from '../../lib/generation-model-query.ts';
import { formatNumber } from '../../lib/format.ts';
import { EnvironmentChip } from '../../ui/chip.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { Skeleton, SkeletonLines } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { Isobaths } from '../../ui/isobaths.tsx';
import { Dashboard } from '../insights/dashboard.tsx';
import { progressQuery } from '../reviews/queries.ts';
import { explorationsQuery, gatesQuery, lastChangedQuery, lastRunsQuery, schedulesQuery } from './queries.ts';
import { nextStepOf } from './next-step.ts';
import { NextStepShown } from './next-step-shown.tsx';
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
  const schedules = useQuery({
    ...schedulesQuery(api, projectId),
    enabled: lastRun !== undefined && may('schedule:read'),
  });
  const lastSet = lastRun?.test_set.id;
  const set = useQuery({ ...gatesQuery(api, lastSet), enabled: lastSet !== undefined });
  const explorations = useQuery(explorationsQuery(api, projectId));
  const reviews = useQuery({
    ...progressQuery(api, lastRun?.id ?? ''),
    enabled: lastRun !== undefined && lastRun.counts.failed > 0,
    refetchInterval,
  });
  const isKnown = !endpoints.isPending && !runs.isPending && !explorations.isPending && !reviews.isLoading;
  const next = nextStepOf({
    applications: endpoints.data?.items ?? [],
    total,
    jobs: explorations.data?.items ?? [],
    lastRun,
    failedToReview: reviews.data?.failed_unreviewed,
    hasGate: set.data ? gateOf(set.data.gates) !== null : undefined,
    schedules: schedules.data?.total,
    may,
  });
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
        {!isKnown ? (
          <>
            <Skeleton className="h-8 w-72 max-w-full" />
            <Skeleton className="h-10 w-48" />
          </>
        ) : (
          <NextStepShown next={next} />
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
          Paste and analyze, and Explore, work by built-in rules; a language model goes further with prose and
          unusual formats.
        </li>
      </ul>
      <Link className="link justify-self-start" to="/settings/$area" params={{ area: 'models' }}>
        AI models
      </Link>
    </Section>
  );
}
