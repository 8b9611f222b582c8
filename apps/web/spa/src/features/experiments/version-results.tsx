import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Experiment, ExperimentVersionResults } from '@sonde/contract';
import { formatRange, plural } from '../../lib/format.ts';
import { useApi } from '../../lib/platform-context.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SimpleTable } from '../../ui/simple-table.tsx';
import { Term } from '../../ui/term.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { RateShown } from '../test-runs/run-marks.tsx';
import { Differences } from './values.tsx';

/** What the runs of each version came to, and the way to set two of them against each other. */
export function VersionResults({ experiment }: { experiment: Experiment }) {
  const api = useApi();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const results = useQuery({
    queryKey: ['experiments', 'results', experiment.id],
    queryFn: ({ signal }) =>
      api.call('getExperimentResults', {
        params: { id: experiment.id },
        query: { group_by: 'version' },
        signal,
      }),
    staleTime: 0,
  });
  if (results.isPending) return <SkeletonLines count={6} />;
  if (results.error) return <ProblemNotice error={results.error} onRetry={() => void results.refetch()} />;
  const items = results.data.items.filter((item): item is ExperimentVersionResults => 'runs' in item);
  if (items.length === 0)
    return (
      <EmptyState
        title="No run has been made with it yet"
        action={<LinkButton to="/test-sets">To the test sets</LinkButton>}
      >
        <p>
          Start a run of a test set and choose this experiment there. Its versions are then compared here.
        </p>
      </EmptyState>
    );
  const toggle = (id: string): void =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen.slice(-1), id]);
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        {chosen.length === 2 ? (
          <LinkButton look="primary" to="/runs/compare" search={{ runs: chosen.join(',') }}>
            Compare the two runs
          </LinkButton>
        ) : (
          <p className="text-muted">Choose two runs to compare them test by test.</p>
        )}
      </div>
      {items.map((item) => (
        <section key={item.version} className="card grid gap-3 p-4 sm:p-5">
          <div className="flex flex-wrap items-baseline justify-between gap-3">
            <h2 className="text-lg font-semibold">{item.version}</h2>
            <p>
              <RateShown counts={item} />
              {item.pass_rate_low === null || item.pass_rate_high === null ? null : (
                <span className="text-muted">
                  {' '}
                  (<Term word="Likely range" shown={formatRange(item.pass_rate_low, item.pass_rate_high)} />)
                </span>
              )}
              <span className="text-muted">
                {' '}
                · {plural(item.total_tests, 'result')}, {plural(item.errors, 'error')}
              </span>
            </p>
          </div>
          <Differences diff={item.diff} />
          <SimpleTable
            label={`Runs of ${item.version}`}
            rows={item.runs}
            rowKey={(run) => run.id}
            columns={[
              {
                header: 'Choose',
                hideHeader: true,
                cell: (run) => (
                  <input
                    type="checkbox"
                    className="size-[1.15rem] accent-(--signal)"
                    aria-label={`Choose ${run.name}`}
                    checked={chosen.includes(run.id)}
                    onChange={() => toggle(run.id)}
                  />
                ),
              },
              {
                header: 'Run',
                cell: (run) => (
                  <Link className="link" to="/runs/$runId" params={{ runId: run.id }}>
                    {run.name}
                  </Link>
                ),
              },
              { header: 'Endpoint', cell: (run) => run.endpoint.name },
              { header: 'Environment', cell: (run) => run.environment },
              {
                header: 'Passed',
                cell: (run) => <RateShown counts={run} />,
              },
              { header: 'When', cell: (run) => <Time at={run.created_at} /> },
            ]}
          />
        </section>
      ))}
    </div>
  );
}
