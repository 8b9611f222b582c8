import { MetricCreate, type MetricDefinition } from '@sonde/contract';
import type { FieldFault } from '@sonde/server-kit';
import type { z } from 'zod';
import type { Need, Operator } from './kind.ts';
import { findKind } from './kinds.ts';
import { metricInvalid } from './problems.ts';

const empty: Omit<MetricDefinition, 'backend' | 'score_type' | 'metric_scope'> = {
  threshold: null,
  threshold_operator: null,
  negate: false,
  min_score: null,
  max_score: null,
  ground_truth_required: false,
  context_required: false,
  kind: null,
  args: {},
  evaluation_prompt: null,
  evaluation_steps: null,
  reasoning: null,
  explanation: null,
  evaluation_examples: null,
  categories: null,
  passing_categories: null,
  criteria: null,
  model_id: null,
  votes: 1,
  source: null,
  function_name: null,
  environment: null,
};

/** What was given, completed and checked by the rules that hold for every write. */
export function definitionOf(input: MetricCreate): MetricDefinition {
  const definition = complete(input);
  const faults = faultsOf(definition);
  if (faults.length > 0) throw metricInvalid(faults);
  return definition;
}

function complete(input: MetricCreate): MetricDefinition {
  const given = Object.fromEntries(
    Object.entries(input).filter(([key, value]) => key in empty && value !== undefined && value !== null),
  );
  const frame = {
    ...empty,
    ...given,
    backend: input.backend,
    metric_scope: [...new Set(input.metric_scope)],
  };
  if (input.backend === 'builtin') return completeBuiltin(frame);
  const fallback = input.backend === 'judge' ? judgeType(input) : 'numeric';
  const score_type = input.score_type ?? fallback;
  if (score_type !== 'numeric') return { ...frame, score_type, threshold: null, threshold_operator: null };
  const isShare = input.backend !== 'judge' || (input.criteria ?? []).length > 0;
  return {
    ...frame,
    score_type,
    min_score: frame.min_score ?? (isShare ? 0 : null),
    max_score: frame.max_score ?? (isShare ? 1 : null),
    threshold: frame.threshold ?? (isShare ? (input.backend === 'judge' ? 1 : 0.5) : null),
    threshold_operator: frame.threshold_operator ?? '>=',
  };
}

function judgeType(input: Extract<MetricCreate, { backend: 'judge' }>): MetricDefinition['score_type'] {
  if (input.categories && input.categories.length > 0) return 'categorical';
  return (input.criteria ?? []).length > 0 || typeof input.min_score === 'number' ? 'numeric' : 'binary';
}

function completeBuiltin(frame: Omit<MetricDefinition, 'score_type'>): MetricDefinition {
  const kind = findKind(frame.kind ?? '');
  if (!kind)
    throw metricInvalid([
      {
        path: 'kind',
        code: 'unknown_kind',
        message: 'There is no such kind; GET /metrics/kinds lists them.',
      },
    ]);
  const args = kind.args.safeParse(frame.args);
  if (!args.success) throw metricInvalid(argumentFaults(args.error));
  return {
    ...frame,
    args: args.data as Record<string, unknown>,
    score_type: 'numeric',
    min_score: 0,
    max_score: 1,
    threshold: frame.threshold ?? kind.threshold,
    threshold_operator: frame.threshold_operator ?? kind.operator,
  };
}

export const argumentFaults = (error: z.ZodError): FieldFault[] =>
  error.issues.flatMap((issue) => {
    const path = ['args', ...issue.path.map(String)].join('.');
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        path: `${path}.${key.slice(0, 100)}`,
        code: 'unknown_key',
        message: 'This kind has no such argument.',
      }));
    return [{ path, code: issue.code ?? 'invalid', message: issue.message }];
  });

function faultsOf(definition: MetricDefinition): FieldFault[] {
  if (definition.score_type === 'categorical') return categoryFaults(definition);
  return definition.score_type === 'numeric' ? numericFaults(definition) : [];
}

const fault = (path: string, code: string, message: string): FieldFault => ({ path, code, message });

function categoryFaults({ backend, categories, passing_categories }: MetricDefinition): FieldFault[] {
  if (backend !== 'judge')
    return [fault('score_type', 'backend', 'Only a judge chooses between categories.')];
  const all = categories ?? [];
  const passing = passing_categories ?? [];
  return [
    ...(new Set(all).size < 2
      ? [fault('categories', 'too_few', 'At least two different categories are needed.')]
      : []),
    ...(passing.length < 1
      ? [fault('passing_categories', 'too_few', 'At least one category must pass.')]
      : []),
    ...(passing.some((name) => !all.includes(name))
      ? [fault('passing_categories', 'not_a_category', 'A passing category is not among the categories.')]
      : []),
    ...(all.length >= 2 && all.every((name) => passing.includes(name))
      ? [fault('passing_categories', 'cannot_fail', 'If every category passes, nothing can fail.')]
      : []),
  ];
}

function numericFaults(definition: MetricDefinition): FieldFault[] {
  const missing = (['min_score', 'max_score', 'threshold'] as const).filter(
    (name) => definition[name] === null,
  );
  if (missing.length > 0)
    return missing.map((name) =>
      fault(name, 'required', 'A numeric score needs its lowest and highest value and a threshold.'),
    );
  const { min_score: min = 0, max_score: max = 1, threshold, threshold_operator } = definition;
  if ((min ?? 0) >= (max ?? 1))
    return [fault('max_score', 'range', 'The highest score must lie above the lowest.')];
  return thresholdFaults(threshold ?? 0, threshold_operator ?? '>=', { min: min ?? 0, max: max ?? 1 });
}

/** A threshold that nothing could miss, or nothing reach, decides nothing. */
export function thresholdFaults(
  threshold: number,
  operator: Operator,
  { min, max }: { min: number; max: number },
): FieldFault[] {
  if (threshold < min || threshold > max)
    return [fault('threshold', 'range', `The threshold must lie between ${min} and ${max}.`)];
  const always = (operator === '>=' && threshold <= min) || (operator === '<=' && threshold >= max);
  const never = (operator === '>' && threshold >= max) || (operator === '<' && threshold <= min);
  if (always) return [fault('threshold', 'cannot_fail', 'With this threshold every score passes.')];
  return never ? [fault('threshold', 'cannot_pass', 'With this threshold no score passes.')] : [];
}

/** A change laid over what is stored, as if it had been created so: the same rules hold. */
export function changedInput(
  current: {
    name: string;
    description: string | null;
    tags: readonly string[];
    definition: MetricDefinition;
  },
  changes: Readonly<Record<string, unknown>>,
): MetricCreate {
  const { backend } = current.definition;
  const keys = keysOf(backend);
  const stored = { ...current, ...current.definition };
  const kept = Object.entries(stored).filter(([key, value]) => keys.has(key) && value !== null);
  const read = MetricCreate.safeParse({ ...Object.fromEntries(kept), ...changes });
  if (read.success) return read.data;
  throw metricInvalid(
    read.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) =>
            fault(key.slice(0, 100), 'unknown_key', `A metric of backend ${backend} has no such field.`),
          )
        : [fault(issue.path.map(String).join('.'), issue.code, issue.message)],
    ),
  );
}

function keysOf(backend: MetricDefinition['backend']): ReadonlySet<string> {
  const option = MetricCreate.options.find(({ shape }) => shape.backend.value === backend);
  const keys = new Set(Object.keys(option?.shape ?? {}));
  keys.delete('project_id');
  return keys;
}

/** What a metric looks at, so that an engine knows when it can be asked. */
export function needsOf(definition: MetricDefinition): Need[] {
  const kind = definition.backend === 'builtin' ? findKind(definition.kind ?? '') : undefined;
  if (kind) {
    const isOverRepeats = definition.kind === 'latency' && definition.args['percentile'] !== undefined;
    return isOverRepeats ? [...kind.needs, 'others'] : [...kind.needs];
  }
  const isTalk =
    definition.backend === 'judge' && definition.metric_scope.every((scope) => scope === 'Multi-Turn');
  return [
    isTalk ? 'conversation' : 'output',
    ...(definition.ground_truth_required ? (['expected'] as const) : []),
    ...(definition.context_required ? (['context'] as const) : []),
  ];
}
