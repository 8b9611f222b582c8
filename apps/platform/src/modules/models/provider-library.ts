import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createMistral } from '@ai-sdk/mistral';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import { placeOf, type ModelAddress } from './providers.ts';

/**
 * A model of the provider library. Every provider is given our guarded fetch and its key explicitly: the libraries
 * would otherwise read keys and addresses from the environment, and a bare model name would go to their vendor's gateway.
 */
export function openLanguageModel(
  address: ModelAddress,
  guarded: typeof globalThis.fetch,
): Exclude<LanguageModel, string> {
  const { modelName } = address;
  const { base: baseURL, query } = placeOf(address) ?? { base: '', query: '' };
  const fetch = query === '' ? guarded : asking(query, guarded);
  const settings = { apiKey: address.apiKey ?? 'no-key', fetch, baseURL };
  switch (address.provider) {
    case 'openai':
      // Chat completions rather than responses: gateways that stand in for the provider all speak the former.
      return createOpenAI(settings).chat(modelName);
    case 'anthropic':
      return createAnthropic(settings)(modelName);
    case 'google':
      return createGoogle(settings)(modelName);
    case 'mistral':
      return createMistral(settings)(modelName);
    case 'ollama':
    case 'openai_compatible':
      return createOpenAICompatible({
        name: address.provider,
        baseURL,
        ...(address.apiKey === null ? {} : { apiKey: address.apiKey }),
        fetch,
        supportsStructuredOutputs: true,
      })(modelName);
  }
}

/** The libraries put their paths behind whatever they are given, so that a query is put behind what they call. */
const asking =
  (query: string, guarded: typeof globalThis.fetch): typeof globalThis.fetch =>
  (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const asked = url.includes('?') ? `${url}&${query.slice(1)}` : `${url}${query}`;
    return guarded(input instanceof Request ? new Request(asked, input) : asked, init);
  };
