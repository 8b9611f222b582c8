import type { JobOutcome, TaskRun } from '#jobs';
import type { CallBudget } from '#runs';
import { ask, attemptsMax, type Answered, type NamedTarget } from './call.ts';
import { nothingNew, targetIsGone } from './early-stop.ts';
import { evaluateInPieces, handedOn } from './findings/evaluate.ts';
import type { Caps, Plan, SegmentPlan } from './plan.ts';
import type { Explorer, Judgement, ModelMeter, SegmentState, StopReason } from './ports.ts';
import { inOrder, presentResult } from './present.ts';
import type { PriorFindings } from './previous-findings.ts';
import type { TurnLog } from './turn-log.ts';
import { conversationUnderWay, type Probe, type Segment, type Turn } from './turns.ts';

export interface ExplorationRunOptions {
  readonly task: TaskRun;
  readonly turnLog: TurnLog;
  readonly plan: Plan;
  readonly caps: Caps;
  readonly explorer: Explorer;
  readonly target: NamedTarget;
  readonly meter: ModelMeter;
  readonly prior: PriorFindings;
  readonly turns: Turn[];
  /** Turns that a worker was in the middle of when it died: at most one of each strategy. */
  readonly unfinished: readonly Turn[];
  readonly calls: CallBudget;
  readonly deadline: AbortSignal;
}

/**
 * One run from its first question, or its last one, to its result. Domain probing comes first and hands on what it has
 * found; the strategies after it do not wait for each other. Each goes by its own turns alone and has numbers of its
 * own, so that the outcome does not depend on who was quicker.
 */
export class ExplorationRun {
  readonly #options: ExplorationRunOptions;
  readonly #turns: Turn[];
  readonly #judgements = new Map<Segment, Judgement>();
  readonly #halt = new AbortController();
  readonly #signal: AbortSignal;
  #ended: StopReason | undefined;
  /** What the first strategy found: it is at its end when the others begin. */
  #handedOn: Promise<PriorFindings> | undefined;

  constructor(options: ExplorationRunOptions) {
    this.#options = options;
    this.#turns = options.turns;
    this.#signal = AbortSignal.any([options.task.signal, options.deadline, this.#halt.signal]);
  }

  async run(endpointId: string): Promise<JobOutcome> {
    const reason = await this.#untilStopped();
    const { plan, explorer, meter, turnLog, prior, calls } = this.#options;
    const turns = inOrder(this.#turns);
    const result = presentResult({
      endpointId,
      plan,
      turns,
      evaluation: await evaluateInPieces({ plan, turns, prior, judgements: this.#judgements }),
      reason,
      model: explorer.name,
      durationMs: turnLog.elapsedMs(),
      spent: { targetCalls: calls.made, modelCalls: meter.calls, modelTokens: meter.tokens },
    });
    if (result.status === 'cancelled') return { status: 'REVOKED', result };
    if (result.status !== 'error')
      return { status: 'SUCCESS', result, label: foundInWords(result.findings.length, turns.length) };
    const first = turns.find(({ error }) => error)?.error;
    return {
      status: 'FAILURE',
      result,
      error: `The application gave no ${turns.some(({ received }) => received) ? 'usable answer' : 'answer at all'}. ${first ?? result.stop_reason}`,
    };
  }

  async #untilStopped(): Promise<StopReason> {
    try {
      return await this.#segments();
    } catch (error) {
      if (this.#options.task.isCancelled()) return 'cancelled';
      if (this.#options.deadline.aborted && !this.#options.task.signal.aborted) return 'time_limit';
      throw error;
    }
  }

  async #segments(): Promise<StopReason> {
    const [first, ...others] = this.#options.plan.segments.filter(({ turnsMax }) => turnsMax > 0);
    const reasons: StopReason[] = [];
    // The others begin when the first has ended; so where they have turns there is nothing left of it to do.
    const areBegun = others.some(({ segment }) => this.#isBegun(segment));
    if (first && !areBegun) reasons.push(await this.#segment(first));
    if (!this.#ended) reasons.push(...(await this.#sideBySide(others)));
    return (
      this.#ended ??
      reasons.find((reason) => reason !== 'plan_finished' && reason !== 'goal_reached') ??
      reasons.at(-1) ??
      'plan_finished'
    );
  }

  /** When one fails the others are stopped and waited for: nothing is left behind that still calls the target. */
  async #sideBySide(plans: readonly SegmentPlan[]): Promise<StopReason[]> {
    const ends = await Promise.allSettled(
      plans.map((plan) =>
        this.#segment(plan).catch((error: unknown) => {
          this.#halt.abort(error);
          throw error;
        }),
      ),
    );
    if (this.#halt.signal.aborted) throw this.#halt.signal.reason;
    return ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
  }

  async #segment(plan: SegmentPlan): Promise<StopReason> {
    const reason = await this.#untilItsEnd(plan);
    if (endsEverything.has(reason)) this.#ended ??= reason;
    return reason;
  }

  async #untilItsEnd(plan: SegmentPlan): Promise<StopReason> {
    const { segment } = plan;
    const unfinished = this.#options.unfinished.find(({ strategy }) => strategy === segment);
    if (unfinished) await this.#send(segment, unfinished.probe, unfinished);
    for (;;) {
      const own = this.#own(segment);
      const stop =
        this.#ended ?? targetIsGone(this.#turns) ?? this.#capReached() ?? nothingNew(this.#turns, segment);
      if (stop) return this.#judged(plan, stop);
      if (own.length >= plan.turnsMax) return this.#judged(plan, 'max_turns');
      const next = await this.#options.explorer.next(await this.#state(plan), this.#signal);
      if (next.kind !== 'ask') return next.kind === 'stuck' ? next.reason : this.#judged(plan, next.reason);
      // Another strategy may have taken the last call while the question was being thought of.
      if (this.#capReached()) continue;
      await this.#send(segment, next.probe);
    }
  }

  async #judged(plan: SegmentPlan, reason: StopReason): Promise<StopReason> {
    if (this.#own(plan.segment).length === 0) return reason;
    const judgement = await this.#options.explorer.judge?.(await this.#state(plan), this.#signal);
    if (judgement) this.#judgements.set(plan.segment, judgement);
    return reason;
  }

  #capReached(): StopReason | undefined {
    if (this.#options.calls.left <= 0) return 'call_limit';
    return this.#options.deadline.aborted ? 'time_limit' : undefined;
  }

  #own(segment: Segment): Turn[] {
    return this.#turns.filter((turn) => turn.strategy === segment);
  }

  #isBegun(segment: Segment): boolean {
    return [...this.#turns, ...this.#options.unfinished].some(({ strategy }) => strategy === segment);
  }

  async #state(plan: SegmentPlan): Promise<SegmentState> {
    const { scenario, restrictions, strategy, segments } = this.#options.plan;
    const first = strategy === 'comprehensive' ? segments[0] : undefined;
    const prior =
      first && first.segment !== plan.segment
        ? await (this.#handedOn ??= handedOn(
            { ...this.#options.plan, segments: [first] },
            this.#own(first.segment),
            this.#options.prior,
          ))
        : this.#options.prior;
    const earlier = prior === this.#options.prior ? [] : this.#own(first?.segment ?? null);
    return { plan, scenario, restrictions, prior, earlier, turns: this.#own(plan.segment) };
  }

  /**
   * Room for all turns of the strategies beside it, so that no two ever take the same number. It is the number of the turn
   * for good: who cites it while the exploration runs cites the same turn afterwards, so some numbers may stay unused.
   */
  #nextNumber(segment: Segment): number {
    const [first, ...others] = this.#options.plan.segments;
    const own = this.#own(segment).length + 1;
    if (!first || first.segment === segment) return own;
    const place = others.findIndex((plan) => plan.segment === segment);
    return others
      .slice(0, place)
      .reduce((sum, { turnsMax }) => sum + turnsMax, this.#own(first.segment).length + own);
  }

  /** Writes the question, asks it, writes the answer. A question taken up again is marked, since it may arrive twice. */
  async #send(segment: Segment, probe: Probe, again?: Turn): Promise<void> {
    const { turnLog, task, calls } = this.#options;
    const callsMax = Math.max(1, Math.min(attemptsMax, calls.left));
    const reserved = calls.reserve(callsMax);
    let made = 0;
    try {
      const turn: Turn = {
        turn: again?.turn ?? this.#nextNumber(segment),
        strategy: segment,
        probe,
        sent: probe.text,
        received: null,
        outcome: 'inconclusive',
        error: null,
        latencyMs: null,
        conversationId: probe.isFresh ? null : conversationUnderWay(this.#own(segment)),
        resent: again !== undefined,
      };
      await turnLog.beforeSending(turn, this.#signal);
      const answered = await this.#ask(turn, {
        callsMax,
        attributes: { 'sonde.exploration_id': task.taskId, 'sonde.turn': String(turn.turn) },
        onCall: () => (made += 1),
      });
      made = Math.max(made, answered.calls);
      const done: Turn = { ...turn, ...pick(answered) };
      this.#turns.push(done);
      await turnLog.afterAnswer(done, {
        calls: made,
        done: this.#turns.length,
        total: this.#options.plan.turnsMax,
        model: this.#options.explorer.name,
        meter: this.#options.meter,
      });
    } finally {
      reserved.settle(made);
    }
    this.#signal.throwIfAborted();
  }

  /** A call cut short by a cancellation or the limit of time is a turn all the same, without an answer. */
  async #ask(
    turn: Turn,
    limits: {
      callsMax: number;
      attributes: Readonly<Record<string, string>>;
      onCall: () => void;
    },
  ): Promise<Answered> {
    const { task, deadline, target, turnLog } = this.#options;
    try {
      return await ask((calling) => turnLog.send(turn, calling), {
        target,
        probe: turn.probe,
        conversationId: turn.conversationId,
        signal: this.#signal,
        ...limits,
      });
    } catch (error) {
      if (!task.isCancelled() && !deadline.aborted) throw error;
      return {
        outcome: 'inconclusive',
        received: null,
        error: 'The exploration was stopped while this was under way.',
        latencyMs: 0,
        conversationId: turn.conversationId,
        calls: 1,
      };
    }
  }
}

const pick = ({ outcome, received, error, latencyMs, conversationId, beside }: Answered) => ({
  beside,
  outcome,
  received,
  error,
  latencyMs,
  conversationId,
});

const endsEverything = new Set<StopReason>([
  'target_failing',
  'target_silent',
  'rate_limited',
  'call_limit',
  'time_limit',
  'model_refused',
  'model_unavailable',
  'model_limit',
]);

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;
const foundInWords = (findings: number, turns: number): string =>
  `${counted(findings, 'finding')} in ${counted(turns, 'turn')}.`;
