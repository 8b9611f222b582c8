import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import type { Span } from '@sonde/contract';
import { usePlatform } from '../../lib/platform-context.tsx';
import { allOf, equals } from '../../lib/filter.ts';
import { spanTitle } from '../../lib/span-title.ts';
import { formatDuration } from '../../lib/format.ts';
import { Chip } from '../../ui/chip.tsx';
import { DataGrid } from '../../ui/data-grid.tsx';
import type { GridColumn } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Time } from '../../ui/time.tsx';

export const EndpointTraces = ({ endpointId }: { endpointId: string }) => (
  <TracesList filter={equals('endpoint_id', endpointId)} />
);

/** Calls, newest first. */
export function TracesList({ filter }: { filter?: string }) {
  const { api, projectId } = usePlatform();
  const [status, setStatus] = useState('');
  const $filter = allOf([filter, status === '' ? null : equals('status', status)]);
  return (
    <div className="grid gap-4">
      <select
        aria-label="Outcome"
        className="input sm:w-48"
        value={status}
        onChange={(event) => setStatus(event.target.value)}
      >
        <option value="">All results</option>
        <option value="ok">Answered</option>
        <option value="error">Failed</option>
      </select>
      <DataGrid
        label="Traces"
        queryKey={['traces', projectId, $filter]}
        fetchPage={(skip, limit, signal) =>
          api.list('listTraces', {
            query: { skip, limit, ...($filter === undefined ? {} : { $filter }) },
            signal,
          })
        }
        columns={columns}
        rowKey={(span) => span.id}
        empty={
          <EmptyState title="No calls recorded">
            <p>
              Every call to a target leaves a trace, unless tracing is switched off for its endpoint. Send
              something on a Test tab.
            </p>
          </EmptyState>
        }
      />
    </div>
  );
}

const columns: readonly GridColumn<Span>[] = [
  {
    id: 'name',
    header: 'Call',
    track: 'minmax(12rem,3fr)',
    cell: (span) => (
      <div className="grid min-w-0">
        <Link
          className="truncate font-medium hover:text-signal hover:underline"
          to="/traces/$traceId"
          params={{ traceId: span.trace_id }}
        >
          {spanTitle(span)}
        </Link>
        <span className="truncate font-mono text-[0.75rem] text-muted">
          {span.status_message ?? span.trace_id}
        </span>
      </div>
    ),
  },
  {
    id: 'status',
    header: 'Outcome',
    track: '7rem',
    cell: (span) => (
      <Chip tone={span.status === 'ok' ? 'signal' : 'danger'}>
        {span.status === 'ok' ? 'Answered' : 'Failed'}
      </Chip>
    ),
  },
  {
    id: 'environment',
    header: 'Environment',
    track: '8rem',
    wideOnly: true,
    cell: (span) => span.environment ?? '',
  },
  {
    id: 'duration_ms',
    header: 'Took',
    track: '6rem',
    wideOnly: true,
    cell: (span) => <span className="font-mono text-[0.8125rem]">{formatDuration(span.duration_ms)}</span>,
  },
  {
    id: 'started_at',
    header: 'When',
    track: '9rem',
    wideOnly: true,
    cell: (span) => <Time at={span.started_at} />,
  },
];
