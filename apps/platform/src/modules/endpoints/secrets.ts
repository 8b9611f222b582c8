import { maxNamedSecrets } from '@sonde/contract';
import type { Sealer } from '#kernel/seal';
import { secretsTooMany } from './problems.ts';
import type { EndpointRow } from './tables.ts';

/** The secrets of one endpoint, in the clear. They live in memory only, for as long as a call needs them. */
export interface EndpointSecrets {
  readonly authToken: string | null;
  readonly clientSecret: string | null;
  readonly clientKey: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** What templates place by name. */
  readonly named: Readonly<Record<string, string>>;
}

export type SealedSecrets = Pick<
  EndpointRow,
  | 'authTokenSealed'
  | 'clientSecretSealed'
  | 'clientKeySealed'
  | 'secretHeadersSealed'
  | 'secretHeaderNames'
  | 'secretsSealed'
  | 'secretNames'
>;

/** Tri-state input: undefined keeps, null clears, a string sets. */
export interface SecretInput {
  readonly auth_token?: string | null | undefined;
  readonly client_secret?: string | null | undefined;
  readonly client_key?: string | null | undefined;
  readonly secret_headers?: Readonly<Record<string, string | null>> | undefined;
  readonly secrets?: Readonly<Record<string, string | null>> | undefined;
}

export const noSecrets: EndpointSecrets = {
  authToken: null,
  clientSecret: null,
  clientKey: null,
  headers: {},
  named: {},
};

/** A value sealed for one field of one endpoint opens nowhere else. */
export const contextOf = (endpointId: string, field: string): string => `endpoint:${endpointId}:${field}`;

export function sealSecrets(sealer: Sealer, endpointId: string, secrets: EndpointSecrets): SealedSecrets {
  const seal = (value: string | null, field: string) =>
    value === null ? null : sealer.seal(value, contextOf(endpointId, field));
  const names = Object.keys(secrets.headers);
  const secretNames = Object.keys(secrets.named);
  return {
    authTokenSealed: seal(secrets.authToken, 'auth_token'),
    clientSecretSealed: seal(secrets.clientSecret, 'client_secret'),
    clientKeySealed: seal(secrets.clientKey, 'client_key'),
    secretHeadersSealed: names.length > 0 ? seal(JSON.stringify(secrets.headers), 'headers') : null,
    secretHeaderNames: names,
    secretsSealed: secretNames.length > 0 ? seal(JSON.stringify(secrets.named), 'secrets') : null,
    secretNames,
  };
}

/** Opens what can be opened. A lost key must not break lists: `unreadable` tells that credentials are needed again. */
export function openSecrets(
  sealer: Sealer,
  row: Omit<SealedSecrets, 'secretHeaderNames' | 'secretNames'> & { id: string },
): { secrets: EndpointSecrets; unreadable: boolean } {
  let unreadable = false;
  const open = (sealed: string | null, field: string): string | null => {
    if (sealed === null) return null;
    const plain = sealer.open(sealed, contextOf(row.id, field));
    if (plain === undefined) unreadable = true;
    return plain ?? null;
  };
  const recordOf = (text: string | null): Record<string, string> =>
    text === null ? {} : (JSON.parse(text) as Record<string, string>);
  const secrets = {
    authToken: open(row.authTokenSealed, 'auth_token'),
    clientSecret: open(row.clientSecretSealed, 'client_secret'),
    clientKey: open(row.clientKeySealed, 'client_key'),
    headers: recordOf(open(row.secretHeadersSealed, 'headers')),
    named: recordOf(open(row.secretsSealed, 'secrets')),
  };
  return { secrets, unreadable };
}

/** Lays the tri-state input over what is stored. */
export function mergeSecrets(stored: EndpointSecrets, input: SecretInput): EndpointSecrets {
  const headers: Record<string, string> = { ...stored.headers };
  for (const [name, value] of Object.entries(input.secret_headers ?? {})) {
    for (const existing of Object.keys(headers)) {
      if (existing.toLowerCase() === name.toLowerCase()) delete headers[existing];
    }
    if (value !== null) headers[name] = value;
  }
  const named = Object.fromEntries(
    Object.entries({ ...stored.named, ...input.secrets }).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    ),
  );
  if (Object.keys(named).length > maxNamedSecrets) throw secretsTooMany();
  return {
    authToken: input.auth_token === undefined ? stored.authToken : input.auth_token,
    clientSecret: input.client_secret === undefined ? stored.clientSecret : input.client_secret,
    clientKey: input.client_key === undefined ? stored.clientKey : input.client_key,
    headers,
    named,
  };
}

/**
 * The sealed columns after an update. What the input does not name stays sealed as it is, also when it cannot be opened
 * (the key may come back), and is sealed anew when its key is being replaced.
 */
export function updateSecrets(
  sealer: Sealer,
  row: SealedSecrets & { id: string },
  input: SecretInput,
): SealedSecrets {
  const { secrets } = openSecrets(sealer, row);
  const sealed = sealSecrets(sealer, row.id, mergeSecrets(secrets, input));
  const keep = (stored: string | null, isOpen: boolean): boolean =>
    stored !== null && (!isOpen || !sealer.isStale(stored));
  return {
    ...sealed,
    ...(input.auth_token === undefined && keep(row.authTokenSealed, secrets.authToken !== null)
      ? { authTokenSealed: row.authTokenSealed }
      : {}),
    ...(input.client_secret === undefined && keep(row.clientSecretSealed, secrets.clientSecret !== null)
      ? { clientSecretSealed: row.clientSecretSealed }
      : {}),
    ...(input.client_key === undefined && keep(row.clientKeySealed, secrets.clientKey !== null)
      ? { clientKeySealed: row.clientKeySealed }
      : {}),
    ...(input.secret_headers === undefined &&
    keep(row.secretHeadersSealed, Object.keys(secrets.headers).length > 0)
      ? { secretHeadersSealed: row.secretHeadersSealed, secretHeaderNames: row.secretHeaderNames }
      : {}),
    ...(input.secrets === undefined && keep(row.secretsSealed, Object.keys(secrets.named).length > 0)
      ? { secretsSealed: row.secretsSealed, secretNames: row.secretNames }
      : {}),
  };
}

/**
 * Stored secrets that this input neither replaces nor removes; they must not follow to another host. Judged by what is
 * stored, not by what opens: a lost key that comes back must find nothing carried away.
 */
export function keptSecrets(
  stored: SealedSecrets,
  input: SecretInput,
): { target: string[]; token: string[]; placed: string[]; named: string[] } {
  const kept = (sealed: string | null, given: string | null | undefined, name: string) =>
    sealed !== null && given === undefined ? [name] : [];
  const given = Object.keys(input.secret_headers ?? {}).map((name) => name.toLowerCase());
  const named = (stored.secretNames ?? [])
    .filter((name) => input.secrets?.[name] === undefined)
    .map((name) => `secrets.${name}`);
  const clientSecret = kept(stored.clientSecretSealed, input.client_secret, 'client_secret');
  const placed = [
    ...kept(stored.authTokenSealed, input.auth_token, 'auth_token'),
    // What the secret buys, an access token, goes to the host of the target.
    ...clientSecret,
    ...named,
  ];
  return {
    target: [
      ...placed,
      ...kept(stored.clientKeySealed, input.client_key, 'client_key'),
      ...stored.secretHeaderNames
        .filter((name) => !given.includes(name.toLowerCase()))
        .map((name) => `secret_headers.${name}`),
    ],
    // What the templates of a step may name.
    placed,
    token: clientSecret,
    // Any parameter of the token request may place them.
    named,
  };
}
