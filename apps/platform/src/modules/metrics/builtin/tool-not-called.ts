import { z } from 'zod';
import { decides, defineKind, scored, within } from '../kind.ts';
import { ToolName, callEvidence, sameTool } from '../text/tool-calls.ts';

export const toolNotCalled = defineKind({
  kind: 'tool_not_called',
  title: 'Tool was not called',
  page: 'Passes when the mapped `tool_calls` do not name `tool`; with `max`, when they name it no more often, and with `min`, when they name it less often. An endpoint that maps no `tool_calls` is not evaluated: silence is no proof.',
  needs: ['tool_calls'],
  args: z.strictObject({
    tool: ToolName,
    min: z.number().int().min(1).max(1000).default(1),
    max: z.number().int().min(0).max(1000).optional(),
    decides,
  }),
  threshold: 1,
  operator: '>=',
  charactersMax: 10_000_000,
  open:
    ({ tool, min, max }) =>
    ({ toolCalls }) => {
      const allowed = max ?? min - 1;
      const found = (toolCalls ?? []).flatMap((call, at) =>
        sameTool(call.name, tool) ? [callEvidence(call, at)] : [],
      );
      return scored(
        allowed === 0 ? (found.length === 0 ? 1 : 0) : within(found.length, allowed),
        found.length === 0
          ? `${tool} was not called.`
          : `${tool} was called ${found.length} times, at most ${allowed}.`,
        found,
      );
    },
});
