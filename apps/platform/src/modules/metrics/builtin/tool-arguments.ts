import { z } from 'zod';
import { defineKind, doubtful, notEvaluated, scored, unreadReason } from '../kind.ts';
import type { ToolCall } from '../item.ts';
import { jsonContains, jsonDepthMax, mayBeRounded, valueDepth } from '../text/json.ts';
import {
  ToolName,
  callEvidence,
  callsOfTool,
  mayBeNamed,
  mayBeSaid,
  toolNames,
  type CallAt,
} from '../text/tool-calls.ts';

export const toolArguments = defineKind({
  kind: 'tool_arguments',
  title: 'Tool was called with these arguments',
  page: 'Passes when a call of the tool has all of the arguments you name with equal values; what else the call says does not matter. A tool is a function that the application calls by itself, such as a search. Arguments are what it is called with. Objects are compared key by key, lists as a whole. The score is the largest share of arguments that one call has right. A call of what may be the tool by another name (`functions.refund` for `refund`) is unclear where it has more of them right.',
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
    ({ tool, arguments: wanted }, isNegated) =>
    ({ toolCalls }) => {
      const { sure, near } = callsOfTool(toolCalls ?? [], tool);
      if ([...sure, ...near].some(({ call }) => valueDepth(call.arguments) >= jsonDepthMax))
        return notEvaluated('too_deep', 'The arguments of the call are nested too deep.');
      const rated = sure.map((one): Rated => {
        const wrong = wrongIn(one.call, wanted);
        return { ...one, wrong, share: shareOf(wrong, wanted) };
      });
      const best = rated.reduce<Rated | undefined>(
        (most, one) => (most && most.share >= one.share ? most : one),
        undefined,
      );
      const low = best?.share ?? 0;
      const reason = best ? reasonOf(tool, best) : `${tool} was not called; ${toolNames(toolCalls ?? [])}.`;
      const evidence = best ? [callEvidence(best.call, best.at)] : [];
      const isUnread = isNegated && low < 1 && sure.some(({ call }) => isCut(call.arguments));
      if (isUnread) return doubtful({ low, high: 1 }, unreadReason(cutReason(tool)), evidence);
      const rounded = Object.keys(wanted).filter(
        (name) => mayBeRounded(wanted[name]) && !(best?.wrong.includes(name) ?? true),
      );
      if (rounded.length > 0)
        return doubtful(
          { low: low - rounded.length / Object.keys(wanted).length, high: low },
          `${reason} Of ${rounded.slice(0, 10).join(', ')}, not all digits of a number are read.`,
          evidence,
        );
      const high = Math.max(low, ...near.map(({ call }) => mostOf(call, tool, wanted)));
      return high === low
        ? scored(low, reason, evidence)
        : doubtful({ low, high }, `${reason} ${mayBeSaid(near, tool)}`, [
            ...evidence,
            ...near.map(({ call, at }) => callEvidence(call, at)),
          ]);
    },
});

type Wanted = Readonly<Record<string, unknown>>;

const wrongIn = ({ arguments: given }: ToolCall, wanted: Wanted): string[] =>
  Object.keys(wanted).filter((name) => !jsonContains(given, { [name]: wanted[name] }));

const shareOf = (wrong: readonly string[], wanted: Wanted): number =>
  1 - wrong.length / Object.keys(wanted).length;

/** What stands within other arguments, or was cut off, may be anything. */
const mostOf = (call: ToolCall, tool: string, wanted: Wanted): number =>
  mayBeNamed(call.name, tool) && !isCut(call.arguments) ? shareOf(wrongIn(call, wanted), wanted) : 1;

interface Rated extends CallAt {
  readonly wrong: readonly string[];
  readonly share: number;
}

function reasonOf(tool: string, { call, wrong }: Rated): string {
  if (isCut(call.arguments)) return cutReason(tool);
  return wrong.length === 0
    ? `${tool} was called with these arguments.`
    : `${tool} was called with other values of ${wrong.slice(0, 10).join(', ')}.`;
}

/** Arguments come as a text of JSON as well; one that is none was cut off, or is of another form. */
const isCut = (given: unknown): boolean => typeof given === 'string' && given.trim() !== '';
const cutReason = (tool: string): string => `The arguments of a call of ${tool} are no JSON object.`;
