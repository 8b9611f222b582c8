import { z } from 'zod';
import { defineKind, scored, type Evidence } from '../kind.ts';
import { ToolName, callEvidence, sameTool, toolNames } from '../text/tool-calls.ts';

export const toolOrder = defineKind({
  kind: 'tool_order',
  title: 'Tools were called in this order',
  page: 'Passes when the tools were called in the order you name; other calls may lie between them unless nothing may, which wants exactly these calls. The score is the share of the order that was kept before it broke.',
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
      const evidence: Evidence[] = [];
      let kept = 0;
      for (const [at, call] of calls.entries()) {
        const next = tools[kept];
        if (next !== undefined && sameTool(call.name, next)) {
          evidence.push(callEvidence(call, at));
          kept += 1;
        } else if (strict) break;
      }
      const surplus = strict ? Math.max(0, calls.length - tools.length) : 0;
      return scored(
        kept / (tools.length + surplus),
        kept === tools.length && surplus === 0
          ? 'The tools were called in this order.'
          : `${kept} of ${tools.length} came in order; ${toolNames(calls)}.`,
        evidence,
      );
    },
});
