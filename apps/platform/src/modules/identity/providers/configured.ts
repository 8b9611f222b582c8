import type { Secret } from '@sonde/server-kit';
import { createGitHubProvider } from './github.ts';
import { createOpenIdProvider } from './open-id.ts';
import type { Provider } from './provider.ts';

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: Secret;
}

export interface ProvidersConfig {
  readonly google: Credentials | undefined;
  readonly github: Credentials | undefined;
  readonly githubBaseUrl: string;
  readonly githubApiUrl: string;
  readonly oidc: Credentials | undefined;
  readonly oidcIssuer: string | undefined;
  readonly oidcDisplayName: string;
  readonly allowLoopbackReturn: boolean;
}

/** The providers that have credentials, in the order their buttons appear. */
export function configuredProviders(
  config: ProvidersConfig,
  fetch: typeof globalThis.fetch,
): ReadonlyMap<string, Provider> {
  const ways = { fetch, allowHttp: config.allowLoopbackReturn };
  const list: (Provider | undefined)[] = [
    config.google &&
      createOpenIdProvider({
        ...config.google,
        ...ways,
        name: 'google',
        displayName: 'Google',
        issuer: 'https://accounts.google.com',
      }),
    config.github &&
      createGitHubProvider({
        ...config.github,
        ...ways,
        baseUrl: config.githubBaseUrl,
        apiUrl: config.githubApiUrl,
      }),
    config.oidc && config.oidcIssuer
      ? createOpenIdProvider({
          ...config.oidc,
          ...ways,
          name: 'oidc',
          displayName: config.oidcDisplayName,
          issuer: config.oidcIssuer,
        })
      : undefined,
  ];
  return new Map(list.flatMap((provider) => (provider ? [[provider.name, provider]] : [])));
}
