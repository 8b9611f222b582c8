import { createHash } from 'node:crypto';

const hex = (seed: string, length: number): string => {
  let text = '';
  for (let round = 0; text.length < length; round += 1)
    text += createHash('sha256').update(`${round}:${seed}`).digest('hex');
  return text.slice(0, length);
};
/** Letters of both cases and digits, as most vendors' keys have them. */
const mixed = (seed: string, length: number): string =>
  Buffer.from(hex(seed, length * 2), 'hex')
    .toString('base64')
    .replace(/[+/=]/g, 'x')
    .slice(0, length);
const base64url = (text: string): string => Buffer.from(text).toString('base64url');
const uuid = (seed: string): string =>
  hex(seed, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');

/** In the shape of vendors' keys, put together here so that no file holds anything that looks like one. */
const shapes: Readonly<Record<string, (seed: string) => string>> = {
  openai: (seed) => `sk-${'proj'}-${mixed(seed, 48)}`,
  sk: (seed) => `sk-${mixed(seed, 32)}`,
  anthropic: (seed) => `sk-${'ant'}-api03-${mixed(seed, 60)}`,
  openrouter: (seed) => `sk-${'or'}-v1-${hex(seed, 64)}`,
  google: (seed) => `AI${'za'}Sy${mixed(seed, 33)}`,
  groq: (seed) => `gsk${'_'}${mixed(seed, 52)}`,
  hf: (seed) => `hf${'_'}${mixed(seed, 34)}`,
  replicate: (seed) => `r8${'_'}${mixed(seed, 37)}`,
  perplexity: (seed) => `pplx-${mixed(seed, 48)}`,
  xai: (seed) => `xai-${mixed(seed, 60)}`,
  dify: (seed) => `app-${mixed(seed, 24)}`,
  github: (seed) => `gh${'p'}_${mixed(seed, 36)}`,
  slack: (seed) => `xo${'xb'}-${hex(seed, 12).replace(/\D/g, '7')}-${mixed(seed, 24)}`,
  aws: (seed) => `AK${'IA'}${mixed(seed, 16).toUpperCase()}`,
  stripe: (seed) => `sk_${'live'}_${mixed(seed, 24)}`,
  jwt: (seed) =>
    `${base64url('{"alg":"HS256","typ":"JWT"}')}.${base64url(`{"sub":"${hex(seed, 8)}","exp":1900000000}`)}.${mixed(seed, 43)}`,
  basic: (seed) => Buffer.from(`bot-${hex(seed, 4)}:${mixed(seed, 14)}`).toString('base64'),
  hex32: (seed) => hex(seed, 32),
  hex40: (seed) => hex(seed, 40),
  hex64: (seed) => hex(seed, 64),
  uuid,
  mixed24: (seed) => mixed(seed, 24),
  mixed40: (seed) => mixed(seed, 40),
  password: (seed) => `${mixed(seed, 10)}9x`,
};

/** Made up and the same at every run; looks like a key and opens nothing. */
export function fakeSecret(kind: string, seed: string): string {
  const make = shapes[kind];
  if (!make) throw new Error(`There is no kind of secret called ${kind}.`);
  return make(seed);
}
