import { Email } from '@sonde/contract';
import type { Secret } from '@sonde/server-kit';
import * as client from 'openid-client';
import { z } from 'zod';
import type { Provider } from './provider.ts';

const User = z.object({
  id: z.number().int(),
  login: z.string(),
  name: z.string().nullish(),
});
const Emails = z
  .array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
  .max(1_000);

interface Options {
  readonly clientId: string;
  readonly clientSecret: Secret;
  readonly baseUrl: string;
  readonly apiUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly allowHttp: boolean;
}

/** GitHub speaks OAuth without OpenID Connect, so its end points are written down and the person is asked for afterwards. */
export function createGitHubProvider(options: Options): Provider {
  const { baseUrl, apiUrl } = options;
  const configuration = new client.Configuration(
    {
      // As it calls itself in its answers (RFC 9207); people are named by `baseUrl`, as they were before it did.
      issuer: `${baseUrl}/login/oauth`,
      authorization_endpoint: `${baseUrl}/login/oauth/authorize`,
      token_endpoint: `${baseUrl}/login/oauth/access_token`,
    },
    options.clientId,
    options.clientSecret.reveal(),
  );
  configuration[client.customFetch] = options.fetch as client.CustomFetch;
  configuration.timeout = 10;
  if (baseUrl.startsWith('http:') && options.allowHttp) client.allowInsecureRequests(configuration);

  async function get<T>(path: string, accessToken: string, shape: z.ZodType<T>): Promise<T> {
    const response = await options.fetch(`${apiUrl}${path}`, {
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${accessToken}`,
        'user-agent': 'sonde',
      },
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) throw new Error(`GitHub answered ${response.status} to ${path}.`);
    return shape.parse(await response.json());
  }

  return {
    name: 'github',
    displayName: 'GitHub',
    issuer: baseUrl,
    scope: 'read:user user:email',
    isOpenId: false,
    configuration: () => Promise.resolve(configuration),
    async profile(_configuration, { accessToken }) {
      const user = await get('/user', accessToken, User);
      const emails = await get('/user/emails', accessToken, Emails);
      // The public address of a profile is whatever its owner wrote; only the primary one is considered.
      const primary = emails.find((entry) => entry.primary);
      return {
        subject: String(user.id),
        email: Email.safeParse(primary?.email).data ?? null,
        isEmailVerified: primary?.verified ?? false,
        name: user.name ?? user.login,
      };
    },
  };
}
