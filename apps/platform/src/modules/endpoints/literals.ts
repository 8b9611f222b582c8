import type { BeforeSteps, Polling } from '@sonde/contract';
import { findSecrets, isSecretName, schemeOf } from '@sonde/secrets';
import { isLiteral, withoutBodyLiterals, type Body, type Writing } from './body-literals.ts';
import { createSecretPlaces, type SecretPlaces } from './secret-places.ts';
import type { EndpointRow } from './tables.ts';
import { mapHooks, mapQuery, queryPairs } from './url-query.ts';

type Named<Value> = Readonly<Record<string, Value>>;

interface Given {
  readonly url?: string | undefined;
  readonly method?: string | undefined;
  readonly token_url?: string | null | undefined;
  readonly query_params?: Named<string> | undefined;
  readonly token_params?: Named<string> | null | undefined;
  readonly request_headers?: Named<string> | undefined;
  readonly secret_headers?: Named<string | null> | undefined;
  readonly secrets?: Named<string | null> | undefined;
  readonly request_mapping?: Body | undefined;
  readonly before_steps?: BeforeSteps | undefined;
  readonly polling?: Polling | null | undefined;
}

/** Where the stored configuration refers to its secrets already. */
export type StoredPlaces = Pick<
  EndpointRow,
  | 'url'
  | 'method'
  | 'tokenUrl'
  | 'queryParams'
  | 'tokenParams'
  | 'requestHeaders'
  | 'requestMapping'
  | 'beforeSteps'
  | 'polling'
  | 'secretNames'
>;
export const noPlaces: StoredPlaces = {
  url: '',
  method: '',
  tokenUrl: null,
  queryParams: {},
  tokenParams: null,
  requestHeaders: {},
  requestMapping: { text: '' },
  beforeSteps: [],
  polling: null,
  secretNames: [],
};

/** A credential by the name of its header, or by what stands in it: `X-Custom: Bearer …`. */
export const isHeaderLiteral = (name: string, value: string): boolean =>
  isLiteral(value) && (isSecretName(name, 'header') || findSecrets(value).length > 0);

/**
 * A credential typed among what everybody may read is kept among the secrets instead, and its place refers to it: sealed
 * in the database, masked in every answer. A template stays where it is, since what it names is kept elsewhere.
 */
export function withoutLiterals<Input extends Given>(
  given: Input,
  stored: StoredPlaces,
  /** Rows of a former version may hold logins in addresses; nobody may write them now. */
  isFormer = false,
): Input {
  const logins = new Set<string>();
  const input = isFormer ? withoutLogins(given, logins) : given;
  const places = createSecretPlaces({
    given: input.secrets ?? {},
    usedNames: usedNames(input, stored),
    isFormer,
  });
  for (const login of logins) places.take('login', login, undefined);
  const { query_params: query, token_params: token, request_mapping: mapping } = input;
  const { before_steps: before, polling } = input;
  const url = (text: string, former: string): string =>
    withoutHooks(withoutQuery(text, former, places), former, places);
  const around = <Step extends Request>(request: Step, former: Request | undefined): Step => ({
    ...request,
    // What is one by its name is refused in what is written now, see steps.ts.
    url: isFormer
      ? url(request.url, former?.url ?? '')
      : withoutHooks(request.url, former?.url ?? '', places),
    request_headers: isFormer ? placedHeaders(request.request_headers, places) : request.request_headers,
    request_mapping:
      request.request_mapping &&
      withoutBodyLiterals(request.request_mapping, former?.request_mapping, places, writingOf(request)),
  });
  const moved = {
    ...(query ? { query_params: withoutParameters(query, stored.queryParams, places) } : {}),
    ...(token ? { token_params: withoutParameters(token, stored.tokenParams ?? {}, places) } : {}),
    ...(input.url === undefined ? {} : { url: url(input.url, stored.url) }),
    ...(input.token_url ? { token_url: url(input.token_url, stored.tokenUrl ?? '') } : {}),
    ...(mapping === undefined
      ? {}
      : {
          request_mapping: withoutBodyLiterals(
            mapping,
            bodyOf(stored.requestMapping),
            places,
            writingOf({
              method: input.method ?? stored.method,
              request_headers: input.request_headers ?? stored.requestHeaders,
            }),
          ),
        }),
    ...(before ? { before_steps: before.map((step, place) => around(step, stored.beforeSteps[place])) } : {}),
    ...(polling
      ? {
          polling: {
            ...around(polling, stored.polling ?? undefined),
            result: polling.result && around(polling.result, stored.polling?.result ?? undefined),
          },
        }
      : {}),
  };
  const secrets = places.moved();
  return {
    ...withoutHeaders(input),
    ...moved,
    ...(Object.keys(secrets).length > 0 ? { secrets: { ...input.secrets, ...secrets } } : {}),
  };
}

/** An endpoint that a former version showed, with references in the place of what it held in the clear. */
export function shownWithoutLiterals<Shown extends object>(endpoint: Shown): Shown {
  const {
    secrets: _secrets,
    secret_headers: _headers,
    ...clean
  } = withoutLiterals<Given>({ ...endpoint, secrets: undefined, secret_headers: undefined }, noPlaces, true);
  return { ...endpoint, ...clean };
}

interface Request {
  readonly url: string;
  readonly method: string;
  readonly request_headers: Named<string>;
  readonly request_mapping: Body | null;
}

/** How what a text places is written when it is sent. */
function writingOf({
  method,
  request_headers: headers,
}: Pick<Request, 'method' | 'request_headers'>): Writing {
  if (['GET', 'DELETE', 'HEAD'].includes(method.toUpperCase())) return 'form';
  const [, type = ''] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  if (/x-www-form-urlencoded/i.test(type)) return 'form';
  return /xml|html/i.test(type) ? 'markup' : 'plain';
}

const bodyOf = (template: StoredPlaces['requestMapping']): Body =>
  'text' in template ? template.text : template.json;

/** No call ever sent them: they are kept where whoever may write the endpoint can place them. */
function withoutLogins<Input extends Given>(input: Input, logins: Set<string>): Input {
  const bare = (url: string): string =>
    url.replace(/^([a-z][a-z0-9+.-]*:\/\/|\/\/)([^\\/?#]*)@/i, (_whole, scheme: string, login: string) => {
      if (login !== '') logins.add(login);
      return scheme;
    });
  const around = <Step extends Request>(step: Step): Step => ({ ...step, url: bare(step.url) });
  const { polling } = input;
  return {
    ...input,
    ...(input.url === undefined ? {} : { url: bare(input.url) }),
    ...(input.token_url ? { token_url: bare(input.token_url) } : {}),
    ...(input.before_steps ? { before_steps: input.before_steps.map(around) } : {}),
    ...(polling ? { polling: { ...around(polling), result: polling.result && around(polling.result) } } : {}),
  };
}

/** The stored secrets that something refers to; a literal may take the name of any other. */
function usedNames(input: Given, stored: StoredPlaces): string[] {
  const names = stored.secretNames ?? [];
  const templates = names.length === 0 ? '' : JSON.stringify([input, stored]);
  return names.filter((name) => new RegExp(String.raw`secrets\W{1,4}${name}\b`).test(templates));
}

function withoutParameters(
  parameters: Named<string>,
  stored: Named<string>,
  places: SecretPlaces,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      isSecretName(name, 'parameter') && isLiteral(value) ? places.take(name, value, stored[name]) : value,
    ]),
  );
}

function withoutQuery(url: string, stored: string, places: SecretPlaces): string {
  const before = new Map(queryPairs(stored).map(({ name, value }) => [name, value]));
  return mapQuery(url, ({ name, value }) =>
    isSecretName(name, 'parameter') && isLiteral(value)
      ? places.take(name, value, before.get(name))
      : undefined,
  );
}

/** What opens a bot or a hook stands in the path, where it has no name. */
const withoutHooks = (url: string, stored: string, places: SecretPlaces): string =>
  mapHooks(url, (secret, before) =>
    places.take(
      before.endsWith('bot') ? 'bot_token' : 'webhook_key',
      secret,
      stored.startsWith(before) ? /^\{\{.*?\}\}/.exec(stored.slice(before.length))?.[0] : undefined,
    ),
  );

/** A request around the call has no secret headers: a template refers to the secret, behind the word for its scheme. */
const placedHeaders = (headers: Named<string>, places: SecretPlaces): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (!isHeaderLiteral(name, value)) return [name, value];
      const scheme = schemeOf(value) ?? '';
      const secret = value.slice(scheme.length).trim();
      return [name, `${scheme} ${places.take(name, secret, undefined)}`.trimStart()];
    }),
  );

/** A header given in both places is taken from `secret_headers`. */
function withoutHeaders<Input extends Given>(input: Input): Input {
  const literal = Object.entries(input.request_headers ?? {}).filter(([name, value]) =>
    isHeaderLiteral(name, value),
  );
  if (literal.length === 0) return input;
  const moved = new Set(literal.map(([name]) => name));
  const given = new Set(Object.keys(input.secret_headers ?? {}).map((name) => name.toLowerCase()));
  return {
    ...input,
    request_headers: Object.fromEntries(
      Object.entries(input.request_headers ?? {}).filter(([name]) => !moved.has(name)),
    ),
    secret_headers: {
      ...Object.fromEntries(literal.filter(([name]) => !given.has(name.toLowerCase()))),
      ...input.secret_headers,
    },
  };
}
