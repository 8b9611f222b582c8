import { Suspense, lazy, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { TestSetView } from '../features/test-sets/test-set-view.tsx';
import { TestsOfSet } from '../features/tests/tests-of-set.tsx';
import { equals } from '../lib/filter.ts';
import { useApi, useMay } from '../lib/platform-context.tsx';
import { testSetQuery } from '../lib/testing-queries.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { ProblemNotice } from '../ui/problem.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';

const RunsGrid = lazy(() =>
  import('../features/test-runs/runs-grid.tsx').then((module) => ({ default: module.RunsGrid })),
);
const RunDialog = lazy(() =>
  import('../features/test-runs/run-dialog.tsx').then((module) => ({ default: module.RunDialog })),
);
const BuildCommand = lazy(() =>
  import('../features/test-runs/build-command.tsx').then((module) => ({ default: module.BuildCommand })),
);

const route = getRouteApi('/inside/test-sets/$testSetId');

export function TestSetPage() {
  const api = useApi();
  const may = useMay();
  const { testSetId } = route.useParams();
  const set = useQuery(testSetQuery(api, testSetId));
  const [starting, setStarting] = useState(false);
  if (set.isPending) return <SkeletonLines count={8} label="Loading the test set" />;
  if (set.error) {
    return (
      <Page title="This test set cannot be shown">
        <ProblemNotice error={set.error} onRetry={() => void set.refetch()} />
        <LinkButton className="justify-self-start" to="/test-sets">
          To the list of test sets
        </LinkButton>
      </Page>
    );
  }
  return (
    <>
      <TestSetView
        set={set.data}
        tests={() => <TestsOfSet set={set.data} />}
        runs={() => (
          <Suspense fallback={<SkeletonLines count={6} />}>
            <RunsGrid
              filter={equals('test_set_id', testSetId)}
              empty={
                <EmptyState title="This set was never run">
                  <p>A run sends each test to an endpoint and lets the metrics judge what comes back.</p>
                </EmptyState>
              }
            />
          </Suspense>
        )}
        build={() => (
          <Suspense fallback={<SkeletonLines count={2} />}>
            <BuildCommand set={set.data} />
          </Suspense>
        )}
        start={
          may('test_run:execute') ? (
            <Button look="primary" onClick={() => setStarting(true)}>
              Run
            </Button>
          ) : null
        }
      />
      {starting ? (
        <Suspense fallback={null}>
          <RunDialog set={set.data} onClose={() => setStarting(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
