import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#kernel/database';
import type { Log } from '#kernel/log';
import { givenDescriptions } from './given-descriptions.ts';
import { meaningOf } from './plain-words.ts';
import { metrics as table } from './tables.ts';

const rowsAtOnce = 500;

/**
 * Gives built-in metrics of a former version the description they would have today. One that holds no sentence of ours word
 * for word was written by somebody, and stays. Returns how many were reworded.
 */
export async function renewDescriptions({
  database,
  log,
}: {
  readonly database: Pick<Database, 'query'>;
  readonly log: Pick<Log, 'info'>;
}): Promise<number> {
  const given = [...new Set(Object.values(givenDescriptions).flat())];
  let renewed = 0;
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await database.query
      .select({
        id: table.id,
        kind: table.kind,
        description: table.description,
        definition: table.definition,
      })
      .from(table)
      .where(and(eq(table.backend, 'builtin'), inArray(table.description, given), sql`${table.id} > ${last}`))
      .orderBy(table.id)
      .limit(rowsAtOnce);
    for (const { id, kind, description, definition } of rows) {
      last = id;
      if (kind === null || description === null || !givenDescriptions[kind]?.includes(description)) continue;
      const today = meaningOf(kind, definition.args ?? {});
      if (today === '' || today === description) continue;
      const written = await database.query
        .update(table)
        .set({ description: today })
        // Only if nobody has written another since it was read.
        .where(and(eq(table.id, id), eq(table.description, description)))
        .returning({ id: table.id });
      renewed += written.length;
    }
    if (rows.length < rowsAtOnce) break;
  }
  if (renewed > 0) log.info({ renewed }, 'descriptions of built-in metrics were reworded');
  return renewed;
}
