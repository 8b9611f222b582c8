import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { TestRun } from '@sonde/contract';
import { usePlatform } from '../../lib/platform-context.tsx';
import { usePollingInterval } from '../../lib/use-events.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import type { GridColumn } from '../../ui/data-grid.tsx';
import { Time } from '../../ui/time.tsx';
import { GateChip, RateShown, RunStatusChip } from './run-marks.tsx';

interface Props {
  search?: string;
  filter?: string | undefined;
  empty: ReactNode;
}

/** Runs, newest first, as they go on. */
export function RunsGrid({ search = '', filter, empty }: Props) {
  const { api, projectId } = usePlatform();
  const interval = usePollingInterval(5000, 60_000);
  return (
    <DataGrid
      label="Runs"
      queryKey={['test-runs', 'list', projectId, search, filter]}
      refetchInterval={interval}
      fetchPage={(skip, limit, signal) =>
        api.list('listTestRuns', {
          query: { skip, limit, search, ...(filter === undefined ? {} : { $filter: filter }) },
          signal,
        })
      }
      columns={columns}
      rowKey={(run) => run.id}
      empty={empty}
    />
  );
}

const columns: readonly GridColumn<TestRun>[] = [
  {
    id: 'name',
    header: 'Run',
    track: 'minmax(12rem,3fr)',
    cell: (run) => (
      <div className="grid min-w-0">
        <Link
          className="truncate font-medium hover:text-signal hover:underline"
          to="/runs/$runId"
          params={{ runId: run.id }}
        >
          {run.name}
        </Link>
        <span className="truncate text-[0.8125rem] text-muted">
          {run.test_set.name} → {run.endpoint.name}
        </span>
      </div>
    ),
  },
  { id: 'status', header: 'Status', track: '8rem', cell: (run) => <RunStatusChip status={run.status} /> },
  {
    id: 'pass_rate',
    header: 'Passed',
    track: '13rem',
    wideOnly: true,
    cell: (run) => <RateShown counts={run.counts} />,
  },
  {
    id: 'gate',
    header: 'Gate',
    track: '8.5rem',
    wideOnly: true,
    cell: (run) => <GateChip gate={run.gate} />,
  },
  {
    id: 'created_at',
    header: 'When',
    track: '8rem',
    wideOnly: true,
    cell: (run) => <Time at={run.started_at ?? run.created_at} />,
  },
];
