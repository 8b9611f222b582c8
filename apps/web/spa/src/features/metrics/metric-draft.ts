import type { Metric, MetricKind } from '@sonde/contract';
import { argumentsOf, readArguments, textOfArgument } from './arguments.ts';

type Scope = Metric['metric_scope'][number];

/** What a new metric begins with: its kind where that was chosen before, and what is known of its arguments. */
export interface MetricStart {
  readonly kind: string | null;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** A metric as a form holds it. */
export interface MetricDraft {
  /** As it was typed; null as long as a new one is called by what it looks for. */
  readonly name: string | null;
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
  start: MetricStart = { kind: null },
): MetricDraft {
  const draft: MetricDraft = {
    name: metric?.name ?? (start.kind === null ? '' : null),
    description: metric?.description ?? '',
    kind: '',
    texts: {},
    threshold: typeof metric?.threshold === 'number' ? String(metric.threshold) : '',
    negate: metric?.negate ?? false,
    scopes: metric?.metric_scope ?? ['Single-Turn', 'Multi-Turn'],
  };
  const code = metric?.kind ?? start.kind ?? 'contains_any';
  const kind = kinds.find((known) => known.kind === code) ?? kinds[0];
  return kind ? withKind(draft, kind, metric?.args ?? start.args ?? {}) : draft;
}

const saying: Readonly<Record<string, string>> = {
  contains_all: 'Contains',
  contains_any: 'Contains one of',
  contains_none: 'Does not contain',
};
const mostNamed = 3;
const longestName = 200;

/** What it is called: as it was typed, or after the values that it looks for, so that two of a kind are told apart. */
export function nameOfDraft({ name, texts }: MetricDraft, kind: MetricKind | undefined): string {
  if (name !== null) return name;
  const title = kind?.title ?? '';
  const values = (texts['values'] ?? '').split('\n').filter((value) => value.trim() !== '');
  const words = saying[kind?.kind ?? ''];
  if (words === undefined || values.length === 0) return title;
  const named = values.slice(0, mostNamed).map((value) => `‘${value.trim()}’`);
  const rest = values.length > mostNamed ? ` and ${values.length - mostNamed} more` : '';
  const told = `${words} ${named.join(', ')}${rest}`;
  return told.length > longestName ? title : told;
}

/** The names to save it by: one that nobody typed is counted up where the project has it already. */
export const namesToTry = (draft: MetricDraft, kind: MetricKind | undefined): readonly string[] => {
  const name = nameOfDraft(draft, kind);
  return draft.name === null ? [name, ...counts.map((count) => `${name} (${count})`)] : [name];
};
const counts = Array.from({ length: 18 }, (_, place) => place + 2);

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
export function describedBy(draft: MetricDraft, name: string) {
  return {
    name,
    description: draft.description.trim() === '' ? null : draft.description,
    metric_scope: [...draft.scopes],
    negate: draft.negate,
    ...(draft.threshold.trim() === '' ? {} : { threshold: Number(draft.threshold) }),
  };
}

type Described = ReturnType<typeof describedBy> & ReturnType<typeof builtinOf>['definition'];

/** Whether a metric judges just as this one would: then another one of it would only lie beside it in every list. */
export const judgesAs = (metric: Metric, wanted: Described): boolean =>
  metric.backend === 'builtin' &&
  metric.kind === wanted.kind &&
  metric.negate === wanted.negate &&
  wanted.description === null &&
  !('threshold' in wanted) &&
  JSON.stringify(metric.metric_scope.toSorted()) === JSON.stringify(wanted.metric_scope.toSorted()) &&
  Object.entries(wanted.args).every(
    ([name, value]) => JSON.stringify(metric.args?.[name]) === JSON.stringify(value),
  );

export function builtinOf(draft: MetricDraft, kind: MetricKind | undefined) {
  const { values, fault } = readArguments(kind ? argumentsOf(kind.args_schema) : [], draft.texts);
  return { fault, definition: { kind: draft.kind, args: values } };
}
