import type { Environment, MetricDefinition } from '@sonde/contract';
import type { Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import type { Log } from '#kernel/log';
import type { LanguageModelClient } from '#models';
import type { ScoringInput } from './item.ts';
import type { Need, Operator } from './kind.ts';
import type { ScoringThreads } from './scoring-threads.ts';
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
  readonly needs: readonly Need[];
  /** Reads the other metrics' scores of the same result: asked last. */
  readonly reads_scores: boolean;
  readonly metric_scope: readonly string[];
  readonly threshold: number | null;
  readonly threshold_operator: Operator | null;
  readonly negate: boolean;
  readonly definition: MetricDefinition;
}

export interface ScoringCircumstances {
  readonly organizationId: string;
  /** Where a judge's model and a connected program's function are looked for. */
  readonly projectId: string | null;
  readonly modelId?: string | null | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Whose metrics are found: of a principal that is bound to a project, those of the project and of none. */
export type MetricSight = Pick<MemberPrincipal, 'organizationId' | 'projectId'>;

export interface Scorer {
  /** Finds the metrics and freezes them. An unknown one is a `metric.not_found` that names it; invalid arguments are a 422. */
  prepare(tx: Tx, seeing: MetricSight, references: readonly MetricReference[]): Promise<ScorerSnapshot[]>;
  /** How the metrics that are named are called where they are used, in their order; refuses none, whatever has become of it. */
  name(
    tx: Tx,
    seeing: MetricSight,
    references: readonly MetricReference[],
  ): Promise<{ readonly name: string; readonly isDeleted: boolean }[]>;
  /** Whether a metric is judged by a model that is not there. */
  lacksModel(
    metric: {
      readonly backend: ScorerSnapshot['backend'];
      readonly definition: Partial<Pick<MetricDefinition, 'model_id'>>;
    },
    circumstances: Pick<ScoringCircumstances, 'organizationId' | 'modelId'>,
  ): Promise<boolean>;
  /** Never throws for what a target, a test or a metric can do: such things are `error` or `not_evaluated` with a code. */
  score(
    snapshot: ScorerSnapshot,
    item: ScoringInput,
    circumstances: ScoringCircumstances,
  ): Promise<MetricVerdict>;
}

/** What a function of a connected program came to. */
export type ConnectedAnswer =
  | { readonly ok: true; readonly output: unknown }
  | { readonly ok: false; readonly code: string; readonly reason: string };

export interface ScorerOptions {
  readonly threads: ScoringThreads;
  readonly log: Log;
  /** The model with this id, or the one in force for the organization; undefined where there is none. */
  readonly modelOf: (
    organizationId: string,
    modelId: string | null,
  ) => Promise<LanguageModelClient | undefined>;
  readonly callConnected: (call: {
    readonly organizationId: string;
    readonly projectId: string;
    readonly environment: Environment;
    readonly functionName: string;
    readonly inputs: Record<string, unknown>;
    readonly signal: AbortSignal | undefined;
  }) => Promise<ConnectedAnswer>;
}
