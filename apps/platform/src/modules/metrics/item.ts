import { shapeFault } from '#kernel/http';

/** What a metric may look at. The engine hands over what the target gave; it is read once, here. */
export interface ScoringInput {
  readonly input?: unknown;
  readonly output?: unknown;
  readonly expected?: unknown;
  readonly context?: unknown;
  readonly tool_calls?: unknown;
  readonly conversation?: unknown;
  readonly metadata?: unknown;
  readonly duration_ms?: number | null | undefined;
  /** What the other metrics have made of this very result, for what compares verdicts. */
  readonly verdict?: string | null | undefined;
  /** The partners of this result: its repeats, or the answer to the original of its mutation. */
  readonly others?: readonly Other[] | null | undefined;
  /** The other metrics' scores of the same result, by their name. */
  readonly scores?: Readonly<Record<string, number | null>> | null | undefined;
}

export const relations = [
  'paraphrase',
  'typo',
  'case',
  'spacing',
  'order',
  'length',
  'unicode',
  'encoding',
  'language',
  'frame',
  'negation',
] as const;

export interface Other {
  /** `repeat` for a repeat of the same test, else how this test was made from the partner. */
  readonly relation: (typeof relations)[number] | 'repeat';
  /** Null when the partner has failed, so that nothing can be compared. */
  readonly output: string | null;
  readonly verdict?: string | null | undefined;
  readonly duration_ms?: number | null | undefined;
}

export interface ToolCall {
  readonly name: string;
  readonly arguments: unknown;
}

export interface Turn {
  readonly role: 'user' | 'assistant' | 'other';
  readonly content: string;
  /** Only its beginning is known: of what stands behind it nothing can be said. */
  readonly isCut?: true;
}

export interface Item {
  readonly input: string;
  readonly output: string | null;
  readonly expected: string | null;
  readonly context: readonly string[] | null;
  readonly toolCalls: readonly ToolCall[] | null;
  readonly conversation: readonly Turn[] | null;
  /** Why not all of the conversation is known, in words; null where it is. */
  readonly conversationGap: string | null;
  readonly metadata: unknown;
  readonly durationMs: number | null;
  readonly verdict: string | null;
  readonly others: readonly Other[] | null;
  readonly scores: Readonly<Record<string, number | null>>;
}

export const listMax = 1000;

export function readItem(given: ScoringInput): Item {
  const { turns, gap } = readConversation(given.conversation);
  return {
    input: textOf(given.input) ?? '',
    output: textOf(given.output),
    expected: textOf(given.expected),
    context: readContext(given.context),
    toolCalls: readToolCalls(given.tool_calls),
    conversation: turns,
    conversationGap: gap,
    metadata: given.metadata ?? null,
    durationMs: given.duration_ms ?? null,
    verdict: given.verdict ?? null,
    others: given.others && given.others.length > 0 ? given.others.slice(0, listMax) : null,
    scores: given.scores ?? {},
  };
}

/** Text as it is; anything else as JSON. What is too deep to be written counts as not given. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? null;
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}

const passageKeys = ['content', 'text', 'page_content', 'passage', 'chunk'] as const;

/** Of more passages than are read, none: what the answer rests on, or contradicts, may stand behind them. */
function readContext(value: unknown): string[] | null {
  if (value === null || value === undefined) return null;
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (list.length > listMax) return null;
  const passages = list.flatMap((entry: unknown) => {
    const key = isRecord(entry) ? passageKeys.find((name) => typeof entry[name] === 'string') : undefined;
    const text = textOf(key === undefined || !isRecord(entry) ? entry : entry[key]);
    return text === null || text.trim() === '' ? [] : [text];
  });
  return passages.length > 0 ? passages : null;
}

/**
 * An empty list says that no tool was called; no list at all says nothing. Neither does one with an entry that cannot be
 * read as a call, or with more than are read: a tool that was called may hide there.
 */
function readToolCalls(value: unknown): ToolCall[] | null {
  const list = listOfCalls(value);
  if (!Array.isArray(list) || list.length > listMax) return null;
  const known = callsOf.get(list);
  if (known !== undefined) return known;
  const found = list.flatMap((entry: unknown) => readToolCall(entry) ?? []);
  const calls = found.length === list.length ? found : null;
  callsOf.set(list, calls);
  return calls;
}

/** Each list is read once, however many metrics look at it. */
const callsOf = new WeakMap<object, ToolCall[] | null>();

/** All calls of a conversation, from what came with each of its turns. A turn without any beside one with some made none. */
export function togetherToolCalls(turns: readonly unknown[]): unknown[] | null {
  const known = turns.filter((value) => value !== null && value !== undefined).map(listOfCalls);
  return known.length === 0 ? null : known.flat();
}

const listOfCalls = (value: unknown): unknown => (typeof value === 'string' ? parsed(value) : value);

const nameKeys = [
  'name',
  'tool',
  'tool_name',
  'toolName',
  'function_name',
  'functionName',
  'function',
] as const;
const innerKeys = ['function', 'functionCall', 'function_call', 'tool_call', 'toolCall', 'tool'] as const;
const argumentKeys = [
  'arguments',
  'args',
  'input',
  'parameters',
  'tool_input',
  'toolInput',
  'params',
  'kwargs',
] as const;

/** As OpenAI, Anthropic, Google, LangChain and the AI SDK tell of one, or its name alone. */
function readToolCall(entry: unknown): ToolCall | undefined {
  if (typeof entry === 'string') return entry.trim() === '' ? undefined : { name: entry, arguments: {} };
  if (!isRecord(entry)) return undefined;
  const inner = innerKeys.map((key) => entry[key]).find(isRecord);
  const call = inner ?? entry;
  const [first = [], second = []] = [call, entry].map((one) =>
    nameKeys.map((key) => one[key]).filter((value) => typeof value === 'string'),
  );
  const names = new Set(first.length > 0 ? first : second);
  const [name = ''] = names;
  // Which of two is the tool, nobody knows: the other may be the agent that called it, or its server.
  if (names.size > 1 || name.trim() === '') return undefined;
  const given = argumentKeys.map((key) => call[key] ?? entry[key]).find((value) => value !== undefined) ?? {};
  return { name, arguments: typeof given === 'string' ? (parsed(given) ?? given) : given };
}

interface Conversed {
  readonly turns: readonly Turn[] | null;
  readonly gap: string | null;
}

/**
 * A turn without words, such as one that only calls a tool, is left out. One that cannot be read, or was cut, is a gap: what
 * no answer may hold may stand there.
 */
function readConversation(value: unknown): Conversed {
  if (!Array.isArray(value)) return { turns: null, gap: null };
  let gap =
    value.length > listMax
      ? `The conversation has ${value.length} turns; at most ${listMax} of them are read.`
      : null;
  const turns = value.slice(0, listMax).flatMap((entry: unknown, index): Turn[] => {
    const said = isRecord(entry) ? (entry['content'] ?? entry['text'] ?? entry['message']) : undefined;
    const content = textOf(said);
    if (!isRecord(entry) || content === null) {
      if (!isWordless(entry) || (said !== null && said !== undefined))
        gap ??= `Turn ${index + 1} of the conversation cannot be read.`;
      return [];
    }
    const { role } = entry;
    const isCut = entry['is_truncated'] === true;
    if (isCut) gap ??= cutReason;
    return [
      {
        role: role === 'user' || role === 'assistant' ? role : 'other',
        content,
        ...(isCut ? { isCut: true as const } : {}),
      },
    ];
  });
  return { turns: turns.length > 0 ? turns : null, gap };
}

const cutReason =
  'An answer of the conversation was too long to be kept whole. What stands behind its beginning is not known.';

const wordKeys = ['content', 'text', 'message'] as const;
const callKeys = ['tool_calls', 'toolCalls', 'function_call'] as const;

/** A message that has its place for words and nothing in it, or calls a tool instead. */
const isWordless = (entry: unknown): boolean =>
  isRecord(entry) && [...wordKeys, ...callKeys].some((key) => Object.hasOwn(entry, key));

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is nested without end stays the text it is. */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return shapeFault(value) === undefined ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What the item weighs, in characters: what the work of most kinds grows with. No more is counted than `most`. */
export function weightOf(item: Item, most = Infinity): number {
  const { input, output, expected, context, conversation, others } = item;
  let weight = input.length + (output?.length ?? 0) + (expected?.length ?? 0);
  for (const passage of context ?? []) weight += passage.length;
  for (const turn of conversation ?? []) weight += turn.content.length;
  for (const other of others ?? []) weight += other.output?.length ?? 0;
  // What the target sent beside its answer may be far larger than the answer, and nested as it likes.
  return [item.toolCalls, item.metadata].reduce(
    (sum: number, beside) => (sum > most ? sum : sum + weightOfValue(beside)),
    weight,
  );
}

/** Of each value that came once, however many metrics look at it. */
const weighed = new WeakMap<object, number>();

function weightOfValue(value: unknown): number {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? value.length : 1;
  const known = weighed.get(value);
  if (known !== undefined) return known;
  let weight = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const one = open.pop();
    weight += typeof one === 'string' || Array.isArray(one) ? one.length : 1;
    if (typeof one !== 'object' || one === null) continue;
    for (const [key, inner] of Object.entries(one)) {
      if (!Array.isArray(one)) weight += key.length;
      open.push(inner);
    }
  }
  weighed.set(value, weight);
  return weight;
}
