import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Endpoint, ExplorerJobResult } from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import type { Endpoints } from '#endpoints';
import type { Calls } from '#invocation';
import type { EndedJob, JobBoard, JobOutcome, TaskRun } from '#jobs';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import type { Scorer, ScorerSnapshot } from '#metrics';
import { failureText, grantCalls, limitsOf, retryOf, slowDown, textOf } from '#test-runs';
import { scoreTest } from './score.ts';
import type { Suggesting } from './suggest.ts';
import {
  explorerJobs,
  explorerJobTests as items,
  explorerTests as tests,
  type JobRow,
  type TestRow,
} from './tables.ts';
import type { Place } from './topics.ts';
import { insertItems } from './work.ts';

export interface WorkerOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly board: JobBoard;
  readonly endpoints: Pick<Endpoints, 'get'>;
  readonly calls: Pick<Calls, 'prepare'>;
  readonly scorer: Scorer;
  readonly suggesting: Suggesting;
  readonly actors: {
    of(person: {
      organizationId: string;
      userId: string;
      projectId: string | null;
    }): Promise<MemberPrincipal | undefined>;
  };
  readonly random: () => number;
}

const callsAtOnce = 10;
const outputCharactersMax = 200_000;
const failuresShown = 200;
const tellEveryMs = 300;

/**
 * Carries out one job from wherever it stands. A test is marked before its call begins, and its answer is stored before
 * it is scored: whichever worker goes on calls nothing twice that the target may have seen.
 */
export function createWorker(options: WorkerOptions) {
  return {
    async run(task: TaskRun): Promise<JobOutcome> {
      const job = await options.database.tenant(task.organizationId, (tx) => findJob(tx, task));
      if (!job) return { status: 'FAILURE', result: null, error: 'The request of this job is gone.' };
      const principal = await options.actors.of(job);
      if (!principal?.permissions.has('explorer:update'))
        return {
          status: 'FAILURE',
          result: null,
          error: 'Whoever asked for this may not any more.',
        };
      const doing = await open(options, task, job, principal);
      if (doing instanceof Problem) return { status: 'FAILURE', result: null, error: doing.message };
      if (job.request.suggest) await suggest(options, task, job);
      await Promise.all(Array.from({ length: callsAtOnce }, () => lane(doing)));
      const result = await resultOf(options.database, task, job);
      if (task.isCancelled()) return { status: 'REVOKED', result };
      task.signal.throwIfAborted();
      return { status: 'SUCCESS', result };
    },

    partialResult: (organizationId: string, taskId: string) =>
      options.database.tenant(organizationId, async (tx) => {
        const job = await findJob(tx, { organizationId, taskId });
        return job ? countResult(tx, { organizationId, taskId }, job) : null;
      }),

    /** However it ends, the set is free for the next one. */
    async onEnd(tx: Tx, { organizationId, taskId }: EndedJob): Promise<void> {
      await tx
        .update(explorerJobs)
        .set({ endedAt: new Date(options.clock.now()) })
        .where(and(eq(explorerJobs.organizationId, organizationId), eq(explorerJobs.id, taskId)));
    },
  };
}

type At = Pick<TaskRun, 'organizationId' | 'taskId'>;

async function findJob(tx: Tx, { organizationId, taskId }: At): Promise<JobRow | undefined> {
  const [row] = await tx
    .select()
    .from(explorerJobs)
    .where(and(eq(explorerJobs.organizationId, organizationId), eq(explorerJobs.id, taskId)));
  return row;
}

interface Doing {
  readonly options: WorkerOptions;
  readonly task: TaskRun;
  readonly job: JobRow;
  readonly place: Place;
  readonly endpoint: Endpoint | undefined;
  readonly target: Awaited<ReturnType<Calls['prepare']>> | undefined;
  readonly scorers: readonly ScorerSnapshot[];
  /** Of this worker, which has the job alone. */
  readonly now: { calling: number; toldAt: number };
  /** Claims take turns, so that the limit of calls at once is looked at and used up in one step. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

async function open(
  options: WorkerOptions,
  task: TaskRun,
  job: JobRow,
  principal: MemberPrincipal,
): Promise<Doing | Problem> {
  const { organizationId } = task;
  const { endpointId, metrics } = job.request;
  try {
    const endpoint = endpointId ? await options.endpoints.get(principal, endpointId) : undefined;
    const target = endpointId ? await options.calls.prepare(principal, endpointId) : undefined;
    const scorers = await options.database.tenant(organizationId, async (tx) => {
      await settleInterrupted(tx, task, endpoint);
      return options.scorer.prepare(tx, organizationId, metrics);
    });
    const place = { organizationId, setId: job.explorerSetId };
    return {
      options,
      task,
      job,
      place,
      endpoint,
      target,
      scorers,
      now: { calling: 0, toldAt: 0 },
      inTurn: takingTurns(),
    };
  } catch (error) {
    // An endpoint or a metric that was deleted meanwhile will not come back by trying again.
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** What a lost worker was calling: again only where the endpoint says that this is harmless. Scoring always is. */
async function settleInterrupted(
  tx: Tx,
  { organizationId, taskId }: At,
  endpoint: Endpoint | undefined,
): Promise<void> {
  const left = (state: 'calling' | 'scoring') =>
    and(eq(items.organizationId, organizationId), eq(items.explorerJobId, taskId), eq(items.state, state));
  await tx
    .update(items)
    .set({ state: endpoint ? 'called' : 'waiting' })
    .where(left('scoring'));
  await tx
    .update(items)
    .set(
      endpoint?.idempotent
        ? { state: 'waiting' }
        : { state: 'failed', error: 'The worker was lost while the endpoint was being asked.' },
    )
    .where(left('calling'));
}

async function suggest({ database, suggesting }: WorkerOptions, task: TaskRun, job: JobRow): Promise<void> {
  const { organizationId, taskId } = task;
  const place = { organizationId, setId: job.explorerSetId };
  const has = await database.tenant(organizationId, (tx) =>
    tx.$count(items, and(eq(items.organizationId, organizationId), eq(items.explorerJobId, taskId))),
  );
  if (has > 0 || !job.request.suggest) return;
  const { chosen } = await suggesting.find(place, job.request.suggest, task.signal);
  await database.tenant(organizationId, async (tx) =>
    insertItems(tx, organizationId, taskId, await suggesting.keep(tx, place, chosen)),
  );
}

function takingTurns(): Doing['inTurn'] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** One test after another, until none waits or the job is stopped. */
async function lane(doing: Doing): Promise<void> {
  const { task } = doing;
  while (!task.signal.aborted) {
    const next = await doing.inTurn(() => claim(doing));
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
async function claim({ options, task, target, endpoint, now }: Doing): Promise<Claimed | number | 'none'> {
  const { organizationId, taskId } = task;
  return options.database.tenant(organizationId, async (tx) => {
    const states = target ? ['waiting', 'called'] : ['waiting'];
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
    const isAnswered = found.state === 'called' || !target;
    if (!isAnswered && endpoint) {
      const limits = limitsOf(endpoint, undefined);
      if (limits.maxConcurrency !== null && now.calling >= limits.maxConcurrency) return 50;
      const grant = await grantCalls(
        tx,
        { organizationId, endpointId: endpoint.id },
        { wanted: 1, limits, now: new Date(options.clock.now()) },
      );
      if (grant.calls === 0) return Math.min(Math.max(grant.waitMs, 10), 1000);
    }
    await setItem(tx, task, found.id, { state: isAnswered ? 'scoring' : 'calling' });
    if (!isAnswered) now.calling += 1;
    const [row] = await tx
      .select()
      .from(tests)
      .where(and(eq(tests.organizationId, organizationId), eq(tests.id, found.id)));
    return row ? { row, isAnswered } : 0;
  });
}

const setItem = async (
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

async function carryOut(doing: Doing, { row, isAnswered }: Claimed): Promise<void> {
  const { options, task, scorers, job } = doing;
  let answered = row;
  if (!isAnswered) {
    const output = await ask(doing, row).finally(() => (doing.now.calling -= 1));
    if (task.signal.aborted) return;
    answered = { ...row, ...(await store(doing, row, output)) };
    if (answered.output === null) return;
  }
  if (scorers.length === 0 || !answered.output) return finish(doing, row.id, {});
  const scored = await scoreTest(options.scorer, scorers, answered, {
    organizationId: task.organizationId,
    projectId: job.projectId,
    modelId: null,
    signal: task.signal,
  });
  if (task.signal.aborted) return;
  await finish(doing, row.id, { ...scored, scoredAt: new Date(options.clock.now()) });
}

/** Called again only where that is surely harmless, as in a run. */
async function ask(
  { options, task, target, endpoint }: Doing,
  row: TestRow,
): Promise<string | { error: string }> {
  if (!target || !endpoint) return { error: 'There is no endpoint to ask.' };
  const since = options.clock.now();
  for (let made = 1; ; made += 1) {
    const answer = await target.invoke(
      { input: row.input },
      { signal: task.signal, attributes: { 'sonde.explorer_test_id': row.id } },
    );
    if (answer.success) return textOf(answer.output).slice(0, outputCharactersMax);
    if (task.signal.aborted) return { error: 'The job was cancelled.' };
    const retry = retryOf(answer, { made, elapsedMs: options.clock.now() - since }, options.random);
    if (!retry.again) return { error: failureText(answer).slice(0, 1000) };
    if (retry.isThrottled)
      await options.database.tenant(task.organizationId, (tx) =>
        slowDown(
          tx,
          { organizationId: task.organizationId, endpointId: endpoint.id },
          { observedPerMinute: 600, afterMs: retry.afterMs, now: new Date(options.clock.now()) },
        ),
      );
    await pause(retry.afterMs, undefined, { signal: task.signal }).catch(() => undefined);
  }
}

/** An answer before any metric sees it; a failure as what it is. */
async function store(
  doing: Doing,
  row: TestRow,
  output: string | { error: string },
): Promise<Partial<TestRow>> {
  const { options, task } = doing;
  const isFailure = typeof output !== 'string';
  const changes: Partial<TestRow> = {
    output: isFailure ? null : { text: output },
    label: isFailure ? 'error' : '',
    labeler: isFailure ? 'endpoint' : '',
    modelScore: null,
    metrics: null,
    error: isFailure ? output.error.replaceAll('\0', '') : null,
    scoredAt: null,
    updatedAt: new Date(options.clock.now()),
  };
  await options.database.tenant(task.organizationId, async (tx) => {
    await updateTest(tx, task.organizationId, row.id, changes);
    await setItem(
      tx,
      task,
      row.id,
      isFailure
        ? { state: 'failed', error: output.error.replaceAll('\0', '').slice(0, 1000) }
        : { state: 'scoring' },
    );
    if (isFailure) await tell(tx, doing);
  });
  return changes;
}

const updateTest = async (
  tx: Tx,
  organizationId: string,
  id: string,
  changes: Partial<TestRow>,
): Promise<void> =>
  void (await tx
    .update(tests)
    .set(changes)
    .where(and(eq(tests.organizationId, organizationId), eq(tests.id, id))));

async function finish(doing: Doing, id: string, changes: Partial<TestRow>): Promise<void> {
  const { options, task } = doing;
  await options.database.tenant(task.organizationId, async (tx) => {
    if (Object.keys(changes).length > 0)
      await updateTest(tx, task.organizationId, id, { ...changes, updatedAt: new Date(options.clock.now()) });
    await setItem(tx, task, id, { state: 'done' });
    await tell(tx, doing);
  });
}

/** Who watches the job hears of each test; and a cancellation that was announced to nobody is seen here. */
async function tell(tx: Tx, { options, task, now }: Doing): Promise<void> {
  if (options.clock.now() - now.toldAt < tellEveryMs) return;
  now.toldAt = options.clock.now();
  const { organizationId, taskId } = task;
  const mine = and(eq(items.organizationId, organizationId), eq(items.explorerJobId, taskId));
  const total = await tx.$count(items, mine);
  const done = await tx.$count(items, and(mine, inArray(items.state, ['done', 'failed'])));
  const told = await options.board.progress(
    tx,
    { organizationId, taskId },
    { step: done, total, label: `${done} of ${total} tests.` },
  );
  if (!told || told.cancelRequested) task.cancel();
}

const resultOf = (database: Database, at: At, job: JobRow): Promise<Record<string, unknown>> =>
  database.tenant(at.organizationId, (tx) => countResult(tx, at, job));

async function countResult(tx: Tx, { organizationId, taskId }: At, job: JobRow): Promise<ExplorerJobResult> {
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
