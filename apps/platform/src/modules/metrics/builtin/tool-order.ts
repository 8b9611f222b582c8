import { z } from 'zod';
import { defineKind, doubtful, scored, type Evidence } from '../kind.ts';
import type { ToolCall } from '../item.ts';
import { ToolName, callEvidence, mayBeNamed, mayBeTool, sameTool, toolNames } from '../text/tool-calls.ts';

export const toolOrder = defineKind({
  kind: 'tool_order',
  title: 'Tools were called in this order',
  page: 'Passes when the tools were called in the order you name; other calls may lie between them unless nothing may, which wants exactly these calls. A tool is a function that the application calls by itself, such as a search. The score is the share of the order that was kept before it broke. A call of what may be the next tool by another name (`functions.refund` for `refund`) is unclear.',
  needs: ['tool_calls'],
  args: z.strictObject({
    tools: z
      .array(ToolName)
      .min(1)
      .max(200)
      .meta({ title: 'Tools in their order', description: 'One per line.' }),
    strict: z.boolean().default(false).meta({ title: 'Nothing may lie between them' }),
  }),
  threshold: 1,
  operator: '>=',
  charactersMax: 10_000_000,
  open:
    ({ tools, strict }) =>
    ({ toolCalls }) => {
      const calls = toolCalls ?? [];
      const surplus = strict ? Math.max(0, calls.length - tools.length) : 0;
      const shareOf = (kept: number): number => kept / (tools.length + surplus);
      const { kept, evidence } = keptOf(calls, tools, strict, (call, tool) =>
        sameTool(call.name, tool) ? 'this' : 'none',
      );
      const most = keptOf(calls, tools, strict, likeness).kept;
      const reason =
        kept === tools.length && surplus === 0
          ? 'The tools were called in this order.'
          : `${kept} of ${tools.length} came in order; ${toolNames(calls)}.`;
      return most === kept
        ? scored(shareOf(kept), reason, evidence)
        : doubtful(
            { low: shareOf(kept), high: shareOf(most) },
            `${reason} Some of these may be the next tool by another name.`,
            evidence,
          );
    },
});

/** Whether a call is one of the tool, or may call it beside others. */
type Likeness = (call: ToolCall, tool: string) => 'this' | 'among others' | 'none';

const likeness: Likeness = (call, tool) => {
  if (sameTool(call.name, tool) || mayBeNamed(call.name, tool)) return 'this';
  return mayBeTool(call, tool) ? 'among others' : 'none';
};

/** How far the order was kept. What calls several tools at once may call any number of the next ones. */
function keptOf(calls: readonly ToolCall[], tools: readonly string[], strict: boolean, likenessOf: Likeness) {
  const evidence: Evidence[] = [];
  let kept = 0;
  for (const [at, call] of calls.entries()) {
    const before = kept;
    for (let next = tools[kept]; next !== undefined; next = tools[kept]) {
      const like = likenessOf(call, next);
      if (like !== 'none') kept += 1;
      if (like !== 'among others') break;
    }
    if (kept > before) evidence.push(callEvidence(call, at));
    else if (strict) break;
  }
  return { kept, evidence };
}
