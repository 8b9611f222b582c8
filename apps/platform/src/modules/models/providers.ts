import { modelProviders, type AiModel } from '@sonde/contract';

export type ProviderName = AiModel['provider'];

export type ModelAddress = {
  readonly provider: ProviderName;
  readonly modelName: string;
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
};

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
