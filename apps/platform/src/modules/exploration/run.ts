import { Problem } from '@sonde/server-kit';
import type { Calls } from '#invocation';
import type { JobBoard, JobOutcome, TaskRun } from '#jobs';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import type { Events } from '#kernel/events';
import type { MemberPrincipal } from '#kernel/http';
import { newId } from '#kernel/ids';
import type { Log } from '#kernel/log';
import { ask, type Answered, type PreparedTarget } from './call.ts';
import { nothingNew, targetIsGone } from './early-stop.ts';
import { evaluate, handedOn } from './findings/evaluate.ts';
import { planFrom, type Caps, type Plan, type SegmentPlan } from './plan.ts';
import type { Explorer, Judgement, SegmentState, StopReason } from './ports.ts';
import { presentResult, turnOfRow } from './present.ts';
import { readPreviousFindings, type PriorFindings } from './previous-findings.ts';
import { createRecord, type TurnLedger } from './record.ts';
import type { ExplorationRow } from './tables.ts';
import type { Probe, Segment, Turn } from './turns.ts';

/** Counts what a language model takes while it explores. */
export interface ModelMeter {
  calls: number;
  tokens: number;
  readonly caps: { readonly modelCalls: number; readonly modelTokens: number };
}

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
    const record = createRecord({ ...options, task });
    const { exploration, turns } = await record.open(newId());
    const plan = planFrom(exploration.request);
    const caps = options.capsOf(plan);
    const meter: ModelMeter = { calls: exploration.modelCalls, tokens: exploration.modelTokens, caps };
    const explorer = await options.explorerFor(task.organizationId, meter);
    const target = await prepare(options, exploration);
    if (target instanceof Problem) return { status: 'FAILURE', result: null, error: target.message };
    const timeLeftMs = Math.max(1, caps.wallClockMs - exploration.elapsedMs);
    const course = new Course({
      task,
      record,
      plan,
      caps,
      explorer,
      target,
      meter,
      prior: readPreviousFindings(exploration.request.previous_findings ?? {}),
      turns: turns.map(turnOfRow),
      targetCalls: exploration.targetCalls,
      deadline: AbortSignal.timeout(Math.ceil(timeLeftMs)),
    });
    const unfinished = turns.find(({ state }) => state === 'sending');
    return course.run(unfinished ? turnOfRow(unfinished) : undefined, exploration.endpointId);
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

interface CourseOptions {
  readonly task: TaskRun;
  readonly record: TurnLedger;
  readonly plan: Plan;
  readonly caps: Caps;
  readonly explorer: Explorer;
  readonly target: PreparedTarget;
  readonly meter: ModelMeter;
  readonly prior: PriorFindings;
  readonly turns: Turn[];
  readonly targetCalls: number;
  readonly deadline: AbortSignal;
}

/** One run from its first question, or its last one, to its result. */
class Course {
  readonly #options: CourseOptions;
  readonly #turns: Turn[];
  readonly #judgements = new Map<Segment, Judgement>();
  readonly #signal: AbortSignal;
  #targetCalls: number;

  constructor(options: CourseOptions) {
    this.#options = options;
    this.#turns = options.turns;
    this.#targetCalls = options.targetCalls;
    this.#signal = AbortSignal.any([options.task.signal, options.deadline]);
  }

  async run(unfinished: Turn | undefined, endpointId: string): Promise<JobOutcome> {
    const reason = await this.#untilStopped(unfinished);
    const { plan, explorer, meter, record } = this.#options;
    const result = presentResult({
      endpointId,
      plan,
      turns: this.#turns,
      evaluation: evaluate({
        plan,
        turns: this.#turns,
        prior: this.#options.prior,
        judgements: this.#judgements,
      }),
      reason,
      model: explorer.name,
      durationMs: record.elapsedMs(),
      spent: { targetCalls: this.#targetCalls, modelCalls: meter.calls, modelTokens: meter.tokens },
    });
    if (result.status === 'cancelled') return { status: 'REVOKED', result };
    if (result.status !== 'error') return { status: 'SUCCESS', result };
    const first = this.#turns.find(({ error }) => error)?.error;
    return {
      status: 'FAILURE',
      result,
      error: `The target gave no answer at all. ${first ?? result.stop_reason}`,
    };
  }

  async #untilStopped(unfinished: Turn | undefined): Promise<StopReason> {
    try {
      if (unfinished) {
        this.#turns.splice(
          this.#turns.findIndex(({ turn }) => turn === unfinished.turn),
          1,
        );
        await this.#send(unfinished.strategy, unfinished.probe, unfinished);
      }
      return await this.#segments();
    } catch (error) {
      if (this.#options.task.isCancelled()) return 'cancelled';
      if (this.#options.deadline.aborted && !this.#options.task.signal.aborted) return 'time_limit';
      throw error;
    }
  }

  async #segments(): Promise<StopReason> {
    const { plan } = this.#options;
    const reasons: StopReason[] = [];
    for (const [place, segmentPlan] of plan.segments.entries()) {
      const later = plan.segments.slice(place + 1).some(({ segment }) => this.#own(segment).length > 0);
      if (later || segmentPlan.turnsMax === 0) continue;
      const reason = await this.#segment(segmentPlan);
      if (endsEverything.has(reason)) return reason;
      reasons.push(reason);
    }
    return (
      reasons.find((reason) => reason !== 'plan_finished' && reason !== 'goal_reached') ??
      reasons.at(-1) ??
      'plan_finished'
    );
  }

  async #segment(plan: SegmentPlan): Promise<StopReason> {
    const { segment } = plan;
    for (;;) {
      const own = this.#own(segment);
      const stop = targetIsGone(this.#turns) ?? this.#capReached() ?? nothingNew(own, segment);
      if (stop) return this.#judged(plan, stop);
      if (own.length >= plan.turnsMax) return this.#judged(plan, 'max_turns');
      const next = await this.#options.explorer.next(this.#state(plan), this.#signal);
      if (next.kind !== 'ask') return next.kind === 'stuck' ? next.reason : this.#judged(plan, next.reason);
      await this.#send(segment, next.probe);
    }
  }

  async #judged(plan: SegmentPlan, reason: StopReason): Promise<StopReason> {
    if (this.#own(plan.segment).length === 0) return reason;
    const judgement = await this.#options.explorer.judge?.(this.#state(plan), this.#signal);
    if (judgement) this.#judgements.set(plan.segment, judgement);
    return reason;
  }

  #capReached(): StopReason | undefined {
    const { caps, deadline } = this.#options;
    if (this.#targetCalls >= caps.targetCalls) return 'call_limit';
    return deadline.aborted ? 'time_limit' : undefined;
  }

  #own(segment: Segment): Turn[] {
    return this.#turns.filter((turn) => turn.strategy === segment);
  }

  #state(plan: SegmentPlan): SegmentState {
    const { scenario, restrictions, strategy, segments } = this.#options.plan;
    // Domain probing comes first and hands on what it found; the other two do not wait for each other's findings.
    const first = strategy === 'comprehensive' ? segments[0] : undefined;
    const prior =
      first && first.segment !== plan.segment
        ? handedOn(
            { ...this.#options.plan, segments: [first] },
            this.#own(first.segment),
            this.#options.prior,
          )
        : this.#options.prior;
    return { plan, scenario, restrictions, prior, turns: this.#own(plan.segment) };
  }

  /** Writes the question, asks it, writes the answer. A question taken up again is marked, since it may arrive twice. */
  async #send(segment: Segment, probe: Probe, again?: Turn): Promise<void> {
    const { record, target, task, caps } = this.#options;
    const turn: Turn = {
      turn: again?.turn ?? this.#turns.length + 1,
      strategy: segment,
      probe,
      sent: probe.text,
      received: null,
      outcome: 'inconclusive',
      error: null,
      latencyMs: null,
      conversationId:
        this.#own(segment).findLast(({ conversationId }) => conversationId)?.conversationId ?? null,
      resent: again !== undefined,
    };
    await record.beforeSending(turn);
    const answered = await this.#ask(turn, target, {
      callsMax: Math.max(1, caps.targetCalls - this.#targetCalls),
      attributes: { 'sonde.exploration_id': task.taskId, 'sonde.turn': String(turn.turn) },
    });
    this.#targetCalls += answered.calls;
    const done: Turn = { ...turn, ...pick(answered) };
    this.#turns.push(done);
    await record.afterAnswer(done, {
      calls: answered.calls,
      total: this.#options.plan.turnsMax,
      model: this.#options.explorer.name,
      meter: this.#options.meter,
    });
    this.#signal.throwIfAborted();
  }

  /** A call cut short by a cancellation or the limit of time is a turn all the same, without an answer. */
  async #ask(
    turn: Turn,
    target: PreparedTarget,
    limits: { callsMax: number; attributes: Readonly<Record<string, string>> },
  ): Promise<Answered> {
    const { task, deadline } = this.#options;
    try {
      return await ask({
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

const pick = ({ outcome, received, error, latencyMs, conversationId }: Answered) => ({
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
