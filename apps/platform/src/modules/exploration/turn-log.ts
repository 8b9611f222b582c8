import type { JobBoard, TaskRun } from '#jobs';
import type { Clock } from '#kernel/clock';
import type { Events } from '#kernel/events';
import { TakenOver, type Called, type Calling, type Steps } from '#runs';
import type { ModelMeter } from './ports.ts';
import * as store from './store.ts';
import type { ExplorationRow, TurnRow } from './tables.ts';
import type { Turn } from './turns.ts';

interface Options {
  readonly clock: Clock;
  readonly events: Events;
  readonly board: JobBoard;
  readonly task: TaskRun;
  readonly exploration: ExplorationRow;
  readonly steps: Steps;
}

export type TurnLog = ReturnType<typeof createTurnLog>;

/** The written side of an exploration: its turns are steps of a run. */
export function createTurnLog({ clock, events, board, task, exploration, steps }: Options) {
  const { organizationId, taskId } = task;
  const { projectId, modelCalls: formerCalls, modelTokens: formerTokens } = exploration;
  let since = performance.now();
  let elapsedBefore = exploration.elapsedMs;
  let written = { modelCalls: formerCalls, modelTokens: formerTokens };

  return {
    elapsedMs: (): number => elapsedBefore + performance.now() - since,

    /** From here on the target may have seen the question, whatever becomes of this worker. */
    async beforeSending(turn: Turn, signal: AbortSignal): Promise<void> {
      await steps.begin(stepOf(turn), {
        signal,
        write: (tx) =>
          turn.resent
            ? store.updateTurn(tx, organizationId, taskId, turn.turn, { resent: true })
            : store.insertTurn(tx, rowOf(turn)),
      });
    },

    send: (turn: Turn, calling: Calling): Promise<Called> => steps.call(stepOf(turn), calling),

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
      const progress = await steps.finish(stepOf(turn), async (tx) => {
        await store.updateTurn(tx, organizationId, taskId, turn.turn, {
          state: 'done',
          received: turn.received === null && !turn.beside ? null : { ...turn.beside, text: turn.received },
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
          { organizationId, taskId, isForward: true },
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

const stepOf = ({ turn }: Turn): string => String(turn);

const outcomeWords: Readonly<Record<Turn['outcome'], string>> = {
  answered: 'answered',
  soft_refusal: 'declined in part',
  refused: 'declined',
  empty: 'gave an empty answer',
  rate_limited: 'refused the call for its rate',
  error: 'failed',
  inconclusive: 'gave no clear answer',
};

const labelOf = (turn: Turn): string =>
  `${nameOf(turn.strategy ?? 'goal')}: asked about ${turn.probe.about ?? turn.probe.dimension.replaceAll('_', ' ')}; the application ${outcomeWords[turn.outcome]}.`;

const nameOf = (code: string): string => `${code[0]?.toUpperCase()}${code.slice(1).replaceAll('_', ' ')}`;

/** PostgreSQL's text cannot hold NUL, which a target may send. */
const withoutNul = (text: string | null): string | null => text?.replaceAll('\0', '\u{FFFD}') ?? null;
