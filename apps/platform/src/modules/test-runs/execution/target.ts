import type { RunRow } from '../tables.ts';
import type { Claimed } from './ledger.ts';

/** What templates may use to tell one test from another. */
export const variablesOf = (run: RunRow, { result }: Claimed) => ({
  test_id: result.testId,
  test_run_id: run.id,
  test_configuration_id: run.testConfigurationId,
});
