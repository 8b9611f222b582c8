import type { Sealer } from '#kernel/seal';
import type { EndpointRow } from './tables.ts';

/** The secrets of one endpoint, in the clear. They live in memory only, for as long as a call needs them. */
export interface EndpointSecrets {
  readonly authToken: string | null;
  readonly clientSecret: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

export type SealedSecrets = Pick<
  EndpointRow,
  'authTokenSealed' | 'clientSecretSealed' | 'secretHeadersSealed' | 'secretHeaderNames'
>;

/** Tri-state input: undefined keeps, null clears, a string sets. */
export interface SecretInput {
  readonly auth_token?: string | null | undefined;
  readonly client_secret?: string | null | undefined;
  readonly secret_headers?: Readonly<Record<string, string | null>> | undefined;
}

export const noSecrets: EndpointSecrets = { authToken: null, clientSecret: null, headers: {} };

/** A value sealed for one field of one endpoint opens nowhere else. */
const contextOf = (endpointId: string, field: string): string => `endpoint:${endpointId}:${field}`;

export function sealSecrets(sealer: Sealer, endpointId: string, secrets: EndpointSecrets): SealedSecrets {
  const seal = (value: string | null, field: string) =>
    value === null ? null : sealer.seal(value, contextOf(endpointId, field));
  const names = Object.keys(secrets.headers);
  return {
    authTokenSealed: seal(secrets.authToken, 'auth_token'),
    clientSecretSealed: seal(secrets.clientSecret, 'client_secret'),
    secretHeadersSealed: names.length > 0 ? seal(JSON.stringify(secrets.headers), 'headers') : null,
    secretHeaderNames: names,
  };
}

/** Opens what can be opened. A lost key must not break lists: `unreadable` tells that credentials are needed again. */
export function openSecrets(
  sealer: Sealer,
  row: SealedSecrets & { id: string },
): { secrets: EndpointSecrets; unreadable: boolean } {
  let unreadable = false;
  const open = (sealed: string | null, field: string): string | null => {
    if (sealed === null) return null;
    const plain = sealer.open(sealed, contextOf(row.id, field));
    if (plain === undefined) unreadable = true;
    return plain ?? null;
  };
  const headers = open(row.secretHeadersSealed, 'headers');
  const secrets = {
    authToken: open(row.authTokenSealed, 'auth_token'),
    clientSecret: open(row.clientSecretSealed, 'client_secret'),
    headers: headers === null ? {} : (JSON.parse(headers) as Record<string, string>),
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
  return {
    authToken: input.auth_token === undefined ? stored.authToken : input.auth_token,
    clientSecret: input.client_secret === undefined ? stored.clientSecret : input.client_secret,
    headers,
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
    ...(input.secret_headers === undefined &&
    keep(row.secretHeadersSealed, Object.keys(secrets.headers).length > 0)
      ? { secretHeadersSealed: row.secretHeadersSealed, secretHeaderNames: row.secretHeaderNames }
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
): { target: string[]; token: string[] } {
  const kept = (sealed: string | null, given: string | null | undefined, name: string) =>
    sealed !== null && given === undefined ? [name] : [];
  const given = Object.keys(input.secret_headers ?? {}).map((name) => name.toLowerCase());
  const clientSecret = kept(stored.clientSecretSealed, input.client_secret, 'client_secret');
  return {
    target: [
      ...kept(stored.authTokenSealed, input.auth_token, 'auth_token'),
      // What the secret buys, an access token, goes to the host of the target.
      ...clientSecret,
      ...stored.secretHeaderNames
        .filter((name) => !given.includes(name.toLowerCase()))
        .map((name) => `secret_headers.${name}`),
    ],
    token: clientSecret,
  };
}
