import type { ModelSettings } from './config.ts';
import type { Log } from './log.ts';
import type { Message } from './sessions/session.ts';

export type ModelRequest = Readonly<{ instructions: string; history: readonly Message[]; message: string }>;

/** Writes one answer, or gives undefined when the model failed, was too slow or said nothing. */
export type LanguageModel = (request: ModelRequest) => Promise<string | undefined>;

/** Turns sent along; older ones rarely matter to an answer and cost time. */
const historyMessagesMax = 20;

const answerCharactersMax = 8_000;

export function createLanguageModel(settings: ModelSettings, log: Log): LanguageModel {
  const library = loadLibrary(settings);

  return async ({ instructions, history, message }) => {
    const startedAt = performance.now();
    const fallBack = (reason: unknown): undefined => {
      log.warn('The language model did not answer; retrieval answers in its place.', {
        reason: String(reason),
        waited_ms: Math.round(performance.now() - startedAt),
      });
    };
    try {
      const text = await collect({ instructions, history, message });
      return text === '' ? fallBack('empty answer') : text;
    } catch (reason) {
      return fallBack(reason);
    }
  };

  /** Streamed, so that a runaway answer is cut while it is written and a stalled one meets the time limit. */
  async function collect({ instructions, history, message }: ModelRequest): Promise<string> {
    const { streamText, model } = await library;
    const failures: unknown[] = [];
    const stream = streamText({
      model,
      instructions,
      messages: [...history.slice(-historyMessagesMax), { role: 'user', content: message }],
      maxOutputTokens: 600,
      maxRetries: 0,
      abortSignal: AbortSignal.timeout(settings.timeoutMs),
      onError: ({ error }) => void failures.push(error),
      onAbort: () => void failures.push(new Error(`no whole answer within ${settings.timeoutMs} ms`)),
    });
    let text = '';
    for await (const part of stream.textStream) {
      text += part;
      if (text.length > answerCharactersMax) break;
    }
    if (failures.length > 0) throw failures[0];
    return text.trim();
  }
}

/** Loaded only when a model is configured: the library is large, and most installations answer by retrieval. */
async function loadLibrary({ provider, name, baseUrl, apiKey }: ModelSettings) {
  const [{ createOpenAICompatible }, { streamText }] = await Promise.all([
    import('@ai-sdk/openai-compatible'),
    import('ai'),
  ]);
  const settings = { name: provider, baseURL: baseUrl, ...(apiKey === undefined ? {} : { apiKey }) };
  return { streamText, model: createOpenAICompatible(settings)(name) };
}
