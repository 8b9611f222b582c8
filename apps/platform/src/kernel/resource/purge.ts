import { and, asc, inArray, lt, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Database, Tx } from '../database.ts';
import type { Jobs } from '../jobs.ts';
import type { Log } from '../log.ts';
import type { Resource, ResourceTable } from './resource.ts';
import { tombstones, type Tombstone } from './tombstones.ts';

/** A row that is about to be deleted for good. */
type Deleted = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly organizationId: string;
  readonly deletedAt: Date;
};

/** A resource whose deleted rows go for good after a while. */
export interface Purged {
  readonly resource: Resource;
  /** What results cite of it, beside its name. */
  readonly cited?: (row: Deleted) => Record<string, unknown>;
  /** What goes with it, in its transaction, where the database does not see to it. */
  readonly alsoRemove?: (tx: Tx, ids: readonly string[]) => Promise<void>;
}

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly retentionDays: number;
  readonly purged: readonly Purged[];
}

const purge = { name: 'purge-deleted', payload: z.object({}), cron: '23 3 * * *' };
const rowsAtOnce = 500;

/** Deleted things can be restored for so long, and are then forgotten but for a tombstone. */
export function registerPurge(options: Options & { readonly jobs: Jobs; readonly log: Log }): void {
  options.jobs.work(purge, async () => {
    options.log.info({ purged: await purgeDeleted(options) }, 'deleted things removed for good');
  });
}

/** How many of each were removed. In pieces, so that no transaction holds a table's worth of rows. */
export async function purgeDeleted({
  database,
  clock,
  retentionDays,
  purged,
}: Options): Promise<Record<string, number>> {
  const now = new Date(clock.now());
  const before = new Date(now.getTime() - retentionDays * 86_400_000);
  const counts: Record<string, number> = {};
  for (const entry of purged)
    for (let removed = rowsAtOnce; removed === rowsAtOnce;) {
      removed = await database.system((tx) => purgeSome(tx, entry, { before, now }));
      counts[entry.resource.entity] = (counts[entry.resource.entity] ?? 0) + removed;
    }
  return counts;
}

async function purgeSome(
  tx: Tx,
  { resource, cited, alsoRemove }: Purged,
  { before, now }: { readonly before: Date; readonly now: Date },
): Promise<number> {
  const table: ResourceTable = resource.table;
  if (!table.deletedAt) throw new Error(`Nothing of ${resource.entity} is ever deleted softly.`);
  const rows = (await tx
    .select()
    .from(table as PgTable)
    .where(and(lt(table.deletedAt, before)))
    .orderBy(asc(table.deletedAt))
    .limit(rowsAtOnce)
    .for('update', { skipLocked: true })) as Deleted[];
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await tx
    .insert(tombstones)
    .values(rows.map((row) => tombstoneOf(row, { entity: resource.entity, cited: cited?.(row) ?? {}, now })))
    .onConflictDoNothing();
  await alsoRemove?.(tx, ids);
  const removed = await tx
    .delete(table)
    .where(inArray(table.id, ids))
    .returning({ one: sql`1` });
  return removed.length;
}

function tombstoneOf(
  row: Deleted,
  {
    entity,
    cited,
    now,
  }: { readonly entity: string; readonly cited: Record<string, unknown>; readonly now: Date },
): Tombstone {
  const { projectId } = row;
  // Documents have a title, files the name they came with.
  const name = row['name'] ?? row['title'] ?? row['filename'];
  return {
    organizationId: row.organizationId,
    projectId: typeof projectId === 'string' ? projectId : null,
    entity,
    id: row.id,
    name: typeof name === 'string' ? name : '',
    cited,
    deletedAt: row.deletedAt,
    purgedAt: now,
  };
}
