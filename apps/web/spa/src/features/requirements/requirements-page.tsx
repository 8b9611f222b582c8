import { useMemo, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import type { Requirement } from '@sonde/contract';
import { formatNumber, plural } from '../../lib/format.ts';
import { useMay, usePlatform } from '../../lib/platform-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useSearchText } from '../../lib/use-search-text.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { DataGrid } from '../../ui/data-grid.tsx';
import type { GridColumn, GridSort } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { SelectionBar, useSelection } from '../../ui/use-selection.tsx';
import { mostRequirements } from '../generation/requirements-named.ts';
import { DeleteRequirements } from './delete-requirements.tsx';
import { OpenRequirement } from './open-requirement.tsx';
import { PasteRequirements } from './paste-requirements.tsx';
import { RequirementDialog } from './requirement-dialog.tsx';
import { RequirementMetrics } from './requirement-metrics.tsx';

export function RequirementsPage() {
  const { api, projectId } = usePlatform();
  const may = useMay();
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), 250);
  const [sort, setSort] = useState<GridSort>({ by: 'name', order: 'asc' });
  const navigate = useNavigate();
  const [isNew, setNew] = useState(false);
  // Which one is open stands in the address, so that it can be sent to somebody.
  const opened = useSearchText('requirement');
  const open = (id: string | undefined): void =>
    void navigate({
      to: '/requirements',
      search: id === undefined ? {} : { requirement: id },
      replace: id === undefined,
      resetScroll: false,
    });
  const [isPasting, setPasting] = useState(false);
  const [deleting, setDeleting] = useState<readonly Requirement[]>([]);
  const [judging, setJudging] = useState<Requirement | null>(null);
  const queryClient = useQueryClient();
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: ['requirements'] });
  const hasSome =
    useQuery({
      queryKey: ['requirements', projectId, 'any'],
      queryFn: ({ signal }) => api.list('listRequirements', { query: { limit: 1, $select: 'name' }, signal }),
    }).data?.items.length === 1;
  const query = {
    sort_by: sort.by,
    sort_order: sort.order,
    ...(search === '' ? {} : { search }),
  };
  const { selected, clear, selection } = useSelection<Requirement>({
    noun: 'requirement',
    page: (skip, limit) =>
      api.list('listRequirements', { query: { ...query, $select: 'name', skip, limit } }),
  });
  const columns = useMemo(
    () => columnsOf({ open: ({ id }) => open(id), remove: (one) => setDeleting([one]), judge: setJudging }),
    [],
  );
  return (
    <Page
      title="Requirements"
      lead="What an application must do, and must not. Tests, and metrics that judge them, belong to a requirement."
      actions={
        <>
          {may('test_set:create') && hasSome ? (
            <LinkButton to="/test-sets/generate" search={{ requirement: 'all' }}>
              Make tests of all
            </LinkButton>
          ) : null}
          {may('requirement:create') ? (
            <Button onClick={() => setPasting(true)}>Paste requirements</Button>
          ) : null}
          {may('requirement:create') ? (
            <Button look="primary" onClick={() => setNew(true)}>
              New requirement
            </Button>
          ) : null}
        </>
      }
    >
      <input
        type="search"
        aria-label="Search requirements"
        placeholder="Search"
        className="input sm:w-72"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {selected.size > 0 ? (
        <SelectionBar words={plural(selected.size, 'requirement')} onClear={clear}>
          {may('test_set:create') && selected.size <= mostRequirements ? (
            <LinkButton
              size="small"
              to="/test-sets/generate"
              search={{ requirement: [...selected.keys()].join(',') }}
            >
              {selected.size === 1
                ? 'Make tests of it'
                : `Make tests of these ${formatNumber(selected.size)}`}
            </LinkButton>
          ) : null}
          {may('requirement:delete') ? (
            <Button
              size="small"
              look="danger"
              icon={<Trash2 aria-hidden size={15} />}
              onClick={() => setDeleting([...selected.values()])}
            >
              Delete
            </Button>
          ) : null}
        </SelectionBar>
      ) : null}
      <DataGrid
        label="Requirements"
        queryKey={['requirements', projectId, search, sort.by, sort.order]}
        fetchPage={(skip, limit, signal) =>
          api.list('listRequirements', {
            query: { ...query, skip, limit },
            signal,
          })
        }
        {...(may('requirement:delete') || may('test_set:create') ? { selection } : {})}
        columns={columns}
        rowKey={(requirement) => requirement.id}
        sort={sort}
        onSort={setSort}
        empty={
          search === '' ? (
            <EmptyState
              title="No requirements yet"
              action={
                may('requirement:create') ? (
                  <>
                    <Button look="primary" onClick={() => setNew(true)}>
                      Write the first one
                    </Button>
                    <Button onClick={() => setPasting(true)}>Paste a list</Button>
                  </>
                ) : null
              }
            >
              <p>
                Write down one thing the application must do, such as “Refuses legal advice”. If you have them
                as a list in a wiki, an email or a spreadsheet, paste it.
              </p>
            </EmptyState>
          ) : (
            <EmptyState title="No requirement matches">
              <p>Nothing has these words in its title or description.</p>
            </EmptyState>
          )
        }
      />
      {isNew ? (
        <RequirementDialog
          requirement={null}
          onClose={() => setNew(false)}
          onSaved={() => {
            setNew(false);
            refresh();
          }}
        />
      ) : null}
      {opened === undefined ? null : (
        <OpenRequirement
          key={opened}
          id={opened}
          onClose={() => open(undefined)}
          onSaved={() => {
            open(undefined);
            refresh();
          }}
        />
      )}
      {isPasting ? (
        <PasteRequirements
          onClose={() => setPasting(false)}
          onMade={() => {
            setPasting(false);
            refresh();
          }}
        />
      ) : null}
      {judging === null ? null : (
        <RequirementMetrics requirement={judging} onClose={() => setJudging(null)} />
      )}
      <DeleteRequirements
        targets={deleting}
        onClose={() => setDeleting([])}
        onDeleted={() => {
          clear();
          refresh();
        }}
      />
    </Page>
  );
}

interface Actions {
  open: (requirement: Requirement) => void;
  remove: (requirement: Requirement) => void;
  judge: (requirement: Requirement) => void;
}

const columnsOf = ({ open, remove, judge }: Actions): readonly GridColumn<Requirement>[] => [
  {
    id: 'name',
    header: 'Requirement',
    track: 'minmax(12rem,6fr)',
    sortable: true,
    cell: (requirement) => (
      <div className="grid min-w-0">
        <button
          type="button"
          className="line-clamp-2 text-left font-medium break-words hover:text-signal hover:underline"
          onClick={() => open(requirement)}
        >
          {requirement.name}
        </button>
        <span className="truncate text-[0.8125rem] text-muted">{requirement.description}</span>
      </div>
    ),
  },
  {
    id: 'tags',
    header: 'Tags',
    track: 'minmax(4rem,1fr)',
    wideOnly: true,
    cell: ({ tags }) => (
      <span className="flex gap-1 overflow-hidden">
        {tags.map((tag) => (
          <Chip key={tag}>{tag}</Chip>
        ))}
      </span>
    ),
  },
  { id: 'tests', header: 'Tests', track: '5rem', wideOnly: true, cell: ({ counts }) => counts.tests },
  {
    id: 'metrics',
    header: 'Metrics',
    track: '6.5rem',
    cell: (requirement) => (
      <Button
        size="small"
        aria-label={`${plural(requirement.counts.metrics, 'metric')} of ${requirement.name}`}
        onClick={() => judge(requirement)}
      >
        {plural(requirement.counts.metrics, 'metric')}
      </Button>
    ),
  },
  {
    id: 'updated_at',
    header: 'Updated',
    track: '8rem',
    sortable: true,
    wideOnly: true,
    cell: ({ updated_at }) => <Time at={updated_at} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    track: '11rem',
    cell: (requirement) => (
      <span className="flex justify-end gap-1.5">
        {requirement.permitted_actions.includes('update') ? (
          <Button
            size="small"
            className="max-sm:hidden"
            aria-label={`Change ${requirement.name}`}
            onClick={() => open(requirement)}
          >
            Change
          </Button>
        ) : null}
        <MoreMenu
          name={requirement.name}
          removal={
            requirement.permitted_actions.includes('delete') ? { onSelect: () => remove(requirement) } : null
          }
        />
      </span>
    ),
  },
];
