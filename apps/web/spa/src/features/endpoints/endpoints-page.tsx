import { useMemo, useState } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Endpoint } from '@sonde/contract';
import { FileDown, FileUp, Plus, Trash2 } from 'lucide-react';
import { classes } from '../../lib/classes.ts';
import { plural } from '../../lib/format.ts';
import { useMay, usePlatform } from '../../lib/platform-context.tsx';
import { projectsQuery } from '../../lib/projects-query.ts';
import { saveText } from '../../lib/save-text.ts';
import { useSearchText } from '../../lib/use-search-text.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EnvironmentChip } from '../../ui/chip.tsx';
import { DataGrid } from '../../ui/data-grid.tsx';
import type { GridColumn, GridSort } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { SelectionBar, useSelection } from '../../ui/use-selection.tsx';
import { DeleteEndpoints, useIsLeaving } from './delete-endpoints.tsx';
import { EndpointFilters, filterOf, hasFilters } from './endpoint-filters.tsx';
import type { FilterValues } from './endpoint-filters.tsx';
import { ImportEndpoints } from './import-endpoints.tsx';
import { RowActions } from './row-actions.tsx';
import { protocolWords } from './protocol-words.ts';
import { StatusChip } from './status-chip.tsx';

/** As many as one file takes. */
const maxEndpointsInFile = 200;

export function EndpointsPage() {
  const { api, projectId } = usePlatform();
  const may = useMay();
  const navigate = useNavigate();
  const filters: FilterValues = {
    search: useSearchText('q') ?? '',
    environment: useSearchText('environment') ?? '',
    protocol: useSearchText('protocol') ?? '',
    state: useSearchText('state') ?? '',
  };
  const sort: GridSort = {
    by: useSearchText('sort') ?? 'updated_at',
    order: useSearchText('order') === 'asc' ? 'asc' : 'desc',
  };
  const [deleting, setDeleting] = useState<readonly Endpoint[]>([]);
  const [importing, setImporting] = useState(false);
  const messages = useMessages();
  const exporting = useMutation({
    mutationFn: (ids: readonly string[]) =>
      api.call('exportEndpoints', { query: { ids: ids.join(','), format: 'yaml' } }),
    onSuccess: ({ filename, content_type: type, content }) => saveText(filename, type, content),
    onError: (error) => messages.fail('The endpoints were not exported', error),
  });
  const projects = useQuery(projectsQuery(api));
  const projectNames = new Map(projects.data?.items.map(({ id, name }) => [id, name]));
  const filter = filterOf(filters);
  const key = ['endpoints', 'list', projectId, filter, sort.by, sort.order];
  const query = {
    sort_by: sort.by,
    sort_order: sort.order,
    ...(filter === undefined ? {} : { $filter: filter }),
  };

  const { selected, clear, selection } = useSelection<Endpoint>({
    noun: 'endpoint',
    page: (skip, limit) => api.list('listEndpoints', { query: { ...query, $select: 'name', skip, limit } }),
  });
  const toSearch = (next: FilterValues, order: GridSort): void =>
    void navigate({
      to: '/endpoints',
      replace: true,
      resetScroll: false,
      search: Object.fromEntries(
        Object.entries({
          q: next.search,
          environment: next.environment,
          protocol: next.protocol,
          state: next.state,
          sort: order.by,
          order: order.order,
        }).filter(([, value]) => value !== ''),
      ),
    });
  const columns = useMemo(() => columnsFor(projectNames, setDeleting), [projects.data]);
  const create = may('endpoint:create');
  return (
    <Page
      title="Endpoints"
      lead="The AI applications Sonde can call."
      actions={
        create ? (
          <>
            <Button icon={<FileUp aria-hidden size={17} />} onClick={() => setImporting(true)}>
              Import
            </Button>
            <LinkButton look="primary" to="/endpoints/new" icon={<Plus aria-hidden size={17} />}>
              Connect an application
            </LinkButton>
          </>
        ) : undefined
      }
    >
      {importing ? <ImportEndpoints open onClose={() => setImporting(false)} /> : null}
      <EndpointFilters values={filters} onChange={(next) => toSearch(next, sort)} />
      {selected.size > 0 ? (
        <SelectionBar words={plural(selected.size, 'endpoint')} onClear={clear}>
          <Button
            size="small"
            icon={<FileDown aria-hidden size={15} />}
            busy={exporting.isPending}
            disabled={selected.size > maxEndpointsInFile}
            onClick={() => exporting.mutate([...selected.keys()])}
          >
            Export
          </Button>
          <Button
            size="small"
            look="danger"
            icon={<Trash2 aria-hidden size={15} />}
            onClick={() => setDeleting([...selected.values()])}
          >
            Delete
          </Button>
        </SelectionBar>
      ) : null}
      <DataGrid
        label="Endpoints"
        fullFrom="large"
        queryKey={key}
        fetchPage={(skip, limit, signal) =>
          api.list('listEndpoints', { query: { ...query, skip, limit }, signal })
        }
        columns={columns}
        rowKey={(row) => row.id}
        sort={sort}
        onSort={(next) => toSearch(filters, next)}
        {...(may('endpoint:delete') ? { selection } : {})}
        empty={
          hasFilters(filters) ? (
            <NothingMatches
              onClear={() => toSearch({ search: '', environment: '', protocol: '', state: '' }, sort)}
            />
          ) : (
            <NoEndpoints create={create} />
          )
        }
      />
      <DeleteEndpoints
        open={deleting.length > 0}
        targets={deleting}
        onClose={() => setDeleting([])}
        onDone={clear}
      />
    </Page>
  );
}

function columnsFor(
  projectNames: ReadonlyMap<string, string>,
  onDelete: (targets: readonly Endpoint[]) => void,
): readonly GridColumn<Endpoint>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      track: 'minmax(10rem,3fr)',
      sortable: true,
      cell: (row) => <NameCell endpoint={row} />,
    },
    {
      id: 'protocol',
      header: 'Type',
      track: '7rem',
      sortable: true,
      wideOnly: true,
      cell: (row) => protocolWords[row.protocol],
    },
    {
      id: 'environment',
      header: 'Environment',
      track: '9rem',
      sortable: true,
      wideOnly: true,
      cell: (row) => <EnvironmentChip environment={row.environment} />,
    },
    {
      id: 'project_id',
      header: 'Project',
      track: 'minmax(7rem,1fr)',
      wideOnly: true,
      cell: (row) => <span className="block truncate">{projectNames.get(row.project_id) ?? ''}</span>,
    },
    {
      id: 'status',
      header: 'Last test',
      track: '8rem',
      wideOnly: true,
      cell: (row) => <StatusChip endpoint={row} />,
    },
    {
      id: 'updated_at',
      header: 'Updated',
      track: '8rem',
      sortable: true,
      wideOnly: true,
      cell: (row) => <Time at={row.updated_at} />,
    },
    {
      id: 'actions',
      header: 'Actions',
      hideHeader: true,
      track: '2.5rem',
      cell: (row) => <RowActions endpoint={row} onDelete={() => onDelete([row])} />,
    },
  ];
}

function NameCell({ endpoint }: { endpoint: Endpoint }) {
  const isLeaving = useIsLeaving(endpoint.id);
  return (
    <div className="grid min-w-0">
      <Link
        to="/endpoints/$endpointId"
        params={{ endpointId: endpoint.id }}
        className={classes(
          'truncate font-medium hover:text-signal hover:underline',
          isLeaving ? 'text-muted line-through' : 'text-ink',
        )}
      >
        {endpoint.name}
      </Link>
      <span className="truncate font-mono text-[0.75rem] text-muted">
        {isLeaving ? (
          'Being deleted'
        ) : (
          <>
            <span className="@min-[60rem]:hidden">{endpoint.environment} · </span>
            {endpoint.url}
          </>
        )}
      </span>
    </div>
  );
}

function NoEndpoints({ create }: { create: boolean }) {
  return (
    <EmptyState
      title="Nothing is connected yet"
      action={
        create ? (
          <LinkButton look="primary" to="/endpoints/new">
            Connect an application
          </LinkButton>
        ) : null
      }
    >
      <p>
        Paste a curl command or a code snippet and Sonde works the connection out, or fill in a form of four
        steps.
      </p>
    </EmptyState>
  );
}

function NothingMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title="No endpoint matches"
      action={<Button onClick={onClear}>Clear search and filters</Button>}
    >
      <p>Other endpoints exist; the search or a filter hides them.</p>
    </EmptyState>
  );
}
