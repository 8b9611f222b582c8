import type { JobBoard, TaskRun } from '#jobs';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import type { Events } from '#kernel/events';
import type { ModelMeter } from './ports.ts';
import * as store from './store.ts';
import type { ExplorationRow, TurnRow } from './tables.ts';
import type { Turn } from './turns.ts';

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: Events;
  readonly board: JobBoard;
  readonly task: TaskRun;
}

export type TurnLog = ReturnType<typeof createTurnLog>;

/** Another worker has taken the exploration over; what this one still has in hand no longer counts. */
class TakenOver extends Error {
  constructor() {
    super('Another worker has taken this exploration over.');
    this.name = 'TakenOver';
  }
}

/** The written side of a run. Nothing is written unless the run is still the one in charge. */
export function createTurnLog({ database, clock, events, board, task }: Options) {
  const { organizationId, taskId } = task;
  let runId = '';
  let since = performance.now();
  let elapsedBefore = 0;
  let written = { modelCalls: 0, modelTokens: 0 };

  let projectId: string | null = null;

  return {
    elapsedMs: (): number => elapsedBefore + performance.now() - since,

    /** Takes the exploration over and reads what has been done of it. */
    async open(newRunId: string): Promise<{ exploration: ExplorationRow; turns: TurnRow[] }> {
      runId = newRunId;
      return database.tenant(organizationId, async (tx) => {
        const exploration = await store.takeOver(tx, organizationId, taskId, runId);
        if (!exploration) throw new Error(`The exploration ${taskId} has no row.`);
        elapsedBefore = exploration.elapsedMs;
        projectId = exploration.projectId;
        written = { modelCalls: exploration.modelCalls, modelTokens: exploration.modelTokens };
        since = performance.now();
        return { exploration, turns: await store.listTurns(tx, organizationId, taskId) };
      });
    },

    /** From here on the target may have seen the question, whatever becomes of this worker. */
    async beforeSending(turn: Turn): Promise<void> {
      await database.tenant(organizationId, async (tx) => {
        if (!(await store.isInCharge(tx, organizationId, taskId, runId))) throw new TakenOver();
        if (turn.resent) await store.updateTurn(tx, organizationId, taskId, turn.turn, { resent: true });
        else await store.insertTurn(tx, rowOf(turn));
      });
    },

    async afterAnswer(
      turn: Turn,
      spent: { calls: number; done: number; total: number; model: string; meter: ModelMeter },
    ): Promise<void> {
      // Counted at once: another strategy's answer may come while this one is being written.
      const elapsed = performance.now() - since;
      since += elapsed;
      elapsedBefore += elapsed;
      const modelCalls = spent.meter.calls - written.modelCalls;
      const modelTokens = spent.meter.tokens - written.modelTokens;
      written = { modelCalls: spent.meter.calls, modelTokens: spent.meter.tokens };
      const progress = await database.tenant(organizationId, async (tx) => {
        if (!(await store.isInCharge(tx, organizationId, taskId, runId))) throw new TakenOver();
        await store.updateTurn(tx, organizationId, taskId, turn.turn, {
          state: 'done',
          received: turn.received === null ? null : { text: turn.received },
          outcome: turn.outcome,
          error: withoutNul(turn.error),
          latencyMs: turn.latencyMs,
          conversationId: withoutNul(turn.conversationId),
          finishedAt: new Date(clock.now()),
        });
        await store.addSpent(tx, organizationId, taskId, {
          model: spent.model,
          targetCalls: spent.calls,
          modelCalls,
          modelTokens,
          elapsedMs: elapsed,
        });
        const progressed = await board.progress(
          tx,
          { organizationId, taskId },
          { step: spent.done, total: spent.total, label: labelOf(turn) },
        );
        await events.keep(tx, {
          name: 'exploration.turn',
          organizationId,
          data: { task_id: taskId, project_id: projectId, turn: turn.turn },
        });
        return progressed;
      });
      if (!progress) throw new TakenOver();
      // The announcement of a cancellation may have been missed; the row says it as well.
      if (progress.cancelRequested) task.cancel();
    },
  };

  function rowOf(turn: Turn): TurnRow {
    return {
      explorationId: taskId,
      organizationId,
      turn: turn.turn,
      state: 'sending',
      strategy: turn.strategy,
      probe: turn.probe,
      sent: { text: turn.sent },
      received: null,
      outcome: null,
      error: null,
      latencyMs: null,
      conversationId: null,
      resent: false,
      sentAt: new Date(clock.now()),
      finishedAt: null,
    };
  }
}

const outcomeWords: Readonly<Record<Turn['outcome'], string>> = {
  answered: 'answered',
  soft_refusal: 'declined in part',
  refused: 'declined',
  empty: 'gave an empty answer',
  rate_limited: 'refused the call for its rate',
  error: 'failed',
  inconclusive: 'was left',
};

const labelOf = (turn: Turn): string =>
  `${(turn.strategy ?? 'goal').replaceAll('_', ' ')}: asked about ${turn.probe.about ?? turn.probe.dimension.replaceAll('_', ' ')}; the target ${outcomeWords[turn.outcome]}.`;

/** PostgreSQL's text cannot hold NUL, which a target may send. */
const withoutNul = (text: string | null): string | null => text?.replaceAll('\0', '\u{FFFD}') ?? null;
