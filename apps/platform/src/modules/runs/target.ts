import type { InvocationResult } from '@sonde/contract';

/** The endpoint of a run, its configuration already resolved. */
export interface PreparedTarget {
  invoke(
    variables: { readonly input: string; readonly [name: string]: unknown },
    options?: { signal?: AbortSignal; attributes?: Readonly<Record<string, string>> },
  ): Promise<InvocationResult>;
}

export const failureText = (answer: InvocationResult): string =>
  [answer.error?.message, answer.error?.hint].filter(Boolean).join(' ') ||
  `The call ended in the stage ${answer.stage}.`;
