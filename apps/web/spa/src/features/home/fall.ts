import type { TestRun } from '@sonde/contract';

type Rated = Pick<TestRun, 'pass_rate'> & { readonly counts: Pick<TestRun['counts'], 'passed' | 'failed'> };

/**
 * By how many points a run passed less than the one before it. Rates of different numbers of decided results are no fall:
 * where people have reviewed more of one of them, only the comparison of test by test tells.
 */
export function fallOf(run: Rated, before: Rated): number | undefined {
  if (run.pass_rate === null || before.pass_rate === null || run.pass_rate >= before.pass_rate)
    return undefined;
  if (decidedIn(run) !== decidedIn(before)) return undefined;
  return Math.round((before.pass_rate - run.pass_rate) * 100) / 100;
}

const decidedIn = ({ counts }: Rated): number => counts.passed + counts.failed;
