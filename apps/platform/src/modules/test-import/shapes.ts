import type { Adapted, Frame, Item } from './adapted.ts';
import { chatFields, isChat } from './chat.ts';
import { asExpected, expectedName } from './expected.ts';
import { isObject, type DraftMetric, type Fields } from './fields.ts';
import { onlyText, questionIn } from './question.ts';
import { promptfoo } from './promptfoo.ts';
import type { Room } from './room.ts';

export const shapes = ['sonde', 'promptfoo', 'openai_evals', 'deepeval', 'langfuse', 'table'] as const;
/** Whose file it is; `table` is anybody's. */
export type Shape = (typeof shapes)[number];

/** Told by the keys of the first items; a word alone is not enough. */
export function recogniseShape(columns: readonly string[], samples: readonly Item[], frame: Frame): Shape {
  const has = (...names: string[]): boolean => names.some((name) => columns.includes(name));
  if (has('sonde_version')) return 'sonde';
  if (frame && ('prompts' in frame || 'providers' in frame || 'defaultTest' in frame)) return 'promptfoo';
  if (has('vars') && has('assert', 'vars.prompt', 'options', 'description')) return 'promptfoo';
  if (columns.some((name) => /^__(expected\d*|description|metadata:.*|threshold|metric)$/.test(name)))
    return 'promptfoo';
  if (has('ideal') && has('input')) return 'openai_evals';
  if (has('expectedOutput', 'sourceTraceId', 'datasetId', 'datasetName') && has('input')) return 'langfuse';
  if (has('expected_output') && has('source_trace_id', 'source_observation_id')) return 'langfuse';
  if (has('retrieval_context', 'tools_called', 'expected_tools', 'additional_metadata') && has('input'))
    return 'deepeval';
  if (
    has('expected_outcome', 'retrieval_context', 'expected_tools', 'additional_metadata') &&
    has('scenario', 'turns')
  )
    return 'deepeval';
  if (has('input') && has('expected_output') && has('context', 'source_file')) return 'deepeval';
  if (samples.length > 0 && samples.every((item) => isChat(item['messages']))) return 'openai_evals';
  return 'table';
}

/**
 * What a known shape says of one item. A configuration is put before each of its tests, so that little of a file may
 * come to a lot: `room` pays for every character of that.
 * @throws RowTooLarge where the item has more assertions, or comes to more characters, than one may.
 */
export function adapt(shape: Shape, item: Item, frame: Frame, room: Room): readonly Adapted[] {
  if (shape === 'promptfoo') return promptfoo(item, frame, room);
  if (shape === 'sonde') return [plain(ours(item))];
  if (shape === 'openai_evals') return [openaiEvals(item)];
  if (shape === 'deepeval') return [plain(deepeval(item))];
  if (shape === 'langfuse') return [plain(langfuse(item))];
  return [plain({})];
}

const plain = (fields: Fields): Adapted => ({ fields, metrics: [], weighedThreshold: null, notImported: [] });

/** Our own items, as they are exported: what a test says stands below its two parts. */
function ours(item: Item): Fields {
  const { prompt, test_configuration, sonde_version: _version, ...rest } = item;
  if (!isObject(prompt) && !isObject(test_configuration)) return item;
  const { content, expected_response, language_code } = isObject(prompt) ? prompt : {};
  return {
    ...rest,
    ...(isObject(test_configuration) ? test_configuration : {}),
    ...(content === undefined ? {} : { prompt: content, expected_response, language_code }),
  };
}

function openaiEvals(item: Item): Adapted {
  const { input, messages, ideal, id, ...rest } = item;
  const chat = input ?? messages;
  const asked = isChat(chat) ? chatFields(chat) : { prompt: chat };
  const [answer, ...others] = Array.isArray(ideal) ? distinct(ideal.map(String)) : [];
  const recorded = isChat(messages) ? lastAnswer(messages) : undefined;
  return {
    ...plain({
      ...asked,
      external_id: id,
      expected_response: answer ?? (Array.isArray(ideal) ? undefined : ideal) ?? recorded,
      metadata: { ...rest, ...(isObject(asked.metadata) ? asked.metadata : {}) },
    }),
    // Any of several answers is right, and each is read as a single one is: “no” is not said by “I know”.
    metrics: others.length > 0 ? [saysOneOf(others.slice(0, mostOthers))] : [],
    notImported:
      others.length > mostOthers
        ? [{ what: `Of the right answers the first ${mostOthers + 1} are looked for.`, isOfTest: false }]
        : [],
  };
}

const mostOthers = 20;

/** Those that differ in more than capitals and blanks. */
const distinct = (answers: readonly string[]): string[] =>
  [
    ...new Map(
      answers
        .map((answer) => answer.trim())
        .filter((answer) => answer !== '')
        .map((answer) => [answer.toLowerCase(), answer] as const)
        .toReversed(),
    ).values(),
  ].toReversed();

const saysOneOf = (others: readonly string[]): DraftMetric => ({
  metric: expectedName,
  made: asExpected,
  args: { values: [], others },
});

const lastAnswer = (chat: readonly Record<string, unknown>[]): unknown =>
  chat.findLast(({ role }) => role === 'assistant')?.['content'];

function deepeval(item: Item): Fields {
  const {
    input,
    expected_output,
    context,
    retrieval_context,
    scenario,
    expected_outcome,
    turns,
    name,
    ...rest
  } = item;
  const {
    user_description,
    chatbot_role,
    comments,
    additional_metadata,
    actual_output: _actual,
    ...others
  } = rest;
  const metadata = {
    ...others,
    ...(name === undefined || name === null ? {} : { name }),
    ...(comments === undefined || comments === null ? {} : { comments }),
    ...(isObject(additional_metadata) ? additional_metadata : {}),
  };
  const spoken = isChat(turns) ? chatFields(turns) : {};
  if (scenario !== undefined || expected_outcome !== undefined)
    return {
      ...spoken,
      ...(spoken.prompt === undefined ? {} : { script: [spoken.prompt], prompt: undefined }),
      expected_response: expected_output,
      goal: expected_outcome ?? scenario,
      scenario,
      instructions: user_description ?? chatbot_role,
      metadata,
      context,
    };
  return {
    prompt: input,
    expected_response: expected_output,
    context: context ?? retrieval_context,
    metadata,
    ...spoken,
  };
}

function langfuse(item: Item): Fields {
  const { id, input, metadata, ...rest } = item;
  const expected = rest['expectedOutput'] ?? rest['expected_output'];
  const asked = isChat(input)
    ? chatFields(input)
    : isObject(input) && isChat(input['messages'])
      ? chatFields(input['messages'])
      : { prompt: questionIn(input) };
  const trace = rest['sourceTraceId'] ?? rest['source_trace_id'];
  return {
    ...asked,
    external_id: id,
    expected_response: isObject(expected) ? (onlyText(expected) ?? expected) : expected,
    metadata: {
      ...(isObject(metadata) ? metadata : metadata === undefined || metadata === null ? {} : { metadata }),
      ...(isObject(asked.metadata) ? asked.metadata : {}),
      ...(trace ? { source_trace_id: trace } : {}),
    },
  };
}
