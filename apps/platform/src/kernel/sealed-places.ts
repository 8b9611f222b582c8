import { asc, eq, getTableColumns, gt, sql, type InferSelectModel } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Database } from './database.ts';
import type { Jobs } from './jobs.ts';
import type { Log } from './log.ts';
import type { Sealer } from './seal.ts';

/** Seals a text anew that the former key still holds; any other comes back as it is. */
export type Anew = <Text extends string | null>(sealed: Text, context: string) => Text | string;

/** A table with sealed texts in it, and what each of them is bound to. */
export interface SealedPlace {
  /** As an operator calls it. */
  readonly what: string;
  readonly table: PgTable;
  readonly key: PgColumn;
  /** The columns with sealed texts, of one row, sealed anew. */
  readonly again: (row: Record<string, unknown>, anew: Anew) => Record<string, unknown>;
}

export const sealedPlace = <Table extends PgTable>(place: {
  readonly what: string;
  readonly table: Table;
  readonly key: PgColumn;
  readonly again: (row: InferSelectModel<Table>, anew: Anew) => Partial<InferSelectModel<Table>>;
}): SealedPlace => ({ ...place, again: (row, anew) => place.again(row as InferSelectModel<Table>, anew) });

export interface Resealed {
  readonly what: string;
  readonly rows: number;
  /** Texts that neither key opens; they are entered again. */
  readonly unreadable: number;
  /** Rows that somebody else changed at each of many looks, so that the former key may be needed yet. */
  readonly left: number;
}

interface Options {
  readonly database: Database;
  readonly sealer: Sealer;
}

const rowsAtOnce = 200;

/** A row that changes between a look and the write is met at the next; one that does so this often is told as left. */
const looksMax = 20;

/**
 * While a key is being replaced: seals with the new one what the former one still holds, so that it can be let go. Looks
 * until a look finds nothing, since rows are written meanwhile, behind the place it has come to as well.
 */
export async function reseal(options: Options, place: SealedPlace): Promise<Resealed> {
  let rows = 0;
  for (let look = 1; ; look += 1) {
    const { stale, written, unreadable } = await lookThrough(options, place);
    rows += written;
    if (stale === 0 || look === looksMax)
      return { what: place.what, rows, unreadable, left: stale - written };
  }
}

/** Once through the table: how many rows the former key holds, how many of them were sealed anew, and what neither opens. */
async function lookThrough({ database, sealer }: Options, { table, key, again }: SealedPlace) {
  let [stale, written, unreadable] = [0, 0, 0];
  const anew: Anew = (sealed, context) => {
    if (!sealed || !sealer.isStale(sealed)) return sealed;
    const plain = sealer.open(sealed, context);
    if (plain === undefined) unreadable += 1;
    return plain === undefined ? sealed : sealer.seal(plain, context);
  };
  for (let last: unknown; ;) {
    const found = await database.query
      .select({ ...getTableColumns(table), rowKey: sql<unknown>`${key}`, revision: sql<string>`xmin::text` })
      .from(table)
      .where(last === undefined ? undefined : gt(key, last))
      .orderBy(asc(key))
      .limit(rowsAtOnce);
    for (const { rowKey, revision, ...rest } of found) {
      const row: Record<string, unknown> = rest;
      const sealed = again(row, anew);
      if (
        Object.entries(sealed).every(([name, value]) => JSON.stringify(value) === JSON.stringify(row[name]))
      )
        continue;
      stale += 1;
      // Only if nobody has changed the row since it was read.
      const changed = await database.query
        .update(table)
        .set(sealed)
        .where(sql`${eq(key, rowKey)} and xmin::text = ${revision}`)
        .returning({ key });
      written += changed.length;
    }
    last = found.at(-1)?.rowKey;
    if (found.length < rowsAtOnce) return { stale, written, unreadable };
  }
}

const resealAll = { name: 'reseal', payload: z.object({}), cron: '*/30 * * * *' };

/** For the time in which both keys are set: what is written with the former one meanwhile does not stay behind. */
export function registerReseal(
  options: Options & { jobs: Jobs; log: Log },
  places: readonly SealedPlace[],
): void {
  options.jobs.work(resealAll, async () => {
    for (const place of places) options.log.info(await reseal(options, place), 'sealed with the current key');
  });
}
