import type { InvocationResult } from '@sonde/contract';
import type { CallValues } from './call-variables.ts';

export type CallTarget = (
  values: CallValues,
  previewOnly: boolean,
  signal?: AbortSignal,
) => Promise<InvocationResult>;
