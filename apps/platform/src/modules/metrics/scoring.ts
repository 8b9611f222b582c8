import type { Tx } from '#kernel/database';
import type { ScoringInput } from './item.ts';
import type { Operator } from './kind.ts';
import type { MetricVerdict } from './verdict.ts';

/** How a test, a set or a run names a metric. */
export interface MetricReference {
  /** Its id or its name. */
  readonly metric: string;
  readonly args?: Readonly<Record<string, unknown>> | undefined;
  readonly threshold?: number | undefined;
  readonly negate?: boolean | undefined;
}

/** A metric as a run keeps it: plain data, complete, never changed by what happens to the metric afterwards. */
export interface ScorerSnapshot {
  readonly metric_id: string;
  readonly metric_version: number;
  readonly name: string;
  readonly backend: 'builtin' | 'judge' | 'code' | 'sdk';
  /** What it looks at. A scorer that needs `others` is asked once its partners have ended. */
  readonly needs: readonly string[];
  /** Reads the other metrics' scores of the same result: asked last. */
  readonly reads_scores: boolean;
  readonly metric_scope: readonly string[];
  readonly threshold: number | null;
  readonly threshold_operator: Operator | null;
  readonly negate: boolean;
  readonly definition: Readonly<Record<string, unknown>>;
}

export interface ScoringCircumstances {
  readonly organizationId: string;
  /** Where a judge's model and a connected program's function are looked for. */
  readonly projectId: string | null;
  readonly modelId?: string | null | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Scorer {
  /** Finds the metrics and freezes them. An unknown one is a `metric.not_found` that names it; invalid arguments are a 422. */
  prepare(tx: Tx, organizationId: string, references: readonly MetricReference[]): Promise<ScorerSnapshot[]>;
  /** Never throws for what a target, a test or a metric can do: such things are `error` or `not_evaluated` with a code. */
  score(
    snapshot: ScorerSnapshot,
    item: ScoringInput,
    circumstances: ScoringCircumstances,
  ): Promise<MetricVerdict>;
}
