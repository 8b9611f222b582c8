import { Email } from '@sonde/contract';
import type { Secret } from '@sonde/server-kit';
import * as client from 'openid-client';
import { z } from 'zod';
import type { Provider, ProviderProfile } from './provider.ts';

const Claims = z.object({
  sub: z
    .string()
    .min(1)
    .max(255)
    .regex(/^\P{Cc}+$/u),
  email: Email.optional().catch(undefined),
  email_verified: z.union([z.boolean(), z.string()]).optional().catch(undefined),
  name: z.string().max(1_000).optional().catch(undefined),
});

interface Options {
  readonly name: string;
  readonly displayName: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  readonly fetch: typeof globalThis.fetch;
  /** An issuer on plain http, which only a development installation may have. */
  readonly allowHttp: boolean;
}

/** Any OpenID Connect provider; Google is one of them. */
export function createOpenIdProvider(options: Options): Provider {
  let discovered: Promise<client.Configuration> | undefined;

  async function discover(): Promise<client.Configuration> {
    const issuer = new URL(options.issuer);
    const configuration = await client.discovery(
      issuer,
      options.clientId,
      options.clientSecret.reveal(),
      undefined,
      {
        [client.customFetch]: options.fetch as client.CustomFetch,
        timeout: 10,
        // Behind TLS the library would trust the token's way here; the signature holds whatever the way.
        execute: [
          client.enableNonRepudiationChecks,
          ...(issuer.protocol === 'http:' && options.allowHttp ? [client.allowInsecureRequests] : []),
        ],
      },
    );
    return configuration;
  }

  return {
    name: options.name,
    displayName: options.displayName,
    issuer: options.issuer,
    scope: 'openid email profile',
    isOpenId: true,
    configuration() {
      // A failure is not remembered: the provider may be back at the next try.
      discovered ??= discover().catch((error: unknown) => {
        discovered = undefined;
        throw error;
      });
      return discovered;
    },
    async profile(configuration, { accessToken, claims }) {
      const own = Claims.parse(claims);
      if (own.email !== undefined) return toProfile(own);
      // Some providers tell the address only here; the library checks that the subject is the same.
      return toProfile(Claims.parse(await client.fetchUserInfo(configuration, accessToken, own.sub)));
    },
  };
}

const toProfile = (claims: z.output<typeof Claims>): ProviderProfile => ({
  subject: claims.sub,
  email: claims.email ?? null,
  isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
  name: claims.name ?? null,
});
