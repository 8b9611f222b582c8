import type { Metric, MetricKind } from '@sonde/contract';
import { argumentsOf, readArguments, textOfArgument } from './arguments.ts';

type Scope = Metric['metric_scope'][number];

/** A metric as a form holds it. */
export interface MetricDraft {
  readonly name: string;
  readonly description: string;
  readonly kind: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly threshold: string;
  readonly negate: boolean;
  readonly scopes: readonly Scope[];
}

export function draftOfMetric(
  metric: Metric | null,
  kinds: readonly MetricKind[],
  chosen: string | null = null,
): MetricDraft {
  const draft: MetricDraft = {
    name: metric?.name ?? kinds.find(({ kind }) => kind === chosen)?.title ?? '',
    description: metric?.description ?? '',
    kind: '',
    texts: {},
    threshold: typeof metric?.threshold === 'number' ? String(metric.threshold) : '',
    negate: metric?.negate ?? false,
    scopes: metric?.metric_scope ?? ['Single-Turn', 'Multi-Turn'],
  };
  const kind = kinds.find((known) => known.kind === (metric?.kind ?? chosen ?? 'contains_any')) ?? kinds[0];
  return kind ? withKind(draft, kind, metric?.args ?? {}) : draft;
}

export function withKind(
  draft: MetricDraft,
  kind: MetricKind,
  args: Readonly<Record<string, unknown>>,
): MetricDraft {
  const texts = argumentsOf(kind.args_schema).map(
    (argument) => [argument.name, textOfArgument(argument, args[argument.name])] as const,
  );
  return { ...draft, kind: kind.kind, texts: Object.fromEntries(texts) };
}

/** What every metric has, whatever judges. */
export function describedBy(draft: MetricDraft) {
  return {
    name: draft.name,
    description: draft.description.trim() === '' ? null : draft.description,
    metric_scope: [...draft.scopes],
    negate: draft.negate,
    ...(draft.threshold.trim() === '' ? {} : { threshold: Number(draft.threshold) }),
  };
}

export function builtinOf(draft: MetricDraft, kind: MetricKind | undefined) {
  const { values, fault } = readArguments(kind ? argumentsOf(kind.args_schema) : [], draft.texts);
  return { fault, definition: { kind: draft.kind, args: values } };
}
