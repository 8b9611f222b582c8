import type { ToolCall } from '../item.ts';
import { span, type Evidence } from '../kind.ts';
import { z } from 'zod';

export const ToolName = z.string().trim().min(1).max(200);

/** Names as tools have them; case matters no more than to the people who type them. */
export const sameTool = (left: string, right: string): boolean =>
  left.normalize('NFC').toLowerCase() === right.normalize('NFC').toLowerCase();

export function callEvidence(call: ToolCall, index: number): Evidence {
  const text = `${call.name}(${JSON.stringify(call.arguments ?? {})})`;
  return span('tool_calls', text, 0, text.length, index);
}

export function toolNames(calls: readonly ToolCall[]): string {
  if (calls.length === 0) return 'no tool was called';
  const names = calls.slice(0, 10).map(({ name }) => name.slice(0, 100));
  return `called were ${names.join(', ')}${calls.length > 10 ? ` and ${calls.length - 10} more` : ''}`;
}
