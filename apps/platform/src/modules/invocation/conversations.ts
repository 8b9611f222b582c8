import type { CallVariables, TargetConfiguration } from './configuration.ts';
import type { ConversationKey, ConversationMessage, ConversationStore } from './ports.ts';

/** The names targets give to a conversation; each is an alias of the others. */
export const CONVERSATION_ALIASES = [
  'conversation_id',
  'session_id',
  'thread_id',
  'chat_id',
  'dialog_id',
  'dialogue_id',
  'context_id',
  'interaction_id',
] as const;

export function isConversationAlias(name: string): boolean {
  return (CONVERSATION_ALIASES as readonly string[]).includes(name);
}

/** The conversation the caller wants to go on with, under whichever name it was given. */
export function givenConversationId(variables: CallVariables): string | undefined {
  for (const name of CONVERSATION_ALIASES) {
    const id = conversationIdOf(variables[name]);
    if (id !== undefined) return id;
  }
  return undefined;
}

export function conversationIdOf(value: unknown): string | undefined {
  if (typeof value === 'string' && value !== '') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}

/** A stateless conversation while one call runs: what was said so far, and what to add when the call succeeds. */
export type History = {
  conversationId: string | undefined;
  messages(systemPrompt: string | undefined): ConversationMessage[];
  commit(answer: { output: unknown; toolCalls: unknown; systemPrompt: string | undefined }): Promise<void>;
};

export type HistoryDependencies = {
  conversations: ConversationStore;
  clock: { now(): number };
  newId: () => string;
};

const MAX_ID_LENGTH = 200;
const MAX_STORED_CHARACTERS = 200_000;
const HISTORY_LIFETIME_MS = 24 * 60 * 60 * 1000;

export async function openHistory(
  { conversations, clock, newId }: HistoryDependencies,
  call: {
    configuration: TargetConfiguration;
    variables: CallVariables;
    userText: string;
    warnings: string[];
  },
): Promise<History> {
  const { configuration, variables, userText, warnings } = call;
  const own = readMessages(variables['messages']);
  if (own !== undefined) return fixedHistory(own, givenConversationId(variables));
  const user: ConversationMessage = { role: 'user', content: userText };
  const given = givenConversationId(variables);
  if (!configuration.endpointId) {
    if (given !== undefined)
      warnings.push(
        'An endpoint that is not saved keeps no history: the message was sent as a new conversation.',
      );
    return {
      conversationId: undefined,
      messages: (system) => [...systemMessage(system), user],
      commit: async () => {},
    };
  }
  const key: ConversationKey = {
    endpointId: configuration.endpointId,
    conversationId: given !== undefined && given.length <= MAX_ID_LENGTH ? given : newId(),
  };
  const stored = given === undefined ? [] : await conversations.load(configuration.organizationId, key);
  if (stored === undefined)
    warnings.push('This conversation is not known or has expired, so it begins anew.');
  const past = stored ?? [];
  const isSystem = (message: ConversationMessage) => message.role === 'system';
  return {
    conversationId: key.conversationId,
    messages: (system) => [
      ...(system === undefined ? past.filter(isSystem).slice(-1) : systemMessage(system)),
      ...past.filter((message) => !isSystem(message)),
      user,
    ],
    commit: async ({ output, toolCalls, systemPrompt }) => {
      const isNewPrompt = systemPrompt !== undefined && past.findLast(isSystem)?.content !== systemPrompt;
      const dropped = await conversations.append(
        configuration.organizationId,
        key,
        [...(isNewPrompt ? systemMessage(systemPrompt) : []), user, assistantMessage(output, toolCalls)].map(
          (message) => shortened(message, warnings),
        ),
        clock.now() + HISTORY_LIFETIME_MS,
      );
      if (dropped > 0)
        warnings.push(
          'The history of this conversation has become too long: its oldest turns are no longer sent.',
        );
    },
  };
}

/** What one message may add to every later call. */
function shortened(message: ConversationMessage, warnings: string[]): ConversationMessage {
  const { content, tool_calls: toolCalls, ...rest } = message;
  const isLong = typeof content === 'string' && content.length > MAX_STORED_CHARACTERS;
  const callsAreLong = toolCalls !== undefined && JSON.stringify(toolCalls).length > MAX_STORED_CHARACTERS;
  if (isLong || callsAreLong) {
    warnings.push(
      `A text of this turn is longer than ${MAX_STORED_CHARACTERS} characters: later turns are sent its beginning only.`,
    );
  }
  return {
    ...rest,
    content: isLong ? content.slice(0, MAX_STORED_CHARACTERS).toWellFormed() : content,
    ...(toolCalls === undefined || callsAreLong ? {} : { tool_calls: toolCalls }),
  };
}

/** Histories the caller keeps itself are sent as they are and never stored. */
function fixedHistory(messages: ConversationMessage[], conversationId: string | undefined): History {
  return {
    conversationId,
    messages: (system) =>
      messages.some(({ role }) => role === 'system') ? messages : [...systemMessage(system), ...messages],
    commit: async () => {},
  };
}

function readMessages(value: unknown): ConversationMessage[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.filter(
    (message): message is ConversationMessage =>
      typeof message === 'object' &&
      message !== null &&
      'role' in message &&
      typeof message.role === 'string',
  );
}

function systemMessage(prompt: string | undefined): ConversationMessage[] {
  const content = prompt?.trim() ?? '';
  return content === '' ? [] : [{ role: 'system', content }];
}

/** An empty answer is still a turn: two user messages in a row would confuse the target. */
function assistantMessage(output: unknown, toolCalls: unknown): ConversationMessage {
  const content =
    typeof output === 'string'
      ? output
      : output === null || output === undefined
        ? ''
        : JSON.stringify(output);
  const hasCalls = Array.isArray(toolCalls)
    ? toolCalls.length > 0
    : toolCalls !== null && toolCalls !== undefined;
  return { role: 'assistant', content, ...(hasCalls ? { tool_calls: toolCalls } : {}) };
}
