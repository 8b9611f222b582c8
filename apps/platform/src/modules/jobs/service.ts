import { jobStatuses, type Job, type JobStatus, type ListQuery } from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import { z } from 'zod';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { Events } from '#kernel/events';
import { createHook, type Hook } from '#kernel/hook';
import type { MemberPrincipal, Page } from '#kernel/http';
import { newId } from '#kernel/ids';
import type { JobDefinition, JobRun, Jobs } from '#kernel/jobs';
import type { Log } from '#kernel/log';
import { planList, requireWithinReach, type ListFields } from '#kernel/resource';
import type { Tokens } from '#tokens';
import { presentJob } from './present.ts';
import { jobFinished, jobNotFound } from './problems.ts';
import { registerUpkeep } from './upkeep.ts';
import * as store from './store.ts';
import { jobs as table, type JobRow } from './tables.ts';

/** A kind of work that people can watch: who does it, and what is left of it when it cannot be finished. */
export interface PublicJob {
  readonly kind: string;
  /** Its payload is made here: the ids a worker needs to find the rest. */
  readonly queue: JobDefinition<TaskPayload>;
  run(task: TaskRun): Promise<JobOutcome>;
  /** What there is to show of a run that ended for good without an outcome. */
  partialResult?(organizationId: string, taskId: string): Promise<Record<string, unknown> | null>;
  /** A result as it is read today: what earlier versions stored without is filled in. */
  openResult?(result: Record<string, unknown>): Record<string, unknown>;
  /** In the transaction that ends the job, whatever ended it. */
  onEnd?(tx: Tx, ended: EndedJob): Promise<void>;
}

export interface TaskRun {
  readonly organizationId: string;
  readonly taskId: string;
  readonly attempt: number;
  /** Aborted when the job is cancelled, the worker closes, or the run is given to another worker. */
  readonly signal: AbortSignal;
  isCancelled(): boolean;
  /** For a run that reads in its rows that it has been cancelled. */
  cancel(): void;
}

export interface JobOutcome {
  readonly status: 'SUCCESS' | 'FAILURE' | 'REVOKED';
  readonly result: Record<string, unknown> | null;
  readonly error?: string | null;
  /** What came of it, in a line; without, the last step stays. */
  readonly label?: string;
}

export interface EndedJob extends JobOutcome {
  readonly taskId: string;
  readonly organizationId: string;
  readonly createdBy: string | null;
  readonly title: string;
  readonly durationMs: number;
}

export interface NewJob {
  readonly kind: string;
  readonly title: string;
  readonly organizationId: string;
  readonly projectId: string | null;
  /** Who begins it, and with what: it ends when that is ended. */
  readonly by: Pick<MemberPrincipal, 'kind' | 'userId' | 'credentialId'>;
  readonly subjectId: string | null;
  /** Whose target it calls, where it calls one: the job ends when the endpoint is deleted. */
  readonly endpointId?: string | null;
  readonly total: number | null;
  readonly sessionId?: string | null;
}

export interface Progress {
  readonly step: number;
  readonly total: number | null;
  readonly label: string;
}

export interface JobBoardOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: Events;
  readonly queue: Jobs;
  readonly log: Log;
  readonly holdCredential: Tokens['holdCredential'];
}

export const TaskPayload = z.object({ organization_id: z.guid(), task_id: z.guid() });
export type TaskPayload = z.output<typeof TaskPayload>;

export type JobBoard = ReturnType<typeof createJobBoard>;

/** What the board works with, and what it knows of this process. */
interface State extends JobBoardOptions {
  readonly kinds: Map<string, PublicJob>;
  readonly running: Map<string, AbortController>;
  /** A job that a planning chat waits for has ended, in the transaction of its end. */
  readonly awaitedEnded: Hook<[tx: Tx, ended: EndedJob & { readonly sessionId: string }]>;
}

const nowOf = ({ clock }: State): Date => new Date(clock.now());

/** Tells everybody who watches, in the transaction of the change: no change without its event. */
async function announce({ events }: State, tx: Tx, row: JobRow): Promise<void> {
  await events.keep(tx, {
    name: 'job.updated',
    organizationId: row.organizationId,
    data: { task_id: row.id, project_id: row.projectId },
  });
  if (!row.sessionId) return;
  await events.keep(tx, {
    name: 'architect.task_progress',
    organizationId: row.organizationId,
    data: {
      user_id: row.createdBy,
      progress: {
        session_id: row.sessionId,
        task_id: row.id,
        status: sessionStatus(row),
        label: row.label.slice(0, 300),
        step: row.step,
        total: row.total,
        ...(row.finishedAt ? { duration_ms: row.finishedAt.getTime() - row.createdAt.getTime() } : {}),
      },
    },
  });
}

async function change(
  state: State,
  organizationId: string,
  taskId: string,
  changes: Partial<JobRow>,
): Promise<JobRow | undefined> {
  return state.database.tenant(organizationId, async (tx) => {
    const row = await store.updateUnfinished(tx, organizationId, taskId, {
      ...changes,
      updatedAt: nowOf(state),
    });
    if (row) await announce(state, tx, row);
    return row;
  });
}

/** The one way a job ends. False when it had ended before, by another hand. */
async function end(
  state: State,
  organizationId: string,
  taskId: string,
  outcome: JobOutcome,
): Promise<boolean> {
  const finishedAt = nowOf(state);
  const row = await state.database.tenant(organizationId, async (tx) => {
    const updated = await store.updateUnfinished(tx, organizationId, taskId, {
      status: outcome.status,
      result: outcome.result,
      error: outcome.error ?? null,
      ...(outcome.label === undefined ? {} : { label: outcome.label }),
      finishedAt,
      updatedAt: finishedAt,
    });
    if (!updated) return undefined;
    const ended = {
      ...outcome,
      taskId,
      organizationId,
      createdBy: updated.createdBy,
      title: updated.title,
      durationMs: finishedAt.getTime() - updated.createdAt.getTime(),
    };
    await state.kinds.get(updated.kind)?.onEnd?.(tx, ended);
    if (updated.sessionId) await state.awaitedEnded.run(tx, { ...ended, sessionId: updated.sessionId });
    await announce(state, tx, updated);
    return updated;
  });
  return row !== undefined;
}

/** Ends a job for which nobody works any more, with what it had found until then. */
async function endWithoutOutcome(
  state: State,
  row: Pick<JobRow, 'organizationId' | 'id' | 'kind' | 'cancelRequested'>,
  error: string,
): Promise<void> {
  const result = await state.kinds.get(row.kind)?.partialResult?.(row.organizationId, row.id);
  await end(
    state,
    row.organizationId,
    row.id,
    row.cancelRequested
      ? { status: 'REVOKED', result: result ?? null }
      : { status: 'FAILURE', result: result ?? null, error },
  );
}

async function carryOut(state: State, job: PublicJob, payload: TaskPayload, run: JobRun): Promise<void> {
  const { organization_id: organizationId, task_id: taskId } = payload;
  const cancellation = new AbortController();
  state.running.set(taskId, cancellation);
  try {
    const started = await state.database.tenant(organizationId, (tx) =>
      store.findJob(tx, { organizationId, projectId: null }, taskId),
    );
    if (!started || started.finishedAt) return;
    if (started.cancelRequested) cancellation.abort(new Error('The job was cancelled.'));
    await change(state, organizationId, taskId, {
      status: 'STARTED',
      ...(started.startedAt ? {} : { startedAt: nowOf(state) }),
    });
    const outcome = await job.run({
      organizationId,
      taskId,
      attempt: run.attempt,
      signal: AbortSignal.any([run.signal, cancellation.signal]),
      isCancelled: () => cancellation.signal.aborted,
      cancel: () => cancellation.abort(new Error('The job was cancelled.')),
    });
    await end(state, organizationId, taskId, outcome);
  } catch (error) {
    await fail(state, payload, job.kind, { ...run, isCancelled: cancellation.signal.aborted }, error);
    throw error;
  } finally {
    state.running.delete(taskId);
  }
}

async function fail(
  state: State,
  payload: TaskPayload,
  kind: string,
  run: JobRun & { isCancelled: boolean },
  error: unknown,
): Promise<void> {
  const { organization_id: organizationId, task_id: id } = payload;
  // A worker that closes, or has lost the job to another, has nothing to say about how it ends.
  if (run.signal.aborted) return;
  if (!run.isLastAttempt && !run.isCancelled)
    return void (await change(state, organizationId, id, {
      status: 'RETRY',
      label: 'Something went wrong; it will be tried again.',
    }));
  await endWithoutOutcome(
    state,
    { organizationId, id, kind, cancelRequested: run.isCancelled },
    readable(error),
  );
}

function opened({ kinds }: State, row: JobRow): Job {
  const result = row.result && (kinds.get(row.kind)?.openResult?.(row.result) ?? row.result);
  return presentJob({ ...row, result }, { withResult: true });
}

const cancelRequested = ({ organizationId, id }: JobRow) => ({
  name: 'job.cancel_requested',
  organizationId,
  data: { task_id: id },
});

async function getRow({ database }: State, principal: MemberPrincipal, taskId: string): Promise<JobRow> {
  const row = await database.tenant(principal.organizationId, (tx) => store.findJob(tx, principal, taskId));
  if (!row) throw jobNotFound();
  return row;
}

/** The board on which background work is shown: truth in the database, whatever happens to the worker. */
export function createJobBoard(options: JobBoardOptions) {
  const { database, events, queue } = options;
  const state: State = { ...options, kinds: new Map(), running: new Map(), awaitedEnded: createHook() };
  const { kinds, running, awaitedEnded } = state;
  const now = (): Date => nowOf(state);

  events.subscribe('job.cancel_requested', ({ data }) =>
    running.get(String(data['task_id']))?.abort(new Error('The job was cancelled.')),
  );

  const board = {
    /** Registers what does the work. Called once for each kind, before the queue starts. */
    register(job: PublicJob): void {
      kinds.set(job.kind, job);
      queue.work(job.queue, (payload, run) => carryOut(state, job, payload, run));
    },

    /** Stores and enqueues in the caller's transaction: nothing is enqueued when it rolls back. */
    async create(tx: Tx, input: NewJob): Promise<string> {
      const job = kinds.get(input.kind);
      if (!job) throw new Error(`No work of the kind ${input.kind} is registered.`);
      const id = newId();
      const { organizationId, by } = input;
      // Whoever ends it at this moment would miss what is begun with it.
      await options.holdCredential(tx, { ...by, organizationId });
      const payload = { organization_id: organizationId, task_id: id };
      const queueJobId = await queue.enqueue(tx, job.queue, payload, {
        group: organizationId,
        member: by.userId,
      });
      const row = newRow({ ...input, id, queueName: job.queue.name, queueJobId, now: now() });
      await store.insertJob(tx, row);
      await announce(state, tx, row);
      return id;
    },

    countUnfinished: (tx: Tx, organizationId: string, kind: string): Promise<number> =>
      store.countUnfinished(tx, organizationId, kind),

    /** Inside the caller's transaction; undefined when the job has ended meanwhile. `isForward` never counts back. */
    async progress(
      tx: Tx,
      at: { organizationId: string; taskId: string; isForward?: boolean },
      progress: Progress,
    ): Promise<{ cancelRequested: boolean } | undefined> {
      const changes = {
        ...progress,
        label: progress.label.replaceAll('\0', '').slice(0, 500),
        updatedAt: now(),
      };
      const row = await store.updateUnfinished(tx, at.organizationId, at.taskId, changes, at.isForward);
      if (row) await announce(state, tx, row);
      return row && { cancelRequested: row.cancelRequested };
    },

    async list(principal: MemberPrincipal, query: ListQuery): Promise<Page<Job>> {
      const plan = planList(query, listFields, 'created_at');
      const page = await database.tenant(principal.organizationId, (tx) =>
        store.listJobs(tx, principal, plan),
      );
      return page.map((row) => presentJob(row, { withResult: false }));
    },

    async get(principal: MemberPrincipal, taskId: string): Promise<Job> {
      return opened(state, await getRow(state, principal, taskId));
    },

    /** One that nobody has begun is over at once; one that runs stops at its next step and keeps what it has. */
    async cancel(principal: MemberPrincipal, taskId: string): Promise<Job> {
      const row = await getRow(state, principal, taskId);
      requireWithinReach(principal, row);
      if (row.finishedAt) throw jobFinished();
      const { organizationId } = principal;
      if (
        row.status === 'PENDING' &&
        (await end(state, organizationId, taskId, { status: 'REVOKED', result: null }))
      )
        return board.get(principal, taskId);
      const updated = await change(state, organizationId, taskId, stopping);
      if (!updated) throw jobFinished();
      await events.publish(cancelRequested(updated));
      return opened(state, updated);
    },

    /**
     * Everything a person, or everybody, has under way in an organization, with an endpoint, or with sessions and tokens, in
     * the caller's transaction. Who has not begun sees it in the row, who runs learns of it once the transaction has
     * committed, or at the next step; whoever watches hears of it when the job ends. Here it is not announced: what is kept
     * for them comes last in a transaction, since it makes others of the organization wait, and this has more rows to lock.
     */
    async cancelAllOf(tx: Tx, whose: store.Whose): Promise<void> {
      const rows = await store.updateUnfinishedOf(tx, whose, { ...stopping, updatedAt: now() });
      for (const row of rows) await events.tell(tx, cancelRequested(row));
    },

    async maySee(principal: MemberPrincipal, taskId: string): Promise<boolean> {
      const row = await database.tenant(principal.organizationId, (tx) =>
        store.findJob(tx, principal, taskId),
      );
      return row !== undefined;
    },

    awaitedEnded,

    /**
     * From now on a planning chat of its maker hears of the job, and `awaitedEnded` of its end; undefined when there is
     * nothing to wait for any more. The row is locked, so an end comes either before this or after it. What is returned
     * tells the chat, which comes last in the transaction.
     */
    async follow(
      tx: Tx,
      at: { readonly organizationId: string; readonly taskId: string },
      sessionId: string,
    ): Promise<(() => Promise<void>) | undefined> {
      const row = await store.updateUnfinished(tx, at.organizationId, at.taskId, { sessionId });
      return row && (() => announce(state, tx, row));
    },

    /** What the event stream shows of a job. */
    async describe(organizationId: string, taskId: string): Promise<Job | undefined> {
      const row = await database.tenant(organizationId, (tx) =>
        store.findJob(tx, { organizationId, projectId: null }, taskId),
      );
      return row && presentJob(row, { withResult: false });
    },
  };

  const upkeep = registerUpkeep({
    ...options,
    endWithoutOutcome: (row, error) => endWithoutOutcome(state, row, error),
  });
  return { ...board, upkeep };
}

const stopping = { cancelRequested: true, label: 'Stopping; what was found so far stays.' } as const;

/** What a person can do something with: our own problems speak, anything else stays in the log. */
function readable(error: unknown): string {
  if (error instanceof Problem) return error.message;
  return 'The work failed for a reason inside the platform, each time it was tried. The log of the platform has the details.';
}

function sessionStatus(row: JobRow): 'started' | 'progress' | 'completed' | 'failed' {
  if (row.status === 'SUCCESS') return 'completed';
  if (row.finishedAt) return 'failed';
  return row.step === 0 ? 'started' : 'progress';
}

function newRow(input: NewJob & { id: string; queueName: string; queueJobId: string; now: Date }): JobRow {
  const status: JobStatus = 'PENDING';
  return {
    id: input.id,
    organizationId: input.organizationId,
    projectId: input.projectId,
    createdBy: input.by.userId,
    kind: input.kind,
    title: input.title,
    status,
    subjectId: input.subjectId,
    endpointId: input.endpointId ?? null,
    credentialId: input.by.kind === 'background' ? null : input.by.credentialId,
    sessionId: input.sessionId ?? null,
    step: 0,
    total: input.total,
    label: 'Waiting for its turn.',
    result: null,
    error: null,
    cancelRequested: false,
    queueName: input.queueName,
    queueJobId: input.queueJobId,
    createdAt: input.now,
    startedAt: null,
    finishedAt: null,
    updatedAt: input.now,
  };
}

const listFields: ListFields = {
  id: { column: table.id, type: 'id' },
  task_id: { column: table.id, type: 'id' },
  kind: { column: table.kind, type: 'text' },
  title: { column: table.title, type: 'text', isSearched: true },
  status: { column: table.status, type: 'text', words: jobStatuses },
  subject_id: { column: table.subjectId, type: 'id' },
  created_at: { column: table.createdAt, type: 'time' },
  started_at: { column: table.startedAt, type: 'time' },
  finished_at: { column: table.finishedAt, type: 'time' },
};
