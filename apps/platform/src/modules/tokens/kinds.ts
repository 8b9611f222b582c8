import { z } from 'zod';
import { permissions } from '@sonde/contract';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const id = z.guid();
const registered = {
  jti: id,
  iss: z.string(),
  aud: z.string(),
  iat: z.number().int(),
  exp: z.number().int(),
};

/** A token that only names a row: what it does stands in the row, and happens once. */
const reference = (lifetimeSeconds: number) => ({ lifetimeSeconds, claims: z.strictObject(registered) });

/**
 * Every kind of signed token. Each has a `typ` and an audience of its own, so that none can stand in for another, and a
 * strict list of claims, so that nothing rides along.
 */
export const kinds = {
  access: {
    lifetimeSeconds: 15 * minute,
    claims: z.strictObject({
      ...registered,
      sub: id,
      id,
      organization_id: id.nullable(),
      sid: id,
    }),
  },
  exchanged: {
    lifetimeSeconds: 15 * minute,
    claims: z.strictObject({
      ...registered,
      sub: id,
      organization_id: id,
      project_id: id,
      /** The session or API token it was exchanged from; it ends with that. */
      subject: z.strictObject({ kind: z.enum(['session', 'api_token']), id }),
      scope: z.array(z.enum(permissions as [string, ...string[]])),
      act: z.strictObject({ sub: id }).optional(),
    }),
  },
  api_token: { lifetimeSeconds: 100 * 365 * day, claims: z.strictObject({ ...registered, sub: id }) },
  auth_code: reference(minute),
  /** A first factor was shown; the second is awaited. */
  second_factor: reference(10 * minute),
  email_verification: reference(day),
  password_reset: reference(hour),
  magic_link: reference(15 * minute),
  owner_link: reference(day),
  invitation: reference(7 * day),
  socket_ticket: reference(minute),
} as const;

export type TokenKind = keyof typeof kinds;
export type ClaimsOf<Kind extends TokenKind> = z.output<(typeof kinds)[Kind]['claims']>;

/** Kinds whose row lives in `single_use_tokens`. */
export type SingleUsePurpose =
  | 'email_verification'
  | 'password_reset'
  | 'magic_link'
  | 'owner_link'
  | 'socket_ticket';

/** RFC 9068 names the type of access tokens; the others follow its pattern. */
export const typeOf = (kind: TokenKind): string =>
  kind === 'access' ? 'at+jwt' : `sonde-${kind.replaceAll('_', '-')}+jwt`;

export const audienceOf = (issuer: string, kind: TokenKind): string =>
  kind === 'access' ? `${issuer}:api` : `${issuer}:${kind.replaceAll('_', '-')}`;

/** The longest life of a token that is not looked up by its hash: how long a retired key must go on verifying. */
export const longestLifetimeSeconds = 7 * day;
