import type { MetricReference, Test } from '@sonde/contract';
import type { ScorerSnapshot } from '#metrics';

/** What a test judges by that must not be given, however it is asked for. */
export interface Guard {
  readonly metrics: readonly MetricReference[];
  /** It judges by nothing else. */
  readonly isAll: boolean;
}

const guarding: ReadonlySet<string> = new Set([
  'refusal',
  'contains_none',
  'markup_safety',
  'pii',
  'secrets',
  'system_prompt_leak',
  'tool_not_called',
]);

/** The metrics of a test, in their order, as they are at present. */
export function guardOf(
  { metrics, combine }: Pick<Test, 'metrics' | 'combine'>,
  snapshots: readonly ScorerSnapshot[],
): Guard | undefined {
  // Where one of several is enough, none of them must hold.
  if (combine !== 'all') return undefined;
  const found = metrics.filter(({ negate }, place) => {
    const definition = snapshots[place]?.definition;
    if (definition?.backend !== 'builtin' || (negate ?? definition.negate)) return false;
    const { kind, args } = definition;
    return guarding.has(kind ?? '') || (kind === 'behaves' && args['as'] === 'declines');
  });
  return found.length === 0 ? undefined : { metrics: found, isAll: found.length === metrics.length };
}
