import type { Gates, TestRun } from '@sonde/contract';

export interface GateCounts {
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  readonly notEvaluated: number;
}

/**
 * Whether a run is good enough, and if not, why. Without a decided test it never is: a run in which nothing was
 * evaluated must not be green anywhere.
 */
export function judgeGates(
  gates: Gates,
  counts: GateCounts,
  ended: { readonly status: TestRun['status']; readonly comparison: 'worse' | 'other' | 'none' },
): { gate: 'passed' | 'failed'; reasons: string[] } {
  const reasons: string[] = [];
  const decided = counts.passed + counts.failed;
  if (ended.status === 'Cancelled') reasons.push('The run was cancelled.');
  if (decided === 0) reasons.push('No test was decided.');
  const passRate = decided === 0 ? 0 : (counts.passed / decided) * 100;
  if (gates.min_pass_rate !== undefined && decided > 0 && passRate < gates.min_pass_rate - 1e-9)
    reasons.push(
      `The pass rate is ${passRate.toFixed(2)} %; at least ${gates.min_pass_rate} % is asked for.`,
    );
  if (gates.max_errors !== undefined && counts.errors > gates.max_errors)
    reasons.push(`${counts.errors} tests ended in an error; at most ${gates.max_errors} may.`);
  if (gates.max_not_evaluated !== undefined && counts.notEvaluated > gates.max_not_evaluated)
    reasons.push(
      `${counts.notEvaluated} tests were not evaluated; at most ${gates.max_not_evaluated} may be.`,
    );
  if (gates.baseline !== undefined && ended.comparison === 'worse')
    reasons.push('The run is worse than its baseline.');
  // The first of a set has none to be compared with; a run that was named and is not there was never looked at.
  if (isNamed(gates.baseline) && ended.comparison === 'none')
    reasons.push('The run that is named as the baseline is not there, so nothing was compared.');
  return { gate: reasons.length === 0 ? 'passed' : 'failed', reasons };
}

const isNamed = (baseline: Gates['baseline']): boolean =>
  baseline !== undefined && baseline !== 'last' && baseline !== 'chosen';

/** What holds where nobody has said anything. */
export const defaultGates: Gates = { min_pass_rate: 100, max_errors: 0, max_not_evaluated: 0 };
