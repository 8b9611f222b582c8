import { Link } from '@tanstack/react-router';
import { useNavigate } from '@tanstack/react-router';
import type { Job } from '@sonde/contract';
import { usePlatform } from '../../lib/platform-context.tsx';
import { equals } from '../../lib/filter.ts';
import { formatNumber, humanize } from '../../lib/format.ts';
import { usePollingInterval } from '../../lib/use-events.ts';
import { useSearchText } from '../../lib/use-search-text.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import type { GridColumn } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { JobStatusChip, wordsForStatus } from '../../ui/job-status.tsx';
import { MiddleCut } from '../../ui/middle-cut.tsx';
import { Page } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';

const statuses = ['PENDING', 'STARTED', 'RETRY', 'SUCCESS', 'FAILURE', 'REVOKED'] as const;

export function JobsPage() {
  const { api, projectId } = usePlatform();
  const navigate = useNavigate();
  const interval = usePollingInterval(5000, 60_000);
  const status = useSearchText('status') ?? '';
  return (
    <Page
      title="Jobs"
      lead="What Sonde itself does in the background, such as explorations, runs and imports. It survives a restart, and what it found so far is kept when it is cancelled."
    >
      <select
        aria-label="Status"
        className="input sm:w-56"
        value={status}
        onChange={(event) =>
          void navigate({
            to: '/jobs',
            replace: true,
            search: event.target.value === '' ? {} : { status: event.target.value },
          })
        }
      >
        <option value="">All statuses</option>
        {statuses.map((name) => (
          <option key={name} value={name}>
            {wordsForStatus(name)}
          </option>
        ))}
      </select>
      <DataGrid
        label="Jobs"
        queryKey={['jobs', 'list', projectId, status]}
        refetchInterval={interval}
        fetchPage={(skip, limit, signal) =>
          api.list('listJobs', {
            query: { skip, limit, ...(status === '' ? {} : { $filter: equals('status', status) }) },
            signal,
          })
        }
        columns={columns}
        rowKey={(job) => job.task_id}
        empty={
          <EmptyState title={status === '' ? 'No jobs yet' : 'No job has this status'}>
            <p>Exploring an endpoint runs as a job. Start one on the Explore tab of an endpoint.</p>
          </EmptyState>
        }
      />
    </Page>
  );
}

const columns: readonly GridColumn<Job>[] = [
  {
    id: 'title',
    header: 'Job',
    track: 'minmax(12rem,3fr)',
    cell: (job) => (
      <div className="grid min-w-0">
        <Link
          className="min-w-0 font-medium hover:text-signal hover:underline"
          to="/jobs/$taskId"
          params={{ taskId: job.task_id }}
        >
          <MiddleCut name={job.title} />
        </Link>
        <span className="truncate text-[0.8125rem] text-muted">{job.error ?? job.progress.label}</span>
      </div>
    ),
  },
  { id: 'kind', header: 'Kind', track: '8rem', wideOnly: true, cell: (job) => humanize(job.kind) },
  { id: 'status', header: 'Status', track: '8.5rem', cell: (job) => <JobStatusChip status={job.status} /> },
  {
    id: 'progress',
    header: 'Step',
    track: '5rem',
    wideOnly: true,
    cell: (job) => (
      <span className="tabular-nums">
        {formatNumber(job.progress.step)}
        {job.progress.total === null ? '' : ` of ${formatNumber(job.progress.total)}`}
      </span>
    ),
  },
  {
    id: 'created_at',
    header: 'Started',
    track: '9rem',
    wideOnly: true,
    cell: (job) => <Time at={job.started_at ?? job.created_at} />,
  },
];
