import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { TestRun } from '@sonde/contract';
import { usePlatform } from '../../lib/platform-context.tsx';
import { cutPlace, isDated } from '../../lib/run-names.ts';
import { usePollingInterval } from '../../lib/use-events.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import type { GridColumn } from '../../ui/data-grid.tsx';
import { MiddleCut } from '../../ui/middle-cut.tsx';
import { terms } from '../../ui/terms.ts';
import { Time } from '../../ui/time.tsx';
import { GateChip, RateLines, RunStatusChip, isScoredAgain } from './run-marks.tsx';

interface Props {
  search?: string;
  filter?: string | undefined;
  empty: ReactNode;
}

/** Where the columns that are left out of a narrow list begin to show, which until then stand below one another. */
const wideFrom = 42 * 16;

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
      tightBelow={wideFrom}
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
          className="min-w-0 font-medium hover:text-signal hover:underline"
          to="/runs/$runId"
          params={{ runId: run.id }}
        >
          {/* That it was scored again stands below, and leaves its room to the name. */}
          <MiddleCut name={isScoredAgain(run) ? run.name.replace(/ · scored again(?= · )/, '') : run.name} />
        </Link>
        <span className="truncate text-[0.8125rem] text-muted">
          {run.is_baseline ? 'Baseline · ' : ''}
          {isScoredAgain(run) ? 'Scored again · ' : ''}
          {run.test_set.name} → {run.endpoint.name}
        </span>
        {/* Where the line above gives way to the time of the name, which is cut before these words. */}
        {isScoredAgain(run) && isDated(run.name, cutPlace(run.name)) ? (
          <span className="text-[0.8125rem] text-muted @min-[42rem]:hidden">Scored again</span>
        ) : null}
      </div>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    track: '8.5rem',
    cell: (run) => (
      <>
        <div className="@max-[42rem]:hidden">
          <RunStatusChip status={run.status} />
        </div>
        {/* A narrow list has no other place for what a run came to; one with a gate has ended. */}
        <div className="grid justify-items-start @min-[42rem]:hidden">
          {run.gate === null ? <RunStatusChip status={run.status} /> : <GateChip gate={run.gate} />}
          <RateLines counts={run.counts} />
        </div>
      </>
    ),
  },
  {
    id: 'pass_rate',
    header: 'Passed',
    track: '11rem',
    wideOnly: true,
    cell: (run) => <RateLines counts={run.counts} />,
  },
  {
    id: 'gate',
    header: 'Gate',
    about: `${terms.Gate}.`,
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
