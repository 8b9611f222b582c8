import type { Pair } from './pair.ts';

const placesToken = /\{\{[^}]*\bauth_token\b/;

/** Where the token or key goes: as the label of the choice and of its field, in a sentence, and as what is missing. */
export function tokenWords({
  request_headers: headers,
  query_params: parameters,
  url,
}: {
  readonly request_headers: readonly Pair[];
  readonly query_params: readonly Pair[];
  readonly url: string;
}): { readonly choice: string; readonly field: string; readonly sent: string; readonly missing: string } {
  const header = tokenHeader(headers);
  if (header !== undefined)
    return {
      choice: `Key in the header ${header}`,
      field: `Key for ${header}`,
      sent: `in the header ${header}`,
      missing: `key for the header ${header}`,
    };
  // A token that the address carries goes in no header besides, unless one names it.
  const isInAddress = [url, ...parameters.map(({ value }) => value)].some((text) => placesToken.test(text));
  if (isInAddress && !headers.some(({ value }) => placesToken.test(value)))
    return {
      choice: 'Key in the address',
      field: 'Key in the address',
      sent: 'in the address, where {{ auth_token }} stands',
      missing: 'key for the address',
    };
  return {
    choice: 'Bearer token',
    field: 'Bearer token',
    sent: 'as Authorization: Bearer …, unless you set that header yourself',
    missing: 'bearer token',
  };
}

/** The header that carries the token or key; undefined where it goes as a bearer token. */
export function tokenHeader(headers: readonly Pair[]): string | undefined {
  const carrying = headers.find(({ value }) => placesToken.test(value));
  const isBearer = carrying?.name.toLowerCase() === 'authorization' && /^\s*bearer\s/i.test(carrying.value);
  return isBearer ? undefined : carrying?.name;
}

/** What identifies Sonde though “None” is chosen: keys that have a place of their own. Undefined where there are none. */
export function keyWords({
  auth_type: type,
  secret_headers: headers,
}: {
  readonly auth_type: string;
  readonly secret_headers: readonly { readonly name: string }[];
}): string | undefined {
  const names = headers.map(({ name }) => name.trim()).filter((name) => name !== '');
  if (type !== 'none' || names.length === 0) return undefined;
  const listed = names.length === 1 ? `header ${names[0]}` : `headers ${names.join(', ')}`;
  return `Nothing else is needed where the key goes in a header: the secret ${listed} below ${names.length === 1 ? 'is' : 'are'} sent with each call.`;
}
