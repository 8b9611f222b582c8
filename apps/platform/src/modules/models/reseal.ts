import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#kernel/database';
import type { Jobs } from '#kernel/jobs';
import type { Log } from '#kernel/log';
import type { Sealer } from '#kernel/seal';
import { keyContext } from './key-context.ts';
import { aiModels as table } from './tables.ts';

const resealModels = { name: 'reseal-models', payload: z.object({}), cron: '*/30 * * * *' };
const rowsAtOnce = 500;

interface Options {
  readonly database: Database;
  readonly sealer: Sealer;
}

/** While a key is being replaced: keys of models that the former one still holds are sealed with the new one. */
export function registerModelReseal(options: Options & { jobs: Jobs; log: Log }): void {
  options.jobs.work(resealModels, async () => {
    options.log.info(await resealModelKeys(options), 'keys of models sealed with the current key');
  });
}

export interface Resealed {
  readonly resealed: number;
  /** Neither key opens these; they are entered again. */
  readonly unreadable: number;
}

export async function resealModelKeys({ database, sealer }: Options): Promise<Resealed> {
  let [resealed, unreadable] = [0, 0];
  for (let last: string | undefined; ;) {
    const rows = await database.query
      .select({ id: table.id, sealed: table.apiKeySealed })
      .from(table)
      .where(and(isNotNull(table.apiKeySealed), last === undefined ? undefined : gt(table.id, last)))
      .orderBy(asc(table.id))
      .limit(rowsAtOnce);
    for (const { id, sealed } of rows) {
      if (sealed === null || !sealer.isStale(sealed)) continue;
      const plain = sealer.open(sealed, keyContext(id));
      if (plain === undefined) {
        unreadable += 1;
        continue;
      }
      // Only if nobody has changed it since it was read.
      const written = await database.query
        .update(table)
        .set({ apiKeySealed: sealer.seal(plain, keyContext(id)) })
        .where(and(eq(table.id, id), eq(table.apiKeySealed, sealed)))
        .returning({ id: table.id });
      resealed += written.length;
    }
    last = rows.at(-1)?.id;
    if (rows.length < rowsAtOnce) return { resealed, unreadable };
  }
}
