import { and, eq, sql } from 'drizzle-orm';
import type { Endpoint } from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import type { Endpoints } from '#endpoints';
import type { Calls } from '#invocation';
import type { EndedJob, JobOutcome, TaskRun } from '#jobs';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { newId } from '#kernel/ids';
import { createSteps, limitsOf, releasePlaces, takeOver, type Charge, type RunKind } from '#runs';
import { freeze } from './judging.ts';
import { countResult, findJob, type At } from './job-rows.ts';
import { carryOutAll, type Doing, type LaneOptions } from './lanes.ts';
import type { Suggesting } from './suggest.ts';
import { explorerJobs, explorerJobTests as items, type JobRow } from './tables.ts';
import type { Actors } from '#tenancy';
import { insertItems } from './work.ts';

export interface WorkerOptions extends LaneOptions {
  readonly endpoints: Pick<Endpoints, 'get'>;
  readonly calls: Pick<Calls, 'prepare'>;
  readonly suggesting: Suggesting;
  readonly actors: Actors;
  readonly random: () => number;
}

const explorerJobRows: RunKind = {
  table: explorerJobs,
  isUnfinished: sql`ended_at is null`,
  mayBegin: sql`ended_at is null`,
};

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
      await carryOutAll(doing);
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
      await releasePlaces(tx, { organizationId, runId: taskId });
      await tx
        .update(explorerJobs)
        .set({ endedAt: new Date(options.clock.now()) })
        .where(and(eq(explorerJobs.organizationId, organizationId), eq(explorerJobs.id, taskId)));
    },
  };
}

async function open(
  options: WorkerOptions,
  task: TaskRun,
  job: JobRow,
  principal: MemberPrincipal,
): Promise<Doing | Problem> {
  const { organizationId } = task;
  const { endpointId } = job.request;
  const place = { organizationId, setId: job.explorerSetId };
  const charge: Charge = { kind: explorerJobRows, organizationId, runId: task.taskId, owner: newId() };
  try {
    const endpoint = endpointId ? await options.endpoints.get(principal, endpointId) : undefined;
    const target = endpointId ? await options.calls.prepare(principal, endpointId) : undefined;
    const scorersOf = await options.database.tenant(organizationId, async (tx) => {
      await takeOver(tx, charge);
      await settleInterrupted(tx, task, endpoint);
      return freeze(tx, options.scorer, principal, { place, work: job.request });
    });
    return {
      options,
      task,
      job,
      charge,
      steps: endpoint
        ? createSteps({ ...options, charge, endpointId: endpoint.id, limits: limitsOf(endpoint) })
        : undefined,
      target,
      scorersOf,
      now: { toldAt: 0 },
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
        : { state: 'failed', error: 'Sonde was stopped or restarted while the endpoint was being asked.' },
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

const resultOf = (database: Database, at: At, job: JobRow): Promise<Record<string, unknown>> =>
  database.tenant(at.organizationId, (tx) => countResult(tx, at, job));
