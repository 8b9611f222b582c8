import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { visibleTo } from '#kernel/resource';
import { runNotFound, shownRuns } from '#test-runs';

export async function requireRun(
  tx: Tx,
  principal: MemberPrincipal,
  id: string,
): Promise<{ readonly name: string }> {
  const [row] = await tx
    .select({ name: shownRuns.name })
    .from(shownRuns)
    .where(and(visibleTo(principal, shownRuns), eq(shownRuns.id, id), isNull(shownRuns.deletedAt)));
  if (!row) throw runNotFound();
  return row;
}
