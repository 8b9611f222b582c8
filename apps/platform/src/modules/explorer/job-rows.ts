import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ExplorerJobResult } from '@sonde/contract';
import type { TaskRun } from '#jobs';
import type { Tx } from '#kernel/database';
import {
  explorerJobs,
  explorerJobTests as items,
  explorerTests as tests,
  type JobRow,
  type TestRow,
} from './tables.ts';

export type At = Pick<TaskRun, 'organizationId' | 'taskId'>;

const failuresShown = 200;

export async function findJob(tx: Tx, { organizationId, taskId }: At): Promise<JobRow | undefined> {
  const [row] = await tx
    .select()
    .from(explorerJobs)
    .where(and(eq(explorerJobs.organizationId, organizationId), eq(explorerJobs.id, taskId)));
  return row;
}

export const setItem = async (
  tx: Tx,
  { organizationId, taskId }: At,
  testId: string,
  change: { readonly state: 'calling' | 'scoring' | 'done' | 'failed'; readonly error?: string },
): Promise<void> =>
  void (await tx
    .update(items)
    .set(change)
    .where(
      and(
        eq(items.organizationId, organizationId),
        eq(items.explorerJobId, taskId),
        eq(items.explorerTestId, testId),
      ),
    ));

/**
 * Writes what came of a test, unless somebody has changed meanwhile what was asked, or, with `isScore`, what was answered
 * or how it was judged: an answer to another question is none to this one. False when nothing was written.
 */
export async function updateTest(
  tx: Tx,
  asked: TestRow,
  changes: Partial<TestRow>,
  { isScore = false } = {},
): Promise<boolean> {
  const { organizationId, id, inputHash, output, scoredAt } = asked;
  const said = output === null ? null : JSON.stringify(output);
  const rows = await tx
    .update(tests)
    .set(changes)
    .where(
      and(
        eq(tests.organizationId, organizationId),
        eq(tests.id, id),
        eq(tests.inputHash, inputHash),
        isScore
          ? and(
              sql`${tests.output}::text is not distinct from ${said}::text`,
              sql`${tests.scoredAt} is not distinct from ${scoredAt?.toISOString() ?? null}::timestamptz`,
            )
          : undefined,
      ),
    )
    .returning({ id: tests.id });
  return rows.length > 0;
}

export const changedMeanwhile = 'The test was changed meanwhile, so what came of it was left out.';

/** How many tests the job has, and how many of them it is done with. */
export async function countSteps(tx: Tx, { organizationId, taskId }: At) {
  const mine = and(eq(items.organizationId, organizationId), eq(items.explorerJobId, taskId));
  const total = await tx.$count(items, mine);
  const done = await tx.$count(items, and(mine, inArray(items.state, ['done', 'failed'])));
  return { total, done };
}

export async function countResult(
  tx: Tx,
  { organizationId, taskId }: At,
  job: JobRow,
): Promise<ExplorerJobResult> {
  const rows = await tx
    .select({ id: tests.id, state: items.state, error: items.error, label: tests.label })
    .from(items)
    .innerJoin(tests, eq(tests.id, items.explorerTestId))
    .where(and(eq(items.organizationId, organizationId), eq(items.explorerJobId, taskId)))
    .orderBy(items.position);
  const done = rows.filter(({ state }) => state !== 'waiting' && state !== 'calling' && state !== 'failed');
  const failed = rows.filter(({ state }) => state === 'failed');
  const { endpointId, metrics, suggest: suggested } = job.request;
  const scored = metrics.length > 0 ? rows.filter(({ state }) => state === 'done') : [];
  return {
    explorer_set_id: job.explorerSetId,
    suggested: suggested ? rows.length : 0,
    generated: endpointId ? done.length : 0,
    evaluated: scored.length,
    passed: scored.filter(({ label }) => label === 'pass').length,
    failing: scored.filter(({ label }) => label === 'fail').length,
    failed: failed.slice(0, failuresShown).map(({ id, error }) => ({ test_id: id, error: error ?? '' })),
    failed_total: failed.length,
  };
}
