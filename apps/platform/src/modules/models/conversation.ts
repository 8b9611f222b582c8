import {
  generateText,
  jsonSchema,
  NoObjectGeneratedError,
  Output,
  streamText,
  tool,
  wrapLanguageModel,
  type LanguageModel,
  type ModelMessage,
} from 'ai';
import { toModelFailure, withDeadline, type ModelUsage, type OnUsage } from './language-model-client.ts';
import { ModelFailure } from './model-failure.ts';
import type { ProviderName } from './providers.ts';

export interface ConversationCall {
  readonly messages: readonly { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }[];
  readonly maxOutputTokens: number;
  readonly temperature?: number | undefined;
  readonly topP?: number | undefined;
  readonly topK?: number | undefined;
  readonly repetitionPenalty?: number | undefined;
  /** Answered by the native mode of the provider; what comes back is text that the caller checks. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined;
  readonly signal: AbortSignal;
}

export interface Said {
  readonly text: string;
  readonly finishReason: string;
  readonly usage: ModelUsage;
}

/** A tool as a model is told of it; its arguments as JSON Schema. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export interface ToolCall {
  readonly id: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** A round that is over: what the model said and called, and what it was answered. */
export interface ToolRound {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly answers: readonly { readonly id: string; readonly tool: string; readonly text: string }[];
}

export interface ToolTalk {
  readonly system: string;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
  readonly rounds: readonly ToolRound[];
  readonly tools: readonly OfferedTool[];
  /** Calls of one round beyond this are left out: how many there are is up to the model. */
  readonly maxCalls: number;
  readonly maxOutputTokens: number;
  readonly signal: AbortSignal;
}

/** A model as those see it who bring their own messages: nothing is added to them. Failures are `ModelFailure`. */
export interface Conversation {
  /** `provider/model`. */
  readonly name: string;
  readonly provider: ProviderName;
  say(call: ConversationCall): Promise<Said>;
  /** Pieces of the answer as they come; the last one has no text and says how it ended. */
  stream(call: ConversationCall): Promise<AsyncIterable<string | Said>>;
  /** One round with tools, which are named and never carried out here. */
  round(talk: ToolTalk): Promise<{ readonly text: string; readonly calls: readonly ToolCall[] }>;
}

interface Options {
  readonly name: string;
  readonly provider: ProviderName;
  readonly model: Exclude<LanguageModel, string>;
  readonly onUsage: OnUsage;
}

const timeoutMs = 120_000;
/** Three tries in all, of what the provider says may be tried again: 408, 409, 429 and 5xx. */
const maxRetries = 2;

export function createConversation({ name, provider, model, onUsage }: Options): Conversation {
  async function count(usage: Partial<ModelUsage> | undefined): Promise<ModelUsage> {
    const counted = { inputTokens: usage?.inputTokens ?? 0, outputTokens: usage?.outputTokens ?? 0 };
    await onUsage(counted);
    return counted;
  }
  const settingsOf = (call: ConversationCall, abortSignal: AbortSignal) => ({
    model,
    messages: [...call.messages] as ModelMessage[],
    allowSystemInMessages: true,
    maxOutputTokens: call.maxOutputTokens,
    ...(call.temperature === undefined ? {} : { temperature: call.temperature }),
    ...(call.topP === undefined ? {} : { topP: call.topP }),
    ...ownOptions(provider, call),
    maxRetries,
    abortSignal,
  });

  return {
    name,
    provider,
    say: (call) =>
      withDeadline({ signal: call.signal, timeoutMs }, async (signal) => {
        try {
          const { text, usage, finishReason } = await generateText({
            ...settingsOf(call, signal),
            ...(call.schema ? { output: Output.object({ schema: jsonSchema({ ...call.schema }) }) } : {}),
          });
          return { text, finishReason, usage: await count(usage) };
        } catch (error) {
          // It was answered, and so it is counted, whatever it says.
          if (NoObjectGeneratedError.isInstance(error)) {
            await count(error.usage);
            throw new ModelFailure('unreadable', 'The model did not answer with JSON.', { cause: error });
          }
          throw error;
        }
      }),

    round: (talk) =>
      withDeadline({ signal: talk.signal, timeoutMs }, async (abortSignal) => {
        const { text, toolCalls, usage } = await generateText({
          model: withDistinctCalls(model, talk.maxCalls),
          system: talk.system,
          messages: [...talk.messages, ...talk.rounds.flatMap(roundMessages)] as ModelMessage[],
          tools: Object.fromEntries(
            talk.tools.map(({ name: toolName, description, inputSchema }) => [
              toolName,
              tool({ description, inputSchema: jsonSchema({ ...inputSchema }) }),
            ]),
          ),
          maxOutputTokens: talk.maxOutputTokens,
          maxRetries,
          abortSignal,
        });
        await count(usage);
        return {
          text,
          calls: toolCalls.map(({ toolCallId, toolName, input }) => ({
            id: toolCallId,
            tool: toolName,
            arguments: Object(input) as Record<string, unknown>,
          })),
        };
      }),

    async stream(call) {
      const deadline = AbortSignal.timeout(timeoutMs);
      const signal = AbortSignal.any([call.signal, deadline]);
      const result = streamText({ ...settingsOf(call, signal), onError: () => undefined });
      return read(result.fullStream, count, deadline);
    },
  };
}

/**
 * The first calls, each with an id of its own: the library finds calls by their ids, and of two with one id, as some models
 * send, it would do the first one twice.
 */
const withDistinctCalls = (model: Exclude<LanguageModel, string>, maxCalls: number): LanguageModel =>
  wrapLanguageModel({
    model,
    middleware: {
      wrapGenerate: async ({ doGenerate }) => {
        const generated = await doGenerate();
        const distinct = distinctIds();
        let calls = 0;
        const content = generated.content
          .filter((part) => part.type !== 'tool-call' || (calls += 1) <= maxCalls)
          .map((part) =>
            part.type === 'tool-call' ? { ...part, toolCallId: distinct(part.toolCallId) } : part,
          );
        return { ...generated, content };
      },
    },
  });

/** Names an id again where it was there before; for each id it goes on where it stopped. */
function distinctIds(): (id: string) => string {
  const taken = new Set<string>();
  const times = new Map<string, number>();
  return (id) => {
    let own = id;
    let time = times.get(id) ?? 1;
    while (taken.has(own)) own = `${id}_${(time += 1)}`;
    times.set(id, time);
    taken.add(own);
    return own;
  };
}

const roundMessages = ({ text, calls, answers }: ToolRound): ModelMessage[] => [
  {
    role: 'assistant',
    content: [
      ...(text === '' ? [] : [{ type: 'text' as const, text }]),
      ...calls.map((call) => ({
        type: 'tool-call' as const,
        toolCallId: call.id,
        toolName: call.tool,
        input: call.arguments,
      })),
    ],
  },
  {
    role: 'tool',
    content: answers.map((answer) => ({
      type: 'tool-result' as const,
      toolCallId: answer.id,
      toolName: answer.tool,
      output: { type: 'text' as const, value: answer.text },
    })),
  },
];

type Part = { readonly type: string } & Readonly<Record<string, unknown>>;

async function* read(
  parts: AsyncIterable<Part>,
  count: (usage: Partial<ModelUsage>) => Promise<ModelUsage>,
  deadline: AbortSignal,
): AsyncGenerator<string | Said> {
  const ended = (): ModelFailure =>
    deadline.aborted
      ? new ModelFailure('timeout', `The model did not answer within ${timeoutMs / 1000} seconds.`)
      : new ModelFailure('aborted', 'The call to the model was cancelled.');
  try {
    for await (const part of parts) {
      if (part.type === 'text-delta') yield String(part['text']);
      else if (part.type === 'error') throw toModelFailure(part['error']);
      else if (part.type === 'abort') throw ended();
      else if (part.type === 'finish')
        yield {
          text: '',
          finishReason: String(part['finishReason']),
          usage: await count(Object(part['totalUsage'])),
        };
    }
  } catch (error) {
    // A connection that breaks is thrown by the stream itself rather than told as a part of it.
    throw toModelFailure(error);
  }
}

/** What only some providers have, where each of them keeps it. */
function ownOptions(provider: ProviderName, { topK, repetitionPenalty, schema }: ConversationCall) {
  const isOpen = provider === 'openai_compatible' || provider === 'ollama';
  if (!isOpen)
    return {
      ...(topK === undefined ? {} : { topK }),
      // Its library would otherwise make a tool of the schema for models it does not know.
      ...(schema && provider === 'anthropic'
        ? { providerOptions: { anthropic: { structuredOutputMode: 'outputFormat' } } }
        : {}),
    };
  const own = {
    ...(topK === undefined ? {} : { top_k: topK }),
    ...(repetitionPenalty === undefined ? {} : { repetition_penalty: repetitionPenalty }),
  };
  return { providerOptions: { [provider === 'ollama' ? provider : 'openaiCompatible']: own } };
}
