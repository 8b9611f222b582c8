import type { ExplorationResult, ExplorationTurn } from '@sonde/contract';
import { reread } from './reading/reread.ts';
import type { Evaluation } from './findings/evaluate.ts';
import type { StopReason } from './ports.ts';
import type { Plan } from './plan.ts';
import type { TurnRow } from './tables.ts';
import { isRobustness, leansOnOthers, type Turn } from './turns.ts';

export const turnOfRow = (row: TurnRow): Turn => ({
  ...besideOf(row),
  turn: row.turn,
  strategy: row.strategy,
  probe: row.probe,
  sent: row.sent.text,
  received: row.received?.text ?? null,
  outcome: row.outcome ?? 'inconclusive',
  error: row.error,
  latencyMs: row.latencyMs,
  conversationId: row.conversationId,
  resent: row.resent,
});

function besideOf({ received }: TurnRow): Pick<Turn, 'beside'> {
  const { text: _text, ...beside } = received ?? { text: null };
  return Object.keys(beside).length > 0 ? { beside } : {};
}

export const presentTurn = (turn: Turn): ExplorationTurn => ({
  turn: turn.turn,
  strategy: turn.strategy,
  sent: turn.sent,
  received: turn.received,
  outcome: turn.outcome,
  latency_ms: turn.latencyMs,
  error: turn.error,
  resent: turn.resent,
  ...(leansOnOthers(turn) ? { follows: turn.probe.follows } : {}),
  ...(turn.conversationId === null ? {} : { in_conversation: true }),
  ...(turn.probe.isFresh ? { begins: true } : {}),
  ...(isRobustness(turn) ? { robustness: true } : {}),
  ...(turn.beside?.ofAsker ? { of_asker: [...turn.beside.ofAsker] } : {}),
  ...(turn.beside?.toolCalls ? { tool_calls: [...turn.beside.toolCalls] } : {}),
});

/** One strategy after the other: each has numbers of its own, kept for it before anybody knew who would be quicker. */
export const inOrder = (turns: readonly Turn[]): Turn[] => turns.toSorted((a, b) => a.turn - b.turn);

/** Why it ended, for people; `status` is for programs. */
const reasons: Readonly<Record<StopReason, string>> = {
  plan_finished: 'Everything the plan asks for was asked.',
  goal_reached: 'The goal was reached.',
  max_turns: 'Each part of it asked as many questions as were agreed for it, or had nothing more to ask.',
  target_repeats: 'The application kept giving the same answer.',
  only_refusals: 'The application declined several questions in a row.',
  target_failing: 'The application failed several times in a row.',
  target_silent: 'The application gave several empty answers in a row.',
  rate_limited: 'The application kept refusing calls because they were too many.',
  call_limit: 'The limit of calls to the application was reached.',
  time_limit: 'The limit of time was reached.',
  cancelled: 'It was cancelled.',
  worker_lost: 'Sonde was stopped or restarted before it had ended.',
  model_refused: 'The language model refused to go on exploring.',
  model_unavailable: 'The language model could not be used.',
  model_limit: 'The limit of calls or tokens of the language model was reached.',
};

const statuses: Readonly<Record<StopReason, ExplorationResult['status']>> = {
  plan_finished: 'completed',
  goal_reached: 'completed',
  max_turns: 'max_turns',
  target_repeats: 'stopped_early',
  only_refusals: 'stopped_early',
  target_failing: 'stopped_early',
  target_silent: 'stopped_early',
  rate_limited: 'stopped_early',
  call_limit: 'stopped_early',
  time_limit: 'stopped_early',
  cancelled: 'cancelled',
  worker_lost: 'error',
  model_refused: 'inconclusive',
  model_unavailable: 'inconclusive',
  model_limit: 'stopped_early',
};

export interface Ended {
  readonly endpointId: string;
  readonly plan: Plan;
  readonly turns: readonly Turn[];
  readonly evaluation: Evaluation;
  readonly reason: StopReason;
  readonly model: string;
  readonly durationMs: number;
  readonly spent: { readonly targetCalls: number; readonly modelCalls: number; readonly modelTokens: number };
}

/** An answer or a refusal; from silence, failures and "I do not understand" nothing can be learnt. */
const wasUsable = ({ outcome }: Turn): boolean =>
  outcome === 'answered' || outcome === 'refused' || outcome === 'soft_refusal';

export function presentResult(ended: Ended): ExplorationResult {
  const { plan, evaluation, reason, spent } = ended;
  const turns = reread(ended.turns);
  const isUsable = turns.some(wasUsable);
  const status = statuses[reason];
  return {
    endpoint_id: ended.endpointId,
    strategy: plan.strategy,
    goal: plan.goal,
    status:
      isUsable || turns.length === 0 || status === 'cancelled' || status === 'inconclusive'
        ? status
        : 'error',
    findings: [...evaluation.findings],
    strategy_findings: { ...evaluation.strategyFindings },
    conversation_summary: evaluation.summary,
    conversation: turns.map(presentTurn),
    turns_used: turns.length,
    stop_reason: `${reasons[reason]}${isUsable || turns.length === 0 ? '' : ' It gave no usable answer.'}`,
    duration_ms: Math.round(ended.durationMs),
    model: ended.model,
    usage: {
      turns_max: plan.turnsMax,
      target_calls: spent.targetCalls,
      model_calls: spent.modelCalls,
      model_tokens: spent.modelTokens,
    },
  };
}
