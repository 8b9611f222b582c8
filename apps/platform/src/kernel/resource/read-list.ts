import { and, count, getTableColumns, inArray, is, sql, type SQL, type Subquery } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { asOwner, type Tx } from '../database.ts';
import { Page } from '../http/index.ts';
import type { ListPlan, Position } from './list-plan.ts';

/** Beyond this many rows a total is estimated: counting a million takes longer than anybody looks at it. */
export const exactTotal = 10_000;
/** The same for what a search finds: each match means reading a text, and those that do not match are read as well. */
export const exactTotalOfSearch = 1_000;

interface Listing<Row, Shown> {
  readonly plan: ListPlan;
  /** What the caller may see at all, the organization first; the plan narrows it further. */
  readonly within: SQL | undefined;
  readonly present: (row: Row) => Shown;
}

type Source = PgTable | Subquery;
type Columns = Parameters<Tx['select']>[0] & object;

/**
 * One page of a table, or of a query over several, and how many rows there are in all. Page and total are two
 * statements sent together: counted along with the page, every row would have to be read with all its columns.
 */
export async function readList<Table extends PgTable, Shown>(
  tx: Tx,
  table: Table,
  listing: Listing<Table['$inferSelect'], Shown>,
): Promise<Page<Shown>> {
  return readRows(tx, { source: table, columns: getTableColumns(table) as Columns }, listing);
}

/** The same where the columns are chosen. */
export async function readRows<Row, Shown>(
  tx: Tx,
  { source, columns }: { readonly source: Source; readonly columns: Columns },
  { plan, within, present }: Listing<Row, Shown>,
): Promise<Page<Shown>> {
  const matching = and(within, plan.filter, plan.search);
  const where = and(matching, plan.after);
  const isDeep = plan.offset > 0 && is(source, PgTable);
  const countedTo = plan.search ? exactTotalOfSearch : exactTotal;
  const [found, counted] = await Promise.all([
    tx
      .select({ ...columns, positionValue: plan.position.value, positionId: plan.position.id })
      .from(source)
      .where(isDeep ? inArray(plan.id, idsOfPage(tx, source, plan, where)) : where)
      .orderBy(...plan.orderBy)
      // One more than asked for tells whether there is a next page.
      .limit(plan.limit + 1)
      .offset(isDeep ? 0 : plan.offset),
    plan.total ?? countRows(tx, source, matching, countedTo),
  ]);
  const rows = found.slice(0, plan.limit);
  const last = found.length > plan.limit ? rows.at(-1) : undefined;
  const isExact = counted <= countedTo;
  const total = isExact
    ? counted
    : (plan.total ?? Math.max(await estimateRows(tx, source, matching), countedTo + 1));
  const position: Position | undefined = last && {
    value: last['positionValue'] as string | null,
    id: last['positionId'] as string,
    ...(isExact ? {} : { total }),
  };
  return new Page(
    rows.map(({ positionValue: _value, positionId: _id, ...row }) => present(row as Row)),
    total,
    { isExact, next: position && JSON.stringify(position) },
  );
}

/** What stands before a page is sorted by its keys alone: whole rows of which nobody sees anything would not fit in memory. */
const idsOfPage = (tx: Tx, source: PgTable, plan: ListPlan, where: SQL | undefined) =>
  tx
    .select({ id: plan.id })
    .from(source)
    .where(where)
    .orderBy(...plan.orderBy)
    .limit(plan.limit + 1)
    .offset(plan.offset);

async function countRows(tx: Tx, source: Source, where: SQL | undefined, most: number): Promise<number> {
  const some = tx
    .select({ one: sql`1`.as('one') })
    .from(source)
    .where(where)
    .limit(most + 1)
    .as('some');
  const [counted] = await tx.select({ total: count() }).from(some);
  return counted?.total ?? 0;
}

/**
 * What the planner expects. It is asked as the owner: a policy that says once more what the condition says would be
 * taken for a second condition, and the estimate would be far too low. Nothing is read.
 */
async function estimateRows(tx: Tx, source: Source, where: SQL | undefined): Promise<number> {
  const all = tx
    .select({ one: sql`1`.as('one') })
    .from(source)
    .where(where);
  const { rows } = await asOwner(tx, () =>
    tx.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(sql`explain (format json) ${all}`),
  );
  const expected = rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
  return Math.round(expected);
}
