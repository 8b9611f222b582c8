import { and, inArray } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '../database.ts';
import type { MemberPrincipal } from '../http/index.ts';
import { visibleTo } from './access.ts';

type NamedTable = PgTable & {
  readonly id: PgColumn;
  readonly name: PgColumn;
  readonly organizationId: PgColumn;
  readonly projectId: PgColumn;
};

/**
 * The names of things by their ids, the deleted ones too: what cites them is still read. Of those that the caller sees: what
 * cites them may belong to every project, and they to one.
 */
export async function readNamesSeen(
  tx: Tx,
  table: NamedTable,
  principal: MemberPrincipal,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(and(visibleTo(principal, table), inArray(table.id, [...ids])));
  return new Map(rows.map(({ id, name }) => [String(id), String(name)]));
}
