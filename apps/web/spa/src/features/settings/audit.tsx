import { useState } from 'react';
import type { AuditEvent } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { allOf, anyOf, contains, equals } from '../../lib/filter.ts';
import { actionWords } from './audit-words.ts';
import { humanize } from '../../lib/format.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Chip } from '../../ui/chip.tsx';
import { DataGrid } from '../../ui/data-grid.tsx';
import type { GridColumn } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Time } from '../../ui/time.tsx';

export function AuditLog() {
  const api = useApi();
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState('');
  const settled = useDebounced(text.trim(), 300);
  const $filter = allOf([
    settled === '' ? null : anyOf([contains('action', settled), contains('actor_email', settled)]),
    outcome === '' ? null : equals('outcome', outcome),
  ]);
  return (
    <>
      <div className="grid gap-2 sm:flex" role="search" aria-label="Audit log">
        <input
          type="search"
          aria-label="Search action and person"
          placeholder="Search action or person"
          className="input sm:w-72"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <select
          aria-label="Outcome"
          className="input sm:w-auto"
          value={outcome}
          onChange={(event) => setOutcome(event.target.value)}
        >
          <option value="">All results</option>
          <option value="success">Done</option>
          <option value="refused">Refused</option>
        </select>
      </div>
      <DataGrid
        label="Audit log"
        rowHeight={72}
        noun={['entry', 'entries']}
        queryKey={['audit', $filter]}
        fetchPage={(skip, limit, signal) =>
          api.list('listAuditEvents', {
            query: { skip, limit, ...($filter === undefined ? {} : { $filter }) },
            signal,
          })
        }
        columns={columns}
        rowKey={(row) => row.id}
        empty={
          <EmptyState title="Nothing to show">
            <p>Signing in, tokens, members and settings leave entries here.</p>
          </EmptyState>
        }
      />
    </>
  );
}

const columns: readonly GridColumn<AuditEvent>[] = [
  {
    id: 'action',
    header: 'What',
    track: 'minmax(11rem,2fr)',
    cell: (row) => (
      <span className="grid min-w-0">
        <span className="truncate">
          <span className="font-medium">{actionWords(row.action)}</span>
          {row.target_name === null ? null : <span title={row.target_name}>: {row.target_name}</span>}
        </span>
        <span className="truncate text-[0.8125rem] text-muted">{row.actor_email ?? 'unknown person'}</span>
        {row.target_type === null ? null : (
          <span className="truncate text-[0.8125rem] text-muted">
            {humanize(row.target_type)}{' '}
            <span className="font-mono text-[0.75rem]" title={row.target_id ?? undefined}>
              {row.target_id}
            </span>
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'outcome',
    header: 'Outcome',
    track: '6rem',
    cell: (row) => (
      <Chip tone={row.outcome === 'success' ? 'signal' : 'warn'}>
        {row.outcome === 'success' ? 'Done' : 'Refused'}
      </Chip>
    ),
  },
  {
    id: 'ip',
    header: 'Address',
    track: '9rem',
    wideOnly: true,
    cell: (row) => <span className="font-mono text-[0.8125rem]">{row.ip ?? ''}</span>,
  },
  { id: 'at', header: 'When', track: '10rem', wideOnly: true, cell: (row) => <Time at={row.at} /> },
];
