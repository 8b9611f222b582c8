import { flagOf, type Evidence, type ScoringInput } from '#metrics';
import type { CarriedReview, ResultState, StoredInput, StoredOutput } from '../tables.ts';

export interface ScoredMetric {
  readonly metricId: string;
  readonly metricVersion: number;
  readonly name: string;
  readonly verdict: 'pass' | 'fail' | 'error' | 'not_evaluated';
  readonly score: number | null;
  readonly category: string | null;
  readonly threshold: number | null;
  readonly reason: string;
  readonly reasonCode: string | null;
  readonly evidence: readonly Evidence[];
  readonly durationMs: number;
}

/** One step of a result: it waits again, its output is there, or it has ended. */
export interface Settled {
  readonly id: string;
  readonly status: ResultState;
  readonly reasonCode?: string | null;
  readonly reason?: string | null;
  readonly notBefore?: Date;
  /** Calls that reached the target, or may have. */
  readonly calls?: number;
  readonly tokens?: number;
  readonly statusCode?: number | null;
  readonly durationMs?: number | null;
  readonly traceId?: string | null;
  readonly input?: StoredInput;
  readonly output?: StoredOutput;
  /** Of an answer as it is stored: what it is recognized by when it is given again. */
  readonly answerHash?: string | undefined;
  readonly verdicts?: readonly ScoredMetric[];
  /** Nothing but this answer was judged, so that a review of the same one holds for it where no metric decided. */
  readonly isOfAnswerAlone?: boolean;
  readonly carried?: CarriedReview;
  /** Both sides of a conversation, for the metrics; the turns have rows of their own. */
  readonly conversation?: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
}

/** What metrics see of an answer; nothing where there is none. */
export const scoringInputOf = ({
  input,
  output,
  durationMs,
  conversation,
}: Settled): ScoringInput | undefined =>
  input && output
    ? {
        input: input.text,
        expected: input.expected,
        output: output.output,
        context: output.context,
        tool_calls: output.tool_calls,
        metadata: output.metadata,
        duration_ms: durationMs ?? null,
        conversation,
      }
    : undefined;

/** Metrics that raised a flag, however the others decided. */
export const flagsIn = ({ verdicts = [] }: Pick<Settled, 'verdicts'>): number =>
  verdicts.filter(({ reasonCode }) => flagOf(reasonCode) === true).length;

export interface Tally {
  passed: number;
  failed: number;
  errors: number;
  notEvaluated: number;
  calls: number;
  tokens: number;
  /** Results whose output was stored: they have reached the target. */
  reached: number;
}

export const emptyTally = (): Tally => ({
  passed: 0,
  failed: 0,
  errors: 0,
  notEvaluated: 0,
  calls: 0,
  tokens: 0,
  reached: 0,
});

export function countsOf(batch: readonly Settled[]): Tally {
  const tally = emptyTally();
  for (const item of batch) {
    tally.calls += item.calls ?? 0;
    tally.tokens += item.tokens ?? 0;
    if (item.output && (item.calls ?? 0) > 0) tally.reached += 1;
    if (item.status === 'Pass') tally.passed += 1;
    if (item.status === 'Fail') tally.failed += 1;
    if (item.status === 'Error') tally.errors += 1;
    if (item.status === 'NotEvaluated') tally.notEvaluated += 1;
  }
  return tally;
}
