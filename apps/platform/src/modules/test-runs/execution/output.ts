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
/** At which an answer is cut that is too large for a row. */
export const beginningCharacters = charactersMax / 2;

/** Half of what is kept in a row is the beginning of the answer; what is not shown of it is in the file alone. */
export function beginningOf(stored: StoredOutput): StoredOutput {
  const output = textOf(stored.output).slice(0, beginningCharacters);
  const rest = { ...stored, output, is_truncated: true as const };
  if (!isLarge(rest)) return rest;
  return { ...rest, context: null, metadata: null, tool_calls: null };
}

export const isLarge = (stored: StoredOutput): boolean => JSON.stringify(stored).length > charactersMax;

export const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
