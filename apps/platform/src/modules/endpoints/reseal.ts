import { and, asc, eq, gt, isNotNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#kernel/database';
import type { Jobs } from '#kernel/jobs';
import type { Log } from '#kernel/log';
import type { Sealer } from '#kernel/seal';
import { updateSecrets } from './secrets.ts';
import { endpoints as table } from './tables.ts';

const resealEndpoints = { name: 'reseal-endpoints', payload: z.object({}), cron: '*/30 * * * *' };
const rowsAtOnce = 500;

interface Options {
  readonly database: Database;
  readonly sealer: Sealer;
}

/** While a key is being replaced: seals with the new one what the former one still holds, so that it can be let go. */
export function registerReseal(options: Options & { jobs: Jobs; log: Log }): void {
  options.jobs.work(resealEndpoints, async () => {
    const resealed = await resealAll(options);
    options.log.info({ resealed }, 'credentials of endpoints sealed with the current key');
  });
}

export async function resealAll({ database, sealer }: Options): Promise<number> {
  let resealed = 0;
  for (let last: string | undefined; ;) {
    const rows = await database.query
      .select()
      .from(table)
      .where(
        and(
          last === undefined ? undefined : gt(table.id, last),
          or(
            isNotNull(table.authTokenSealed),
            isNotNull(table.clientSecretSealed),
            isNotNull(table.secretHeadersSealed),
            isNotNull(table.secretsSealed),
          ),
        ),
      )
      .orderBy(asc(table.id))
      .limit(rowsAtOnce);
    for (const row of rows) {
      const sealed = updateSecrets(sealer, row, {});
      const isSame =
        sealed.authTokenSealed === row.authTokenSealed &&
        sealed.clientSecretSealed === row.clientSecretSealed &&
        sealed.secretHeadersSealed === row.secretHeadersSealed &&
        sealed.secretsSealed === row.secretsSealed;
      if (isSame) continue;
      // Only if nobody has changed the secrets since they were read.
      const written = await database.query
        .update(table)
        .set(sealed)
        .where(
          and(
            eq(table.id, row.id),
            sql`(${table.authTokenSealed}, ${table.clientSecretSealed}, ${table.secretHeadersSealed}, ${table.secretsSealed}) is not distinct from
              (${row.authTokenSealed}::text, ${row.clientSecretSealed}::text, ${row.secretHeadersSealed}::text, ${row.secretsSealed}::text)`,
          ),
        )
        .returning({ id: table.id });
      resealed += written.length;
    }
    last = rows.at(-1)?.id;
    if (rows.length < rowsAtOnce) return resealed;
  }
}
