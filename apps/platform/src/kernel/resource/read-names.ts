import { and, eq, inArray } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '../database.ts';

type NamedTable = PgTable & {
  readonly id: PgColumn;
  readonly name: PgColumn;
  readonly organizationId: PgColumn;
};

/** The names of things by their ids, the deleted ones too: what cites them is still read. */
export async function readNames(
  tx: Tx,
  table: NamedTable,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(and(eq(table.organizationId, organizationId), inArray(table.id, [...ids])));
  return new Map(rows.map(({ id, name }) => [String(id), String(name)]));
}
