import { join } from 'node:path';
import { parseNetworks, readSettings, setting } from '@sonde/server-kit';
import { z } from 'zod';

const environmentSchema = z.object({
  NODE_ENV: setting
    .nodeEnvironment()
    .describe('`development`, `test` or `production`; the same for every service of an installation.'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on.'),
  CHATBOT_PORT: wholeNumber(0, 65_535)
    .default(8090)
    .describe('Port to listen on; 0 lets the system choose one.'),
  CHATBOT_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces, as it travels in a header')
    .optional()
    .describe('When set, chat and session routes require this key as bearer token (authenticated mode).')
    .meta({ secret: true }),
  CHATBOT_RATE_LIMIT: wholeNumber(1, 1_000_000_000)
    .optional()
    .describe(
      'Requests a day per caller. Without it: 100 per address in public mode, 1000 per user in authenticated mode.',
    ),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(splitList)
    .superRefine(refuseBadNetworks)
    .describe(
      'Addresses or CIDR ranges of proxies whose X-Forwarded-For is believed, separated by commas, or `none`. Mandatory in production where the chatbot is public: with a proxy that nobody named, everybody would share one quota.',
    ),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\/./, 'must begin with redis:// or rediss://')
    .optional()
    .describe('Counts the daily quota in Redis, exact across several chatbot processes.')
    .meta({ secret: true }),
  CHATBOT_REDIS_PREFIX: z
    .string()
    .min(1)
    .default('sonde:chatbot:')
    .describe('Prefix of every key the chatbot writes to Redis.'),
  CHATBOT_SESSION_TTL_HOURS: z.coerce
    .number('must be a number of hours')
    .positive('must be more than 0')
    .max(8_760, 'must be at most 8760')
    .default(24)
    .describe('Hours after its last use that a session is forgotten.'),
  CHATBOT_SESSION_LIMIT: wholeNumber(1, 10_000_000)
    .default(50_000)
    .describe('Sessions kept in memory; beyond it the ones unused for longest are dropped.'),
  CHATBOT_SESSION_MEMORY_MB: wholeNumber(1, 1_000_000)
    .default(256)
    .describe(
      'Estimated memory all sessions may take together, in megabytes; beyond it the ones unused for longest are dropped.',
    ),
  CHATBOT_MODEL: z
    .string()
    .regex(/^[^/\s]+\/\S+$/, 'must look like provider/name, for instance ollama/llama3.1')
    .optional()
    .describe(
      'Language model that writes the answers, as provider/name. Without it answers come from retrieval alone.',
    ),
  CHATBOT_MODEL_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .optional()
    .describe('OpenAI-compatible base URL of the model; needed for a provider without a known address.'),
  CHATBOT_MODEL_API_KEY: z
    .string()
    .optional()
    .describe('Key sent to the model provider.')
    .meta({ secret: true }),
  CHATBOT_MODEL_TIMEOUT_SECONDS: z.coerce
    .number('must be a number of seconds')
    .positive('must be more than 0')
    .max(600, 'must be at most 600')
    .default(20)
    .describe('Seconds the model may take for a whole answer before retrieval answers in its place.'),
  USE_CASES_DIR: z
    .string()
    .default(join(import.meta.dirname, '..', 'use-cases'))
    .describe('Folder of use case files (Markdown with front matter).'),
});

/** Base URLs of providers that speak the OpenAI protocol, so that CHATBOT_MODEL alone is enough for them. */
const knownModelAddresses: Readonly<Record<string, string>> = {
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta/openai',
  mistral: 'https://api.mistral.ai/v1',
  ollama: 'http://127.0.0.1:11434/v1',
  openai: 'https://api.openai.com/v1',
};

export type ChatbotConfig = Readonly<{
  host: string;
  port: number;
  apiKey: string | undefined;
  requestsPerDay: number;
  trustedProxies: readonly string[];
  redis: Readonly<{ url: string; prefix: string }> | undefined;
  sessions: Readonly<{ ttlMs: number; limit: number; memoryBytes: number }>;
  model: ModelSettings | undefined;
  useCasesDir: string;
}>;

export type ModelSettings = Readonly<{
  provider: string;
  name: string;
  baseUrl: string;
  apiKey: string | undefined;
  timeoutMs: number;
}>;

export type Setting = Readonly<{
  name: string;
  description: string;
  default: string | undefined;
  secret: boolean;
}>;

/** Every environment variable the chatbot reads, as data, so that the reference page is generated from it. */
export const settings: readonly Setting[] = Object.entries(environmentSchema.shape).map(([name, schema]) => {
  const fallback = name === 'USE_CASES_DIR' ? 'use-cases' : schema.safeParse(undefined).data;
  return {
    name,
    description: schema.meta()?.description ?? '',
    default: fallback === undefined || Array.isArray(fallback) ? undefined : String(fallback),
    secret: schema.meta()?.['secret'] === true,
  };
});

/** Reads the environment once; a blank variable counts as unset. */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): ChatbotConfig {
  const values = readSettings(environmentSchema, environment, (given) => [
    ...modelFaults(given),
    ...proxyFaults(given),
  ]);
  return Object.freeze({
    host: values.HOST,
    port: values.CHATBOT_PORT,
    apiKey: values.CHATBOT_API_KEY,
    requestsPerDay: values.CHATBOT_RATE_LIMIT ?? (values.CHATBOT_API_KEY === undefined ? 100 : 1000),
    trustedProxies: Object.freeze(values.TRUSTED_PROXIES),
    redis:
      values.REDIS_URL === undefined
        ? undefined
        : Object.freeze({ url: values.REDIS_URL, prefix: values.CHATBOT_REDIS_PREFIX }),
    sessions: Object.freeze({
      ttlMs: values.CHATBOT_SESSION_TTL_HOURS * 3_600_000,
      limit: values.CHATBOT_SESSION_LIMIT,
      memoryBytes: values.CHATBOT_SESSION_MEMORY_MB * 1_048_576,
    }),
    model: modelSettings(values),
    useCasesDir: values.USE_CASES_DIR,
  });
}

function modelSettings(values: z.infer<typeof environmentSchema>): ModelSettings | undefined {
  if (values.CHATBOT_MODEL === undefined) return undefined;
  const { provider, name } = splitModel(values.CHATBOT_MODEL);
  return Object.freeze({
    provider,
    name,
    baseUrl: values.CHATBOT_MODEL_BASE_URL ?? knownModelAddresses[provider] ?? '',
    apiKey: values.CHATBOT_MODEL_API_KEY,
    timeoutMs: values.CHATBOT_MODEL_TIMEOUT_SECONDS * 1000,
  });
}

function modelFaults(environment: Readonly<Record<string, string | undefined>>): string[] {
  const model = environment['CHATBOT_MODEL'];
  if (model === undefined || environment['CHATBOT_MODEL_BASE_URL'] !== undefined) return [];
  const { provider } = splitModel(model);
  if (Object.hasOwn(knownModelAddresses, provider)) return [];
  const known = Object.keys(knownModelAddresses).join(', ');
  return [
    `CHATBOT_MODEL_BASE_URL: is needed, since the address of this model provider is not known (known: ${known})`,
  ];
}

/** A caller with the key names its users itself; without one each address is counted. */
function proxyFaults(environment: Readonly<Record<string, string | undefined>>): string[] {
  const isPublic = environment['CHATBOT_API_KEY'] === undefined;
  if (environment['NODE_ENV'] !== 'production' || !isPublic || environment['TRUSTED_PROXIES']?.trim())
    return [];
  return [
    'TRUSTED_PROXIES: is mandatory when NODE_ENV=production and there is no CHATBOT_API_KEY: the addresses of the proxies in front, or none',
  ];
}

function splitModel(model: string): { provider: string; name: string } {
  const slash = model.indexOf('/');
  return { provider: model.slice(0, slash), name: model.slice(slash + 1) };
}

function wholeNumber(least: number, most: number) {
  const rule = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number(rule).int(rule).min(least, rule).max(most, rule);
}

function splitList(text: string): string[] {
  if (text.trim().toLowerCase() === 'none') return [];
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function refuseBadNetworks(entries: string[], context: z.RefinementCtx): void {
  for (const entry of entries) {
    if (entry.toLowerCase() === 'none')
      context.addIssue({ code: 'custom', message: 'none stands alone, without addresses' });
    try {
      parseNetworks(entry);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
    }
  }
}
