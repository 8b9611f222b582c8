import { readSettings, setting } from '@sonde/server-kit';
import { z } from 'zod';

/** Every setting of the generation service. The reference page is generated from this schema. */
export const settings = z.object({
  NODE_ENV: setting
    .nodeEnvironment()
    .describe('`development`, `test` or `production`; the same for every service of an installation.'),
  HOST: setting.text('127.0.0.1').describe('Address to listen on.'),
  GENERATION_PORT: setting
    .port(8070)
    .describe('Port of the generation service; 0 lets the system choose one.'),
  BACKEND_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .default('http://127.0.0.1:8080')
    .describe('Where the platform is, which judges callers, counts and holds the keys of the models.'),
  GENERATION_BATCH_CONCURRENCY: setting
    .integer(10, 1, 50)
    .describe('How many requests of one batch are under way at a time.'),
});

export interface GenerationConfig {
  readonly host: string;
  readonly port: number;
  readonly platformUrl: string;
  readonly concurrency: number;
}

/** Reads the environment once; a blank variable counts as unset. */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): GenerationConfig {
  const values = readSettings(settings, environment);
  return Object.freeze({
    host: values.HOST,
    port: values.GENERATION_PORT,
    platformUrl: values.BACKEND_URL.replace(/\/+$/, '').replace(/\/api\/v1$/, ''),
    concurrency: values.GENERATION_BATCH_CONCURRENCY,
  });
}
