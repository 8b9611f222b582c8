import { Problem } from '@sonde/server-kit';
import type { Calls } from '#invocation';
import type { JobBoard, JobOutcome, TaskRun } from '#jobs';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import type { Events } from '#kernel/events';
import type { MemberPrincipal } from '#kernel/http';
import { newId } from '#kernel/ids';
import type { Log } from '#kernel/log';
import type { PreparedTarget } from './call.ts';
import { ExplorationRun } from './exploration-run.ts';
import { planFrom, type Caps, type Plan } from './plan.ts';
import type { Explorer, ModelMeter } from './ports.ts';
import { turnOfRow } from './present.ts';
import { readPreviousFindings } from './previous-findings.ts';
import { createTurnLog } from './turn-log.ts';
import type { ExplorationRow } from './tables.ts';

export interface RunOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: Events;
  readonly log: Log;
  readonly board: JobBoard;
  readonly calls: Pick<Calls, 'prepare'>;
  readonly capsOf: (plan: Plan) => Caps;
  readonly explorerFor: (organizationId: string, meter: ModelMeter) => Promise<Explorer>;
}

/**
 * Carries an exploration out, turn by turn, and goes on from the last turn when another worker began it. Each turn is
 * written before it is sent, so that one which may have been sent twice is known.
 */
export function createRun(options: RunOptions) {
  return async (task: TaskRun): Promise<JobOutcome> => {
    const turnLog = createTurnLog({ ...options, task });
    const { exploration, turns } = await turnLog.open(newId());
    const plan = planFrom(exploration.request);
    const caps = options.capsOf(plan);
    const meter: ModelMeter = { calls: exploration.modelCalls, tokens: exploration.modelTokens, caps };
    const explorer = await options.explorerFor(task.organizationId, meter);
    const target = await prepare(options, exploration);
    if (target instanceof Problem) return { status: 'FAILURE', result: null, error: target.message };
    const timeLeftMs = Math.max(1, caps.wallClockMs - exploration.elapsedMs);
    const run = new ExplorationRun({
      task,
      turnLog,
      plan,
      caps,
      explorer,
      target,
      meter,
      prior: readPreviousFindings(exploration.request.previous_findings ?? {}),
      turns: turns.filter(({ state }) => state === 'done').map(turnOfRow),
      unfinished: turns.filter(({ state }) => state === 'sending').map(turnOfRow),
      targetCalls: exploration.targetCalls,
      deadline: AbortSignal.timeout(Math.ceil(timeLeftMs)),
    });
    return run.run(exploration.endpointId);
  };
}

async function prepare(
  { calls }: RunOptions,
  { organizationId, projectId, userId, endpointId }: ExplorationRow,
): Promise<PreparedTarget | Problem> {
  const principal: MemberPrincipal = {
    kind: 'session',
    userId,
    email: '',
    organizationId,
    role: 'member',
    permissions: new Set(['endpoint:invoke']),
    projectId,
    credentialId: userId,
  };
  try {
    return await calls.prepare(principal, endpointId);
  } catch (error) {
    // An endpoint that was deleted meanwhile will not come back by trying again.
    if (error instanceof Problem) return error;
    throw error;
  }
}
