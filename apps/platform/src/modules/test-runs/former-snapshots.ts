import { eq, inArray } from 'drizzle-orm';
import { shownWithoutLiterals } from '#endpoints';
import type { Database } from '#kernel/database';
import { testRuns as table } from './tables.ts';

const rowsAtOnce = 200;

/** Takes what endpoints of a former version held in the clear out of the snapshots of their runs, which never need it. */
export async function clearFormerSnapshots(database: Database): Promise<void> {
  for (;;) {
    const rows = await database.query
      .select({ id: table.id, snapshot: table.snapshot })
      .from(table)
      .where(eq(table.literalsMoved, false))
      .limit(rowsAtOnce);
    for (const { id, snapshot } of rows) {
      const endpoint = shownWithoutLiterals(snapshot.endpoint);
      if (JSON.stringify(endpoint) === JSON.stringify(snapshot.endpoint)) continue;
      await database.query
        .update(table)
        .set({ snapshot: { ...snapshot, endpoint } })
        .where(eq(table.id, id));
    }
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0)
      await database.query.update(table).set({ literalsMoved: true }).where(inArray(table.id, ids));
    if (rows.length < rowsAtOnce) return;
  }
}
