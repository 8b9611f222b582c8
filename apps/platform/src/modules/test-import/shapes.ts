import { NotInUse, type Adapted, type Frame, type Item } from './adapted.ts';
import { chatFields, isChat, textsAlone, unreadParts } from './chat.ts';
import { asExpected, expectedName } from './expected.ts';
import { isObject, isThere, type DraftMetric, type Fields } from './fields.ts';
import { leftOpenBy, mostOfAsked, type NotImported } from './left-open.ts';
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
 * @throws NotInUse where its file has taken the item out of use.
 * @throws RowTooLarge where the item has more assertions, or comes to more characters, than one may.
 */
export function adapt(shape: Shape, item: Item, frame: Frame, room: Room): readonly Adapted[] {
  if (shape === 'promptfoo') return promptfoo(item, frame, room);
  if (shape === 'sonde') return [plain(ours(item))];
  if (shape === 'openai_evals') return [openaiEvals(item)];
  if (shape === 'deepeval') return [leftOpenBy(plain(deepeval(item)), unreadOfDeepeval(item))];
  if (shape === 'langfuse') return [langfuse(item)];
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
  const unread = isChat(chat) ? unreadParts(chat).map(partLost) : [];
  const [answer, ...others] = Array.isArray(ideal) ? distinct(ideal.map(String)) : [];
  const recorded = isChat(messages) ? lastAnswer(messages) : undefined;
  const adapted: Adapted = {
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
  return leftOpenBy(adapted, unread);
}

type Unread = Omit<NotImported, 'place'>;
const partLost = (type: string): Unread => ({
  type,
  why: textsAlone,
  asked: '',
});

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
    // Of two words for one field the second is kept beside it.
    ...(isThere(user_description) && isThere(chatbot_role) ? { chatbot_role } : {}),
    ...(isThere(context) && isThere(retrieval_context) ? { retrieval_context } : {}),
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

/** What judges an item of deepeval, or is asked by it, and has no place here. */
function unreadOfDeepeval({ expected_tools: tools, turns }: Item): Unread[] {
  const called = Array.isArray(tools) ? tools : [];
  const names = called.map((tool: unknown) => String(isObject(tool) ? tool['name'] : tool)).join(', ');
  return [
    ...(called.length > 0
      ? [
          {
            type: 'expected_tools',
            why: 'make a metric “Tool was called” of each that the application tells of',
            asked: names.slice(0, mostOfAsked),
          },
        ]
      : []),
    ...(isChat(turns) ? unreadParts(turns).map(partLost) : []),
  ];
}

function langfuse(item: Item): Adapted {
  const { id, input, metadata, ...rest } = item;
  if (rest['status'] === 'ARCHIVED') throw new NotInUse('The item is archived, so it is no test any more.');
  const expected = rest['expectedOutput'] ?? rest['expected_output'];
  const inside = isObject(input) ? input['messages'] : undefined;
  const chat = isChat(input) ? input : isChat(inside) ? inside : undefined;
  const asked = chat ? chatFields(chat) : { prompt: questionIn(input) };
  const trace = rest['sourceTraceId'] ?? rest['source_trace_id'];
  // Of several values in an object, which is the answer and what the others ask is not known.
  const isSeveral = isObject(expected) && onlyText(expected) === undefined;
  const fields: Fields = {
    ...asked,
    external_id: id,
    expected_response: isObject(expected) ? onlyText(expected) : expected,
    metadata: {
      ...(isSeveral ? { expected_output: expected } : {}),
      ...(isObject(metadata) ? metadata : metadata === undefined || metadata === null ? {} : { metadata }),
      ...(isObject(asked.metadata) ? asked.metadata : {}),
      ...(trace ? { source_trace_id: trace } : {}),
    },
  };
  return leftOpenBy(plain(fields), [
    ...(chat ? unreadParts(chat).map(partLost) : []),
    ...(isSeveral
      ? [
          {
            type: 'expectedOutput',
            why: 'it is an object of several values, kept as metadata',
            asked: JSON.stringify(expected).slice(0, mostOfAsked),
          },
        ]
      : []),
  ]);
}
