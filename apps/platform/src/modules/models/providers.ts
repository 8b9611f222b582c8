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
export function urlOf(address: Pick<ModelAddress, 'provider' | 'baseUrl'>): string | undefined {
  const { base, query } = placeOf(address) ?? {};
  return base === undefined ? undefined : base + query;
}

/** The address in two: paths are put behind the one, and the query, with its question mark, goes with each call. */
export function placeOf({
  provider,
  baseUrl,
}: Pick<ModelAddress, 'provider' | 'baseUrl'>):
  | { readonly base: string; readonly query: string }
  | undefined {
  const url = baseUrl ?? (provider === 'openai_compatible' ? undefined : USUAL_URLS[provider]);
  if (url === undefined) return undefined;
  const [written = ''] = url.split('#');
  const at = written.includes('?') ? written.indexOf('?') : written.length;
  return { base: withoutSlashes(written.slice(0, at)), query: written.slice(at) };
}

function withoutSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
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
