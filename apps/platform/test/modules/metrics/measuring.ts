import assert from 'node:assert/strict';
import { findKind } from '../../../src/modules/metrics/kinds.ts';
import { readItem, type ScoringInput } from '../../../src/modules/metrics/item.ts';
import { judge, measureItem, type MetricVerdict, unlessEmpty } from '../../../src/modules/metrics/verdict.ts';

interface Options {
  readonly threshold?: number;
  readonly negate?: boolean;
}

/** One verdict of a built-in kind, as an engine would get it. */
export async function verdictOf(
  name: string,
  args: Record<string, unknown>,
  item: ScoringInput,
  { threshold, negate = false }: Options = {},
): Promise<MetricVerdict> {
  const kind = findKind(name);
  assert.ok(kind, name);
  const measure = await kind.open(args, negate);
  const read = readItem(item);
  const limit = { threshold: threshold ?? kind.threshold, operator: kind.operator };
  const verdict = judge(measureItem(kind, measure, read, kind.answersRead(args, negate), limit), {
    ...limit,
    negate,
  });
  return unlessEmpty(verdict, kind, read);
}

export async function says(
  expected: string,
  name: string,
  args: Record<string, unknown>,
  item: ScoringInput,
  options: Options = {},
): Promise<MetricVerdict> {
  const verdict = await verdictOf(name, args, item, options);
  const told = verdict.reason_code ? `${verdict.verdict} ${verdict.reason_code}` : verdict.verdict;
  assert.equal(told, expected, `${name} of ${JSON.stringify(item).slice(0, 300)}: ${verdict.reason}`);
  return verdict;
}
