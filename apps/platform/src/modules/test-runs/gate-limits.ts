import type { Gates } from '@sonde/contract';
import { gateOf } from '@sonde/contract/run-ends';
import type { RunRow } from './tables.ts';

type Limit = keyof Gates;

const words: { readonly [L in Limit]: (value: NonNullable<Gates[L]>) => string } = {
  min_pass_rate: (rate) => `a pass rate of at least ${rate} %`,
  max_errors: (count) => `at most ${count} errors`,
  max_not_evaluated: (count) => `at most ${count} not evaluated`,
  baseline: (named) =>
    `not worse than ${named === 'last' ? 'the last run' : named === 'chosen' ? 'the run chosen as its baseline, to be compared with' : 'the run that is named'}`,
  max_worse: (count) => `at most ${count} ${count === 1 ? 'test' : 'tests'} worse than in that run`,
};
const order = Object.keys(words) as readonly Limit[];

const listOf = (gates: Gates, limits: readonly Limit[]): string =>
  limits.map((limit) => wordsOf(limit, gates)).join(', ');

function wordsOf<L extends Limit>(limit: L, gates: Gates): string {
  const value = gates[limit];
  return value === undefined ? '' : words[limit](value);
}

/** By whose limits a run is judged: whoever reads that a gate failed wants to know where to change what was asked for. */
export function limitsOf({ gates, snapshot }: Pick<RunRow, 'gates' | 'snapshot'>): string | null {
  const asked = order.filter((limit) => gates?.[limit] !== undefined);
  if (gates === null || asked.length === 0) return null;
  if (snapshot.test_set.gates === undefined) return `Limits: ${listOf(gates, asked)}.`;
  const ofSet = gateOf(snapshot.test_set.gates);
  if (ofSet === null) return `Given for this run, since the test set has no gate: ${listOf(gates, asked)}.`;
  const own = asked.filter((limit) => gates[limit] === ofSet[limit]);
  const given = asked.filter((limit) => gates[limit] !== ofSet[limit]);
  return [
    ...(given.length > 0 ? [`Given for this run: ${listOf(gates, given)}.`] : []),
    ...(own.length > 0 ? [`By the test set’s gate: ${listOf(gates, own)}.`] : []),
  ].join(' ');
}
