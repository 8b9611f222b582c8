import type { ListQuery } from '@sonde/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Clock } from '../clock.ts';
import { asOwner, type Tx } from '../database.ts';
import type { MemberPrincipal, Page } from '../http/index.ts';
import { livingOrRestorable, requireTheirs, requireWithinReach, visibleTo } from './access.ts';
import { planList } from './list-plan.ts';
import { readList } from './read-list.ts';
import type { Resource, ResourceTable, RowOf } from './resource.ts';
import { findTombstone } from './tombstones.ts';
import { requireVersion, type ExpectedVersions } from './versions.ts';

export interface GetOptions {
  /** It is to be changed: locked, and refused to those who may see it and not change it. */
  readonly forUpdate?: boolean;
  /** The same without the lock, where something is put into it or taken out of it. */
  readonly toChange?: boolean;
  /** A deleted one too, for those who may restore it. */
  readonly includeDeleted?: boolean;
}

export type Rows<Table extends ResourceTable> = ReturnType<typeof createRows<Table>>;

/** What every resource does with its rows, each inside the caller's tenant transaction. */
export function createRows<Table extends ResourceTable>({
  resource,
  clock,
}: {
  readonly resource: Resource<Table>;
  readonly clock: Clock;
}) {
  type Row = RowOf<Table>;
  const now = (): Date => new Date(clock.now());
  const save = <T>(work: Promise<T>): Promise<T> => refusingTakenNames(resource, work);
  const get = (tx: Tx, principal: MemberPrincipal, id: string, options: GetOptions = {}): Promise<Row> =>
    getRow(tx, resource, { principal, id, options });
  const write = (tx: Tx, row: Row, changes: Record<string, unknown>): Promise<Row> =>
    save(writeRow(tx, resource, row, { ...changes, updatedAt: now() }));

  /** For deleting: a living row, locked, that the caller made or is above. */
  async function getTheirs(tx: Tx, principal: MemberPrincipal, id: string): Promise<Row> {
    const row = await get(tx, principal, id, { forUpdate: true });
    requireTheirs(principal, row);
    return row;
  }

  return {
    get,

    list: <Shown>(
      tx: Tx,
      principal: MemberPrincipal,
      query: ListQuery & { readonly include_deleted?: 'true' | 'false' | undefined },
      present: (row: Row) => Shown,
    ): Promise<Page<Shown>> => listRows(tx, resource, { principal, query, present }),

    insert: (tx: Tx, row: Table['$inferInsert']): Promise<Row> => save(insertRow(tx, resource, row)),

    /** All or none. */
    insertMany: (tx: Tx, rows: readonly Table['$inferInsert'][]): Promise<unknown> =>
      save(tx.insert(resource.table as ResourceTable).values([...rows])),

    /** Changes a living row. Without an expected version the last write wins, and the version counts up all the same. */
    async patch(
      tx: Tx,
      principal: MemberPrincipal,
      id: string,
      changes: Partial<Row>,
      expected?: ExpectedVersions,
    ): Promise<Row> {
      const row = await get(tx, principal, id, { forUpdate: true });
      return write(tx, checked(row, expected), changes);
    },

    /** For a row that was read for update before. */
    patchRow: (tx: Tx, row: Row, changes: Partial<Row>, expected?: ExpectedVersions): Promise<Row> =>
      write(tx, checked(row, expected), changes),

    getTheirs,

    /** Soft: what cites it stays readable. */
    remove: async (tx: Tx, principal: MemberPrincipal, id: string): Promise<Row> =>
      write(tx, await getTheirs(tx, principal, id), { deletedAt: now() }),

    /** Restoring what is not deleted changes nothing. */
    async restore(tx: Tx, principal: MemberPrincipal, id: string): Promise<Row> {
      const row = await get(tx, principal, id, { forUpdate: true, includeDeleted: true });
      requireTheirs(principal, row);
      return (row as { deletedAt?: unknown }).deletedAt ? write(tx, row, { deletedAt: null }) : row;
    },
  };
}

function checked<Row>(row: Row, expected: ExpectedVersions): Row {
  const { version } = row as { version?: number };
  if (version !== undefined) requireVersion(expected, version);
  return row;
}

async function getRow<Table extends ResourceTable>(
  tx: Tx,
  resource: Resource<Table>,
  { principal, id, options }: { principal: MemberPrincipal; id: string; options: GetOptions },
): Promise<RowOf<Table>> {
  const { problems, path } = resource;
  const table: ResourceTable = resource.table;
  const query = tx
    .select()
    .from(table as PgTable)
    .where(and(visibleTo(principal, table), resource.within, eq(table.id, id)));
  const [row] = (await (options.forUpdate ? query.for('update') : query)) as RowOf<Table>[];
  if (!row) {
    if (problems.deleted && (await findTombstone(tx, principal, resource.entity, id)))
      throw problems.deleted({});
    throw problems.notFound();
  }
  const { deletedAt } = row as { deletedAt?: Date | null };
  const isToChange = options.forUpdate || options.toChange;
  if (isToChange && (!deletedAt || options.includeDeleted)) requireWithinReach(principal, row);
  if (!deletedAt) return row;
  if (!options.includeDeleted)
    throw (
      problems.deleted?.({ details: path ? { restore_url: `${path}/${id}/restore` } : {} }) ??
      problems.notFound()
    );
  livingOrRestorable(principal, resource, true);
  requireTheirs(principal, row);
  return row;
}

function listRows<Table extends ResourceTable, Shown>(
  tx: Tx,
  resource: Resource<Table>,
  {
    principal,
    query,
    present,
  }: {
    readonly principal: MemberPrincipal;
    readonly query: ListQuery & { readonly include_deleted?: 'true' | 'false' | undefined };
    readonly present: (row: RowOf<Table>) => Shown;
  },
): Promise<Page<Shown>> {
  const plan = planList(query, resource.fields, resource.sort, resource.searchedIn);
  const within = and(
    visibleTo(principal, resource.table),
    resource.within,
    livingOrRestorable(principal, resource, query.include_deleted === 'true'),
  );
  // No index over texts serves a search under row-level security, so the policy stands in the condition instead.
  if (!plan.search || !resource.searchedIn) return readList(tx, resource.table, { plan, within, present });
  const inOrganization = sql`${resource.table.organizationId} = app_organization_id()`;
  return asOwner(tx, () =>
    readList(tx, resource.table, { plan, within: and(within, inOrganization), present }),
  );
}

async function insertRow<Table extends ResourceTable>(
  tx: Tx,
  { table }: Resource<Table>,
  row: Table['$inferInsert'],
): Promise<RowOf<Table>> {
  const [inserted] = (await tx
    .insert(table as ResourceTable)
    .values(row)
    .returning()) as RowOf<Table>[];
  if (!inserted) throw new Error('An inserted row was not returned.');
  return inserted;
}

async function writeRow<Table extends ResourceTable>(
  tx: Tx,
  resource: Resource<Table>,
  row: RowOf<Table>,
  changes: Record<string, unknown>,
): Promise<RowOf<Table>> {
  const table: ResourceTable = resource.table;
  const { id, organizationId } = row as { id: string; organizationId: string };
  const [written] = (await tx
    .update(table)
    .set({ ...changes, ...(table.version ? { version: sql`${table.version} + 1` } : {}) })
    .where(and(eq(table.organizationId, organizationId), eq(table.id, id)))
    .returning()) as RowOf<Table>[];
  if (!written) throw resource.problems.notFound();
  return written;
}

/** The database decides whether a name is free, so two who choose it at once cannot both have it. */
async function refusingTakenNames<T>({ problems }: Resource, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { code } = ((error as Error).cause ?? error) as { code?: string };
    throw code === '23505' && problems.nameTaken ? problems.nameTaken() : error;
  }
}
