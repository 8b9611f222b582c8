import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#kernel/database';
import type { Jobs } from '#kernel/jobs';
import type { Log } from '#kernel/log';
import type { Sealer } from '#kernel/seal';
import { contextOf } from './sealing.ts';
import { experimentVersions as versions, projectParameters as parameters } from './tables.ts';

const resealParameters = { name: 'reseal-parameters', payload: z.object({}), cron: '*/30 * * * *' };
const rowsAtOnce = 200;

interface Options {
  readonly database: Database;
  readonly sealer: Sealer;
}

/** While a key is being replaced: seals with the new one what the former one still holds, so that it can be let go. */
export function registerReseal(options: Options & { jobs: Jobs; log: Log }): void {
  options.jobs.work(resealParameters, async () => {
    const resealed = (await resealProjects(options)) + (await resealVersions(options));
    options.log.info({ resealed }, 'secret parameters sealed with the current key');
  });
}

/** The text sealed anew, or as it is where it need not or cannot be. */
function again(sealer: Sealer, projectId: string, name: string, sealed: string): string {
  const context = contextOf(projectId, name);
  const plain = sealer.isStale(sealed) ? sealer.open(sealed, context) : undefined;
  return plain === undefined ? sealed : sealer.seal(plain, context);
}

async function resealProjects({ database, sealer }: Options): Promise<number> {
  let resealed = 0;
  for (let last: string | undefined; ;) {
    const rows = await database.query
      .select()
      .from(parameters)
      .where(
        and(
          last === undefined ? undefined : gt(parameters.projectId, last),
          sql`${parameters.sealed}::text <> '{}'`,
        ),
      )
      .orderBy(asc(parameters.projectId))
      .limit(rowsAtOnce);
    for (const { projectId, sealed: held } of rows) {
      const sealed = Object.fromEntries(
        Object.entries(held).map(([name, slots]) => [
          name,
          Object.fromEntries(
            Object.entries(slots).map(([slot, text]) => [slot, again(sealer, projectId, name, text)]),
          ),
        ]),
      );
      if (JSON.stringify(sealed) === JSON.stringify(held)) continue;
      // Only if nobody has changed the secrets since they were read.
      const written = await database.query
        .update(parameters)
        .set({ sealed })
        .where(
          and(eq(parameters.projectId, projectId), sql`${parameters.sealed}::text = ${JSON.stringify(held)}`),
        )
        .returning({ id: parameters.projectId });
      resealed += written.length;
    }
    last = rows.at(-1)?.projectId;
    if (rows.length < rowsAtOnce) return resealed;
  }
}

async function resealVersions({ database, sealer }: Options): Promise<number> {
  let resealed = 0;
  for (let last: string | undefined; ;) {
    const rows = await database.query
      .select({ id: versions.id, projectId: versions.projectId, contents: versions.contents })
      .from(versions)
      .where(
        and(
          last === undefined ? undefined : gt(versions.id, last),
          sql`${versions.contents}::text like '%"sealed"%'`,
        ),
      )
      .orderBy(asc(versions.id))
      .limit(rowsAtOnce);
    for (const { id, projectId, contents: held } of rows) {
      const contents = Object.fromEntries(
        Object.entries(held).map(([name, value]) => [
          name,
          value.type === 'secret'
            ? { ...value, sealed: again(sealer, projectId, name, value.sealed) }
            : value,
        ]),
      );
      if (JSON.stringify(contents) === JSON.stringify(held)) continue;
      await database.query.update(versions).set({ contents }).where(eq(versions.id, id));
      resealed += 1;
    }
    last = rows.at(-1)?.id;
    if (rows.length < rowsAtOnce) return resealed;
  }
}
