import { isSecretName } from '@sonde/secrets';
import { createSecretPlaces, type SecretPlaces } from './secret-places.ts';
import type { EndpointRow } from './tables.ts';
import { mapQuery, queryPairs } from './url-query.ts';

type Named<Value> = Readonly<Record<string, Value>>;

interface Given {
  readonly url?: string | undefined;
  readonly token_url?: string | null | undefined;
  readonly query_params?: Named<string> | undefined;
  readonly token_params?: Named<string> | null | undefined;
  readonly request_headers?: Named<string> | undefined;
  readonly secret_headers?: Named<string | null> | undefined;
  readonly secrets?: Named<string | null> | undefined;
}

/** Where the stored configuration refers to its secrets already. */
export type StoredPlaces = Pick<
  EndpointRow,
  'url' | 'tokenUrl' | 'queryParams' | 'tokenParams' | 'requestHeaders' | 'requestMapping' | 'secretNames'
>;
export const noPlaces: StoredPlaces = {
  url: '',
  tokenUrl: null,
  queryParams: {},
  tokenParams: null,
  requestHeaders: {},
  requestMapping: { text: '' },
  secretNames: [],
};

const isLiteral = (value: string): boolean =>
  value.trim() !== '' && !value.includes('{{') && !value.includes('{%');

/**
 * A credential typed among what everybody may read is kept among the secrets instead, and its place refers to it: sealed
 * in the database, masked in every answer. A template stays where it is, since what it names is kept elsewhere.
 */
export function withoutLiterals<Input extends Given>(input: Input, stored: StoredPlaces): Input {
  const places = createSecretPlaces({
    given: input.secrets ?? {},
    usedNames: usedNames(input, stored),
  });
  const { query_params: query, token_params: token } = input;
  const moved = {
    ...(query ? { query_params: withoutParameters(query, stored.queryParams, places) } : {}),
    ...(token ? { token_params: withoutParameters(token, stored.tokenParams ?? {}, places) } : {}),
    ...(input.url === undefined ? {} : { url: withoutQuery(input.url, stored.url, places) }),
    ...(input.token_url ? { token_url: withoutQuery(input.token_url, stored.tokenUrl ?? '', places) } : {}),
  };
  const secrets = places.moved();
  return {
    ...withoutHeaders(input),
    ...moved,
    ...(Object.keys(secrets).length > 0 ? { secrets: { ...input.secrets, ...secrets } } : {}),
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

/** A header given in both places is taken from `secret_headers`. */
function withoutHeaders<Input extends Given>(input: Input): Input {
  const literal = Object.entries(input.request_headers ?? {}).filter(
    ([name, value]) => isSecretName(name, 'header') && isLiteral(value),
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
