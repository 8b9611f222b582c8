import { z } from 'zod';
import { defineKind, doubtful, scored, within } from '../kind.ts';
import { ToolName, callEvidence, callsOfTool, mayBeSaid, toolNames } from '../text/tool-calls.ts';

export const toolCalled = defineKind({
  kind: 'tool_called',
  title: 'Tool was called',
  page: 'Passes when the tool was called as often as you allow. A tool is a function that the application calls by itself, such as a search. Where the endpoint does not say where tool calls stand in the answer, nothing is evaluated; an empty list says that none was called. A call of what may be the tool by another name (`DeleteUser` for `delete-user`, `functions.DeleteUser`, one that a call of several tools names) is unclear where it matters.',
  needs: ['tool_calls'],
  args: z
    .strictObject({
      tool: ToolName.meta({ title: 'Tool' }),
      min: z.number().int().min(0).max(1000).default(1).meta({ title: 'Calls at least' }),
      max: z.number().int().min(1).max(1000).optional().meta({ title: 'Calls at most' }),
    })
    .refine(({ min, max }) => min > 0 || max !== undefined, {
      message: 'Where no call is needed, say how many there may be at most.',
    })
    .refine(({ min, max }) => min <= (max ?? Infinity), { message: 'The least is larger than the most.' }),
  threshold: 1,
  operator: '>=',
  charactersMax: 10_000_000,
  open:
    ({ tool, min, max = Infinity }) =>
    ({ toolCalls }) => {
      const calls = toolCalls ?? [];
      const { sure, near, most } = callsOfTool(calls, tool);
      const shown = [...sure, ...near].map(({ call, at }) => callEvidence(call, at));
      const scoreOf = (times: number): number => (times < min ? times / min : within(times, max));
      const reason = `${tool} was called ${sure.length} times; ${toolNames(calls)}.`;
      const ends = [scoreOf(sure.length), scoreOf(most)];
      const low = Math.min(...ends);
      const high = sure.length <= max && most >= min ? 1 : Math.max(...ends);
      return low === high
        ? scored(low, reason, shown)
        : doubtful({ low, high }, `${reason} ${mayBeSaid(near, tool)}`, shown);
    },
});
