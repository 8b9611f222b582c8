import { z } from 'zod';
import { defineKind, notEvaluated, scored } from '../kind.ts';
import { jsonContains, jsonDepthMax, valueDepth } from '../text/json.ts';
import { ToolName, callEvidence, sameTool, toolNames } from '../text/tool-calls.ts';

export const toolArguments = defineKind({
  kind: 'tool_arguments',
  title: 'Tool was called with these arguments',
  page: 'Passes when a call of the tool has all of the arguments you name with equal values; what else the call says does not matter. Objects are compared key by key, lists as a whole. The score is the largest share of arguments that one call has right.',
  needs: ['tool_calls'],
  args: z.strictObject({
    tool: ToolName.meta({ title: 'Tool' }),
    arguments: z
      .record(z.string(), z.json())
      .refine(
        (given) => Object.keys(given).length > 0 && Object.keys(given).length <= 100,
        'Give 1 to 100 arguments.',
      )
      .refine((given) => valueDepth(given, 64) < 64, 'The arguments are nested too deep.')
      .meta({ title: 'Arguments', description: 'Written as JSON, such as {"order": "A-17"}.' }),
  }),
  threshold: 1,
  operator: '>=',
  charactersMax: 10_000_000,
  // They are compared with those of every call.
  isHeavy: ({ arguments: wanted }) => JSON.stringify(wanted).length > 2000,
  open:
    ({ tool, arguments: wanted }) =>
    ({ toolCalls }) => {
      const calls = (toolCalls ?? []).flatMap((call, at) =>
        sameTool(call.name, tool) ? [{ call, at }] : [],
      );
      if (calls.length === 0) return scored(0, `${tool} was not called; ${toolNames(toolCalls ?? [])}.`);
      if (calls.some(({ call }) => valueDepth(call.arguments) >= jsonDepthMax))
        return notEvaluated('too_deep', 'The arguments of the call are nested too deep.');
      const names = Object.keys(wanted);
      let best = {
        share: -1,
        wrong: names,
        evidence: callEvidence(calls[0]?.call ?? { name: tool, arguments: {} }, 0),
      };
      for (const { call, at } of calls) {
        const wrong = names.filter((name) => !jsonContains(call.arguments, { [name]: wanted[name] }));
        const share = 1 - wrong.length / names.length;
        if (share > best.share) best = { share, wrong, evidence: callEvidence(call, at) };
      }
      return scored(
        best.share,
        best.wrong.length === 0
          ? `${tool} was called with these arguments.`
          : `${tool} was called with other values of ${best.wrong.slice(0, 10).join(', ')}.`,
        [best.evidence],
      );
    },
});
