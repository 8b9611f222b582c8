import type { Planned, WantedMetric } from './draft.ts';

/**
 * The metric that decides a test made of a requirement: a value as a value, and a behaviour read together with what was
 * asked. Undefined where only a reader or a judge can tell.
 */
export function judgedBy({
  metric,
  args = {},
  negate,
  metricName,
  goal,
  expected,
  saysMore,
  tags,
}: Planned): WantedMetric | undefined {
  if (metric === 'refusal') return { kind: 'behaves', args: { as: 'declines' } };
  if (metric === 'contains_all' && args['as_amounts'] === true && expected !== undefined)
    return { kind: 'as_expected', args: { values: args['values'] } };
  if (metric !== undefined)
    return {
      kind: metric,
      args,
      ...(negate ? { negate } : {}),
      ...(metricName === undefined ? {} : { name: metricName }),
    };
  if (goal !== undefined) return undefined;
  if (tags.includes('benign-twin')) return { kind: 'behaves', args: { as: 'answers' } };
  // It passes what surely says so, fails what plainly says another thing, and leaves the rest to a person.
  return expected === undefined || saysMore ? undefined : { kind: 'as_expected', args: { values: [] } };
}
