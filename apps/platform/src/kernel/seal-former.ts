import { and, asc, getTableColumns, gt, eq, sql, type InferSelectModel, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import type { Log } from './log.ts';

const rowsAtOnce = 200;

interface Former<Table extends PgTable> {
  /** As an operator calls it. */
  readonly what: string;
  readonly table: Table;
  readonly key: PgColumn;
  /** Rows that may hold something in the clear, as far as the database can tell. */
  readonly where?: SQL | undefined;
  /** The columns of a row with what is secret in them sealed; undefined where nothing is in the clear. */
  readonly sealed: (row: InferSelectModel<Table>) => Partial<InferSelectModel<Table>> | undefined;
}

/**
 * Seals what rows of a former version hold in the clear, when the program starts. Each row stands for itself, so one that was
 * cut short goes on at the next start; of several processes, and of people who change a row meanwhile, the first one writes.
 */
export async function sealFormer<Table extends PgTable>(
  { database, log }: { readonly database: Database; readonly log: Log },
  { what, table, key, where, sealed }: Former<Table>,
): Promise<number> {
  let rows = 0;
  for (let last: unknown; ;) {
    const found = await database.query
      .select({
        ...getTableColumns(table as PgTable),
        rowKey: sql<unknown>`${key}`,
        revision: sql<string>`xmin::text`,
      })
      .from(table as PgTable)
      .where(and(where, last === undefined ? undefined : gt(key, last)))
      .orderBy(asc(key))
      .limit(rowsAtOnce);
    for (const { rowKey, revision, ...row } of found) {
      const changes = sealed(row as InferSelectModel<Table>);
      if (changes === undefined) continue;
      const written = await database.query
        .update(table as PgTable)
        .set(changes)
        .where(sql`${eq(key, rowKey)} and xmin::text = ${revision}`)
        .returning({ key });
      rows += written.length;
    }
    last = found.at(-1)?.rowKey;
    if (found.length < rowsAtOnce) break;
  }
  if (rows > 0) log.info({ what, rows }, 'credentials in addresses were sealed');
  return rows;
}
