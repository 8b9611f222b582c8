import type { TestRun } from '@sonde/contract';

type Open = Pick<TestRun, 'counts'>;

/** What to do about tests that cannot be compared; nothing is said of a run that has nothing to review. */
export function reviewFirst(base: Open, other: Open, names: readonly [string, string]): string {
  const [first, second] = [base, other].map(hasOpen);
  if (first && second) return ' Review the results of both first.';
  if (!first && !second) return '';
  return ` Review the results of ${first ? names[0] : names[1]} first.`;
}

export const hasOpen = ({ counts }: Open): boolean => counts.not_evaluated > 0;
