import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createMistral } from '@ai-sdk/mistral';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { modelProviders, type AiModel } from '@sonde/contract';
import type { LanguageModel } from 'ai';

export type ProviderName = AiModel['provider'];

export type ModelAddress = {
  readonly provider: ProviderName;
  readonly modelName: string;
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
};

/** Ollama's own port; the one provider that runs beside us and needs no key. */
const OLLAMA_URL = 'http://127.0.0.1:11434/v1';

/**
 * A model of the provider library. Every provider is given our guarded fetch and its key explicitly: the libraries
 * would otherwise read keys from the environment, and a bare model name would go to their vendor's gateway.
 */
export function openLanguageModel(address: ModelAddress, fetch: typeof globalThis.fetch): LanguageModel {
  const { modelName } = address;
  const settings = {
    apiKey: address.apiKey ?? 'no-key',
    fetch,
    ...(address.baseUrl === null ? {} : { baseURL: address.baseUrl.replace(/\/+$/, '') }),
  };
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
        baseURL: (address.baseUrl ?? OLLAMA_URL).replace(/\/+$/, ''),
        ...(address.apiKey === null ? {} : { apiKey: address.apiKey }),
        fetch,
        supportsStructuredOutputs: true,
      })(modelName);
  }
}

export const needsBaseUrl = (provider: ProviderName): boolean => provider === 'openai_compatible';

/** `provider/model` of the setting; undefined when the provider is not one we know. */
export function parseModelText(text: string): { provider: ProviderName; modelName: string } | undefined {
  const [name = '', ...rest] = text.split('/');
  const wanted = PROVIDER_ALIASES[name] ?? name;
  const provider = modelProviders.find((known) => known === wanted);
  const modelName = rest.join('/');
  return provider && modelName ? { provider, modelName } : undefined;
}

const PROVIDER_ALIASES: Readonly<Record<string, ProviderName>> = {
  gemini: 'google',
  'openai-compatible': 'openai_compatible',
};
