import { modelProviders, type AiModel } from '@sonde/contract';

export type ProviderName = AiModel['provider'];

export type ModelAddress = {
  readonly provider: ProviderName;
  readonly modelName: string;
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
};

/** Where each provider is called unless a base URL says otherwise; Ollama has a port of its own, on this machine. */
const USUAL_URLS: Readonly<Record<Exclude<ProviderName, 'openai_compatible'>, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  mistral: 'https://api.mistral.ai/v1',
  ollama: 'http://127.0.0.1:11434/v1',
};

/** The one address that a model is called at: what is shown of it is what the provider library is given. */
export function urlOf({ provider, baseUrl }: Pick<ModelAddress, 'provider' | 'baseUrl'>): string | undefined {
  return (baseUrl ?? (provider === 'openai_compatible' ? undefined : USUAL_URLS[provider]))?.replace(
    /\/+$/,
    '',
  );
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
