/** Tokens as a target tells them in its answer or its mapped `metadata`, under the names that providers use; 0 when it tells none. */
export function tokensToldIn(told: unknown): number {
  const usage = isRecord(told) && isRecord(told['usage']) ? told['usage'] : told;
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
