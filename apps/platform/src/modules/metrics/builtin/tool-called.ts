import { z } from 'zod';
import { defineKind, scored, within } from '../kind.ts';
import { ToolName, callEvidence, sameTool, toolNames } from '../text/tool-calls.ts';

export const toolCalled = defineKind({
  kind: 'tool_called',
  title: 'Tool was called',
  page: 'Passes when the tool was called as often as you allow. An endpoint that maps no tool calls is not evaluated; an empty list says that none was called.',
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
      const found = calls.flatMap((call, at) => (sameTool(call.name, tool) ? [callEvidence(call, at)] : []));
      const score = found.length < min ? found.length / min : within(found.length, max);
      return scored(score, `${tool} was called ${found.length} times; ${toolNames(calls)}.`, found);
    },
});
