import type { InvocationResult } from '@sonde/contract';
import type { RunRow } from '../tables.ts';
import type { Claimed } from './ledger.ts';

/** The endpoint of a run, its configuration already resolved. */
export interface PreparedTarget {
  invoke(
    variables: { readonly input: string; readonly [name: string]: unknown },
    options?: { signal?: AbortSignal; attributes?: Readonly<Record<string, string>> },
  ): Promise<InvocationResult>;
}

/** What templates may use to tell one test from another. */
export const variablesOf = (run: RunRow, { result }: Claimed) => ({
  test_id: result.testId,
  test_run_id: run.id,
  test_configuration_id: run.testConfigurationId,
});

export const failureText = (answer: InvocationResult): string =>
  [answer.error?.message, answer.error?.hint].filter(Boolean).join(' ') ||
  `The call ended in the stage ${answer.stage}.`;
