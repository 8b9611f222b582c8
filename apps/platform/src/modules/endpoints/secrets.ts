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

/** Stored secrets that this input neither replaces nor removes; they must not follow to another host. */
export function keptSecrets(
  stored: EndpointSecrets,
  input: SecretInput,
): { target: string[]; token: string[] } {
  const kept = (value: string | null, given: string | null | undefined, name: string) =>
    value !== null && given === undefined ? [name] : [];
  const given = Object.keys(input.secret_headers ?? {}).map((name) => name.toLowerCase());
  return {
    target: [
      ...kept(stored.authToken, input.auth_token, 'auth_token'),
      ...Object.keys(stored.headers)
        .filter((name) => !given.includes(name.toLowerCase()))
        .map((name) => `secret_headers.${name}`),
    ],
    token: kept(stored.clientSecret, input.client_secret, 'client_secret'),
  };
}
