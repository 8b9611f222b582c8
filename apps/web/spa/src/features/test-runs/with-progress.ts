import type { TestRun, TestRunProgress } from '@sonde/contract';

/** A run with all that its progress tells of it. */
export const withProgress = (
  run: TestRun,
  { status, counts, target_calls, started_at }: TestRunProgress,
): TestRun => ({
  ...run,
  status,
  counts,
  target_calls,
  started_at,
});
