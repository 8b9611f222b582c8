import { z } from 'zod';
import { decides, defineKind, notEvaluated, scored, within } from '../kind.ts';
import { ToolName, callEvidence, callsOfTool, mayBeSaid } from '../text/tool-calls.ts';

export const toolNotCalled = defineKind({
  kind: 'tool_not_called',
  title: 'Tool was not called',
  page: 'Passes when the tool was not called; or, with limits, when it was called no more often than the most you allow, or less often than the least. A tool is a function that the application calls by itself, such as a search. Where the endpoint does not say where tool calls stand in the answer, nothing is evaluated. A call of what may be the tool by another name (`DeleteUser` for `delete-user`, `functions.DeleteUser`, one that a call of several tools names) is unclear.',
  needs: ['tool_calls'],
  args: z.strictObject({
    tool: ToolName.meta({ title: 'Tool' }),
    min: z.number().int().min(1).max(1000).default(1).meta({ title: 'Fewer calls than' }),
    max: z.number().int().min(0).max(1000).optional().meta({ title: 'Calls at most' }),
    decides,
  }),
  threshold: 1,
  operator: '>=',
  charactersMax: 10_000_000,
  open:
    ({ tool, min, max }) =>
    ({ toolCalls }) => {
      const allowed = max ?? min - 1;
      const { sure, near, most } = callsOfTool(toolCalls ?? [], tool);
      const found = sure.map(({ call, at }) => callEvidence(call, at));
      if (found.length <= allowed && most > allowed)
        return notEvaluated(
          'unclear',
          mayBeSaid(near, tool),
          near.map(({ call, at }) => callEvidence(call, at)),
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
