import { z } from 'zod';
import type { Item } from './item.ts';
import { isTrusted, type BlindFigures } from './trust.ts';

export const operators = ['=', '<', '>', '<=', '>=', '!='] as const;
export type Operator = (typeof operators)[number];

export const needs = [
  'output',
  'expected',
  'context',
  'tool_calls',
  'conversation',
  'others',
  'duration_ms',
] as const;
export type Need = (typeof needs)[number];

/** The span of text that decided. `index` tells which passage, turn or tool call; offsets count UTF-16 units. */
export interface Evidence {
  readonly field: 'output' | 'expected' | 'input' | 'context' | 'conversation' | 'tool_calls' | 'others';
  readonly index?: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What a kind found out: a score from 0 to 1, or why there is none. The verdict follows from score and threshold alone. */
export type Measured =
  | {
      readonly outcome: 'scored';
      readonly score: number;
      /** What the score would be if everything doubtful were decided one way or the other. */
      readonly band?: { readonly low: number; readonly high: number };
      readonly reason: string;
      readonly evidence: readonly Evidence[];
    }
  | {
      readonly outcome: 'not_evaluated' | 'error';
      readonly code: string;
      readonly reason: string;
      readonly evidence: readonly Evidence[];
    };

export type Measure = (item: Item) => Measured;

interface KindOf<Args> {
  readonly kind: string;
  readonly title: string;
  /** What it looks at, when it misleads, an example: Markdown. */
  readonly page: string;
  readonly needs: readonly Need[];
  readonly args: z.ZodType<Args>;
  /** Of the score, which lies between 0 and 1 for each kind. */
  readonly threshold: number;
  readonly operator: Operator;
  /** Longer texts are not evaluated; the work of the kind is bounded by it. */
  readonly charactersMax: number;
  /**
   * Its work with these arguments, or what it loads, belongs beside the thread that answers requests. What judges
   * language always does: its rules are many, and a target that finds the one that is slow must not stop everybody.
   */
  readonly isHeavy?: true | ((args: Args) => boolean);
  /**
   * Finds what no answer may hold: of a conversation each answer is read, and not the last one alone. What says in one use
   * that something is there, and in another that it is not, does so in the latter alone.
   */
  readonly readsEachAnswer?: true | ((args: Args, isNegated: boolean) => boolean);
  /** Looks at what the target sent beside its answer. Others are not even handed it, since it may be far larger. */
  readonly readsMetadata?: true;
  /** Finds that something is absent, which in an empty answer says nothing. */
  readonly wantsText?: true;
  /** Of what judges language; where they are too low, it only flags. */
  readonly figures?: BlindFigures;
  /** Whether it reads language with these arguments; left out, it always does. */
  readonly readsLanguage?: (args: Args) => boolean;
  /** Whether it leaves an answer open that it could look at: one that it does not understand surely, or each. */
  readonly leavesOpen?: 'some' | 'all' | ((args: Args) => 'some' | undefined);
  /** Opens once for many items; what it compiles is kept. Where it is negated, what it finds must not be there. */
  open(args: Args, isNegated: boolean): Measure | Promise<Measure>;
}

/** Which answers of a conversation are measured, and which of their scores counts: that which is furthest from a pass. */
export type AnswersRead = 'last' | 'each, the lowest' | 'each, the highest';

export type Kind = Omit<
  KindOf<unknown>,
  'open' | 'readsLanguage' | 'isHeavy' | 'leavesOpen' | 'readsEachAnswer'
> & {
  answersRead(args: unknown, isNegated: boolean): AnswersRead;
  /** What can be said before there is an answer: whether it decides each, some or none of those it may decide. */
  leavesOpen(args: unknown): 'some' | 'all' | undefined;
  /** Whether it is measured beside the thread that answers requests, however little the item weighs. */
  isHeavy(args: unknown): boolean;
  /** Checks the arguments again: they may come from a place that names the metric. */
  open(args: unknown, isNegated?: boolean): Measure | Promise<Measure>;
  /** Whether its finding passes or fails a test. Otherwise it is a flag for a person, until somebody lets it decide. */
  decides(args: Readonly<Record<string, unknown>>): boolean;
  /** As it comes, with no arguments but those it cannot do without. */
  readonly onlyFlags: boolean;
};

export function defineKind<Args>({
  readsLanguage,
  isHeavy,
  leavesOpen,
  readsEachAnswer,
  ...kind
}: KindOf<Args>): Kind {
  const isWeak = kind.figures !== undefined && !isTrusted(kind.figures);
  const usual = kind.args.safeParse({});
  return {
    ...kind,
    open: (args, isNegated = false) => kind.open(kind.args.parse(args ?? {}), isNegated),
    answersRead(args, isNegated) {
      if (typeof readsEachAnswer !== 'function') return readsEachAnswer ? 'each, the lowest' : 'last';
      if (!readsEachAnswer(kind.args.parse(args ?? {}), isNegated)) return 'last';
      return isNegated ? 'each, the highest' : 'each, the lowest';
    },
    isHeavy: (args) =>
      kind.figures !== undefined ||
      (typeof isHeavy === 'function' ? isHeavy(kind.args.parse(args ?? {})) : isHeavy === true),
    leavesOpen(args) {
      if (typeof leavesOpen === 'string') return leavesOpen;
      const given = kind.args.parse(args ?? {});
      if (leavesOpen) return leavesOpen(given);
      // What judges language knows unclear answers.
      return kind.figures !== undefined && (readsLanguage?.(given) ?? true) ? 'some' : undefined;
    },
    decides({ decides, ...args }) {
      if (typeof decides === 'boolean') return decides;
      return !isWeak || (readsLanguage !== undefined && !readsLanguage(kind.args.parse(args)));
    },
    onlyFlags: isWeak && !(readsLanguage && usual.success && !readsLanguage(usual.data)),
  };
}

/** An argument without a default: what nobody has set follows the figures, also after they have changed. */
export const decides = z.boolean().optional().meta({
  title: 'Decides',
  description: 'Whether its finding passes or fails a test; otherwise it is a flag for a person to look at',
});

/** The same argument of several kinds is called the same. */
export const case_sensitive = z.boolean().default(false).meta({ title: 'Capitals matter' });

export const scored = (score: number, reason: string, evidence: readonly Evidence[] = []): Measured => ({
  outcome: 'scored',
  score: Math.min(1, Math.max(0, score)),
  reason,
  evidence: evidence.slice(0, evidenceMax),
});

/** A score whose doubtful part is told: where the threshold lies within it, nothing is decided. */
export const doubtful = (
  band: { low: number; high: number },
  reason: string,
  evidence: readonly Evidence[] = [],
): Measured => ({
  outcome: 'scored',
  score: (band.low + band.high) / 2,
  band,
  reason,
  evidence: evidence.slice(0, evidenceMax),
});

export const notEvaluated = (code: string, reason: string, evidence: readonly Evidence[] = []): Measured => ({
  outcome: 'not_evaluated',
  code,
  reason,
  evidence: evidence.slice(0, evidenceMax),
});

/**
 * An answer that is not of the form that is read, such as JSON, is not as it should be. Where it must only not be so, nothing was
 * looked at, and it passes no more than it fails.
 */
export const unread = (isNegated: boolean, reason: string, evidence: readonly Evidence[] = []): Measured =>
  isNegated ? notEvaluated('unclear', unreadReason(reason), evidence) : scored(0, reason, evidence);

export const unreadReason = (reason: string): string =>
  `Whether it is what must not be could not be looked at: ${reason}`;

export const failed = (code: string, reason: string): Measured => ({
  outcome: 'error',
  code,
  reason,
  evidence: [],
});

/** 1 inside the limit; beyond it, the share of the value that the limit is. */
export const within = (value: number, limit: number): number => (value <= limit ? 1 : limit / value);

const evidenceMax = 20;
const evidenceTextMax = 300;

export function span(
  field: Evidence['field'],
  text: string,
  start: number,
  end: number,
  index?: number,
): Evidence {
  const shown = text.slice(start, Math.min(end, start + evidenceTextMax));
  return { field, ...(index === undefined ? {} : { index }), start, end, text: shown };
}

/** A whole field, for what is decided by all of it. */
export const whole = (field: Evidence['field'], text: string, index?: number): Evidence =>
  span(field, text, 0, text.length, index);
