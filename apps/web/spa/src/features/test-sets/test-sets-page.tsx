import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { TestSet } from '@sonde/contract';
import { Plus } from 'lucide-react';
import { useMay, usePlatform } from '../../lib/platform-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { differs, equals } from '../../lib/filter.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { DataGrid } from '../../ui/data-grid.tsx';
import type { GridColumn, GridSort } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Time } from '../../ui/time.tsx';
import { draftWords, isDraft } from './draft-set.ts';
import { setOrigin } from './set-origin.ts';
import { TestSetDialog } from './test-set-dialog.tsx';
import { testTypeWords } from '../../lib/test-type-words.ts';

export function TestSetsPage() {
  const { api, projectId } = usePlatform();
  const may = useMay();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), 250);
  const [sort, setSort] = useState<GridSort>({ by: 'updated_at', order: 'desc' });
  const [kept, setKept] = useState<keyof typeof keptFilters>('all');
  const isNarrowed = search !== '' || kept !== 'all';
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
    <Page
      title="Test sets"
      lead="Tests that are run together, judged by metrics. Security probes make test sets that attack an application in known ways."
      actions={create}
    >
      <div className="flex flex-wrap gap-3">
        <SearchField label="Search test sets" value={text} onChange={setText} />
        <select
          aria-label="Kept or not"
          className="input sm:w-56"
          value={kept}
          onChange={({ target }) =>
            setKept(target.value === 'kept' || target.value === 'drafts' ? target.value : 'all')
          }
        >
          <option value="all">All test sets</option>
          <option value="kept">Kept</option>
          <option value="drafts">Drafts, not kept yet</option>
        </select>
      </div>
      <DataGrid
        label="Test sets"
        queryKey={['test-sets', 'list', projectId, search, kept, sort.by, sort.order]}
        fetchPage={(skip, limit, signal) =>
          api.list('listTestSets', {
            query: { skip, limit, search, ...keptFilters[kept], sort_by: sort.by, sort_order: sort.order },
            signal,
          })
        }
        columns={columns}
        rowKey={(set) => set.id}
        sort={sort}
        onSort={setSort}
        empty={
          <EmptyState title={isNarrowed ? 'No test set matches' : 'No test sets yet'} action={create}>
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

const keptFilters = {
  all: {},
  kept: { $filter: differs('status', 'Review') },
  drafts: { $filter: equals('status', 'Review') },
} as const;

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
        {isDraft(set) ? (
          <span className="truncate text-[0.8125rem] text-warn">
            <span aria-hidden="true">◌</span> {draftWords}
          </span>
        ) : (
          <span className="truncate text-[0.8125rem] text-muted">
            {set.short_description || set.description || setOrigin(set)}
          </span>
        )}
      </div>
    ),
  },
  {
    id: 'test_set_type',
    header: 'Type',
    track: '8rem',
    sortable: true,
    wideOnly: true,
    cell: (set) => testTypeWords[set.test_set_type],
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
