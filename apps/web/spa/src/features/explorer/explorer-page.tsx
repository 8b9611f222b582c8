import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ExplorerSet } from '@sonde/contract';
import { Plus } from 'lucide-react';
import { useMay, usePlatform } from '../../lib/platform-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { ownRunEndpoint } from '../../lib/own-run-endpoint.ts';
import { Button } from '../../ui/button.tsx';
import { DataGrid } from '../../ui/data-grid.tsx';
import type { GridColumn, GridSort } from '../../ui/data-grid.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Time } from '../../ui/time.tsx';
import { useEndpointChoice } from './endpoint-choice.ts';

export function ExplorerPage() {
  const { api, projectId } = usePlatform();
  const may = useMay();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), 250);
  const [sort, setSort] = useState<GridSort>({ by: 'updated_at', order: 'desc' });
  const [creating, setCreating] = useState(false);
  const create = may('explorer:create') ? (
    <Button look="primary" icon={<Plus aria-hidden size={17} />} onClick={() => setCreating(true)}>
      Look for weak spots
    </Button>
  ) : undefined;
  return (
    <Page
      title="Weak spots"
      lead="Find the topics in which an application fails: begin with a few questions of your own, see which fail, and be shown more that lie near them."
      actions={create}
    >
      <SearchField label="Search the sets" value={text} onChange={setText} />
      <DataGrid
        label="Sets that look for weak spots"
        noun={['set', 'sets']}
        queryKey={['explorer', 'list', projectId, search, sort.by, sort.order]}
        fetchPage={(skip, limit, signal) =>
          api.list('listExplorerSets', {
            query: {
              skip,
              limit,
              sort_by: sort.by,
              sort_order: sort.order,
              ...(search === '' ? {} : { search }),
            },
            signal,
          })
        }
        columns={columns}
        rowKey={(set) => set.id}
        sort={sort}
        onSort={setSort}
        empty={
          <EmptyState
            title={search === '' ? 'No weak spots looked for yet' : 'Nothing matches'}
            action={search === '' ? create : undefined}
          >
            <p>
              A set holds topics with questions. Each is asked and scored; from those that fail, more are
              suggested: said otherwise, and asked in neighbouring topics.
            </p>
          </EmptyState>
        }
      />
      {creating ? (
        <NewSetDialog
          onClose={() => setCreating(false)}
          onMade={(id) => {
            setCreating(false);
            void queryClient.invalidateQueries({ queryKey: ['explorer', 'list'] });
            void navigate({ to: '/explorer/$setId', params: { setId: id } });
          }}
        />
      ) : null}
    </Page>
  );
}

const columns: readonly GridColumn<ExplorerSet>[] = [
  {
    id: 'name',
    header: 'Set',
    track: 'minmax(12rem,3fr)',
    sortable: true,
    cell: ({ id, name, description }) => (
      <div className="grid min-w-0">
        <Link className="link truncate font-medium" to="/explorer/$setId" params={{ setId: id }}>
          {name}
        </Link>
        <span className="truncate text-[0.8125rem] text-muted">{description}</span>
      </div>
    ),
  },
  { id: 'tests', header: 'Tests', track: '5rem', cell: ({ counts }) => counts.tests },
  { id: 'failed', header: 'Failing', track: '5rem', cell: ({ counts }) => counts.failed },
  {
    id: 'suggestions',
    header: 'Suggested',
    track: '6rem',
    wideOnly: true,
    cell: ({ counts }) => counts.suggestions,
  },
  {
    id: 'updated_at',
    header: 'Changed',
    track: '8rem',
    sortable: true,
    wideOnly: true,
    cell: ({ updated_at }) => <Time at={updated_at} />,
  },
];

/** Empty, or with the tests of a test set. */
function NewSetDialog({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const { api, projectId } = usePlatform();
  const [name, setName] = useState('');
  const [source, setSource] = useState('');
  const endpoints = useEndpointChoice();
  const [picked, setPicked] = useState<string | null>(null);
  const usual = source === '' ? null : ownRunEndpoint(source);
  const endpointId =
    picked ?? endpoints.options.find(({ value }) => value === usual)?.value ?? endpoints.only;
  const sets = useQuery({
    queryKey: ['test-sets', 'list', projectId, 'choice'],
    queryFn: ({ signal }) =>
      api.list('listTestSets', {
        query: { limit: 100, sort_by: 'updated_at', $select: 'name,test_set_type' },
        signal,
      }),
  });
  const make = useMutation({
    mutationFn: async () => {
      const set =
        source === ''
          ? await api.call('createExplorerSet', {
              body: { name, ...(projectId === null ? {} : { project_id: projectId }) },
            })
          : (await api.call('importIntoExplorer', { params: { src: source }, body: { name } })).test_set;
      if (endpointId !== '')
        await api.call('putExplorerSettings', {
          params: { test_set_id: set.id },
          body: { default_endpoint_id: endpointId },
        });
      return set.id;
    },
    onSuccess: onMade,
  });
  return (
    <Dialog open onClose={onClose} title="Look for weak spots">
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          make.mutate();
        }}
      >
        <TextField
          label="Name"
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField
          label="Begin with"
          value={source}
          onChange={(event) => setSource(event.target.value)}
          options={[
            { value: '', label: 'Nothing' },
            ...(sets.data?.items ?? [])
              .filter(({ test_set_type }) => test_set_type === 'Single-Turn')
              .map((set) => ({ value: set.id, label: `Tests of ${set.name}` })),
          ]}
          hint={source === '' ? undefined : 'They are judged here as in a run, by their own metrics.'}
        />
        <SelectField
          label="Endpoint"
          value={endpointId}
          onChange={(event) => setPicked(event.target.value)}
          options={endpoints.options}
          hint="It is asked each test."
        />
        {make.error ? <ProblemNotice error={make.error} /> : null}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={make.isPending}>
            Begin
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
