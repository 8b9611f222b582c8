import { ConnectorEnvironment, type Environment, type MetricDefinition } from '@sonde/contract';
import type { Tx } from '#kernel/database';
import type { Log } from '#kernel/log';
import type { LanguageModelClient } from '#models';
import { readAnswer } from './code/answer.ts';
import { createFinder } from './finder.ts';
import { readItem, weightOf, type Item, type ScoringInput } from './item.ts';
import { judgeByModel } from './judge.ts';
import { failed, notEvaluated, type Measure, type Measured, type Need, type Operator } from './kind.ts';
import { findKind } from './kinds.ts';
import type { ScoringThreads } from './scoring-threads.ts';
import { judge, missingNeed, type MetricVerdict, measureItem } from './verdict.ts';

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

/** Up to here a text is read on the thread that answers requests: well under a millisecond for most kinds. */
const lightWeight = 20_000;

interface Scoring {
  readonly snapshot: ScorerSnapshot;
  readonly item: Item;
  readonly circumstances: ScoringCircumstances;
}

/** The one way from an answer to a verdict, for runs, trials and improvements alike. */
export function createScorer({ threads, log, modelOf, callConnected }: ScorerOptions): Scorer {
  const opened = new WeakMap<ScorerSnapshot, Measure>();

  async function measureHere(snapshot: ScorerSnapshot, item: Item): Promise<Measured> {
    const kind = findKind(snapshot.definition.kind ?? '');
    if (!kind) return failed('unknown_kind', `There is no kind ${snapshot.definition.kind}.`);
    const measure = opened.get(snapshot) ?? (await kind.open(snapshot.definition.args));
    opened.set(snapshot, measure);
    return measureItem(kind, measure, item);
  }

  async function measureBuiltin({ snapshot, item, circumstances }: Scoring): Promise<Measured> {
    const { kind = '', args } = snapshot.definition;
    if (!findKind(kind ?? '')?.isHeavy && weightOf(item) <= lightWeight) return measureHere(snapshot, item);
    const given = await threads.run({ task: 'measure', kind: kind ?? '', args, item }, circumstances);
    if (given === 'given up')
      return failed(
        'too_slow',
        'The metric took longer than it may: the text or its arguments are too much.',
      );
    if (given.answer === 'measured') return given.measured;
    throw new Error(given.answer === 'fault' ? given.message : 'A thread answered something else.');
  }

  async function measureCode({ snapshot, item, circumstances }: Scoring): Promise<Measured> {
    const { source, args } = snapshot.definition;
    const code = { source: source ?? '', inputJson: JSON.stringify(inputsOf(item, args)), seed: 1 };
    const given = await threads.run({ task: 'code', code }, circumstances);
    if (given === 'given up') return failed('code_timeout', 'The code ran longer than a second in one call.');
    if (given.answer !== 'code')
      throw new Error(given.answer === 'fault' ? given.message : 'A thread answered something else.');
    if (!given.outcome.ok) return failed(given.outcome.code, given.outcome.reason);
    return readAnswer(JSON.parse(given.outcome.text), item, 'code');
  }

  async function measureConnected({ snapshot, item, circumstances }: Scoring): Promise<Measured> {
    const { function_name, environment, args } = snapshot.definition;
    if (circumstances.projectId === null)
      return notEvaluated(
        'no_project',
        'A function of a connected program belongs to a project; none is known here.',
      );
    const answer = await callConnected({
      organizationId: circumstances.organizationId,
      projectId: circumstances.projectId,
      environment: ConnectorEnvironment.parse(environment ?? 'Development'),
      functionName: function_name ?? '',
      inputs: inputsOf(item, args),
      signal: circumstances.signal,
    });
    return answer.ok ? readAnswer(answer.output, item, 'sdk') : failed(answer.code, answer.reason);
  }

  async function scoreByModel({ snapshot, item, circumstances }: Scoring): Promise<MetricVerdict | Measured> {
    const { definition, threshold, negate } = snapshot;
    const client = await modelOf(
      circumstances.organizationId,
      definition.model_id ?? circumstances.modelId ?? null,
    );
    if (!client) return notEvaluated('model_not_configured', 'No AI model is configured that could judge.');
    return judgeByModel({ client, definition, item, threshold, negate, signal: circumstances.signal });
  }

  async function scoreOf(scoring: Scoring): Promise<MetricVerdict | Measured> {
    const { snapshot, item } = scoring;
    if (snapshot.backend === 'builtin') return measureBuiltin(scoring);
    const missing = missingNeed(snapshot.needs, item);
    if (missing) return missing;
    if (snapshot.backend === 'code') return measureCode(scoring);
    return snapshot.backend === 'sdk' ? measureConnected(scoring) : scoreByModel(scoring);
  }

  return {
    prepare: createFinder(),

    async score(snapshot, input, circumstances) {
      const item = readItem(input);
      const judging = {
        threshold: snapshot.threshold ?? 1,
        operator: snapshot.threshold_operator ?? ('>=' as const),
        negate: snapshot.negate,
      };
      try {
        const given = await scoreOf({ snapshot, item, circumstances });
        return 'verdict' in given ? given : judge(given, judging);
      } catch (error) {
        if (circumstances.signal?.aborted) throw error;
        log.error({ err: error, metric: snapshot.metric_id }, 'a metric could not be scored');
        return judge(
          failed('internal', 'The metric could not be scored; the fault is ours and is logged.'),
          judging,
        );
      }
    },
  };
}

/** What code and connected functions are given, under the names of the documentation. */
const inputsOf = (item: Item, args: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  input: item.input,
  output: item.output,
  expected: item.expected,
  context: item.context,
  tool_calls: item.toolCalls,
  conversation: item.conversation,
  metadata: item.metadata,
  args,
  scores: item.scores,
});
