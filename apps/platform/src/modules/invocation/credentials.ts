import { createHash } from 'node:crypto';
import { isTemplate } from './address.ts';
import { createAllowance, defaultAllowanceMs } from './allowance.ts';
import { createDeadlines, EgressError, untilAborted, type Egress } from '@sonde/egress';
import type { SlowWork } from '#kernel/slow-work';
import { createBodyReader, rawOf } from './body.ts';
import type { TargetConfiguration } from './configuration.ts';
import { CallFailure, failureFromEgress } from './failures.ts';
import type { Masker } from './masking.ts';
import { opaqueSecrets } from './opaque-secrets.ts';
import { isPlainObject } from './plain-object.ts';
import type { CachedToken, TokenCache } from './ports.ts';
import { renderEncoded, renderText, TemplateError } from './templates.ts';

export type Credentials = {
  /** The token of this configuration, fetched when there is no fresh one. `refused` is one the target did not accept. */
  tokenFor(call: TokenCall): Promise<string | undefined>;
};

export type TokenCall = {
  configuration: TargetConfiguration;
  masker: Masker;
  signal: AbortSignal | undefined;
  timeoutMs: number;
  refused?: string | undefined;
};

export type CredentialsDependencies = {
  egress: Egress;
  tokenCache: TokenCache;
  clock: { now(): number };
  slowWork: SlowWork;
};

export function createCredentials({
  egress,
  tokenCache,
  clock,
  slowWork,
}: CredentialsDependencies): Credentials {
  async function clientCredentialsToken(given: TokenCall): Promise<string> {
    const rendered = await slowWork(given.configuration.organizationId, () => withTemplatesRendered(given));
    const call = { ...given, configuration: rendered };
    const recipe = recipeOf(call.configuration);
    const isUsable = (token: CachedToken) =>
      token.freshUntil > clock.now() && token.accessToken !== call.refused;
    const { organizationId } = call.configuration;
    const known = await tokenCache.find(organizationId, recipe);
    if (known !== undefined && isUsable(known)) return known.accessToken;
    const token = await tokenCache.refresh(organizationId, recipe, isUsable, () =>
      fetchToken({ egress, clock }, call),
    );
    return token.accessToken;
  }

  return {
    tokenFor: async (call) => {
      const { authType, authToken } = call.configuration;
      if (authType === 'bearer_token') return authToken || undefined;
      if (authType !== 'client_credentials') return undefined;
      const token = await withinItsTime(call, clientCredentialsToken(call));
      call.masker.add(token);
      return token;
    },
  };
}

/**
 * One fetch serves every call that waits for this token, and has a limit of its own: whoever began it may leave without
 * taking the token from the others, and nobody waits for it longer than their own call lasts.
 */
async function withinItsTime<Value>({ timeoutMs, signal }: TokenCall, work: Promise<Value>): Promise<Value> {
  const deadlines = createDeadlines({ totalMs: timeoutMs, inactivityMs: timeoutMs, signal });
  try {
    return await untilAborted(work, deadlines.signal, () => {});
  } catch (error) {
    const reason = deadlines.reason();
    throw reason === undefined || error !== reason ? error : uncallable(reason);
  } finally {
    deadlines.end();
  }
}

/** Address and parameters of the token request, with the secrets where their templates place them. */
function withTemplatesRendered({ configuration, masker }: TokenCall): TargetConfiguration {
  const { tokenUrl, tokenParams, secrets: named, params, secretParams } = configuration;
  const opaque = opaqueSecrets({ named, params, secretParams });
  const allowance = createAllowance({ ms: defaultAllowanceMs });
  const { params: _params, ...beforeHost } = opaque.variables;
  const parameter = (name: string, source: string): string => {
    if (!isTemplate(source)) return source;
    const { text, undefinedNames } = renderText(source, opaque.variables, allowance);
    if (undefinedNames.length > 0) throw unknownName(`token parameter ${name}`, undefinedNames);
    return opaque.fill(text);
  };
  const address = (source: string): string => {
    if (!isTemplate(source)) return source;
    const { text, undefinedNames } = renderEncoded(source, beforeHost, allowance);
    if (undefinedNames.length > 0) throw unknownName('token address', undefinedNames);
    return withinOrigin(source, opaque.fill(text, 'query'));
  };
  try {
    const rendered = {
      tokenUrl: tokenUrl ? address(tokenUrl) : tokenUrl,
      tokenParams: Object.fromEntries(
        Object.entries(tokenParams ?? {}).map(([name, source]) => [name, parameter(name, source)]),
      ),
    };
    for (const secret of opaque.inWords) masker.addInWords(secret);
    return { ...configuration, ...rendered };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw authFailure(
      `A template of the token request could not be rendered: ${error.message}`,
      'Correct the token URL and the further token parameters.',
    );
  }
}

/** Templates stand behind the host, so that no value changes where the secrets go. */
function withinOrigin(source: string, rendered: string): string {
  const written = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(source)?.[0] ?? '';
  const isSame =
    !isTemplate(written) &&
    URL.canParse(written) &&
    URL.canParse(rendered) &&
    new URL(rendered).origin === new URL(written).origin;
  if (!isSame)
    throw authFailure('The token address cannot be used.', 'Templates are allowed after the host only.');
  return rendered;
}

const unknownName = (where: string, names: readonly string[]): CallFailure =>
  authFailure(
    `"${names.join('", "')}" is not known in the ${where}: it is rendered from secrets${where.includes('parameter') ? ' and params' : ''} only.`,
    'Store the secret under this name, or correct the template.',
  );

/** A changed configuration has another recipe, so a token of the former one is never used again. */
function recipeOf(configuration: TargetConfiguration): string {
  const { tokenUrl, clientId, clientSecret, scopes, audience, tokenParams } = configuration;
  const parts = [
    tokenUrl,
    clientId,
    clientSecret,
    scopes,
    audience,
    Object.entries(tokenParams ?? {}).toSorted(([left], [right]) => (left < right ? -1 : 1)),
    configuration.tls?.certificate,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** The parameter of token_params that forces how the client identifies itself; it is not sent. */
const METHOD_PARAMETER = 'token_endpoint_auth_method';
const EXPIRY_LEEWAY_MS = 60_000;
const FALLBACK_LIFETIME_SECONDS = 300;
const TOKEN_TIMEOUT_MS = 30_000;
const MAX_TOKEN_RESPONSE_BYTES = 256 * 1024;

type ClientAuthentication = 'client_secret_basic' | 'client_secret_post';

async function fetchToken(
  dependencies: Pick<CredentialsDependencies, 'egress' | 'clock'>,
  call: TokenCall,
): Promise<CachedToken> {
  const { configuration } = call;
  const { clientId, clientSecret, tokenUrl } = configuration;
  if (!tokenUrl || !clientId || !clientSecret) {
    throw authFailure(
      'Client credentials need a client ID, a client secret and a token URL; at least one is missing.',
      'Complete the authentication of the endpoint.',
    );
  }
  const endsAt = performance.now() + TOKEN_TIMEOUT_MS;
  const forced = configuration.tokenParams?.[METHOD_PARAMETER];
  const first: ClientAuthentication =
    forced === 'client_secret_post' ? 'client_secret_post' : 'client_secret_basic';
  let answer = await requestToken(dependencies.egress, call, first, endsAt);
  if (forced === undefined && isInvalidClient(answer)) {
    answer = await requestToken(dependencies.egress, call, 'client_secret_post', endsAt);
  }
  return readToken(answer, call, dependencies.clock.now());
}

type TokenAnswer = { status: number; body: unknown; location: string | undefined };

async function requestToken(
  egress: Egress,
  call: TokenCall,
  method: ClientAuthentication,
  endsAt: number,
): Promise<TokenAnswer> {
  const { configuration } = call;
  const { clientId, clientSecret, tokenUrl } = configuration;
  if (!tokenUrl || !clientId || !clientSecret)
    throw authFailure('The client credentials are incomplete.', null);
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  if (configuration.scopes)
    form.set(
      'scope',
      configuration.scopes
        .split(/[\s,]+/)
        .filter(Boolean)
        .join(' '),
    );
  if (configuration.audience) form.set('audience', configuration.audience);
  for (const [name, value] of Object.entries(configuration.tokenParams ?? {})) {
    if (name !== METHOD_PARAMETER) form.set(name, value);
  }
  const headers: Record<string, string> = {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
  };
  if (method === 'client_secret_basic') headers['authorization'] = basicHeader(clientId, clientSecret);
  else {
    form.set('client_id', clientId);
    form.set('client_secret', clientSecret);
  }
  if (headers['authorization'] !== undefined)
    call.masker.add(headers['authorization'].slice('Basic '.length));
  try {
    const response = await egress.request({
      url: tokenUrl,
      method: 'POST',
      headers,
      body: form.toString(),
      // A redirect would carry the secret to an address nobody entered.
      maxRedirects: 0,
      tls: tlsFor(configuration, tokenUrl),
      timeoutMs: Math.max(1, endsAt - performance.now()),
      maxResponseBytes: MAX_TOKEN_RESPONSE_BYTES,
    });
    const reader = createBodyReader(String(response.headers['content-type'] ?? ''));
    for await (const chunk of response.body) reader.push(chunk);
    const location = [response.headers['location']].flat()[0];
    return { status: response.status, body: rawOf(reader.finish()), location };
  } catch (error) {
    throw error instanceof EgressError ? uncallable(error, tokenUrl) : error;
  }
}

/** Whom to trust holds for each address that was entered; who calls is shown to the origin of the target alone. */
function tlsFor({ tls, url }: TargetConfiguration, tokenUrl: string): TargetConfiguration['tls'] {
  const isSameOrigin = URL.parse(tokenUrl)?.origin === URL.parse(url.replace(/^ws/i, 'http'))?.origin;
  return isSameOrigin ? tls : tls && { ca: tls.ca };
}

function uncallable(error: EgressError, tokenUrl = ''): CallFailure {
  const failure = failureFromEgress(error, tokenUrl);
  const isAborted = error.stage === 'aborted';
  return new CallFailure({
    stage: error.stage === 'blocked' ? 'blocked' : 'auth',
    type: error.stage === 'blocked' ? 'blocked' : isAborted ? failure.type : 'auth_error',
    message: isAborted ? failure.message : `The token address could not be called. ${failure.message}`,
    hint: failure.hint,
    cause: error,
  });
}

function readToken(answer: TokenAnswer, call: TokenCall, now: number): CachedToken {
  const body = isPlainObject(answer.body) ? answer.body : {};
  const accessToken = body['access_token'];
  if (answer.status >= 300 && answer.status <= 399) {
    throw authFailure(
      `The token address answered with status ${answer.status}: it redirects${redirectTarget(answer, call)}, and the secret was not sent on.`,
      'Enter the address it redirects to as the token URL.',
    );
  }
  if (answer.status < 200 || answer.status > 299) {
    throw authFailure(
      `The token address answered with status ${answer.status}${describeOAuthError(body, call.masker)}.`,
      'Check the client ID, the client secret, the scopes and the audience.',
    );
  }
  if (typeof accessToken !== 'string' || accessToken === '') {
    throw authFailure(
      'The token address answered without an access token.',
      'Check that the token URL is the address that gives tokens.',
    );
  }
  // It goes into a header: what cannot stand there must not be kept, or every call would end on it until it expires.
  if (!HEADER_TOKEN.test(accessToken)) {
    throw authFailure(
      'The token address gave an access token with characters that no header can carry, such as a line break.',
      'Have the answer of that address corrected: a token is plain ASCII (RFC 6750 §2.1).',
    );
  }
  const seconds = Number(body['expires_in']);
  const lifetimeMs = (Number.isFinite(seconds) && seconds > 0 ? seconds : FALLBACK_LIFETIME_SECONDS) * 1000;
  // A token that lives shorter than the leeway is still worth half its life.
  return { accessToken, freshUntil: now + lifetimeMs - Math.min(EXPIRY_LEEWAY_MS, lifetimeMs / 2) };
}

const HEADER_TOKEN = /^[\x20-\x7e]*$/;

/** Where to, without what may be secret in the query. */
function redirectTarget({ location }: TokenAnswer, { configuration, masker }: TokenCall): string {
  const base = configuration.tokenUrl ?? '';
  if (location === undefined || !URL.canParse(location, base)) return '';
  const { origin, pathname } = new URL(location, base);
  return ` to ${masker.text(`${origin}${pathname}`).slice(0, 300)}`;
}

/** RFC 6749 §5.2 asks for 401 with `invalid_client`; servers that read only the body answer 400 or other words. */
function isInvalidClient({ status, body }: TokenAnswer): boolean {
  const error = isPlainObject(body) ? body['error'] : undefined;
  return error === 'invalid_client' || status === 401 || (status === 400 && error === 'invalid_request');
}

/** RFC 6749 §2.3.1: both parts are form-encoded before they are joined. */
function basicHeader(clientId: string, clientSecret: string): string {
  const encode = (text: string) => new URLSearchParams([['', text]]).toString().slice(1);
  return `Basic ${Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString('base64')}`;
}

function describeOAuthError(body: Record<string, unknown>, masker: Masker): string {
  const parts = [body['error'], body['error_description']].filter(
    (part) => typeof part === 'string' && part !== '',
  );
  return parts.length === 0 ? '' : `: ${masker.text(parts.join(', ')).slice(0, 500)}`;
}

function authFailure(message: string, hint: string | null): CallFailure {
  return new CallFailure({ stage: 'auth', type: 'auth_error', message, hint });
}
