import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Test } from '@sonde/contract';
import { Plus } from 'lucide-react';
import { useMay, usePlatform } from '../../lib/platform-context.tsx';
import { allOf, equals } from '../../lib/filter.ts';
import { plural } from '../../lib/format.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useSearchText } from '../../lib/use-search-text.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { TestSheet } from './sheet/test-sheet.tsx';
import { TestDialog } from './test-dialog.tsx';

export function TestsPage() {
  const { api, projectId } = usePlatform();
  const may = useMay();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), 250);
  const [type, setType] = useState('');
  const [order, setOrder] = useState<'asc' | 'desc'>('asc');
  const [editing, setEditing] = useState<Test | 'new' | null>(null);
  const navigate = useNavigate();
  const opened = useSearchText('test');
  const [deleting, setDeleting] = useState<readonly Test[]>([]);
  const refresh = (): void => {
    void queryClient.invalidateQueries({ queryKey: ['tests'] });
    void queryClient.invalidateQueries({ queryKey: ['test-sets'] });
  };
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
        <select
          aria-label="Order"
          className="input sm:w-44"
          value={order}
          onChange={(event) => setOrder(event.target.value === 'desc' ? 'desc' : 'asc')}
        >
          <option value="asc">Newest last</option>
          <option value="desc">Newest first</option>
        </select>
      </div>
      <TestSheet
        label="Tests"
        queryKey={['tests', 'list', projectId, search, type, order]}
        fetchPage={(skip, limit, signal) =>
          api.list('listTests', {
            query: {
              skip,
              limit,
              search,
              sort_by: 'created_at',
              sort_order: order,
              ...($filter === undefined ? {} : { $filter }),
            },
            signal,
          })
        }
        type={type === 'Multi-Turn' || type === 'Single-Turn' ? type : null}
        testSetId={null}
        mayChange
        onOpen={setEditing}
        removal={{ word: 'Delete', run: setDeleting }}
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
      {opened === undefined ? null : (
        <TestOfAddress
          key={opened}
          id={opened}
          onClose={() => void navigate({ to: '/tests', search: {}, replace: true, resetScroll: false })}
          onSaved={refresh}
        />
      )}
      <DeleteTests tests={deleting} onDone={() => setDeleting([])} onChanged={refresh} />
    </Page>
  );
}

/** A test that a link leads to. */
function TestOfAddress({ id, onClose, onSaved }: { id: string; onClose: () => void; onSaved: () => void }) {
  const { api } = usePlatform();
  const test = useQuery({
    queryKey: ['tests', 'one', id],
    queryFn: ({ signal }) => api.call('getTest', { params: { id }, signal }),
    // What is being written is not exchanged for what somebody else has saved meanwhile.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (test.data)
    return (
      <TestDialog
        test={test.data}
        type={null}
        testSetId={null}
        onClose={onClose}
        onSaved={() => {
          onClose();
          onSaved();
        }}
      />
    );
  return (
    <Dialog open onClose={onClose} title="Test">
      {test.error ? (
        <ProblemNotice error={test.error} onRetry={() => void test.refetch()} />
      ) : (
        <SkeletonLines count={4} label="Loading the test" />
      )}
    </Dialog>
  );
}

interface DeleteProps {
  tests: readonly Test[];
  onDone: () => void;
  onChanged: () => void;
}

function DeleteTests({ tests, onDone, onChanged }: DeleteProps) {
  const { api } = usePlatform();
  const messages = useMessages();
  const what = plural(tests.length, 'test');
  const remove = useMutation({
    mutationFn: (ids: readonly string[]) => api.call('deleteTests', { body: { test_ids: [...ids] } }),
    onSuccess: ({ deleted_ids: deleted }) => {
      messages.say(`${plural(deleted.length, 'test')} deleted`);
      onChanged();
    },
    onError: (error) => messages.fail(`${what} not deleted`, error),
    onSettled: onDone,
  });
  return (
    <ConfirmDialog
      open={tests.length > 0}
      title={`Delete ${what}?`}
      consequence={`${tests.length === 1 ? 'It leaves every set it is in' : 'They leave every set they are in'}. Results that used ${tests.length === 1 ? 'it' : 'them'} stay readable, and for thirty days ${tests.length === 1 ? 'it' : 'they'} can be restored.`}
      action={tests.length === 1 ? 'Delete it' : 'Delete them'}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(tests.map(({ id }) => id))}
      onClose={onDone}
    />
  );
}
