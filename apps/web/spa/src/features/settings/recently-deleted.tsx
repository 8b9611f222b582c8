import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Permission, TableEntry } from '@sonde/contract';
import { operationTable } from '@sonde/contract/table';
import { Undo2 } from 'lucide-react';
import type { Api, Listing, OperationName } from '../../lib/api.ts';
import { beginningOf, humanize, plural } from '../../lib/format.ts';
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

/** A sort of thing that can be restored, with the operations that list and restore it. */
interface Kind {
  readonly title: string;
  readonly needs: Permission;
  readonly list: OperationName;
  readonly restore: OperationName;
}

const SHOWN = 50;
const query = {
  include_deleted: 'true',
  $filter: 'deleted_at ne null',
  sort_by: 'deleted_at',
  sort_order: 'desc',
  limit: SHOWN,
};

const table = Object.entries(operationTable) as [OperationName, TableEntry][];

/** Whatever has an operation that restores it, so that nothing new is forgotten here. */
const kinds: readonly Kind[] = table.flatMap(([restore, { id, path, permission }]) => {
  if (permission === undefined) return [];
  const place = path.slice(0, -'/{id}/restore'.length);
  const list = table.find(([, entry]) => entry.method === 'GET' && entry.path === place)?.[0];
  const title = humanize(id.slice(0, -'.restore'.length));
  return list === undefined ? [] : [{ title, needs: permission, list, restore }];
});

/** What all lists answer, beside what the thing is called. */
interface Row {
  readonly id: string;
  readonly deleted_at: string | null;
  readonly name?: string | null;
  readonly title?: string | null;
  readonly filename?: string;
  readonly prompt?: { readonly content: string } | null;
}

/** The operations of all kinds have the same input and these rows, which the types of each cannot tell. */
interface AnyKind {
  list(name: OperationName, input: object): Promise<Listing<Row>>;
  call(name: OperationName, input: object): Promise<unknown>;
}
const ofAnyKind = (api: Api): AnyKind => api as unknown as AnyKind;

async function listDeleted(api: Api, operation: OperationName, signal: AbortSignal) {
  const { items, total } = await ofAnyKind(api).list(operation, { query, signal });
  const rows = items.map(({ id, deleted_at, name, title, filename, prompt }): Deleted => {
    const called = name ?? title ?? filename ?? beginningOf(prompt?.content ?? '', 200);
    return { id, name: called === '' ? id : called, deletedAt: deleted_at ?? '' };
  });
  return { rows, total };
}

const restoreOne = (api: Api, operation: OperationName, id: string): Promise<unknown> =>
  ofAnyKind(api).call(operation, { params: { id } });

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
    queryFn: ({ signal }) => listDeleted(api, kind.list, signal),
  });
  const restore = useMutation({
    mutationFn: ({ id }: Deleted) => restoreOne(api, kind.restore, id),
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
            { header: 'Name', cell: ({ name }) => <span className="break-words">{name}</span> },
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
