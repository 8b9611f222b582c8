import { useMemo, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Test } from '@sonde/contract';
import { Plus } from 'lucide-react';
import { useMay, usePlatform } from '../../lib/platform-context.tsx';
import { allOf, equals } from '../../lib/filter.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Button } from '../../ui/button.tsx';
import { DataGrid } from '../../ui/data-grid.tsx';
import type { GridSort } from '../../ui/data-grid.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { testColumns } from './test-columns.tsx';
import { TestDialog } from './test-dialog.tsx';

export function TestsPage() {
  const { api, projectId } = usePlatform();
  const may = useMay();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), 250);
  const [type, setType] = useState('');
  const [sort, setSort] = useState<GridSort>({ by: 'updated_at', order: 'desc' });
  const [editing, setEditing] = useState<Test | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Test | null>(null);
  const refresh = (): void => {
    void queryClient.invalidateQueries({ queryKey: ['tests'] });
    void queryClient.invalidateQueries({ queryKey: ['test-sets'] });
  };
  const columns = useMemo(
    () =>
      testColumns({
        change: setEditing,
        remove: setDeleting,
        removal: 'Delete',
        mayRemove: (test) => test.permitted_actions.includes('delete'),
      }),
    [],
  );
  const $filter = allOf([type === '' ? null : equals('test_type', type)]);
  return (
    <Page
      title="Tests"
      lead="Prompts and conversations, whichever sets they are in."
      actions={
        may('test:create') ? (
          <Button look="primary" icon={<Plus aria-hidden size={17} />} onClick={() => setEditing('new')}>
            New test
          </Button>
        ) : undefined
      }
    >
      <div className="flex flex-wrap gap-3">
        <SearchField label="Search tests" value={text} onChange={setText} />
        <select
          aria-label="Type"
          className="input sm:w-52"
          value={type}
          onChange={(event) => setType(event.target.value)}
        >
          <option value="">All types</option>
          <option value="Single-Turn">Single prompts</option>
          <option value="Multi-Turn">Conversations</option>
        </select>
      </div>
      <DataGrid
        label="Tests"
        queryKey={['tests', 'list', projectId, search, type, sort.by, sort.order]}
        fetchPage={(skip, limit, signal) =>
          api.list('listTests', {
            query: {
              skip,
              limit,
              search,
              sort_by: sort.by,
              sort_order: sort.order,
              ...($filter === undefined ? {} : { $filter }),
            },
            signal,
          })
        }
        columns={columns}
        rowKey={(test) => test.id}
        sort={sort}
        onSort={setSort}
        empty={
          <EmptyState title={search === '' && type === '' ? 'No tests yet' : 'No test matches'}>
            <p>A test is a prompt, or a conversation with a goal. Tests are run in test sets.</p>
          </EmptyState>
        }
      />
      {editing === null ? null : (
        <TestDialog
          test={editing === 'new' ? null : editing}
          type={null}
          testSetId={null}
          onClose={() => setEditing(null)}
          onSaved={() => {
            setEditing(null);
            refresh();
          }}
        />
      )}
      <DeleteTest test={deleting} onDone={() => setDeleting(null)} onChanged={refresh} />
    </Page>
  );
}

interface DeleteProps {
  test: Test | null;
  onDone: () => void;
  onChanged: () => void;
}

function DeleteTest({ test, onDone, onChanged }: DeleteProps) {
  const { api } = usePlatform();
  const messages = useMessages();
  const remove = useMutation({
    mutationFn: (id: string) => api.call('deleteTest', { params: { id } }),
    onSuccess: onChanged,
    onError: (error) => messages.fail('The test was not deleted', error),
    onSettled: onDone,
  });
  return (
    <ConfirmDialog
      open={test !== null}
      title="Delete this test?"
      consequence="It leaves every set it is in. Results that used it stay readable, and for thirty days it can be restored."
      action="Delete it"
      busy={remove.isPending}
      onConfirm={() => (test ? remove.mutate(test.id) : undefined)}
      onClose={onDone}
    />
  );
}
