import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Experiment } from '@sonde/contract';
import { Plus } from 'lucide-react';
import { useMay, usePlatform } from '../../lib/platform-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { DataGrid } from '../../ui/data-grid.tsx';
import type { GridColumn, GridSort } from '../../ui/data-grid.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AreaField, CheckField, TextField } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Time } from '../../ui/time.tsx';

export function ExperimentsPage() {
  const { api, projectId } = usePlatform();
  const may = useMay();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), 250);
  const [sort, setSort] = useState<GridSort>({ by: 'updated_at', order: 'desc' });
  const [creating, setCreating] = useState(false);
  const create = may('experiment:create') ? (
    <Button look="primary" icon={<Plus aria-hidden size={17} />} onClick={() => setCreating(true)}>
      New experiment
    </Button>
  ) : undefined;
  return (
    <Page
      title="Experiments"
      lead="Try other settings of an application, such as another prompt or model, in runs before they are used."
      actions={create}
    >
      <SearchField label="Search experiments" value={text} onChange={setText} />
      <DataGrid
        label="Experiments"
        queryKey={['experiments', 'list', projectId, search, sort.by, sort.order]}
        fetchPage={(skip, limit, signal) =>
          api.list('listExperiments', {
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
        rowKey={(experiment) => experiment.id}
        sort={sort}
        onSort={setSort}
        empty={
          <EmptyState
            title={search === '' ? 'No experiments yet' : 'No experiment matches'}
            action={
              search === '' ? (
                <>
                  {create}
                  <LinkButton to="/settings/$area" params={{ area: 'projects' }}>
                    Name what experiments may change
                  </LinkButton>
                </>
              ) : undefined
            }
          >
            <p>
              Name in the settings of the project what experiments may change, such as a prompt, or the
              temperature of a model (how freely it chooses its words). An experiment then keeps versions of
              the values, and a run can be made with each.
            </p>
          </EmptyState>
        }
      />
      {creating ? (
        <ExperimentDialog
          experiment={null}
          onClose={() => setCreating(false)}
          onSaved={({ id }) => {
            setCreating(false);
            void queryClient.invalidateQueries({ queryKey: ['experiments', 'list'] });
            void navigate({ to: '/experiments/$experimentId', params: { experimentId: id } });
          }}
        />
      ) : null}
    </Page>
  );
}

const columns: readonly GridColumn<Experiment>[] = [
  {
    id: 'name',
    header: 'Experiment',
    track: 'minmax(12rem,3fr)',
    sortable: true,
    cell: ({ id, name, description }) => (
      <div className="grid min-w-0">
        <Link
          className="link truncate font-medium"
          to="/experiments/$experimentId"
          params={{ experimentId: id }}
        >
          {name}
        </Link>
        <span className="truncate text-[0.8125rem] text-muted">{description}</span>
      </div>
    ),
  },
  {
    id: 'latest_version',
    header: 'Newest',
    track: '6rem',
    wideOnly: true,
    cell: ({ latest_version }) => latest_version ?? '–',
  },
  {
    id: 'environments',
    header: 'In force in',
    track: 'minmax(8rem,2fr)',
    cell: ({ environments, visibility }) => (
      <span className="flex gap-1 overflow-hidden">
        {visibility === 'private' ? <Chip>private</Chip> : null}
        {environments.map((name) => (
          <Chip key={name} tone="signal">
            {name}
          </Chip>
        ))}
      </span>
    ),
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

interface DialogProps {
  experiment: Experiment | null;
  onClose: () => void;
  onSaved: (experiment: Experiment) => void;
}

export function ExperimentDialog({ experiment, onClose, onSaved }: DialogProps) {
  const { api, projectId } = usePlatform();
  const [name, setName] = useState(experiment?.name ?? '');
  const [description, setDescription] = useState(experiment?.description ?? '');
  const [isPrivate, setPrivate] = useState(experiment?.visibility === 'private');
  const save = useMutation({
    mutationFn: () => {
      const body = {
        name,
        description: description.trim() === '' ? null : description,
        visibility: isPrivate ? ('private' as const) : ('shared' as const),
      };
      return experiment
        ? api.call('updateExperiment', {
            params: { id: experiment.id },
            body: { ...body, version: experiment.version },
          })
        : api.call('createExperiment', {
            body: { ...body, ...(projectId === null ? {} : { project_id: projectId }) },
          });
    },
    onSuccess: onSaved,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog open onClose={onClose} title={experiment ? `Change ${experiment.name}` : 'New experiment'}>
      <form className="grid gap-4" onSubmit={submit}>
        <TextField
          label="Name"
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <AreaField
          label="Description"
          optional
          rows={3}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        <CheckField
          label="Only I see it"
          hint="No environment can use it until it is shared."
          checked={isPrivate}
          onChange={(event) => setPrivate(event.target.checked)}
        />
        {save.error ? <ProblemNotice error={save.error} /> : null}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
