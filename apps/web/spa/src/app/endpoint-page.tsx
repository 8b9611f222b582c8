import { Suspense, lazy } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { EndpointView } from '../features/endpoints/endpoint-view.tsx';
import { endpointQuery } from '../features/endpoints/queries.ts';
import { useApi } from '../lib/platform-context.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Page, Section } from '../ui/page.tsx';
import { ProblemNotice } from '../ui/problem.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';

const Explore = lazy(() =>
  import('../features/explore/explore-tab.tsx').then((module) => ({ default: module.ExploreTab })),
);
const Traces = lazy(() =>
  import('../features/traces/traces-list.tsx').then((module) => ({ default: module.EndpointTraces })),
);

const Discussion = lazy(() =>
  import('../features/comments/discussion.tsx').then((module) => ({ default: module.Discussion })),
);

const route = getRouteApi('/inside/endpoints/$endpointId');

export function EndpointPage() {
  const api = useApi();
  const { endpointId } = route.useParams();
  const endpoint = useQuery(endpointQuery(api, endpointId));
  if (endpoint.isPending) return <SkeletonLines count={8} label="Loading the endpoint" />;
  if (endpoint.error) {
    return (
      <Page title="This endpoint cannot be shown">
        <ProblemNotice error={endpoint.error} onRetry={() => void endpoint.refetch()} />
        <LinkButton className="justify-self-start" to="/endpoints">
          To the list of endpoints
        </LinkButton>
      </Page>
    );
  }
  return (
    <EndpointView
      key={endpointId}
      endpoint={endpoint.data}
      extraTabs={[
        {
          id: 'explore',
          label: 'Explore',
          content: (shown) => (
            <Suspense fallback={<SkeletonLines count={6} />}>
              <Explore endpointId={shown.id} endpointName={shown.name} />
            </Suspense>
          ),
        },
        {
          id: 'discussion',
          label: 'Discussion',
          content: (shown) => (
            <Suspense fallback={<SkeletonLines count={6} />}>
              <Section title="What people say and do">
                <Discussion entityType="endpoint" entityId={shown.id} />
              </Section>
            </Suspense>
          ),
        },
        {
          id: 'traces',
          label: 'Traces',
          content: (shown) => (
            <Suspense fallback={<SkeletonLines count={6} />}>
              <Traces endpointId={shown.id} />
            </Suspense>
          ),
        },
      ]}
    />
  );
}
