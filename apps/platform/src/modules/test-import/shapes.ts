import { leftToPerson, readAssertions, shorthand, type NotImported } from './assertions.ts';
import { chatFields, isChat } from './chat.ts';
import { RowTooLarge, weightOf, weightOfTest, type Room } from './room.ts';
import { isObject, jsonOf, type DraftMetric, type Fields } from './fields.ts';

export const shapes = ['sonde', 'promptfoo', 'openai_evals', 'deepeval', 'langfuse', 'table'] as const;
/** Whose file it is; `table` is anybody's. */
export type Shape = (typeof shapes)[number];

/** What one item of a known shape says. A configuration of several prompts makes several of one item. */
export interface Adapted {
  readonly fields: Fields;
  readonly metrics: readonly DraftMetric[];
  readonly weighedThreshold: number | null;
  /** What of the file is left out, and why. */
  readonly notImported: readonly LeftOut[];
}

export interface LeftOut {
  readonly what: string;
  /** The test asserts it itself, so it stays open until a person has looked. */
  readonly isOfTest: boolean;
}

type Item = Readonly<Record<string, unknown>>;
export type Frame = Item | null;

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
  if (has('retrieval_context', 'tools_called', 'expected_tools', 'expected_outcome', 'additional_metadata'))
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
  const answers = Array.isArray(ideal) ? ideal.map(String) : [];
  const recorded = isChat(messages) ? lastAnswer(messages) : undefined;
  return {
    ...plain({
      ...asked,
      external_id: id,
      expected_response: answers[0] ?? ideal ?? recorded,
      metadata: { ...rest, ...(isObject(asked.metadata) ? asked.metadata : {}) },
    }),
    // Any of several answers is right.
    metrics: answers.length > 1 ? readAssertions([{ type: 'contains-any', value: answers }]).metrics : [],
  };
}

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
      prompt: undefined,
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

const questionNames = ['prompt', 'question', 'query', 'input', 'message', 'text', 'user_input'];

const questionIn = (input: unknown): unknown =>
  isObject(input)
    ? (questionNames.map((name) => input[name]).find((value) => typeof value === 'string') ??
      onlyText(input) ??
      input)
    : input;

function onlyText(value: Record<string, unknown>): string | undefined {
  const [only, ...others] = Object.values(value);
  return others.length === 0 && typeof only === 'string' ? only : undefined;
}

function promptfoo(item: Item, frame: Frame, room: Room): readonly Adapted[] {
  const test = withDefaults(isObject(item['vars']) || 'assert' in item ? item : fromColumns(item), frame);
  const vars = isObject(test['vars']) ? test['vars'] : {};
  const asserted: unknown[] = Array.isArray(test['assert']) ? test['assert'] : [];
  if (asserted.length > mostAssertions)
    throw new RowTooLarge(
      `A test has at most ${mostAssertions} assertions; this one has ${asserted.length}.`,
    );
  // Nought is none there: a mean that every answer reaches decides nothing.
  const threshold = typeof test['threshold'] === 'number' && test['threshold'] > 0 ? test['threshold'] : null;
  const isWeighed = threshold !== null || asserted.some(hasWeight);
  const read = readAssertions(
    asserted.map((one) => filledIn(one, vars, room)),
    { vars, isWeighed },
  );
  const prompts = promptsOf(frame);
  // What all tests share is told with each, and leaves none of them open: then nothing would be decided any more.
  const shared = sharedAssertions(frame).length;
  const lost = read.notImported.filter(({ place }) => place >= shared);
  const metrics = lost.length > 0 ? [...read.metrics, leftToPerson(lost)] : read.metrics;
  const unread = Array.isArray(test[unreadKey]) ? test[unreadKey].map(String) : [];
  // Each prompt is a test of its own, with all that is said about it.
  const said = frame ? weightOfTest + weightOf([vars, test['metadata'], test['description'], read]) : 0;
  room.take(said * Math.max(1, prompts.length));
  const asked = prompts.length > 0 ? prompts.map((prompt) => render(prompt, vars, room)) : [questionIn(vars)];
  return asked.map((prompt) => {
    const chat = typeof prompt === 'string' ? jsonOf(prompt) : undefined;
    const fields = isChat(chat) ? chatFields(chat) : { prompt };
    return {
      fields: {
        ...fields,
        expected_response: read.expected,
        metadata: {
          ...(isObject(test['metadata']) ? test['metadata'] : {}),
          ...(isObject(fields.metadata) ? fields.metadata : {}),
          ...(typeof test['description'] === 'string' ? { description: test['description'] } : {}),
          ...(Object.keys(vars).length > 0 ? { vars } : {}),
        },
      },
      metrics,
      weighedThreshold: isWeighed && metrics.length > 0 ? (threshold ?? 1) : null,
      notImported: [
        ...read.notImported.map((one) => leftOut(one, lost.includes(one))),
        ...unread.map((name) => ({ what: `The column “${name}” is not imported.`, isOfTest: false })),
      ],
    };
  });
}

const leftOut = ({ type, why }: NotImported, isOfTest: boolean): LeftOut => ({
  what: `The assertion “${type}” is not imported: ${why}.${
    isOfTest
      ? ' The test stays open until a person has looked at its answer.'
      : ' All tests of the file share it, so they pass without it.'
  }`,
  isOfTest,
});

function sharedAssertions(frame: Frame): unknown[] {
  const shared = frame?.['defaultTest'];
  const listed = isObject(shared) ? shared['assert'] : undefined;
  return Array.isArray(listed) ? listed : [];
}

const hasWeight = (assertion: unknown): boolean =>
  isObject(assertion) && typeof assertion['weight'] === 'number' && assertion['weight'] !== 1;

/** What all tests of a configuration share. */
function withDefaults(test: Item, frame: Frame): Item {
  const shared = frame?.['defaultTest'];
  if (!isObject(shared)) return test;
  const merged = (name: string): Item => ({
    ...(isObject(shared[name]) ? shared[name] : {}),
    ...(isObject(test[name]) ? test[name] : {}),
  });
  const own: unknown[] = Array.isArray(test['assert']) ? test['assert'] : [];
  return {
    ...shared,
    ...test,
    vars: merged('vars'),
    metadata: merged('metadata'),
    assert: [...sharedAssertions(frame), ...own],
  };
}

/** Rows of a CSV file: a header is a variable, but for the reserved ones. */
function fromColumns(row: Item): Item {
  const vars: Record<string, unknown> = {};
  const metadata: Record<string, unknown> = {};
  const test: Record<string, unknown> = { vars, metadata, assert: [] };
  const asserts: unknown[] = [];
  const unread: string[] = [];
  for (const [name, value] of Object.entries(row)) {
    if (value === '' || value === null || value === undefined) continue;
    if (/^__expected\d*$/.test(name)) asserts.push(configured(value, row[`__config:${name}:threshold`]));
    else if (/^__config:__expected\d*:threshold$/.test(name)) continue;
    else if (/^__(?:prefix|suffix|config:.*)$/.test(name)) unread.push(name);
    else if (name === '__description') test['description'] = value;
    else if (name === '__threshold') test['threshold'] = Number(value);
    else if (name.startsWith('__metadata:')) addMetadata(metadata, name.slice('__metadata:'.length), value);
    else if (!name.startsWith('__')) vars[name] = value;
  }
  return { ...test, assert: asserts, [unreadKey]: unread };
}

/** Columns that say how a test is asked or judged, and are not read. */
const unreadKey = '__unread';

/** What a column says beside an assertion lies over the threshold in its text. */
function configured(assertion: unknown, threshold: unknown): unknown {
  if (typeof assertion !== 'string' || threshold === undefined || threshold === '') return assertion;
  return { ...shorthand(assertion), threshold: Number(threshold) };
}

function addMetadata(metadata: Record<string, unknown>, name: string, value: unknown): void {
  if (name.endsWith('[]'))
    metadata[name.slice(0, -2)] = String(value)
      .split(/(?<!\\),/)
      .map((part) => part.replaceAll(String.raw`\,`, ',').trim());
  else metadata[name] = value;
}

/** What of a frame multiplies with every row; anything above would fill the memory before a test is made. */
const frameLimits = { prompts: 50, assertions: 200, characters: 500_000 };

/** Why a configuration is too much to be put before each of its tests; undefined where it is not. */
export function faultOfFrame(frame: Frame): string | undefined {
  if (!frame) return undefined;
  const { prompts, defaultTest } = frame;
  const asserted = isObject(defaultTest) ? defaultTest['assert'] : undefined;
  if (Array.isArray(prompts) && prompts.length > frameLimits.prompts)
    return `A configuration has at most ${frameLimits.prompts} prompts; this one has ${prompts.length}.`;
  if (Array.isArray(asserted) && asserted.length > frameLimits.assertions)
    return `All tests may share at most ${frameLimits.assertions} assertions; here they share ${asserted.length}.`;
  return JSON.stringify({ prompts, defaultTest }).length > frameLimits.characters
    ? `What all tests share has more than ${frameLimits.characters} characters.`
    : undefined;
}

/** Of one test, those that all share among them. */
const mostAssertions = 400;

function promptsOf(frame: Frame): string[] {
  const prompts = frame?.['prompts'];
  const listed = Array.isArray(prompts) ? prompts : typeof prompts === 'string' ? [prompts] : [];
  return listed.flatMap((prompt: unknown) => {
    const text = isObject(prompt) ? (prompt['raw'] ?? prompt['prompt']) : prompt;
    if (Array.isArray(text)) return [JSON.stringify(text)];
    return typeof text === 'string' && !text.startsWith('file://') ? [text] : [];
  });
}

/** Values of assertions name variables as prompts do. */
function filledIn(assertion: unknown, vars: Item, room: Room): unknown {
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill);
    return typeof value === 'string' ? render(value, vars, room) : value;
  };
  if (typeof assertion === 'string') return render(assertion, vars, room);
  return isObject(assertion) && 'value' in assertion
    ? { ...assertion, value: fill(assertion['value']) }
    : assertion;
}

/** Names are filled in and nothing else: a file is data, and never a program. */
function render(prompt: string, vars: Item, room: Room): string {
  let left = filledInMax;
  room.take(prompt.length);
  return prompt.replaceAll(/\{\{\s*([\w-]+)\s*\}\}/g, (whole, name: string) => {
    if (left <= 0 || !Object.hasOwn(vars, name)) return whole;
    const value = vars[name];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    left -= text.length;
    room.take(text.length);
    return text;
  });
}

/** A test holds less; a template that names a long variable over and over goes no further. */
const filledInMax = 1_000_000;
