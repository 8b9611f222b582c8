import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as client from 'openid-client';
import { basePath } from '@sonde/contract';
import { callerOf, type Audit } from '#audit';
import type { Database } from '#kernel/database';
import { redirect, type Answer } from '#kernel/http';
import type { Log } from '#kernel/log';
import type { createOAuthAccounts, SignInRefusal } from './oauth-accounts.ts';
import type { createOAuthFlows, Flow, FlowRefusal } from './oauth-flows.ts';
import { providerUnknown } from './problems.ts';
import type { Provider } from './providers/provider.ts';
import { safeReturnOrigin, safeReturnPath } from './return-path.ts';

type Refusal =
  | FlowRefusal
  | SignInRefusal
  | 'oauth_denied'
  | 'oauth_provider_failed'
  | 'oauth_provider_unreachable';

interface Options {
  readonly providers: ReadonlyMap<string, Provider>;
  readonly flows: ReturnType<typeof createOAuthFlows>;
  readonly signIn: ReturnType<typeof createOAuthAccounts>;
  readonly database: Database;
  readonly audit: Audit;
  readonly log: Log;
  readonly frontendUrl: string;
  readonly publicUrl: string;
  readonly allowLoopback: boolean;
}

/** The whole dance with a provider. Every failure ends on our sign-in page with a code of its own, where one can start again. */
export function createOAuth(options: Options) {
  const { providers, flows, signIn, database, audit, log, frontendUrl, publicUrl, allowLoopback } = options;
  const redirectUri = `${publicUrl}${basePath}/auth/callback`;
  const isSecure = publicUrl.startsWith('https:');
  const frontendBase = new URL(frontendUrl).pathname.replace(/\/$/, '');

  const cookieName = (state: string): string =>
    `${isSecure ? '__Host-' : ''}sonde_oauth_${createHash('sha256').update(state).digest('hex').slice(0, 12)}`;
  const cookie = (state: string, value: string, maxAgeSeconds: number): string =>
    `${cookieName(state)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

  function toSignIn(origin: string, query: Record<string, string | null>, state?: string): Answer<null> {
    const url = new URL(`${origin}${frontendBase}/auth/signin`);
    for (const [name, value] of Object.entries(query)) if (value !== null) url.searchParams.set(name, value);
    return redirect(url.href, {
      'referrer-policy': 'no-referrer',
      ...(state ? { 'set-cookie': cookie(state, '', 0) } : {}),
    });
  }

  async function start(
    name: string,
    input: { return_to?: string | undefined; origin?: string | undefined },
  ): Promise<Answer<null>> {
    const provider = providers.get(name);
    if (!provider) throw providerUnknown();
    const returnOrigin = safeReturnOrigin(input.origin, { frontendUrl, allowLoopback });
    const returnTo = safeReturnPath(input.return_to) ?? null;
    const configuration = await reach(provider);
    if (!configuration)
      return toSignIn(returnOrigin, { error: 'oauth_provider_unreachable', return_to: returnTo });
    const verifier = client.randomPKCECodeVerifier();
    const nonce = client.randomNonce();
    const { state, browserSecret, maxAgeSeconds } = await flows.begin({
      provider: name,
      verifier,
      nonce,
      returnTo,
      returnOrigin,
    });
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: provider.scope,
      state,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(provider.isOpenId ? { nonce } : {}),
      ...(name === 'google' ? { prompt: 'select_account' } : {}),
    });
    return redirect(url.href, { 'set-cookie': cookie(state, browserSecret, maxAgeSeconds) });
  }

  async function reach(provider: Provider): Promise<client.Configuration | undefined> {
    try {
      return await provider.configuration();
    } catch (error) {
      log.warn({ err: error, provider: provider.name }, 'the sign-in provider cannot be reached');
      return undefined;
    }
  }

  async function callback(request: FastifyRequest): Promise<Answer<null>> {
    const query = new URL(request.url, publicUrl).searchParams;
    const state = query.getAll('state').length === 1 ? (query.get('state') ?? undefined) : undefined;
    const secret = state === undefined ? undefined : cookieValue(request.headers.cookie, cookieName(state));
    const flow = await flows.finish(state, secret);
    if (typeof flow === 'string') return refuse(request, flow, undefined, undefined);
    const provider = providers.get(flow.provider);
    if (!provider) return refuse(request, 'oauth_state_invalid', flow, state);
    if (query.has('error'))
      return refuse(
        request,
        query.get('error') === 'access_denied' ? 'oauth_denied' : 'oauth_provider_failed',
        flow,
        state,
      );
    const profile = await redeem(provider, flow, query, state ?? '').catch((error: unknown) => {
      log.warn({ err: error, provider: provider.name }, 'a sign-in at a provider failed');
      return undefined;
    });
    if (!profile) return refuse(request, 'oauth_provider_failed', flow, state);
    const result = await signIn(provider, profile, callerOf(request));
    if (typeof result === 'string') return refuse(request, result, flow, state);
    return toSignIn(flow.returnOrigin, { code: result.code, return_to: flow.returnTo }, state);
  }

  /** The library checks state, `iss`, PKCE, nonce and the signature of the ID token; none of it is switched off. */
  async function redeem(provider: Provider, flow: Flow, query: URLSearchParams, state: string) {
    const configuration = await provider.configuration();
    const issuer = query.get('iss');
    if (issuer !== null && issuer !== configuration.serverMetadata().issuer)
      throw new Error('The answer names another provider than the one that was asked.');
    const url = new URL(redirectUri);
    url.search = query.toString();
    const answer = await client.authorizationCodeGrant(configuration, url, {
      pkceCodeVerifier: flow.verifier,
      expectedState: state,
      ...(provider.isOpenId ? { expectedNonce: flow.nonce, idTokenExpected: true } : {}),
    });
    return provider.profile(configuration, {
      accessToken: answer.access_token,
      claims: answer.claims() as Readonly<Record<string, unknown>> | undefined,
    });
  }

  async function refuse(
    request: FastifyRequest,
    reason: Refusal,
    flow: Flow | undefined,
    state: string | undefined,
  ): Promise<Answer<null>> {
    await audit.record(database.query, {
      action: 'login.oauth',
      outcome: 'refused',
      caller: callerOf(request),
      details: { reason, ...(flow ? { provider: flow.provider } : {}) },
    });
    const query = { error: reason, return_to: flow?.returnTo ?? null };
    return toSignIn(flow?.returnOrigin ?? new URL(frontendUrl).origin, query, flow ? state : undefined);
  }

  return { start, callback };
}

/** The value of a cookie that occurs exactly once. */
function cookieValue(header: string | undefined, name: string): string | undefined {
  const values = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}
