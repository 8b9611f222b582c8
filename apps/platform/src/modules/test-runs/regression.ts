import type { Tx } from '#kernel/database';
import { findBaseline } from './baselines.ts';
import { compareRuns } from './compare.ts';
import { findLastRun } from './last-run.ts';
import type { RunRow } from './tables.ts';

export interface Regression {
  /** Against nothing there is nothing to be worse than. */
  readonly base: { readonly id: string; readonly name: string } | null;
  readonly isWorse: boolean;
  /** Tests that fail now, where they are more than chance explains, and any that passed and end in an error. */
  readonly regressed: number;
  readonly sentence: string;
}

/** A run against the baseline chosen for its set and endpoint, or against the last one before it. */
export async function findRegression(tx: Tx, run: RunRow): Promise<Regression> {
  const { organizationId } = run;
  const chosen = await findBaseline(tx, organizationId, run);
  const base = chosen && chosen.id !== run.id ? chosen : await findLastRun(tx, run);
  if (!base)
    return { base: null, isWorse: false, regressed: 0, sentence: 'There is no run to compare with.' };
  const { conclusion, counts, sentence } = await compareRuns(tx, base, run);
  const regressed = (conclusion === 'worse' ? counts.regressed : 0) + counts.passed_then_error;
  return {
    base: { id: base.id, name: base.name },
    isWorse: regressed > 0,
    regressed,
    sentence,
  };
}
