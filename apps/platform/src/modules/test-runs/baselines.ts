import { and, eq, inArray } from 'drizzle-orm';
import type { Baseline, Gates } from '@sonde/contract';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { createRows } from '#kernel/resource';
import { findLastRun, type Pair } from './last-run.ts';
import type { TestRunsOptions } from './planning.ts';
import { baselineNotFound, otherPair, runNotFinished } from './problems.ts';
import { runs } from './resource.ts';
import { isVisible } from './results.ts';
import { findRun } from './store.ts';
import { runBaselines, type BaselineRow, type RunRow } from './tables.ts';

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly testSets: TestRunsOptions['testSets'];
}

export type Baselines = ReturnType<typeof createBaselines>;

/** The run that later ones of a set against an endpoint are compared with, where somebody has chosen one. */
export function createBaselines({ database, clock, testSets }: Options) {
  const rows = createRows({ resource: runs, clock });
  const within = <T>(principal: MemberPrincipal, pair: Pair, work: (tx: Tx) => Promise<T>) =>
    database.tenant(principal.organizationId, async (tx) => {
      await testSets.getRow(tx, principal, pair.testSetId);
      return work(tx);
    });

  /** A set of no project has one for each endpoint, and each belongs where its run does. */
  async function getShown(tx: Tx, principal: MemberPrincipal, pair: Pair): Promise<Baseline> {
    const [row] = await tx.select().from(runBaselines).where(isPair(principal.organizationId, pair));
    const run = row && (await findRun(tx, principal.organizationId, row.testRunId));
    if (!row || !isVisible(principal, run ?? { projectId: null })) throw baselineNotFound();
    return present(row, run);
  }

  return {
    get: (principal: MemberPrincipal, pair: Pair): Promise<Baseline> =>
      within(principal, pair, (tx) => getShown(tx, principal, pair)),

    put: (principal: MemberPrincipal, pair: Pair, runId: string): Promise<Baseline> =>
      within(principal, pair, async (tx) => {
        const run = await rows.get(tx, principal, runId);
        if (run.testSetId !== pair.testSetId || run.endpointId !== pair.endpointId) throw otherPair();
        if (run.status === 'Queued' || run.status === 'Progress') throw runNotFinished();
        const row: BaselineRow = {
          organizationId: principal.organizationId,
          ...pair,
          testRunId: runId,
          setBy: principal.userId,
          setAt: new Date(clock.now()),
        };
        await tx
          .insert(runBaselines)
          .values(row)
          .onConflictDoUpdate({
            target: [runBaselines.organizationId, runBaselines.testSetId, runBaselines.endpointId],
            set: row,
          });
        return present(row, run);
      }),

    remove: (principal: MemberPrincipal, pair: Pair): Promise<Baseline> =>
      within(principal, pair, async (tx) => {
        const shown = await getShown(tx, principal, pair);
        await tx.delete(runBaselines).where(isPair(principal.organizationId, pair));
        return shown;
      }),
  };
}

const isPair = (organizationId: string, { testSetId, endpointId }: Pair) =>
  and(
    eq(runBaselines.organizationId, organizationId),
    eq(runBaselines.testSetId, testSetId),
    eq(runBaselines.endpointId, endpointId),
  );

const present = (row: BaselineRow, run: RunRow | undefined): Baseline => ({
  test_set_id: row.testSetId,
  endpoint_id: row.endpointId,
  test_run: { id: row.testRunId, name: run?.name ?? '' },
  set_by: row.setBy,
  set_at: row.setAt.toISOString(),
});

/** The one chosen for a set and an endpoint, as long as it has not been deleted. */
export async function findBaseline(tx: Tx, organizationId: string, pair: Pair): Promise<RunRow | undefined> {
  const [row] = await tx.select().from(runBaselines).where(isPair(organizationId, pair));
  const run = row && (await findRun(tx, organizationId, row.testRunId));
  return run?.deletedAt ? undefined : run;
}

/** Whether a run was chosen, and is deleted since: nobody has said that there is to be no baseline. */
export async function isChosenGone(tx: Tx, organizationId: string, pair: Pair): Promise<boolean> {
  const [row] = await tx.select().from(runBaselines).where(isPair(organizationId, pair));
  return row !== undefined && (await findBaseline(tx, organizationId, pair)) === undefined;
}

/** Which of these runs are a baseline. */
export async function chosenRunIds(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: runBaselines.testRunId })
    .from(runBaselines)
    .where(and(eq(runBaselines.organizationId, organizationId), inArray(runBaselines.testRunId, [...ids])));
  return new Set(rows.map(({ id }) => id));
}

/** The run that a gate names: by a word, or by its id, and then as far as the run itself could be seen beside it. */
export async function baseOf(
  tx: Tx,
  row: RunRow,
  named: NonNullable<Gates['baseline']>,
): Promise<RunRow | undefined> {
  if (named === 'last') return findLastRun(tx, row);
  if (named === 'chosen') {
    const chosen = await findBaseline(tx, row.organizationId, row);
    // One that has become the baseline itself is judged by what came before it, never by itself.
    return chosen?.id === row.id ? findLastRun(tx, row) : chosen;
  }
  const run = await findRun(tx, row.organizationId, named);
  if (!run || run.deletedAt) return undefined;
  return run.projectId === null || run.projectId === row.projectId ? run : undefined;
}
