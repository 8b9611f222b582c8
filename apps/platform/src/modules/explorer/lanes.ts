import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import type { Calls } from '#invocation';
import type { JobBoard, TaskRun } from '#jobs';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import type { Scorer } from '#metrics';
import { failureText, holdToBegin, holdToWrite, releasePlaces, type Charge, type Steps } from '#runs';
import { textOf } from '#test-runs';
import { changedMeanwhile, countSteps, setItem, updateTest } from './job-rows.ts';
import type { SnapshotsOf } from './judging.ts';
import { scoreTest } from './score.ts';
import { explorerTests as tests, type JobRow, type TestRow } from './tables.ts';

const callsAtOnce = 10;
const outputCharactersMax = 200_000;
const tellEveryMs = 300;

export interface LaneOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly board: JobBoard;
  readonly scorer: Scorer;
}

/** One job, with what it calls and scores. */
export interface Doing {
  readonly options: LaneOptions;
  readonly task: TaskRun;
  readonly job: JobRow;
  readonly charge: Charge;
  /** None where nothing is called: what is stored is only scored. */
  readonly steps: Steps | undefined;
  readonly target: Awaited<ReturnType<Calls['prepare']>> | undefined;
  readonly scorersOf: SnapshotsOf;
  /** Of this worker, which has the job alone. */
  readonly now: { toldAt: number };
}

/** Several tests side by side, until none waits or the job is stopped. What is told of it last is how far it came. */
export async function carryOutAll(doing: Doing): Promise<void> {
  await Promise.all(Array.from({ length: callsAtOnce }, () => lane(doing)));
  if (!doing.task.signal.aborted) await tellNow(doing);
}

/** One test after another, until none waits or the job is stopped. */
async function lane(doing: Doing): Promise<void> {
  const { task } = doing;
  while (!task.signal.aborted) {
    const next = await claim(doing);
    if (next === 'none') return;
    if (typeof next === 'number') {
      await pause(next, undefined, { signal: task.signal }).catch(() => undefined);
      continue;
    }
    await carryOut(doing, next);
  }
}

interface Claimed {
  readonly row: TestRow;
  readonly isAnswered: boolean;
}

/** The next test, marked as begun; how long to wait for the endpoint's pace; or that there is none. */
async function claim({ options, task, charge, steps }: Doing): Promise<Claimed | number | 'none'> {
  const { organizationId, taskId } = task;
  return options.database.tenant(organizationId, async (tx) => {
    if (!(await holdToBegin(tx, charge))) return 'none';
    const states = steps ? ['waiting', 'called'] : ['waiting'];
    const { rows } = await tx.execute<{ id: string; state: string }>(
      sql`select explorer_test_id as id, state from explorer_job_tests
          where organization_id = ${organizationId} and explorer_job_id = ${taskId}
            and state in (${sql.join(
              states.map((state) => sql`${state}`),
              sql`, `,
            )})
          order by state, position limit 1 for update skip locked`,
    );
    const [found] = rows;
    if (!found) return 'none';
    const isAnswered = found.state === 'called' || !steps;
    const waitMs = isAnswered ? 0 : await steps.take(tx, found.id);
    if (waitMs > 0) return Math.min(Math.max(waitMs, 10), 1000);
    await setItem(tx, task, found.id, { state: isAnswered ? 'scoring' : 'calling' });
    const [row] = await tx
      .select()
      .from(tests)
      .where(and(eq(tests.organizationId, organizationId), eq(tests.id, found.id)));
    return row ? { row, isAnswered } : 0;
  });
}

async function carryOut(doing: Doing, { row, isAnswered }: Claimed): Promise<void> {
  const { options, task, scorersOf, job } = doing;
  let answered = row;
  if (!isAnswered) {
    const output = await ask(doing, row);
    if (task.signal.aborted) return;
    answered = { ...row, ...(await store(doing, row, output)) };
    if (answered.output === null) return;
  }
  const isScored = job.request.metrics.length > 0 || job.request.withOwn === true;
  if (!isScored || !answered.output) return finish(doing, answered, {});
  const scorers = scorersOf(answered);
  if ('error' in scorers)
    return finish(doing, answered, {
      label: 'error',
      labeler: 'metrics',
      modelScore: null,
      metrics: null,
      error: scorers.error,
      scoredAt: new Date(options.clock.now()),
    });
  const scored = await scoreTest(options.scorer, scorers, answered, {
    organizationId: task.organizationId,
    projectId: job.projectId,
    modelId: null,
    signal: task.signal,
  });
  if (task.signal.aborted) return;
  await finish(doing, answered, { ...scored, scoredAt: new Date(options.clock.now()) });
}

type Answered = NonNullable<TestRow['output']> | { readonly error: string };

/** What is tried again, and when, is the same for every kind of run. */
async function ask({ task, target, steps }: Doing, row: TestRow): Promise<Answered> {
  if (!target || !steps) return { error: 'There is no endpoint to ask.' };
  try {
    const { answer } = await steps.call(row.id, {
      target,
      variables: { input: row.input },
      signal: task.signal,
      attributes: { 'sonde.explorer_test_id': row.id },
    });
    if (answer.success)
      return {
        text: textOf(answer.output).slice(0, outputCharactersMax),
        duration_ms: answer.duration_ms,
      };
    return { error: failureText(answer).slice(0, 1000) };
  } catch (error) {
    if (task.signal.aborted) return { error: 'The job was cancelled.' };
    throw error;
  }
}

/** An answer before any metric sees it; a failure as what it is. Without an output where there is none to be scored. */
async function store(doing: Doing, row: TestRow, output: Answered): Promise<Partial<TestRow>> {
  const { options, task } = doing;
  const isFailure = 'error' in output;
  const changes: Partial<TestRow> = {
    output: isFailure ? null : output,
    label: isFailure ? 'error' : '',
    labeler: isFailure ? 'endpoint' : '',
    modelScore: null,
    metrics: null,
    error: isFailure ? output.error.replaceAll('\0', '') : null,
    scoredAt: null,
    updatedAt: new Date(options.clock.now()),
  };
  const isKept = await options.database.tenant(task.organizationId, async (tx) => {
    await holdToWrite(tx, doing.charge);
    await releasePlaces(tx, doing.charge, [row.id]);
    const isWritten = await updateTest(tx, row, changes);
    const error = isWritten ? changes.error : changedMeanwhile;
    await setItem(
      tx,
      task,
      row.id,
      error ? { state: 'failed', error: error.slice(0, 1000) } : { state: 'scoring' },
    );
    return isWritten;
  });
  if (isKept && !isFailure) return changes;
  await tell(doing);
  return { ...changes, output: null };
}

async function finish(doing: Doing, row: TestRow, changes: Partial<TestRow>): Promise<void> {
  const { options, task } = doing;
  await options.database.tenant(task.organizationId, async (tx) => {
    await holdToWrite(tx, doing.charge);
    const updatedAt = new Date(options.clock.now());
    const isWritten =
      Object.keys(changes).length === 0 ||
      (await updateTest(tx, row, { ...changes, updatedAt }, { isScore: true }));
    await setItem(
      tx,
      task,
      row.id,
      isWritten ? { state: 'done' } : { state: 'failed', error: changedMeanwhile },
    );
  });
  await tell(doing);
}

/** Who watches the job hears of each test; and a cancellation that was announced to nobody is seen here. */
async function tell(doing: Doing): Promise<void> {
  const { options, now } = doing;
  if (options.clock.now() - now.toldAt >= tellEveryMs) await tellNow(doing);
}

async function tellNow({ options, task, now }: Doing): Promise<void> {
  now.toldAt = options.clock.now();
  const { organizationId, taskId } = task;
  // Not with what it tells of: whoever ends a job locks the job first and then what is the job's.
  const told = await options.database.tenant(organizationId, async (tx) => {
    const { total, done } = await countSteps(tx, task);
    return options.board.progress(
      tx,
      { organizationId, taskId },
      { step: done, total, label: `${done} of ${total} tests.` },
    );
  });
  if (!told || told.cancelRequested) task.cancel();
}
