import type { ToolCall } from '../item.ts';
import { span, type Evidence } from '../kind.ts';
import { z } from 'zod';
import { asSeen } from './folding.ts';

export const ToolName = z.string().trim().min(1).max(200);

/** Names as tools have them; case matters no more than to the people who type them. */
export const sameTool = (left: string, right: string): boolean =>
  left.normalize('NFC').toLowerCase() === right.normalize('NFC').toLowerCase();

/**
 * Whether a call may be one of the tool under another name: written in another way (`DeleteUser`), behind the name of what it
 * belongs to (`functions.delete_user`, `mcp__crm__delete_user`), or named within a call that calls others.
 */
export const mayBeTool = (call: ToolCall, tool: string): boolean =>
  mayBeNamed(call.name, tool) || timesWithin(call, tool) > 0;

/** Whether the name of a call may be another one of the tool; what it is called with is then what the tool is called with. */
export const mayBeNamed = (name: string, tool: string): boolean => {
  const bare = barely(name.split(/[.:/]|__/).at(-1) ?? name);
  return bare !== '' && (bare === barely(tool) || barely(name) === barely(tool));
};

const timesWithin = ({ arguments: given }: ToolCall, tool: string): number =>
  namesWithin(given).filter((name) => mayBeNamed(name, tool)).length;

export interface CallAt {
  readonly call: ToolCall;
  readonly at: number;
}

/** The calls of a tool, and those that may be of it by another name: nobody knows whether they count. */
export function callsOfTool(calls: readonly ToolCall[], tool: string) {
  const all = calls.map((call, at): CallAt => ({ call, at }));
  const sure = all.filter(({ call }) => sameTool(call.name, tool));
  const near = all.filter(({ call }) => !sameTool(call.name, tool) && mayBeTool(call, tool));
  const most = near.reduce(
    // One call may call the tool several times.
    (sum, { call }) => sum + Math.max(1, timesWithin(call, tool)),
    sure.length,
  );
  return { sure, near, most };
}

/** Of calls that may be of the tool, for a reason that people read. */
export const mayBeSaid = (near: readonly CallAt[], tool: string): string =>
  `${near[0]?.call.name.slice(0, 100)} was called, which may be ${tool} by another name.`;

const barely = (name: string): string =>
  asSeen(name)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const nameKeys: ReadonlySet<string> = new Set([
  'recipient_name',
  'name',
  'tool',
  'tool_name',
  'toolName',
  'function',
  'function_name',
]);
const valuesMax = 2000;

/** What a call names in its arguments as one names a tool, as far as these are few. */
function namesWithin(given: unknown): string[] {
  const names: string[] = [];
  const open: unknown[] = [given];
  for (let looked = 0; open.length > 0 && looked < valuesMax; looked += 1) {
    const one = open.pop();
    if (typeof one !== 'object' || one === null) continue;
    for (const [key, value] of Object.entries(one).slice(0, valuesMax)) {
      if (typeof value === 'string' && nameKeys.has(key)) names.push(value);
      else open.push(value);
    }
  }
  return names;
}

export function callEvidence(call: ToolCall, index: number): Evidence {
  const text = `${call.name}(${JSON.stringify(call.arguments ?? {})})`;
  return span('tool_calls', text, 0, text.length, index);
}

export function toolNames(calls: readonly ToolCall[]): string {
  if (calls.length === 0) return 'no tool was called';
  const names = calls.slice(0, 10).map(({ name }) => name.slice(0, 100));
  return `called were ${names.join(', ')}${calls.length > 10 ? ` and ${calls.length - 10} more` : ''}`;
}
