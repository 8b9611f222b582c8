import { parseNetworks } from '@sonde/server-kit';
import { siteFaults } from './sites.ts';

export const secretNames = ['ENCRYPTION_KEY', 'PROXY_SECRET'] as const;

/** None of these is of use without the others, and a person who set one expects the feature to be on. */
const settingsThatGoTogether: readonly (readonly string[])[] = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
];

const trustedProxiesMissing =
  'TRUSTED_PROXIES: is mandatory when NODE_ENV=production: the addresses of the proxies in front, or none';

type Environment = Readonly<Record<string, string | undefined>>;

/** Rules that take more than one setting, or another reader than the schema has. They see the text as it was given. */
export function faultsTogether(env: Environment): string[] {
  const faults: string[] = [];
  const require = (condition: boolean, fault: string): void => {
    if (!condition) faults.push(fault);
  };
  for (const name of [...secretNames, 'ENCRYPTION_KEY_PREVIOUS'] as const) {
    const value = env[name];
    if (!value) continue;
    require(value.length >= 32 && new Set(value).size >= 8, `${name}: must be at least 32 random characters`);
  }
  if (env['NODE_ENV'] === 'production') {
    require(Boolean(env['TRUSTED_PROXIES']?.trim()), trustedProxiesMissing);
    for (const name of [...secretNames, 'FRONTEND_URL'] as const)
      require(Boolean(env[name]), `${name}: is mandatory when NODE_ENV=production`);
    require(!env['OIDC_ISSUER']?.startsWith(
      'http://',
    ), 'OIDC_ISSUER: must begin with https:// when NODE_ENV=production');
  }
  require(!env['ENCRYPTION_KEY'] ||
    env['ENCRYPTION_KEY'] !==
      env[
        'PROXY_SECRET'
      ], 'PROXY_SECRET: is the same as ENCRYPTION_KEY; every secret needs a value of its own');
  for (const names of settingsThatGoTogether) {
    const given = names.filter((name) => env[name]);
    for (const name of given.length === 0 ? [] : names)
      require(Boolean(env[name]), `${name}: is missing, and ${given.join(' and ')} cannot work without it`);
  }
  require(!env['DEFAULT_GENERATION_MODEL'] ||
    /^(?:none|[^/\s]+\/\S+)$/.test(
      env['DEFAULT_GENERATION_MODEL'],
    ), 'DEFAULT_GENERATION_MODEL: must look like provider/model, or be none');
  for (const [name, pattern, expected] of addressRules) {
    const value = env[name];
    if (value) require(pattern.test(value) && URL.canParse(value), `${name}: must begin with ${expected}`);
  }
  if (env['FILES_URL']?.startsWith('s3:'))
    for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
      require(Boolean(env[name]), `${name}: is mandatory when FILES_URL is a bucket`);
  const sender = env['MAIL_FROM'];
  require(!sender ||
    /^(?:[^<>@\p{Cc}]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/u.test(
      sender,
    ), 'MAIL_FROM: must be an address, or a name with an address in angle brackets');
  const roles = (env['PLATFORM_ROLES'] ?? 'api,worker').split(',');
  require(Boolean(env['DATABASE_URL']) ||
    roles.length ===
      2, 'PLATFORM_ROLES: the embedded database serves one process, so it takes both roles; set DATABASE_URL to split them');
  require(Number(env['PASSWORD_MIN_LENGTH'] || 12) <=
    Number(env['PASSWORD_MAX_LENGTH'] || 128), 'PASSWORD_MIN_LENGTH: is above PASSWORD_MAX_LENGTH');
  return [...faults, ...siteFaults(env), ...networkFaults(env)];
}

const http = /^https?:\/\//;
const addressRules: readonly (readonly [name: string, pattern: RegExp, expected: string])[] = [
  ...[
    'CHATBOT_URL',
    'GENERATION_URL',
    'OIDC_ISSUER',
    'PASSWORD_BREACH_URL',
    'GITHUB_BASE_URL',
    'GITHUB_API_URL',
    'DEFAULT_GENERATION_MODEL_URL',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
  ].map((name) => [name, http, 'http:// or https://'] as const),
  ['DATABASE_URL', /^postgres(ql)?:\/\//, 'postgres://'],
  ['OUTBOUND_PROXY', http, 'http:// or https://'],
  ['REDIS_URL', /^rediss?:\/\//, 'redis:// or rediss://'],
  ['FILES_URL', /^(?:file:\/\/\/|s3:\/\/[a-z0-9])/, 'file:/// or s3://bucket'],
  ['S3_ENDPOINT', http, 'http:// or https://'],
  ['SMTP_URL', /^smtps?:\/\//, 'smtp:// or smtps://'],
];

const networkSettings = [
  'TRUSTED_PROXIES',
  'OUTBOUND_ALLOW_CIDRS',
  'OUTBOUND_DENY_CIDRS',
  'OUTBOUND_PROXY_EXCEPT_CIDRS',
];

function networkFaults(env: Environment): string[] {
  return networkSettings.flatMap((name) => {
    try {
      parseNetworks(env[name] ?? '');
      return [];
    } catch (error) {
      return [`${name}: ${(error as Error).message}`];
    }
  });
}
