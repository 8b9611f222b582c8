import { Problem } from '@sonde/server-kit';
import type { Endpoint } from '@sonde/contract';
import type { Endpoints } from '#endpoints';
import type { Resolving } from '#experiments';
import type { Calls } from '#invocation';
import type { JobBoard, JobOutcome, TaskRun } from '#jobs';
import type { Clock } from '#kernel/clock';
import type { Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { newId } from '#kernel/ids';
import type { Log } from '#kernel/log';
import type { Scorer } from '#metrics';
import { createSteps, limitsOf, TakenOver, type PreparedTarget } from '#runs';
import { execute, type Ended } from './execution/execution.ts';
import type { LargeOutputs } from './execution/large-outputs.ts';
import { createLedger, type Ledger } from './execution/ledger.ts';
import { judgeStoredOutputs } from './execution/stored-outputs.ts';
import type { Tally } from './execution/settled.ts';
import { createTurnLog } from './execution/turn-log.ts';
import { createWriter, type Writer } from './execution/writer.ts';
import { finishRun, type FinishOptions } from './finish.ts';
import type { SimulatedUser } from './simulated-user/simulated-user.ts';
import { optionsOf, readScorers } from './store.ts';
import type { Actors } from '#tenancy';
import { tellUpdated } from './telling.ts';
import type { RunRow } from './tables.ts';

export interface WorkerOptions extends FinishOptions {
  readonly log: Log;
  readonly outputs: LargeOutputs;
  readonly board: JobBoard;
  readonly endpoints: Pick<Endpoints, 'get'>;
  readonly calls: Pick<Calls, 'prepare'>;
  readonly parameters: Pick<Resolving, 'reopen'>;
  readonly scorer: Scorer;
  /** The person on whose behalf the run goes on, with today's rights; nobody when they have lost them. */
  readonly actors: Actors;
  readonly usage: {
    record(tx: Tx, organizationId: string, resource: 'test_executions', amount: number): Promise<void>;
  };
  /** Who plays the person in conversations: the model named, else the one in force, else the built-in one. */
  readonly userOf: (organizationId: string, modelId: string | null) => Promise<SimulatedUser>;
  readonly random: () => number;
}

/** Carries out one run from wherever it stands to its end. */
export function createRunWorker(options: WorkerOptions) {
  return async (task: TaskRun, runId: string): Promise<JobOutcome> => {
    const { organizationId } = task;
    const owner = newId();
    const ledger = createLedger({ ...options, organizationId, runId, owner });
    const run = await ledger.takeOver(({ snapshot }) => snapshot.endpoint['idempotent'] === true);
    // It has ended meanwhile: cancelled, or finished by a worker that was only thought to be lost.
    if (!run) return { status: 'REVOKED', result: { test_run_id: runId } };
    // The first result may be minutes away, and until then whoever watches would see a run that waits while its tests run.
    await options.database.tenant(organizationId, (tx) => tellUpdated(options.events, tx, run));
    const prepared = await prepare(options, run);
    if (prepared instanceof Problem) {
      await ledger.settleWaiting({ status: 'Error', code: prepared.code, reason: prepared.message });
      return finishRun(options, { ledger, run, ended: 'all_begun', error: prepared.message });
    }
    const ended = await carryOut(options, { task, ledger, run, ...prepared });
    if (ended === 'cancelled') return { status: 'REVOKED', result: { test_run_id: runId } };
    return finishRun(options, { ledger, run, ended, error: null });
  };
}

interface Prepared {
  readonly principal: MemberPrincipal;
  readonly target: PreparedTarget;
  readonly endpoint: Endpoint | undefined;
}

async function prepare(options: WorkerOptions, run: RunRow): Promise<Prepared | Problem> {
  const { organizationId, projectId, createdBy } = run;
  const principal = createdBy
    ? await options.actors.of({ organizationId, userId: createdBy, projectId })
    : undefined;
  if (!principal?.permissions.has('test_run:execute'))
    return new Problem(
      'forbidden',
      'auth.permission_denied',
      'The person who started this run may no longer run tests here.',
    );
  if (run.referenceTestRunId) return { principal, target: nobody, endpoint: undefined };
  try {
    return {
      principal,
      target: await options.calls.prepare(principal, run.endpointId, await parametersOf(options, run)),
      endpoint: await options.endpoints.get(principal, run.endpointId),
    };
  } catch (error) {
    // An endpoint that was deleted meanwhile will not come back by trying again.
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** As they were when the run was asked for, whatever has been changed since; runs of before ask for today's. */
function parametersOf({ parameters }: WorkerOptions, { organizationId, projectId, snapshot }: RunRow) {
  const { parameters: values, parameter_source: source } = snapshot;
  return projectId && source ? parameters.reopen(organizationId, projectId, { values, source }) : undefined;
}

/** A run that only scores again has no target. */
const nobody: PreparedTarget = {
  invoke: () => Promise.reject(new Error('A run that scores stored outputs calls nothing.')),
};

interface Carrying extends Prepared {
  readonly task: TaskRun;
  readonly ledger: Ledger;
  readonly run: RunRow;
}

async function carryOut(options: WorkerOptions, carrying: Carrying): Promise<Ended> {
  const { database, clock } = options;
  const { task, ledger, run } = carrying;
  const { organizationId, id: runId } = run;
  const { scorers, settings } = await database.tenant(organizationId, async (tx) => ({
    scorers: await readScorers(tx, organizationId, runId),
    settings:
      (await optionsOf(tx, organizationId, [run.testConfigurationId])).get(run.testConfigurationId) ?? {},
  }));
  const writer = createWriter(ledger, progressTeller(options, carrying));
  const perMinute = settings.requests_per_minute;
  const limits = limitsOf(carrying.endpoint, perMinute === undefined ? undefined : { runId, perMinute });
  const { endpointId } = run;
  const steps = createSteps({ ...options, charge: ledger.charge, endpointId, limits });
  const judging = {
    scorer: options.scorer,
    circumstances: {
      organizationId,
      projectId: run.projectId,
      modelId: settings.evaluation_model_id ?? null,
      signal: task.signal,
    },
  };
  try {
    let ended: Ended = 'all_begun';
    if (!run.referenceTestRunId)
      ended = await execute({
        run,
        ledger,
        writer,
        outputs: options.outputs,
        clock,
        target: carrying.target,
        limits,
        concurrency: settings.execution_mode === 'Sequential' ? 1 : (settings.concurrency ?? 10),
        callsMax: settings.max_calls ?? null,
        tokensMax: settings.max_tokens ?? null,
        endsAt: endOf(run, settings.max_minutes, clock),
        scorers,
        judging,
        conversation: {
          turns: createTurnLog({ clock, organizationId, steps }),
          user: await options.userOf(organizationId, settings.execution_model_id ?? null),
        },
        signal: task.signal,
        random: options.random,
      });
    if (ended === 'cancelled') return ended;
    await judgeStoredOutputs({
      database,
      organizationId,
      runId,
      scorers,
      judging,
      writer,
      outputs: options.outputs,
      signal: task.signal,
    });
    await writer.drain();
    return ended;
  } catch (error) {
    if (task.isCancelled()) return 'cancelled';
    // The other worker does what is left; this one has nothing to say about how it ends.
    if (error instanceof TakenOver) return 'cancelled';
    throw error;
  }
}

const endOf = (run: RunRow, minutes: number | undefined, clock: Clock): number | null =>
  minutes === undefined ? null : (run.startedAt?.getTime() ?? clock.now()) + minutes * 60_000;

const tellEveryMs = 500;

/** Counts what reached the target, and tells who watches, but not after every batch. */
function progressTeller(options: WorkerOptions, { task, run }: Carrying) {
  const { board, clock, database, events, usage } = options;
  const { organizationId } = run;
  let toldAt = 0;
  let done = run.passed + run.failed + run.errors + run.notEvaluated;
  return async (tally: Tally): Promise<void> => {
    done += tally.passed + tally.failed + tally.errors + tally.notEvaluated;
    const isDue = clock.now() - toldAt >= tellEveryMs || done >= run.planned;
    if (tally.reached === 0 && !isDue) return;
    if (isDue) toldAt = clock.now();
    await database.tenant(organizationId, async (tx) => {
      await usage.record(tx, organizationId, 'test_executions', tally.reached);
      if (!isDue) return;
      await board.progress(
        tx,
        { organizationId, taskId: task.taskId },
        { step: done, total: run.planned, label: `${done} of ${run.planned} results.` },
      );
      await tellUpdated(events, tx, run);
    });
  };
}

export type { Writer };
