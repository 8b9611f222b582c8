import type { InvocationResult } from '@sonde/contract';
import type { StoredOutput } from '../tables.ts';

/** What of an answer is kept with the result: what was mapped, never the request, which may hold secrets. */
export function outputOf(answer: InvocationResult): StoredOutput {
  return {
    success: answer.success,
    stage: answer.stage,
    output: answer.output ?? null,
    context: answer.context ?? null,
    metadata: answer.metadata ?? null,
    tool_calls: answer.tool_calls ?? null,
    conversation_id: answer.conversation_id,
    error: answer.error,
    warnings: answer.warnings.slice(0, 20),
  };
}

const charactersMax = 256 * 1024;

/** Half of what is kept in a row is the beginning of the answer; what is not shown of it is in the file alone. */
export function beginningOf(stored: StoredOutput): StoredOutput {
  const output = textOf(stored.output).slice(0, charactersMax / 2);
  const rest = { ...stored, output, is_truncated: true as const };
  if (!isLarge(rest)) return rest;
  return { ...rest, context: null, metadata: null, tool_calls: null };
}

export const isLarge = (stored: StoredOutput): boolean => JSON.stringify(stored).length > charactersMax;

export const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Tokens as the target tells them in its mapped `metadata`, under the names that providers use; 0 when it tells none. */
export function tokensOf({ metadata }: Pick<InvocationResult, 'metadata'>): number {
  const usage = isRecord(metadata) && isRecord(metadata['usage']) ? metadata['usage'] : metadata;
  if (!isRecord(usage)) return 0;
  const total = count(usage['total_tokens']) || count(usage['totalTokens']);
  if (total > 0) return total;
  const names = ['prompt_tokens', 'completion_tokens', 'input_tokens', 'output_tokens'];
  return names.reduce((sum, name) => sum + count(usage[name]), 0);
}

const count = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
