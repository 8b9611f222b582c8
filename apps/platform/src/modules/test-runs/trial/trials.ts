import type { ExecuteTest, TestExecution } from '@sonde/contract';
import { and, eq } from 'drizzle-orm';
import type { JobBoard, JobOutcome, TaskRun } from '#jobs';
import type { Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { newId } from '#kernel/ids';
import { createSteps, limitsOf } from '#runs';
import { tooOften } from '../problems.ts';
import { testTrials } from '../tables.ts';
import type { WorkerOptions } from '../worker.ts';
import { carryOutTrial, endStep, trialStep, type CarryingOptions } from './carry-out.ts';
import { trialKind } from './jobs.ts';
import { prepareTrial, type PreparedTrial, type PreparingOptions } from './prepare.ts';

export interface TrialOptions extends PreparingOptions, CarryingOptions {
  readonly scorer: CarryingOptions['scorer'];
  readonly board: JobBoard;
  readonly actors: WorkerOptions['actors'];
  readonly usage: WorkerOptions['usage'];
  readonly random: () => number;
}

export type Trials = ReturnType<typeof createTrials>;
export type TrialAnswer =
  | { readonly kind: 'done'; readonly execution: TestExecution }
  | { readonly kind: 'begun'; readonly taskId: string; readonly testId: string | null };

/** One test tried against an endpoint, of which nothing is kept. */
export function createTrials(options: TrialOptions) {
  const { database, clock, board, usage } = options;

  const count = (organizationId: string, calls: number): Promise<void> =>
    database.tenant(organizationId, async (tx) => {
      if (calls > 0) await usage.record(tx, organizationId, 'test_executions', 1);
    });

  /** What is tried takes its calls out of those the endpoint bears, as runs do. */
  const stepsOf = (organizationId: string, { endpoint }: PreparedTrial) =>
    createSteps({
      ...options,
      charge: { kind: null, organizationId, runId: newId() },
      endpointId: endpoint.id,
      limits: limitsOf(endpoint),
    });

  async function begin(principal: MemberPrincipal, request: ExecuteTest, prepared: PreparedTrial) {
    const { organizationId, userId } = principal;
    const { endpoint, test } = prepared;
    return database.tenant(organizationId, async (tx) => {
      const taskId = await board.create(tx, {
        kind: trialKind,
        title: `Trying “${test.content.slice(0, 80)}” on ${endpoint.name}`,
        organizationId,
        projectId: endpoint.project_id,
        by: principal,
        subjectId: prepared.testId,
        endpointId: endpoint.id,
        total: test.definition.conversation?.max_turns ?? null,
      });
      await tx.insert(testTrials).values({
        taskId,
        organizationId,
        projectId: principal.projectId,
        userId,
        request,
        createdAt: new Date(clock.now()),
      });
      return taskId;
    });
  }

  async function execute(
    principal: MemberPrincipal,
    request: ExecuteTest,
    signal: AbortSignal,
  ): Promise<TrialAnswer> {
    const prepared = await prepareTrial(options, principal, request);
    if (prepared.test.definition.conversation)
      return {
        kind: 'begun',
        taskId: await begin(principal, request, prepared),
        testId: prepared.testId,
      };
    const steps = stepsOf(principal.organizationId, prepared);
    const waitMs = await steps.takeNow(trialStep);
    if (waitMs > 0) throw tooOften(Math.max(1, Math.ceil(waitMs / 1000)));
    const done = await carryOutTrial(options, principal, prepared, {
      evaluate: request.evaluate_metrics,
      modelId: request.evaluation_model_id ?? null,
      signal,
      steps,
    }).finally(() => endStep(steps));
    signal.throwIfAborted();
    if (!done) throw new Error('A single turn ends with an answer or an error.');
    await count(principal.organizationId, done.calls);
    return { kind: 'done', execution: done.execution };
  }

  async function run(task: TaskRun): Promise<JobOutcome> {
    const { organizationId, taskId, signal } = task;
    const row = await database.tenant(organizationId, (tx) => findTrial(tx, organizationId, taskId));
    if (!row) return failure('The request is not there any more.');
    const principal = await options.actors.of(row);
    if (!principal?.permissions.has('test_run:execute'))
      return failure('Whoever asked for this may no longer run tests here.');
    const prepared = await prepareTrial(options, principal, row.request);
    const steps = stepsOf(organizationId, prepared);
    const total = prepared.test.definition.conversation?.max_turns ?? null;
    const done = await carryOutTrial(options, principal, prepared, {
      evaluate: row.request.evaluate_metrics,
      modelId: row.request.evaluation_model_id ?? null,
      signal,
      steps,
      onTurn: (turn) =>
        database.tenant(organizationId, async (tx) => {
          const at = { organizationId, taskId };
          const told = await board.progress(tx, at, { step: turn - 1, total, label: `Turn ${turn}.` });
          if (told?.cancelRequested) task.cancel();
        }),
    }).finally(() => endStep(steps));
    if (!done || task.isCancelled()) return { status: 'REVOKED', result: null };
    await count(organizationId, done.calls);
    return { status: 'SUCCESS', result: done.execution };
  }

  return {
    execute,
    run,

    /** What was asked for goes with the job, however that ended. */
    forget: async (tx: Tx, { organizationId, taskId }: { organizationId: string; taskId: string }) => {
      await tx
        .delete(testTrials)
        .where(and(eq(testTrials.organizationId, organizationId), eq(testTrials.taskId, taskId)));
    },
  };
}

const failure = (error: string): JobOutcome => ({ status: 'FAILURE', result: null, error });

async function findTrial(tx: Tx, organizationId: string, taskId: string) {
  const [row] = await tx
    .select()
    .from(testTrials)
    .where(and(eq(testTrials.organizationId, organizationId), eq(testTrials.taskId, taskId)));
  return row;
}
