import type { Tx } from '#kernel/database';
import { findBaseline } from './baselines.ts';
import { plural } from '#kernel/plural';
import { compareRuns, gotWorse, worseByMetric } from './compare.ts';
import { chanceHides } from './gates.ts';
import { findLastRun } from './last-run.ts';
import { sinceDecided } from './since-decided.ts';
import type { RunRow } from './tables.ts';

export interface Regression {
  /** Against nothing there is nothing to be worse than. */
  readonly base: { readonly id: string; readonly name: string } | null;
  /** By more than chance explains, or because what passed ends in an error. */
  readonly isWorse: boolean;
  /** Tests that got worse, however few. */
  readonly gotWorse: number;
  readonly sentence: string;
}

/** A run against the baseline chosen for its set and endpoint, or against the last one before it. */
export async function findRegression(tx: Tx, run: RunRow): Promise<Regression> {
  const { organizationId } = run;
  const chosen = await findBaseline(tx, organizationId, run);
  const base = chosen && chosen.id !== run.id ? chosen : await findLastRun(tx, run);
  if (!base) return { base: null, isWorse: false, gotWorse: 0, sentence: 'There is no run to compare with.' };
  const compared = await compareRuns(tx, base, run);
  const { conclusion, counts, sentence } = compared;
  const since = await sinceDecided(tx, base, run, worseByMetric(compared));
  const lost = since.failed + since.errors;
  return {
    base: { id: base.id, name: base.name },
    isWorse:
      conclusion === 'worse' || counts.passed_then_error + since.errors > 0 || since.failed > chanceHides,
    gotWorse: gotWorse(compared) + lost,
    sentence:
      lost === 0
        ? sentence
        : `${plural(lost, 'test', 'tests')} that it did not decide passed when last decided, and ${lost === 1 ? 'fails or ends' : 'fail or end'} in an error now. ${sentence}`,
  };
}
