import type { Configuration } from 'openid-client';

/** What a provider says about whoever has just signed in there. */
export interface ProviderProfile {
  /** With the issuer, the identity. */
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly name: string | null;
}

/** One way to sign in elsewhere: data, and the question who it was. */
export interface Provider {
  readonly name: string;
  readonly displayName: string;
  /** Names the identities of this provider; another issuer is another set of people. */
  readonly issuer: string;
  readonly scope: string;
  /** OpenID Connect: an ID token comes, and a nonce with it. */
  readonly isOpenId: boolean;
  configuration(): Promise<Configuration>;
  profile(
    configuration: Configuration,
    tokens: { readonly accessToken: string; readonly claims: Readonly<Record<string, unknown>> | undefined },
  ): Promise<ProviderProfile>;
}
