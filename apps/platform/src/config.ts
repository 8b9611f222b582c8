import { join, resolve } from 'node:path';
import { domainToASCII, pathToFileURL } from 'node:url';
import { basePath } from '@sonde/contract';
import { Secret, parseNetworks, persistentSecret, readSettings, setting } from '@sonde/server-kit';
import { z } from 'zod';
import { faultsTogether, type secretNames } from './config-faults.ts';
import { readSites } from './sites.ts';

/** Every setting of the platform. The reference page is generated from this schema. */
export const settings = z.object({
  NODE_ENV: setting
    .nodeEnvironment()
    .describe('`development`, `test` or `production`, which makes secrets mandatory and mail real.'),
  HOST: setting.text('127.0.0.1').describe('Address to listen on.'),
  PORT: setting.port(8080).describe('Port of the platform.'),
  PLATFORM_ROLES: z
    .string()
    .default('api,worker')
    .transform((text) => text.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(['api', 'worker'], { error: 'must be api, worker or both' })).min(1))
    .describe('What this process does; `--role=api` and `--role=worker` say the same.'),
  DATA_DIR: setting.text('.data').describe('Folder of the embedded database, files and generated secrets.'),
  FILES_URL: setting
    .optional()
    .describe(
      'Where uploaded files are kept: `file:///folder` (by default `files` in DATA_DIR) or `s3://bucket/prefix`.',
    ),
  RETENTION_DELETED_DAYS: setting
    .integer(30, 1, 3_650)
    .describe('Days for which what was deleted can be restored; then only its name stays.'),
  RETENTION_TRACES_DAYS: setting.integer(30, 1, 3_650).describe('Days for which traces are kept.'),
  FILE_MAX_MB: setting.integer(100, 1, 5_000).describe('Largest file that may be uploaded, in megabytes.'),
  S3_ENDPOINT: setting
    .optional()
    .describe('Address of an S3-compatible server; by default that of Amazon in S3_REGION.'),
  S3_REGION: setting.text('us-east-1').describe('Region of the bucket.'),
  S3_ACCESS_KEY_ID: setting.optional().describe('Access key for the bucket.'),
  S3_SECRET_ACCESS_KEY: setting.optional().describe('Secret of that access key.'),
  S3_FORCE_PATH_STYLE: setting
    .flag(true)
    .describe('Name the bucket in the path rather than in the host name.'),
  DATABASE_URL: setting
    .optional()
    .describe('PostgreSQL; without it the database is embedded under DATA_DIR.'),
  DATABASE_POOL_SIZE: setting.integer(10, 2, 200).describe('Connections to PostgreSQL per process.'),
  REDIS_URL: setting.optional().describe('Counters that all processes share, off the database.'),
  FRONTEND_URL: setting
    .text('http://localhost:3000')
    .describe(
      'Where people open the web app, perhaps below a path such as https://intranet.example/sonde; links in mail begin with it.',
    ),
  PUBLIC_URL: setting
    .optional()
    .describe(
      'Where providers return to; by default FRONTEND_URL, which forwards. It may have a path as well.',
    ),
  API_PUBLIC_URL: setting
    .optional()
    .describe(
      'Where agents reach the platform, perhaps below a path of its own; by default the address under which each of them asked.',
    ),
  REVIEW_CLAIM_SECONDS: setting
    .integer(600, 10, 86_400)
    .describe('For how long a result that somebody is given to review is given to nobody else.'),
  MCP_ALLOWED_HOSTS: setting
    .text('')
    .describe(
      'Further host names under which agents may reach `/mcp`, separated by commas; those of FRONTEND_URL, PUBLIC_URL and API_PUBLIC_URL and loopback always may.',
    ),
  TRUSTED_PROXIES: setting
    .text('')
    .describe(
      'Addresses or networks of proxies whose X-Forwarded-For counts, or `none`. Mandatory in production: with a proxy that nobody named, everybody would share one limit.',
    ),
  PROXY_SECRET: setting.optional().describe("Lets the web server name the browser's address."),
  ENCRYPTION_KEY: setting.optional().describe('Seals stored credentials. Mandatory in production.'),
  ENCRYPTION_KEY_PREVIOUS: setting
    .optional()
    .describe('The former key while stored credentials are re-sealed.'),
  ENCRYPTION_KEY_LOST: setting
    .flag(false)
    .describe(
      'Start although nothing stored can be opened with ENCRYPTION_KEY: the former key is gone, and credentials will be entered again.',
    ),
  TOKEN_ISSUER: setting.text('sonde').describe('The `iss` of every token this installation signs.'),
  SMTP_URL: setting
    .optional()
    .describe('smtp:// or smtps:// server for mail; `?requireTLS=true` insists on TLS with the former.'),
  MAIL_FROM: setting.text('Sonde <no-reply@localhost>').describe('Sender of mail.'),
  DEV_MAILBOX_OPEN: setting
    .flag(false)
    .describe('Show the development mailbox to other machines too; whoever reads it can sign in as anybody.'),
  REGISTRATION: z
    .string()
    .trim()
    .regex(/^(?:open|invite|domains:[^\s,@]+\.[^\s,@]+(?:\s*,\s*[^\s,@]+\.[^\s,@]+)*)$/, {
      error: 'must be open, invite, or domains: with a list, such as domains:example.org,example.com',
    })
    .refine((text) => !registrationRule(text).domains.includes(''), {
      error: 'names a domain that is none',
    })
    .optional()
    .describe(
      'Who may make an account, and an organization without an invitation: everybody (`open`), nobody but the first owner and whom the operator lets (`invite`; invited people have an account), or these and the addresses of some domains (`domains:example.org,…`). Default: `invite` in production, `open` elsewhere.',
    ),
  PASSWORD_MIN_LENGTH: setting.integer(12, 8, 128).describe('Minimum length of a password, in characters.'),
  PASSWORD_MAX_LENGTH: setting
    .integer(128, 64, 1024)
    .describe('Maximum length of a password, in characters.'),
  PASSWORD_MIN_STRENGTH_SCORE: setting.integer(2, 0, 4).describe('Minimum strength, from 0 to 4.'),
  PASSWORD_CHECK_BREACHED: setting
    .flag(true)
    .describe('Ask a public breach service, by a five-character prefix.'),
  PASSWORD_BREACH_URL: setting
    .text('https://api.pwnedpasswords.com')
    .describe('Base URL of the breach service.'),
  GOOGLE_CLIENT_ID: setting.optional().describe('Sign-in with Google.'),
  GOOGLE_CLIENT_SECRET: setting.optional().describe('Sign-in with Google.'),
  GITHUB_CLIENT_ID: setting.optional().describe('Sign-in with GitHub.'),
  GITHUB_CLIENT_SECRET: setting.optional().describe('Sign-in with GitHub.'),
  GITHUB_BASE_URL: setting.text('https://github.com').describe('GitHub, or an enterprise server.'),
  GITHUB_API_URL: setting
    .text('https://api.github.com')
    .describe('API of GitHub, or of an enterprise server.'),
  OIDC_ISSUER: setting.optional().describe('Sign-in with any OpenID Connect provider.'),
  OIDC_CLIENT_ID: setting.optional().describe('Sign-in with any OpenID Connect provider.'),
  OIDC_CLIENT_SECRET: setting.optional().describe('Sign-in with any OpenID Connect provider.'),
  OIDC_DISPLAY_NAME: setting.text('Single sign-on').describe('Label of that button.'),
  SONDE_LICENSE: setting.optional().describe('Enterprise licence, an Ed25519-signed JWT.'),
  SONDE_LICENSE_PUBLIC_KEY: setting.optional().describe('Public key (JWK, JSON) licences are checked with.'),
  CHATBOT_URL: setting
    .text('http://127.0.0.1:8090')
    .describe('The demo chatbot that a first organization starts with.'),
  CHATBOT_API_KEY: setting.optional().describe('Key of the demo chatbot, when it asks for one.'),
  GENERATION_URL: setting
    .text('http://127.0.0.1:8070')
    .describe('Where the generation service is; the page of AI models shows it, and whether it runs.'),
  DEFAULT_GENERATION_MODEL: setting
    .text('builtin/reader')
    .describe('`provider/model` for auto-configure and exploration, `builtin/reader`, or `none`.'),
  DEFAULT_GENERATION_MODEL_URL: setting.optional().describe('Base URL of that model.'),
  DEFAULT_GENERATION_MODEL_KEY: setting.optional().describe('API key of that model.'),
  OUTBOUND_DENY_PRIVATE: setting.flag(false).describe('Refuse calls to private and loopback addresses.'),
  OUTBOUND_ALLOW_CIDRS: setting.text('').describe('Networks that stay reachable all the same.'),
  OUTBOUND_DENY_CIDRS: setting.text('').describe('Further networks to refuse.'),
  OUTBOUND_PROXY: setting
    .optional()
    .describe(
      'Proxy for all outgoing calls, such as `http://user:password@proxy.example.org:3128`, spoken to with HTTP CONNECT. It is asked for the judged address, never for a name.',
    ),
  OUTBOUND_PROXY_EXCEPT_CIDRS: setting
    .text('')
    .describe('Networks that are called without OUTBOUND_PROXY; the machine itself always is.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting.optional().describe('Send traces of calls to an OTLP collector.'),
  OTEL_METRICS_EXPORTER: z
    .enum(['none', 'otlp'], { error: 'must be none or otlp' })
    .default('none')
    .describe('`otlp` sends metrics of Sonde itself to a collector, over HTTP in protobuf.'),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: setting
    .optional()
    .describe(
      'Where metrics go, as it is; by default `/v1/metrics` below OTEL_EXPORTER_OTLP_ENDPOINT, or below http://localhost:4318.',
    ),
  OTEL_EXPORTER_OTLP_METRICS_HEADERS: setting
    .optional()
    .describe('Headers for them: `name=value,name=value`, values percent-encoded.'),
  OTEL_EXPORTER_OTLP_HEADERS: setting.optional().describe('The same, where the former is not set.'),
  OTEL_METRIC_EXPORT_INTERVAL: setting
    .integer(60_000, 100, 3_600_000)
    .describe('Milliseconds between two reports.'),
  OTEL_SERVICE_NAME: setting.text('sonde-platform').describe('Under which name metrics are reported.'),
  WS_MAX_MESSAGE_SIZE: setting
    .integer(1_048_576, 1_024, 64 * 1024 * 1024)
    .describe('Largest message of the connector, in bytes.'),
  WS_IDLE_TIMEOUT: setting
    .integer(300, 1, 86_400)
    .describe('Seconds after which a connected program that does not even answer pings is cut off.'),
  WS_RATE_LIMIT: setting.integer(50, 1, 100_000).describe('Messages a second from one connected program.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('Log detail.'),
});

export type Config = ReturnType<typeof loadConfig>;

/** Reads, checks and groups the settings; every fault is reported together. */
export function loadConfig(
  environment: Readonly<Record<string, string | undefined>>,
  args: readonly string[] = [],
) {
  const roleFlag = args.find((arg) => arg.startsWith('--role='))?.slice('--role='.length);
  const env = readSettings(
    settings,
    roleFlag ? { ...environment, PLATFORM_ROLES: roleFlag } : environment,
    faultsTogether,
  );
  const production = env.NODE_ENV === 'production';
  const dataDirectory = resolve(env.DATA_DIR);
  const secretOf = (name: (typeof secretNames)[number], file: string): Secret =>
    new Secret(env[name] ?? persistentSecret(join(dataDirectory, 'secrets'), file));
  const sites = readSites(env);
  const [frontendUrl, publicUrl, apiUrl] = [sites.frontend.url, sites.returns.url, sites.api?.url];
  const registration = registrationRule(env.REGISTRATION ?? (production ? 'invite' : 'open'));
  const https = frontendUrl.startsWith('https://');
  return deeplyFrozen({
    production,
    roles: env.PLATFORM_ROLES,
    http: {
      host: env.HOST,
      port: env.PORT,
      trustedProxies: parseNetworks(env.TRUSTED_PROXIES),
      proxySecret: secretOf('PROXY_SECRET', 'proxy-secret'),
      https,
      base: sites.api?.base ?? '',
      bases: sites.bases,
    },
    database: {
      url: env.DATABASE_URL ? new Secret(env.DATABASE_URL) : undefined,
      directory: join(dataDirectory, 'database'),
      poolSize: env.DATABASE_POOL_SIZE,
    },
    files: {
      url: env.FILES_URL ?? pathToFileURL(join(dataDirectory, 'files')).href,
      /** Where uploads arrive before they are stored. */
      incomingDirectory: join(dataDirectory, 'incoming'),
      maxBytes: env.FILE_MAX_MB * 1024 * 1024,
      s3: {
        endpoint: env.S3_ENDPOINT,
        region: env.S3_REGION,
        accessKeyId: env.S3_ACCESS_KEY_ID ? new Secret(env.S3_ACCESS_KEY_ID) : undefined,
        secretAccessKey: env.S3_SECRET_ACCESS_KEY ? new Secret(env.S3_SECRET_ACCESS_KEY) : undefined,
        forcePathStyle: env.S3_FORCE_PATH_STYLE,
      },
    },
    redisUrl: env.REDIS_URL ? new Secret(env.REDIS_URL) : undefined,
    dataDirectory,
    retention: { retentionDays: env.RETENTION_DELETED_DAYS },
    sealing: {
      key: secretOf('ENCRYPTION_KEY', 'encryption-key'),
      previousKey: env.ENCRYPTION_KEY_PREVIOUS ? new Secret(env.ENCRYPTION_KEY_PREVIOUS) : undefined,
    },
    tokens: {
      issuer: env.TOKEN_ISSUER,
      isKeyLost: env.ENCRYPTION_KEY_LOST,
      license: { token: env.SONDE_LICENSE, publicKey: env.SONDE_LICENSE_PUBLIC_KEY },
    },
    tenancy: { frontendUrl, registration },
    mail: {
      smtpUrl: env.SMTP_URL ? new Secret(env.SMTP_URL) : undefined,
      from: env.MAIL_FROM,
      isMailboxOpen: env.DEV_MAILBOX_OPEN,
      installationUrls: [frontendUrl, publicUrl],
      /** Without SMTP: a development mailbox outside production, no mail at all inside it. */
      mode: env.SMTP_URL ? ('smtp' as const) : production ? ('off' as const) : ('mailbox' as const),
    },
    identity: {
      registration,
      frontendUrl,
      publicUrl,
      passwords: {
        minLength: env.PASSWORD_MIN_LENGTH,
        maxLength: env.PASSWORD_MAX_LENGTH,
        minStrengthScore: env.PASSWORD_MIN_STRENGTH_SCORE,
        checkBreached: env.PASSWORD_CHECK_BREACHED,
        breachUrl: env.PASSWORD_BREACH_URL.replace(/\/$/, ''),
      },
      providers: {
        google: credentials(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET),
        github: credentials(env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET),
        githubBaseUrl: env.GITHUB_BASE_URL.replace(/\/$/, ''),
        githubApiUrl: env.GITHUB_API_URL.replace(/\/$/, ''),
        oidc: credentials(env.OIDC_CLIENT_ID, env.OIDC_CLIENT_SECRET),
        oidcIssuer: env.OIDC_ISSUER,
        oidcDisplayName: env.OIDC_DISPLAY_NAME,
        /** The specification: production never accepts a loopback frontend. */
        allowLoopbackReturn: !production,
      },
    },
    endpoints: {
      demoChatbot: {
        url: env.CHATBOT_URL.replace(/\/$/, ''),
        apiKey: env.CHATBOT_API_KEY ? new Secret(env.CHATBOT_API_KEY) : undefined,
      },
    },
    generation: { serviceUrl: env.GENERATION_URL.replace(/\/$/, '') },
    models: {
      default: env.DEFAULT_GENERATION_MODEL,
      baseUrl: env.DEFAULT_GENERATION_MODEL_URL,
      apiKey: env.DEFAULT_GENERATION_MODEL_KEY ? new Secret(env.DEFAULT_GENERATION_MODEL_KEY) : undefined,
    },
    outbound: {
      denyPrivate: env.OUTBOUND_DENY_PRIVATE,
      allowCidrs: list(env.OUTBOUND_ALLOW_CIDRS),
      denyCidrs: list(env.OUTBOUND_DENY_CIDRS),
      proxy: env.OUTBOUND_PROXY ? new Secret(env.OUTBOUND_PROXY) : undefined,
      proxyExceptCidrs: list(env.OUTBOUND_PROXY_EXCEPT_CIDRS),
    },
    connector: {
      maxMessageBytes: env.WS_MAX_MESSAGE_SIZE,
      idleTimeoutSeconds: env.WS_IDLE_TIMEOUT,
      messagesPerSecond: env.WS_RATE_LIMIT,
    },
    traces: {
      otlpEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
      retentionDays: env.RETENTION_TRACES_DAYS,
    },
    metrics: metricsOf(env),
    reviews: { claimSeconds: env.REVIEW_CLAIM_SECONDS },
    realtime: { allowedOrigins: [sites.frontend.origin] },
    mcp: {
      publicUrl: apiUrl,
      https,
      allowedHosts: [...sites.hostnames, ...list(env.MCP_ALLOWED_HOSTS.toLowerCase())],
    },
    addresses: {
      publicUrl: apiUrl,
      localUrl: `http://localhost:${env.PORT}`,
      webUrl: frontendUrl,
    },
    system: {
      isReferencePublic: !production,
      interfaceUrl: sites.api?.base ? `${sites.api.url}${basePath}` : undefined,
    },
    logLevel: env.LOG_LEVEL,
  });
}

/** By the names and defaults of OpenTelemetry; nothing is sent unless somebody asks for it. */
function metricsOf(env: z.output<typeof settings>) {
  if (env.OTEL_METRICS_EXPORTER === 'none') return undefined;
  const base = (env.OTEL_EXPORTER_OTLP_ENDPOINT ?? 'http://localhost:4318').replace(/\/$/, '');
  const headers = env.OTEL_EXPORTER_OTLP_METRICS_HEADERS ?? env.OTEL_EXPORTER_OTLP_HEADERS;
  return {
    url: env.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT ?? `${base}/v1/metrics`,
    headers: headers === undefined ? undefined : new Secret(headers),
    intervalMs: env.OTEL_METRIC_EXPORT_INTERVAL,
    serviceName: env.OTEL_SERVICE_NAME,
  };
}

/** No module can change what another was given. */
function deeplyFrozen<T extends object>(value: T): T {
  for (const part of Object.values(value))
    if (typeof part === 'object' && part !== null && !(part instanceof Secret)) deeplyFrozen(part);
  return Object.freeze(value);
}

/** As addresses of mail are taken: a domain of other letters in the form that stands for it (`xn--…`). Empty for what is none. */
const asciiDomain = (domain: string): string => {
  const ascii = domainToASCII(domain);
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(ascii) ? ascii : '';
};

function registrationRule(text: string): {
  readonly kind: 'open' | 'invite' | 'domains';
  readonly domains: readonly string[];
} {
  if (text === 'open' || text === 'invite') return { kind: text, domains: [] };
  return { kind: 'domains', domains: list(text.slice('domains:'.length)).map(asciiDomain) };
}

const credentials = (clientId: string | undefined, clientSecret: string | undefined) =>
  clientId && clientSecret ? { clientId, clientSecret: new Secret(clientSecret) } : undefined;

const list = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
