import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { TestSet } from '@sonde/contract';
import { Plus } from 'lucide-react';
import { useMay, usePlatform } from '../../lib/platform-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { DataGrid } from '../../ui/data-grid.tsx';
import type { GridColumn, GridSort } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Time } from '../../ui/time.tsx';
import { TestSetDialog } from './test-set-dialog.tsx';

export function TestSetsPage() {
  const { api, projectId } = usePlatform();
  const may = useMay();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), 250);
  const [sort, setSort] = useState<GridSort>({ by: 'updated_at', order: 'desc' });
  const [creating, setCreating] = useState(false);
  const create = may('test_set:create') ? (
    <>
      <LinkButton to="/test-sets/generate">Make tests</LinkButton>
      <LinkButton to="/test-sets/import">Import a file</LinkButton>
      <LinkButton to="/test-sets/probes">Security probes</LinkButton>
      <Button look="primary" icon={<Plus aria-hidden size={17} />} onClick={() => setCreating(true)}>
        New test set
      </Button>
    </>
  ) : undefined;
  return (
    <Page title="Test sets" lead="Tests that are run together, judged by metrics." actions={create}>
      <SearchField label="Search test sets" value={text} onChange={setText} />
      <DataGrid
        label="Test sets"
        queryKey={['test-sets', 'list', projectId, search, sort.by, sort.order]}
        fetchPage={(skip, limit, signal) =>
          api.list('listTestSets', {
            query: { skip, limit, search, sort_by: sort.by, sort_order: sort.order },
            signal,
          })
        }
        columns={columns}
        rowKey={(set) => set.id}
        sort={sort}
        onSort={setSort}
        empty={
          <EmptyState title={search === '' ? 'No test sets yet' : 'No test set matches'} action={create}>
            <p>A test set holds prompts or conversations, and the metrics that judge what comes back.</p>
          </EmptyState>
        }
      />
      {creating ? (
        <TestSetDialog
          set={null}
          onClose={() => setCreating(false)}
          onSaved={(set) => {
            setCreating(false);
            void queryClient.invalidateQueries({ queryKey: ['test-sets', 'list'] });
            void navigate({ to: '/test-sets/$testSetId', params: { testSetId: set.id } });
          }}
        />
      ) : null}
    </Page>
  );
}

const columns: readonly GridColumn<TestSet>[] = [
  {
    id: 'name',
    header: 'Test set',
    track: 'minmax(12rem,3fr)',
    sortable: true,
    cell: (set) => (
      <div className="grid min-w-0">
        <Link
          className="truncate font-medium hover:text-signal hover:underline"
          to="/test-sets/$testSetId"
          params={{ testSetId: set.id }}
        >
          {set.name}
        </Link>
        <span className="truncate text-[0.8125rem] text-muted">
          {set.short_description ?? set.description}
        </span>
      </div>
    ),
  },
  {
    id: 'test_set_type',
    header: 'Type',
    track: '8rem',
    sortable: true,
    wideOnly: true,
    cell: (set) => set.test_set_type,
  },
  {
    id: 'test_count',
    header: 'Tests',
    track: '4rem',
    cell: (set) => <span className="tabular-nums">{set.test_count}</span>,
  },
  {
    id: 'updated_at',
    header: 'Updated',
    track: '9rem',
    sortable: true,
    wideOnly: true,
    cell: (set) => <Time at={set.updated_at} />,
  },
];
