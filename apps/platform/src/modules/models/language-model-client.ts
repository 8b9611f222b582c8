import { EgressError } from '@sonde/egress';
import { isWebPage } from '#kernel/web-page';
import {
  APICallError,
  generateText,
  NoObjectGeneratedError,
  NoOutputGeneratedError,
  Output,
  RetryError,
  type LanguageModel,
} from 'ai';
import { ModelFailure } from './model-failure.ts';
import { quotedIn, readReply, type ReplyForm } from './reply.ts';

export type ModelUsage = { readonly inputTokens: number; readonly outputTokens: number };

export type GenerateTextCall = {
  readonly system?: string | undefined;
  readonly prompt: string;
  readonly maxOutputTokens?: number | undefined;
  readonly temperature?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
};

export type GenerateObjectCall<T> = GenerateTextCall & ReplyForm<T>;

/** The one door to a language model. Failures are `ModelFailure`; what comes back is checked against its schema. */
export interface LanguageModelClient {
  /** `provider/model`, for results and logs. */
  readonly name: string;
  generateText(call: GenerateTextCall): Promise<{ text: string; usage: ModelUsage }>;
  generateObject<T>(call: GenerateObjectCall<T>): Promise<{ object: T; usage: ModelUsage }>;
}

/** Told of an answer's tokens before the answer is given, so that whoever has it finds them counted. */
export type OnUsage = (usage: ModelUsage) => Promise<void> | void;

export type ClientOptions = {
  readonly name: string;
  readonly model: LanguageModel;
  readonly onUsage?: OnUsage | undefined;
};

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_OUTPUT_TOKENS = 4000;

export function createLanguageModelClient({ name, model, onUsage }: ClientOptions): LanguageModelClient {
  const settingsOf = (call: GenerateTextCall, signal: AbortSignal) => ({
    model,
    ...(call.system === undefined ? {} : { system: call.system }),
    prompt: call.prompt,
    maxOutputTokens: call.maxOutputTokens ?? DEFAULT_OUTPUT_TOKENS,
    ...(call.temperature === undefined ? {} : { temperature: call.temperature }),
    maxRetries: 1,
    abortSignal: signal,
  });

  async function count(usage: RawUsage | undefined): Promise<ModelUsage> {
    const counted = { inputTokens: usage?.inputTokens ?? 0, outputTokens: usage?.outputTokens ?? 0 };
    await onUsage?.(counted);
    return counted;
  }

  return {
    name,
    generateText: (call) =>
      withDeadline(call, async (signal) => {
        const { text, usage } = await generateText(settingsOf(call, signal));
        return { text, usage: await count(usage) };
      }),

    generateObject: (call) =>
      withDeadline(call, async (signal) => {
        let text: string;
        let usage: ModelUsage;
        try {
          const result = await generateText({
            ...settingsOf(call, signal),
            output: Output.object({ schema: call.schema }),
          });
          usage = await count(result.usage);
          const object = call.schema.parse(result.output);
          if (!quotedIn(call.quotable)(result.text)) return { object, usage };
          text = result.text;
        } catch (error) {
          // Many models wrap their JSON in prose or a code fence; it is read once more before giving up.
          if (!NoObjectGeneratedError.isInstance(error) || error.text === undefined) throw error;
          usage = await count(error.usage);
          text = error.text;
        }
        const object = readReply(text, call);
        if (object !== undefined) return { object, usage };
        throw new ModelFailure('unreadable', 'The model did not answer in the form it was asked for.', {
          cause: new UnreadReply(text),
        });
      }),
  };
}

/** What a model wrote instead of what it was asked for, for whoever looks into why. */
class UnreadReply extends Error {
  readonly text: string;
  constructor(text: string) {
    super('A reply of another form.');
    this.text = text;
  }
}

type RawUsage = { inputTokens?: number | undefined; outputTokens?: number | undefined };

export async function withDeadline<T>(
  call: Pick<GenerateTextCall, 'signal' | 'timeoutMs'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeoutMs = call.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const deadline = AbortSignal.timeout(timeoutMs);
  const signal = call.signal ? AbortSignal.any([call.signal, deadline]) : deadline;
  try {
    return await work(signal);
  } catch (error) {
    if (call.signal?.aborted)
      throw new ModelFailure('aborted', 'The call to the model was cancelled.', { cause: error });
    if (deadline.aborted) {
      const seconds = Math.round(timeoutMs / 100) / 10;
      throw new ModelFailure('timeout', `The model did not answer within ${seconds} seconds.`, {
        cause: error,
      });
    }
    throw toModelFailure(error);
  }
}

export function toModelFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const last = RetryError.isInstance(error) ? error.lastError : error;
  const refusedByEgress = findEgressError(last);
  if (refusedByEgress)
    return new ModelFailure(
      refusedByEgress.stage === 'blocked' ? 'blocked' : 'unreachable',
      refusedByEgress.message,
      { cause: error },
    );
  if (APICallError.isInstance(last)) {
    if (last.statusCode === undefined)
      return new ModelFailure('unreachable', 'The model could not be reached. Check its address.', {
        cause: error,
      });
    // It answered well, and not as such a service does.
    if (last.statusCode < 400)
      return new ModelFailure(
        'unreadable',
        `${isWebPage(last.responseBody ?? '') ? 'A web page' : 'Something else than a model'} answered at this address. Check the address and the provider.`,
        { cause: error },
      );
    const hint = STATUS_HINTS[last.statusCode] ?? '';
    return new ModelFailure(
      'rejected',
      `The model's service answered with status ${last.statusCode}.${hint}`,
      {
        cause: error,
      },
    );
  }
  if (NoOutputGeneratedError.isInstance(last) || NoObjectGeneratedError.isInstance(last))
    return new ModelFailure('unreadable', 'The model gave no answer that could be read.', { cause: error });
  return new ModelFailure('unreadable', 'The answer of the model could not be read.', { cause: error });
}

const STATUS_HINTS: Readonly<Record<number, string>> = {
  401: ' Check the API key.',
  403: ' The API key is not allowed to use this model.',
  404: ' Check the name of the model and the base URL.',
  429: ' Its limit is reached: wait, or use another model.',
};

function findEgressError(error: unknown): EgressError | undefined {
  let current = error;
  for (let depth = 0; depth < 6 && current instanceof Error; depth += 1) {
    if (current instanceof EgressError) return current;
    current = current.cause;
  }
  return undefined;
}
