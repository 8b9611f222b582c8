import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Test, TestSet } from '@sonde/contract';
import { Plus } from 'lucide-react';
import { useMay, usePlatform } from '../../lib/platform-context.tsx';
import { allOf, equals } from '../../lib/filter.ts';
import { plural } from '../../lib/format.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PickList } from '../../ui/pick-list.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { calledOf } from './test-content.ts';
import { TestSheet } from './sheet/test-sheet.tsx';
import { TestDialog } from './test-dialog.tsx';
import { testTypeWords } from '../../lib/test-type-words.ts';

export function TestsOfSet({ set }: { set: TestSet }) {
  const { api } = usePlatform();
  const may = useMay();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), 250);
  const [editing, setEditing] = useState<Test | 'new' | null>(null);
  const [adding, setAdding] = useState(false);
  const mayChange = set.permitted_actions.includes('update');
  const refresh = (): void => {
    void queryClient.invalidateQueries({ queryKey: ['test-sets'] });
    void queryClient.invalidateQueries({ queryKey: ['tests'] });
  };
  const takeOut = useMutation({
    mutationFn: (tests: readonly Test[]) =>
      api.call('disassociateTests', {
        params: { id: set.id },
        body: { test_ids: tests.map(({ id }) => id) },
      }),
    onSuccess: ({ removed_associations: count }) => {
      messages.say(
        `${plural(count, 'test')} left the set`,
        count === 1 ? 'The test itself stays, under Tests.' : 'The tests themselves stay, under Tests.',
      );
      refresh();
    },
    onError: (error) => messages.fail('Nothing left the set', error),
  });
  const create =
    mayChange && may('test:create') ? (
      <Button look="primary" icon={<Plus aria-hidden size={17} />} onClick={() => setEditing('new')}>
        Add a test
      </Button>
    ) : null;
  const choose = mayChange ? <Button onClick={() => setAdding(true)}>Choose existing tests</Button> : null;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-3">
        <SearchField label="Search the tests of this set" value={text} onChange={setText} />
        {choose}
        {create}
      </div>
      <TestSheet
        label="Tests of this set"
        queryKey={['test-sets', 'one', set.id, 'tests', search]}
        fetchPage={(skip, limit, signal) =>
          api.list('listTestsOfSet', {
            params: { id: set.id },
            query: { skip, limit, search, sort_by: 'created_at', sort_order: 'asc' },
            signal,
          })
        }
        type={set.test_set_type}
        testSetId={set.id}
        mayChange={mayChange}
        onOpen={setEditing}
        removal={{ word: 'Take out', run: (tests) => takeOut.mutate(tests) }}
        empty={
          <EmptyState title={search === '' ? 'This set is empty' : 'No test matches'}>
            <p>Add the first test, paste a table into the grid, or choose tests that exist already.</p>
          </EmptyState>
        }
      />
      {editing === null ? null : (
        <TestDialog
          test={editing === 'new' ? null : editing}
          type={set.test_set_type}
          testSetId={set.id}
          onClose={() => setEditing(null)}
          onSaved={() => {
            setEditing(null);
            refresh();
          }}
        />
      )}
      {adding ? (
        <ExistingTests
          set={set}
          onClose={() => setAdding(false)}
          onAdded={() => {
            setAdding(false);
            refresh();
          }}
        />
      ) : null}
    </div>
  );
}

interface ExistingProps {
  set: TestSet;
  onClose: () => void;
  onAdded: () => void;
}

function ExistingTests({ set, onClose, onAdded }: ExistingProps) {
  const { api, projectId } = usePlatform();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const add = useMutation({
    mutationFn: () => api.call('associateTests', { params: { id: set.id }, body: { test_ids: [...chosen] } }),
    onSuccess: onAdded,
  });
  // What nobody has gone through yet is chosen where it is gone through.
  const $filter = allOf([equals('test_type', set.test_set_type), 'is_draft eq false']);
  const inSet = useQuery({
    queryKey: ['test-sets', 'one', set.id, 'ids'],
    queryFn: async ({ signal }) => {
      const ids = new Set<string>();
      for (let skip = 0, total = 1; skip < total; skip += 100) {
        const page = await api.list('listTestsOfSet', {
          params: { id: set.id },
          query: { skip, limit: 100, $select: 'test_type' },
          signal,
        });
        total = page.total;
        for (const { id } of page.items) ids.add(id);
      }
      return ids;
    },
  });

  return (
    <Dialog open wide onClose={onClose} title="Choose existing tests">
      <PickList<Test>
        label={`Tests of the type “${testTypeWords[set.test_set_type]}”`}
        queryKey={['tests', projectId, $filter]}
        find={(search, signal) =>
          api.list('listTests', {
            query: { search, limit: 50, ...($filter === undefined ? {} : { $filter }) },
            signal,
          })
        }
        idOf={(test) => test.id}
        nameOf={calledOf}
        about={(test) =>
          [inSet.data?.has(test.id) ? 'In the set already' : '', test.requirement?.name ?? '']
            .filter(Boolean)
            .join(' · ')
        }
        isTaken={(test) => inSet.data?.has(test.id) === true}
        chosen={chosen}
        onToggle={(test) => {
          const next = new Set(chosen);
          if (!next.delete(test.id)) next.add(test.id);
          setChosen(next);
        }}
        empty="There is no test of this type yet."
      />
      {add.error ? <ProblemNotice error={add.error} /> : null}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" busy={add.isPending} disabled={chosen.size === 0} onClick={() => add.mutate()}>
          Put {chosen.size} into the set
        </Button>
      </DialogActions>
    </Dialog>
  );
}
