import type { Endpoint } from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import type { Calls } from '#invocation';
import type { JobBoard, JobOutcome, TaskRun } from '#jobs';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import type { Events } from '#kernel/events';
import { newId } from '#kernel/ids';
import { createCallBudget, createSteps, limitsOf, takeOver, type Charge } from '#runs';
import type { Endpoints } from '#endpoints';
import type { Log } from '#kernel/log';
import type { NamedTarget } from './call.ts';
import { ExplorationRun } from './exploration-run.ts';
import { planFrom, type Caps, type Plan } from './plan.ts';
import type { Explorer, ModelMeter } from './ports.ts';
import { turnOfRow } from './present.ts';
import { readPreviousFindings } from './previous-findings.ts';
import * as store from './store.ts';
import { createTurnLog } from './turn-log.ts';
import type { Actors } from '#tenancy';
import type { ExplorationRow } from './tables.ts';

export interface RunOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: Events;
  readonly log: Log;
  readonly board: JobBoard;
  readonly endpoints: Pick<Endpoints, 'get'>;
  readonly calls: Pick<Calls, 'prepare'>;
  /** The person on whose behalf the exploration goes on, with today's rights; nobody when they have lost them. */
  readonly actors: Actors;
  readonly random: () => number;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  readonly capsOf: (plan: Plan) => Caps;
  readonly explorerFor: (organizationId: string, meter: ModelMeter) => Promise<Explorer>;
}

/**
 * Carries an exploration out, turn by turn, and goes on from the last turn when another worker began it. Each turn is
 * written before it is sent, so that one which may have been sent twice is known.
 */
export function createRun(options: RunOptions) {
  return async (task: TaskRun): Promise<JobOutcome> => {
    const { organizationId, taskId } = task;
    const charge: Charge = { kind: store.explorationRows, organizationId, runId: taskId, owner: newId() };
    const { exploration, turns } = await takeExploration(options, charge);
    const plan = planFrom(exploration.request);
    const caps = options.capsOf(plan);
    const meter: ModelMeter = { calls: exploration.modelCalls, tokens: exploration.modelTokens, caps };
    const explorer = await options.explorerFor(organizationId, meter);
    const prepared = await prepare(options, exploration);
    if (prepared instanceof Problem) return { status: 'FAILURE', result: null, error: prepared.message };
    const { endpointId } = exploration;
    const steps = createSteps({ ...options, charge, endpointId, limits: limitsOf(prepared.endpoint) });
    const turnLog = createTurnLog({ ...options, task, exploration, steps });
    const timeLeftMs = Math.max(1, caps.wallClockMs - exploration.elapsedMs);
    const run = new ExplorationRun({
      task,
      turnLog,
      plan,
      caps,
      explorer,
      target: prepared.target,
      meter,
      prior: readPreviousFindings(exploration.request.previous_findings ?? {}),
      turns: turns.filter(({ state }) => state === 'done').map(turnOfRow),
      unfinished: turns.filter(({ state }) => state === 'sending').map(turnOfRow),
      calls: createCallBudget(caps.targetCalls, exploration.targetCalls),
      deadline: AbortSignal.timeout(Math.ceil(timeLeftMs)),
    });
    return run.run(exploration.endpointId);
  };
}

async function takeExploration({ database }: RunOptions, charge: Charge) {
  const { organizationId, runId } = charge;
  return database.tenant(organizationId, async (tx) => {
    await takeOver(tx, charge);
    const exploration = await store.findExploration(tx, organizationId, runId);
    if (!exploration) throw new Error(`The exploration ${runId} has no row.`);
    return { exploration, turns: await store.listTurns(tx, organizationId, runId) };
  });
}

async function prepare(
  { actors, calls, endpoints }: RunOptions,
  exploration: ExplorationRow,
): Promise<{ target: NamedTarget; endpoint: Endpoint } | Problem> {
  const principal = await actors.of(exploration);
  if (!principal?.permissions.has('endpoint:explore'))
    return new Problem(
      'forbidden',
      'auth.permission_denied',
      'The person who started this exploration may no longer explore endpoints here.',
    );
  try {
    return {
      target: await calls.prepare(principal, exploration.endpointId),
      endpoint: await endpoints.get(principal, exploration.endpointId),
    };
  } catch (error) {
    // An endpoint that was deleted meanwhile will not come back by trying again.
    if (error instanceof Problem) return error;
    throw error;
  }
}
