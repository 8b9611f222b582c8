/**
 * What a span says of a call to a model or an application, whichever convention it speaks: OpenTelemetry's GenAI
 * conventions in their present and earlier forms, OpenInference, and the names our own spans use.
 */
export interface Meaning {
  readonly model: string | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly message: string | null;
  readonly answer: string | null;
  readonly conversationId: string | null;
  /** What the server of HTTP answered with. */
  readonly statusCode: number | null;
}

interface Said {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly {
    readonly name: string;
    readonly attributes: Readonly<Record<string, unknown>>;
  }[];
}

export function meaningOf(span: Said): Meaning {
  const { attributes } = span;
  return {
    model: firstText(attributes, modelKeys)?.slice(0, 200) ?? null,
    inputTokens: firstCount(attributes, inputTokenKeys),
    outputTokens: firstCount(attributes, outputTokenKeys),
    message: said(span, questions),
    answer: said(span, answers),
    conversationId: firstText(attributes, conversationKeys)?.slice(0, 500) ?? null,
    statusCode: statusCodeIn(attributes),
  };
}

const modelKeys = [
  'gen_ai.response.model',
  'gen_ai.request.model',
  'llm.model_name',
  'embedding.model_name',
  'ai.model.name',
];
const inputTokenKeys = [
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.prompt_tokens',
  'llm.token_count.prompt',
  'ai.llm.tokens.input',
];
const outputTokenKeys = [
  'gen_ai.usage.output_tokens',
  'gen_ai.usage.completion_tokens',
  'llm.token_count.completion',
  'ai.llm.tokens.output',
];
const conversationKeys = ['gen_ai.conversation.id', 'session.id', 'conversation.id', 'conversation_id'];

const statusCodeKeys = ['endpoint.response.status', 'http.response.status_code', 'http.status_code'];

/** Where one side of an exchange is found. */
interface Side {
  readonly role: string;
  /** Plain texts; a key that ends so counts too, whoever's prefix it has. */
  readonly texts: readonly string[];
  readonly textEnding: string;
  /** Lists of messages, as values or as JSON in a text. */
  readonly lists: readonly string[];
  /** `<prefix>.<n>.role` and `<prefix>.<n>.content`. */
  readonly numbered: readonly string[];
  readonly events: readonly string[];
}

const questions: Side = {
  role: 'user',
  texts: ['conversation.input', 'input.value', 'traceloop.entity.input'],
  textEnding: '.conversation.input',
  lists: ['gen_ai.input.messages', 'gen_ai.prompt'],
  numbered: ['gen_ai.prompt', 'llm.input_messages'],
  events: ['gen_ai.user.message', 'gen_ai.content.prompt', 'ai.prompt', 'ai.agent.input'],
};
const answers: Side = {
  role: 'assistant',
  texts: ['conversation.output', 'output.value', 'traceloop.entity.output'],
  textEnding: '.conversation.output',
  lists: ['gen_ai.output.messages', 'gen_ai.completion'],
  numbered: ['gen_ai.completion', 'llm.output_messages'],
  events: ['gen_ai.choice', 'gen_ai.content.completion', 'ai.completion', 'ai.agent.output'],
};

function said({ attributes, events }: Said, side: Side): string | null {
  const own = firstText(attributes, side.texts) ?? textEndingIn(attributes, side.textEnding);
  if (own !== undefined) return own;
  for (const bag of [attributes, ...events.map((event) => event.attributes)])
    for (const key of side.lists) {
      const found = lastMessage(bag[key], side.role);
      if (found !== undefined) return found;
    }
  for (const prefix of side.numbered) {
    const found = lastNumbered(attributes, prefix, side.role);
    if (found !== undefined) return found;
  }
  const told = events.findLast(({ name }) => side.events.includes(name));
  return told ? (eventText(told.attributes) ?? null) : null;
}

const nonEmpty = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

function firstText(attributes: Said['attributes'], keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const found = nonEmpty(attributes[key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function textEndingIn(attributes: Said['attributes'], ending: string): string | undefined {
  const key = Object.keys(attributes).find((name) => name.endsWith(ending));
  return key === undefined ? undefined : nonEmpty(attributes[key]);
}

function firstCount(attributes: Said['attributes'], keys: readonly string[]): number | null {
  for (const key of keys) {
    const value = numberIn(attributes[key]);
    // A trillion tokens is a fault of the reporter, and would spoil every sum it is part of.
    if (Number.isFinite(value) && value >= 0 && value <= 1e12) return Math.round(value);
  }
  return null;
}

function statusCodeIn(attributes: Said['attributes']): number | null {
  for (const key of statusCodeKeys) {
    const code = numberIn(attributes[key]);
    if (Number.isInteger(code) && code >= 100 && code <= 999) return code;
  }
  return null;
}

/** An object may bring a `toString` of its own, and is no number whatever that says. */
const numberIn = (value: unknown): number =>
  typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;

const eventText = (attributes: Said['attributes']): string | undefined =>
  firstText(attributes, [
    'content',
    'gen_ai.prompt',
    'gen_ai.completion',
    'prompt',
    'completion',
    'input',
    'output',
  ]) ?? messageText(parsed(attributes['message']));

/** The last message of the role; where none has a role, the last of all. A text that is no list is the message. */
function lastMessage(value: unknown, role: string): string | undefined {
  const list = parsed(value);
  if (typeof list === 'string') return nonEmpty(list);
  if (!Array.isArray(list)) return messageText(list);
  const ofRole = list.findLast((item) => isRecord(item) && item['role'] === role);
  const withoutRole = list.findLast((item) => !isRecord(item) || item['role'] === undefined);
  return messageText(ofRole ?? withoutRole);
}

/** Content as a text or in parts, under the names of either convention. */
function messageText(message: unknown): string | undefined {
  if (typeof message === 'string') return nonEmpty(message);
  if (!isRecord(message)) return undefined;
  const parts = message['parts'] ?? message['content'] ?? message['text'];
  if (typeof parts === 'string') return nonEmpty(parts);
  if (!Array.isArray(parts)) return undefined;
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part;
    return isRecord(part) ? (nonEmpty(part['content']) ?? nonEmpty(part['text']) ?? '') : '';
  });
  return nonEmpty(texts.filter(Boolean).join('\n'));
}

function lastNumbered(attributes: Said['attributes'], prefix: string, role: string): string | undefined {
  const contents: unknown[] = [];
  for (let index = 0; index < 200; index += 1) {
    const content = [`${prefix}.${index}.content`, `${prefix}.${index}.message.content`].find(
      (key) => attributes[key] !== undefined,
    );
    const theRole = attributes[`${prefix}.${index}.role`] ?? attributes[`${prefix}.${index}.message.role`];
    if (content === undefined && theRole === undefined) break;
    if (content !== undefined && (theRole === role || theRole === undefined))
      contents.push(attributes[content]);
  }
  // From the end: each of them may be JSON, and the last that says something counts.
  for (const content of contents.toReversed()) {
    const found = lastMessage(content, role);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** JSON within a text, if it is a list or an object. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
