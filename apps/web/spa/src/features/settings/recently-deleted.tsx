import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Permission } from '@sonde/contract';
import { Undo2 } from 'lucide-react';
import type { Api } from '../../lib/api.ts';
import { plural } from '../../lib/format.ts';
import { useApi, useMay } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SimpleTable } from '../../ui/simple-table.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { useMessages } from '../../ui/toast.tsx';

interface Deleted {
  readonly id: string;
  readonly name: string;
  readonly deletedAt: string;
}

interface Kind {
  readonly title: string;
  readonly needs: Permission;
  readonly list: (api: Api, signal: AbortSignal) => Promise<{ rows: readonly Deleted[]; total: number }>;
  readonly restore: (api: Api, id: string) => Promise<unknown>;
}

const SHOWN = 50;
const query = {
  include_deleted: 'true',
  $filter: 'deleted_at ne null',
  sort_by: 'deleted_at',
  sort_order: 'desc',
  limit: SHOWN,
} as const;

type Row = { readonly id: string; readonly deleted_at: string | null };

const shown = <Item extends Row>(
  { items, total }: { items: readonly Item[]; total: number },
  nameOf: (item: Item) => string,
) => ({
  rows: items.map((item) => ({ id: item.id, name: nameOf(item), deletedAt: item.deleted_at ?? '' })),
  total,
});

const kinds: readonly Kind[] = [
  {
    title: 'Endpoints',
    needs: 'endpoint:delete',
    list: async (api, signal) =>
      shown(await api.list('listEndpoints', { query, signal }), ({ name }) => name),
    restore: (api, id) => api.call('restoreEndpoint', { params: { id } }),
  },
  {
    title: 'Requirements',
    needs: 'requirement:delete',
    list: async (api, signal) =>
      shown(await api.list('listRequirements', { query, signal }), ({ name }) => name),
    restore: (api, id) => api.call('restoreRequirement', { params: { id } }),
  },
  {
    title: 'Test sets',
    needs: 'test_set:delete',
    list: async (api, signal) => shown(await api.list('listTestSets', { query, signal }), ({ name }) => name),
    restore: (api, id) => api.call('restoreTestSet', { params: { id } }),
  },
  {
    title: 'Metrics',
    needs: 'metric:delete',
    list: async (api, signal) => shown(await api.list('listMetrics', { query, signal }), ({ name }) => name),
    restore: (api, id) => api.call('restoreMetric', { params: { id } }),
  },
  {
    title: 'Sources',
    needs: 'source:delete',
    list: async (api, signal) =>
      shown(await api.list('listSources', { query, signal }), ({ title }) => title),
    restore: (api, id) => api.call('restoreSource', { params: { id } }),
  },
];

/** What was deleted within the last weeks, and the way back. */
export function RecentlyDeleted() {
  const may = useMay();
  return (
    <>
      <p className="max-w-prose text-muted">
        Deleted things can be restored for 30 days, unless the operator has set another time. Then they are
        gone for good; results that cite them stay readable.
      </p>
      {kinds
        .filter(({ needs }) => may(needs))
        .map((kind) => (
          <DeletedKind key={kind.title} kind={kind} />
        ))}
    </>
  );
}

function DeletedKind({ kind }: { kind: Kind }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const messages = useMessages();
  const found = useQuery({
    queryKey: ['deleted', kind.title],
    queryFn: ({ signal }) => kind.list(api, signal),
  });
  const restore = useMutation({
    mutationFn: ({ id }: Deleted) => kind.restore(api, id),
    onSuccess: (_answer, { name }) => {
      messages.say(`${name} is back`);
      void queryClient.invalidateQueries();
    },
    onError: (error) => messages.fail('It could not be restored', error),
  });
  const rows = found.data?.rows ?? [];
  const more = (found.data?.total ?? 0) - rows.length;
  return (
    <Section title={kind.title}>
      {found.isPending ? <SkeletonLines count={2} /> : null}
      {found.error ? <ProblemNotice error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.data && rows.length === 0 ? <p className="text-muted">None deleted.</p> : null}
      {rows.length > 0 ? (
        <SimpleTable
          label={`Deleted ${kind.title.toLowerCase()}`}
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            { header: 'Name', cell: ({ name }) => <span className="break-all">{name}</span> },
            { header: 'Deleted', cell: ({ deletedAt }) => <Time at={deletedAt} /> },
            {
              header: 'Actions',
              hideHeader: true,
              cell: (row) => (
                <Button
                  size="small"
                  icon={<Undo2 aria-hidden size={15} />}
                  aria-label={`Restore ${row.name}`}
                  busy={restore.isPending && restore.variables.id === row.id}
                  onClick={() => restore.mutate(row)}
                >
                  Restore
                </Button>
              ),
            },
          ]}
        />
      ) : null}
      {more > 0 ? <p className="text-muted">And {plural(more, 'older one')}.</p> : null}
    </Section>
  );
}
