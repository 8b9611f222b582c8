import { useMemo, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Metric } from '@sonde/contract';
import { Plus } from 'lucide-react';
import { useMay, usePlatform } from '../../lib/platform-context.tsx';
import { formatNumber, formatPercent, plural } from '../../lib/format.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useKindTitle } from '../../lib/testing-queries.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { DataGrid } from '../../ui/data-grid.tsx';
import type { GridColumn, GridSort } from '../../ui/data-grid.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { reviewsToTell, tooFewReviews } from '../reviews/agreement-words.ts';
import { Explained } from '../../ui/explained.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Time } from '../../ui/time.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { MetricDirectory } from './metric-directory.tsx';
import { MetricDialog } from './metric-dialog.tsx';

export function MetricsPage() {
  const { api, projectId } = usePlatform();
  const may = useMay();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), 250);
  const [sort, setSort] = useState<GridSort>({ by: 'name', order: 'asc' });
  const [editing, setEditing] = useState<Metric | Fresh | null>(null);
  const [deleting, setDeleting] = useState<Metric | null>(null);
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: ['metrics'] });
  const columns = useMemo(() => columnsOf({ open: setEditing, remove: setDeleting }), []);
  const create = may('metric:create') ? (
    <Button look="primary" icon={<Plus aria-hidden size={17} />} onClick={() => setEditing({ kind: null })}>
      New metric
    </Button>
  ) : undefined;
  return (
    <Page
      title="Metrics"
      lead="What judges an answer, how, and the score from which it passes."
      actions={create}
    >
      <SearchField label="Search metrics" value={text} onChange={setText} />
      <DataGrid
        label="Metrics"
        queryKey={['metrics', 'list', projectId, search, sort.by, sort.order]}
        fetchPage={(skip, limit, signal) =>
          api.list('listMetrics', {
            query: { skip, limit, search, sort_by: sort.by, sort_order: sort.order },
            signal,
          })
        }
        columns={columns}
        rowKey={(metric) => metric.id}
        sort={sort}
        onSort={setSort}
        empty={
          search === '' ? (
            <EmptyState title="None chosen yet" action={create}>
              <p>
                Take one of those that are built in, below: most are used as they are. What is chosen stands
                here.
              </p>
            </EmptyState>
          ) : (
            <p className="text-muted">None of your metrics matches.</p>
          )
        }
      />
      <MetricDirectory
        search={search}
        mayCreate={may('metric:create')}
        onMade={refresh}
        onSetUp={(kind) => setEditing({ kind })}
        onOpen={setEditing}
      />
      {editing === null ? null : (
        <MetricDialog
          metric={'id' in editing ? editing : null}
          start={{ kind: editing.kind }}
          onClose={() => setEditing(null)}
          onSaved={() => {
            setEditing(null);
            refresh();
          }}
        />
      )}
      <DeleteMetric metric={deleting} onDone={() => setDeleting(null)} onChanged={refresh} />
    </Page>
  );
}

/** A metric that is being made, perhaps of a kind that was chosen. */
interface Fresh {
  readonly kind: string | null;
}

interface DeleteProps {
  metric: Metric | null;
  onDone: () => void;
  onChanged: () => void;
}

function DeleteMetric({ metric, onDone, onChanged }: DeleteProps) {
  const { api } = usePlatform();
  const messages = useMessages();
  const remove = useMutation({
    mutationFn: (id: string) => api.call('deleteMetric', { params: { id } }),
    onSuccess: onChanged,
    onError: (error) => messages.fail('The metric was not deleted', error),
    onSettled: onDone,
  });
  return (
    <ConfirmDialog
      open={metric !== null}
      title={`Delete ${metric?.name ?? 'the metric'}?`}
      consequence="Runs from now on do without it. Results that it judged stay readable, and for thirty days it can be restored."
      action="Delete it"
      busy={remove.isPending}
      onConfirm={() => (metric ? remove.mutate(metric.id) : undefined)}
      onClose={onDone}
    />
  );
}

/** What a run counts as against the metrics is less: a flag decides nothing there. */
const compared =
  'Each pass, fail or flag of it that a person reviewed is compared with the review: a flag counts as a fail, no flag as a pass.';

function AgreementShown({ metric }: { metric: Metric }) {
  const agreement = metric.review_agreement;
  if (agreement === null || agreement.agreement === null)
    return (
      <span className="flex min-w-0 items-center gap-1.5">
        <Link
          className="link"
          to="/review"
          search={{ metric: metric.id }}
          aria-label={`${agreement === null ? 'Not reviewed' : `Decided none of ${agreement.reviewed} reviewed`}: review what ${metric.name} says`}
        >
          {agreement === null ? 'Not reviewed' : `Decided none of ${agreement.reviewed} reviewed`}
        </Link>
        {agreement === null ? null : (
          <Explained
            name="Decided none"
            says={`Of the verdicts of ${metric.name} that people reviewed, none was a pass, a fail or a flag, so there is nothing to compare. What it decided and nobody reviewed does not count here.`}
          />
        )}
      </span>
    );
  const { n, kappa, low, high, agreement: share } = agreement;
  const isTold = n >= reviewsToTell;
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Link to="/review" search={{ metric: metric.id }} className="link block min-w-0 truncate tabular-nums">
        {isTold ? `${formatPercent(share * 100)} of ${plural(n, 'review')}` : tooFewReviews(n)}
      </Link>
      <Explained
        name="May it be luck?"
        says={
          !isTold
            ? `${compared} Of so few, ${metric.name} and people may agree or differ by luck. A share is shown from ${reviewsToTell} reviews on.`
            : kappa === null || low === null || high === null
              ? `${compared} One of the two always says the same, so it may well be luck that they agree.`
              : `${compared} How much of it is no luck (Cohen’s κ): ${formatNumber(kappa, 2)}, where 0 is luck alone and 1 is the same each time. With more such reviews it would most likely lie between ${formatNumber(low, 2)} and ${formatNumber(high, 2)}.`
        }
      />
    </span>
  );
}

const backends = {
  builtin: 'Built in',
  judge: 'A language model',
  code: 'Code of yours',
  sdk: 'A connected program',
} as const;

interface Actions {
  open: (metric: Metric) => void;
  remove: (metric: Metric) => void;
}

const KindTitle = ({ kind }: { kind: string }) => useKindTitle(kind);

const columnsOf = ({ open, remove }: Actions): readonly GridColumn<Metric>[] => [
  {
    id: 'name',
    header: 'Metric',
    track: 'minmax(12rem,3fr)',
    sortable: true,
    cell: (metric) => (
      <div className="grid min-w-0">
        <button
          type="button"
          className="touch:min-h-11 text-left leading-tight font-medium hover:text-signal hover:underline"
          onClick={() => open(metric)}
        >
          <span className="line-clamp-2 break-words">{metric.name}</span>
        </button>
        <span className="truncate text-[0.8125rem] text-muted">{metric.description}</span>
      </div>
    ),
  },
  {
    id: 'backend',
    header: 'Judges by',
    track: 'minmax(8rem,1fr)',
    wideOnly: true,
    cell: ({ backend, kind }) => (
      <span className="line-clamp-2 break-words">
        {kind === null ? backends[backend] : <KindTitle kind={kind} />}
      </span>
    ),
  },
  {
    id: 'requirements',
    header: 'Requirements',
    track: 'minmax(7rem,1fr)',
    wideOnly: true,
    cell: ({ requirements }) => (
      <span className="flex gap-1 overflow-hidden">
        {requirements.map(({ id, name }) => (
          <Chip key={id}>{name}</Chip>
        ))}
      </span>
    ),
  },
  {
    id: 'agreement',
    header: 'Agrees with reviews',
    track: '10rem',
    wideOnly: true,
    cell: (metric) => <AgreementShown metric={metric} />,
  },
  {
    id: 'updated_at',
    header: 'Updated',
    track: '8rem',
    sortable: true,
    wideOnly: true,
    cell: (metric) => <Time at={metric.updated_at} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    track: '11rem',
    cell: (metric) => (
      <span className="flex justify-end gap-1.5">
        <Button size="small" aria-label={`Open ${metric.name}`} onClick={() => open(metric)}>
          Open
        </Button>
        <MoreMenu
          name={metric.name}
          removal={metric.permitted_actions.includes('delete') ? { onSelect: () => remove(metric) } : null}
        />
      </span>
    ),
  },
];
