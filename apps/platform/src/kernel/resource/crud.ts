import type { RestorableListQuery } from '@sonde/contract';
import type { Clock } from '../clock.ts';
import type { Database, Tx } from '../database.ts';
import { newId } from '../ids.ts';
import { Page, type MemberPrincipal } from '../http/index.ts';
import type { Resource, ResourceTable, RowOf } from './resource.ts';
import { createRows, type Rows } from './rows.ts';
import type { ExpectedVersions } from './versions.ts';

/** Columns that every row has, which its maker need not fill in. */
interface Made {
  readonly id: string;
  readonly organizationId: string;
  readonly projectId: string | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface CrudOptions<Table extends ResourceTable, Create, Update, Shown> {
  readonly resource: Resource<Table>;
  readonly database: Database;
  readonly clock: Clock;
  /** The project a new one belongs to, which the caller may see and nobody deletes until it is in there; null for none. */
  readonly projectOf: (tx: Tx, principal: MemberPrincipal, input: Create) => Promise<string | null>;
  /** The columns that the input fills, beside those that every row has. */
  readonly newRow: (input: Create, made: Made) => Omit<Table['$inferInsert'], keyof Made>;
  /** The columns that the input names; what is left out stays. */
  readonly changes: (input: Update, row: RowOf<Table>) => Partial<RowOf<Table>>;
  /** Rows as they are shown, in their order, with what belongs to them elsewhere. */
  readonly show: (tx: Tx, principal: MemberPrincipal, rows: readonly RowOf<Table>[]) => Promise<Shown[]>;
}

export type Crud<Table extends ResourceTable, Create, Update, Shown> = ReturnType<
  typeof createCrud<Table, Create, Update, Shown>
>;

/** The service of a plain resource: each operation one tenant transaction. */
export function createCrud<Table extends ResourceTable, Create, Update, Shown>(
  options: CrudOptions<Table, Create, Update, Shown>,
) {
  const { database, resource, clock, show } = options;
  const rows: Rows<Table> = createRows({ resource, clock });
  const showOne = async (tx: Tx, principal: MemberPrincipal, row: RowOf<Table>): Promise<Shown> => {
    const [shown] = await show(tx, principal, [row]);
    if (shown === undefined) throw new Error('A row was not shown.');
    return shown;
  };
  const oneOf = (principal: MemberPrincipal, work: (tx: Tx) => Promise<RowOf<Table>>): Promise<Shown> =>
    database.tenant(principal.organizationId, async (tx) => showOne(tx, principal, await work(tx)));

  return {
    rows,

    create: (principal: MemberPrincipal, input: Create): Promise<Shown> =>
      oneOf(principal, async (tx) => {
        const projectId = await options.projectOf(tx, principal, input);
        return rows.insert(tx, newRow(options, { principal, input, projectId }));
      }),

    list: (principal: MemberPrincipal, query: RestorableListQuery): Promise<Page<Shown>> =>
      database.tenant(principal.organizationId, async (tx) => {
        const page = await rows.list(tx, principal, query, (row) => row);
        return new Page(await show(tx, principal, page.rows), page.total, page);
      }),

    get: (principal: MemberPrincipal, id: string, includeDeleted = false): Promise<Shown> =>
      oneOf(principal, (tx) => rows.get(tx, principal, id, { includeDeleted })),

    update: (
      principal: MemberPrincipal,
      id: string,
      input: Update,
      expected?: ExpectedVersions,
    ): Promise<Shown> =>
      oneOf(principal, async (tx) => {
        const row = await rows.get(tx, principal, id, { forUpdate: true });
        return rows.patchRow(tx, row, options.changes(input, row), expected);
      }),

    remove: (principal: MemberPrincipal, id: string): Promise<Shown> =>
      oneOf(principal, (tx) => rows.remove(tx, principal, id)),

    restore: (principal: MemberPrincipal, id: string): Promise<Shown> =>
      oneOf(principal, (tx) => rows.restore(tx, principal, id)),
  };
}

function newRow<Table extends ResourceTable, Create, Update, Shown>(
  { clock, newRow: fill }: CrudOptions<Table, Create, Update, Shown>,
  { principal, input, projectId }: { principal: MemberPrincipal; input: Create; projectId: string | null },
): Table['$inferInsert'] {
  const at = new Date(clock.now());
  const made: Made = {
    id: newId(),
    organizationId: principal.organizationId,
    projectId,
    createdBy: principal.userId,
    createdAt: at,
    updatedAt: at,
  };
  return { ...fill(input, made), ...made };
}

/** The columns that were named: what is undefined is left as it is. */
export const namedColumns = <Row extends object>(columns: {
  readonly [Name in keyof Row]?: Row[Name] | undefined;
}): Partial<Row> =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Partial<Row>;
