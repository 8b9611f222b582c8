import { and, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '../database.ts';
import { Page } from './answer.ts';
import type { ListPlan } from './list-query.ts';

interface Wish<Row, Shown> {
  readonly plan: ListPlan;
  /** What the caller may see at all; the plan narrows it further. */
  readonly within: SQL | undefined;
  readonly present: (row: Row) => Shown;
}

/** One page of the rows of a table, and how many there are in all: what most lists are. */
export async function readPage<Table extends PgTable, Shown>(
  tx: Tx,
  table: Table,
  { plan, within, present }: Wish<Table['$inferSelect'], Shown>,
): Promise<Page<Shown>> {
  const where = and(within, plan.where);
  const rows = await tx
    .select()
    .from(table as PgTable)
    .where(where)
    .orderBy(...plan.orderBy)
    .limit(plan.limit)
    .offset(plan.offset);
  return new Page((rows as Table['$inferSelect'][]).map(present), await tx.$count(table, where));
}
