import { join, resolve } from 'node:path';
import {
  Secret,
  SettingsError,
  type SettingDescription,
  parseNetworks,
  persistentSecret,
  readSettings,
  setting,
  siteFault,
  siteOf,
} from '@sonde/server-kit';
import { basePath } from '@sonde/contract';
import { z } from 'zod';
import { ownWords } from './own-words.ts';

const secret = { secret: true };
const longSecret = () =>
  setting.optional().refine((text) => text === undefined || (text.length >= 32 && new Set(text).size >= 8), {
    error: 'must be at least 32 random characters',
  });
const site = () =>
  z
    .string()
    .trim()
    .superRefine((text, context) => {
      const fault = siteFault(text, ownWords);
      if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
    })
    .optional();
const platformUrl = () =>
  z
    .string()
    .trim()
    .transform((text) => text.replace(/\/+$/, '').replace(new RegExp(`${basePath}$`), ''))
    .refine(isOrigin, { error: `must be an http(s) address, with nothing or ${basePath} behind it` })
    .transform((text) => new URL(text).origin)
    .optional();

/** Every setting of the web server. The reference page is generated from this schema. */
export const settings = z.object({
  NODE_ENV: setting
    .nodeEnvironment()
    .describe('`development`, `test` or `production`, which makes secrets mandatory.'),
  HOST: setting.text('127.0.0.1').describe('Address to listen on.'),
  WEB_PORT: setting.port(3000).describe('Port of the web app; 0 lets the system choose one.'),
  FRONTEND_URL: site().describe(
    'Where people open the web app; it may lie below a path, such as https://intranet.example/sonde. Decides secure cookies, accepted origins and HSTS. Default: http://localhost:WEB_PORT.',
  ),
  BACKEND_URL: platformUrl().describe('Address of the platform as this server reaches it.'),
  API_BASE_URL: platformUrl().describe(
    'The same, used when BACKEND_URL is not set. Default: http://127.0.0.1:8080.',
  ),
  DATA_DIR: setting.text('.data').describe('Folder of generated secrets; the platform uses the same one.'),
  SESSION_SECRET: longSecret().describe('Encrypts session cookies. Mandatory in production.').meta(secret),
  SESSION_SECRET_PREVIOUS: longSecret()
    .describe('The former secret; cookies sealed with it stay readable while secrets rotate.')
    .meta(secret),
  PROXY_SECRET: longSecret()
    .describe("Lets the platform believe the browser's address this server names. Mandatory in production.")
    .meta(secret),
  TRUSTED_PROXIES: setting
    .text('')
    .refine(areNetworks, { error: 'must list IP addresses or networks such as 10.0.0.0/8' })
    .describe(
      'Addresses or networks of proxies in front of this server whose X-Forwarded-For counts, or `none`. Mandatory in production.',
    ),
  REDIS_URL: setting
    .optional()
    .refine((text) => text === undefined || /^rediss?:\/\/./.test(text), {
      error: 'must begin with redis:// or rediss://',
    })
    .describe('Shared between several web processes, so that one refresh serves them all.')
    .meta(secret),
  SPA_DIST: setting
    .text(join(import.meta.dirname, '..', 'dist'))
    .describe('Folder of the built pages. Default: dist next to this server.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('Log detail.'),
});

/** The settings as data, for the reference page. */
export const settingDescriptions: readonly SettingDescription[] = Object.entries(settings.shape).map(
  ([name, schema]) => ({
    name,
    description: schema.meta()?.description ?? '',
    secret: schema.meta()?.['secret'] === true,
  }),
);

export type WebConfig = ReturnType<typeof loadConfig>;

/** Reads, checks and groups the settings; every fault is reported together. */
export function loadConfig(environment: Readonly<Record<string, string | undefined>>) {
  const env = readAll(environment);
  const frontend = siteOf(env.FRONTEND_URL ?? `http://localhost:${env.WEB_PORT}`);
  const dataDirectory = resolve(env.DATA_DIR);
  const secretOf = (name: 'SESSION_SECRET' | 'PROXY_SECRET', file: string): Secret =>
    new Secret(env[name] ?? persistentSecret(join(dataDirectory, 'secrets'), file));
  return Object.freeze({
    host: env.HOST,
    port: env.WEB_PORT,
    frontendOrigin: frontend.origin,
    /** The path below which people open the app, such as `/sonde`; empty at the root. */
    base: frontend.base,
    https: frontend.origin.startsWith('https://'),
    platformOrigin: env.BACKEND_URL ?? env.API_BASE_URL ?? 'http://127.0.0.1:8080',
    sessionSecret: secretOf('SESSION_SECRET', 'session-secret'),
    previousSessionSecret: env.SESSION_SECRET_PREVIOUS ? new Secret(env.SESSION_SECRET_PREVIOUS) : undefined,
    proxySecret: secretOf('PROXY_SECRET', 'proxy-secret'),
    trustedProxies: parseNetworks(env.TRUSTED_PROXIES),
    redisUrl: env.REDIS_URL ? new Secret(env.REDIS_URL) : undefined,
    pagesDirectory: resolve(env.SPA_DIST),
    logLevel: env.LOG_LEVEL,
  });
}

const trustedProxiesMissing =
  'TRUSTED_PROXIES: is mandatory when NODE_ENV=production: the addresses of the proxies in front, or none';

/** Faults of single settings and of production's demands come in one list. */
function readAll(environment: Readonly<Record<string, string | undefined>>) {
  const faults =
    environment['NODE_ENV'] === 'production'
      ? ['SESSION_SECRET', 'PROXY_SECRET', 'FRONTEND_URL']
          .filter((name) => !environment[name])
          .map((name) => `${name}: is mandatory when NODE_ENV=production`)
          .concat(environment['TRUSTED_PROXIES']?.trim() ? [] : [trustedProxiesMissing])
      : [];
  if (environment['SESSION_SECRET'] && environment['SESSION_SECRET'] === environment['PROXY_SECRET'])
    faults.push('PROXY_SECRET: is the same as SESSION_SECRET; every secret needs a value of its own');
  try {
    const env = readSettings(settings, environment);
    if (faults.length === 0) return env;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    faults.push(...error.faults);
  }
  throw new SettingsError(faults);
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    `${url.username}${url.password}${url.search}${url.hash}` === ''
  );
}

function areNetworks(text: string): boolean {
  try {
    parseNetworks(text);
    return true;
  } catch {
    return false;
  }
}
