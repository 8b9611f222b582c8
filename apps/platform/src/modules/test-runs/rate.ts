import { passRateOf, percentOf, type TestRun } from '@sonde/contract';
import { wilson } from '#metrics';

/** The pass rate of so many decided and between which values it lies, in percent; all null where none is decided. */
export function rateOf({
  passed,
  failed,
}: {
  readonly passed: number;
  readonly failed: number;
}): Pick<TestRun, 'pass_rate' | 'pass_rate_low' | 'pass_rate_high'> {
  const decided = passed + failed;
  const interval = decided > 0 ? wilson(passed, decided) : null;
  return {
    pass_rate: passRateOf({ passed, failed }),
    pass_rate_low: interval && percentOf(interval.low),
    pass_rate_high: interval && percentOf(interval.high),
  };
}
