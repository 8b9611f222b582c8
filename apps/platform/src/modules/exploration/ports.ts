import type { z } from 'zod';
import type { SegmentPlan } from './plan.ts';
import type { PriorFindings } from './previous-findings.ts';
import type { Probe, Turn } from './turns.ts';
import type { Claim } from './findings/severity.ts';

/** What is asked next, or why nothing more is. */
export type Next =
  | { readonly kind: 'ask'; readonly probe: Probe }
  | { readonly kind: 'enough'; readonly reason: StopReason }
  /** The explorer itself failed; the run ends as inconclusive. */
  | { readonly kind: 'stuck'; readonly reason: 'model_refused' | 'model_unavailable' | 'model_limit' };

export type StopReason =
  | 'plan_finished'
  | 'goal_reached'
  | 'max_turns'
  | 'target_repeats'
  | 'only_refusals'
  | 'target_failing'
  | 'target_silent'
  | 'rate_limited'
  | 'call_limit'
  | 'time_limit'
  | 'cancelled'
  | 'worker_lost'
  | 'model_refused'
  | 'model_unavailable'
  | 'model_limit';

export interface SegmentState {
  readonly plan: SegmentPlan;
  readonly scenario: string | null;
  readonly restrictions: string | null;
  readonly prior: PriorFindings;
  /** Turns of the strategy that came first, for those that build on it. */
  readonly earlier?: readonly Turn[] | undefined;
  /** Turns of this segment, the oldest first; all of them are done. */
  readonly turns: readonly Turn[];
}

/** Decides what to ask. What it decides follows from the turns alone, so that any worker can go on with them. */
export interface Explorer {
  readonly name: string;
  next(state: SegmentState, signal: AbortSignal): Promise<Next>;
  /** Judges the turns of a segment; undefined leaves it to the rules. */
  judge?(state: SegmentState, signal: AbortSignal): Promise<Judgement | undefined>;
}

export interface Judgement {
  readonly findings: readonly Claim[];
  readonly fields: Readonly<Record<string, unknown>>;
  readonly summary: string;
}

export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** The little an exploration needs of a language model. */
export interface ObjectModel {
  readonly name: string;
  generateObject<T>(call: {
    readonly schema: z.ZodType<T>;
    readonly system?: string;
    readonly prompt: string;
    readonly signal?: AbortSignal;
    readonly timeoutMs?: number;
    readonly maxOutputTokens?: number;
    /** Texts of others in the prompt: an object that stands in one of them is no answer. */
    readonly quotable?: readonly string[];
  }): Promise<{ object: T; usage: ModelUsage }>;
}

/** Counts what a language model takes while it explores. */
export interface ModelMeter {
  calls: number;
  tokens: number;
  readonly caps: { readonly modelCalls: number; readonly modelTokens: number; readonly modelCallMs: number };
}
